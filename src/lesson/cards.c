/* The cards: prose, at most one `attend` block each, quizzes; and the Chinese side, which must match. */
#include "lesson/parts.h"
#include "lesson/prose.h"

static bool add_quiz_block(const Reader *reader, BlockList *blocks, int line, int quiz)
{
    TextBlock *block = prose_add(reader, blocks, line);
    if (!block)
        return false;
    block->kind = BLOCK_QUIZ;
    block->quiz = quiz;
    return true;
}

/* The card's own gates, which its attend block may name wherever it stands. */
static bool read_gates(const Reader *reader, const CardText *text, Lesson *lesson)
{
    for (int i = 0; i < text->piece_count; i++)
        if (text->pieces[i].kind == PIECE_GATES && !gates_read_card(reader, &text->pieces[i], lesson))
            return false;
    return true;
}

/* A block that no text shows; gates have been read, a draw block has been put into the others. */
static bool read_data(const Reader *reader, const CardPiece *piece, const Lesson *lesson, Card *card)
{
    if (piece->kind != PIECE_ATTEND)
        return true;
    if (card->stage.present)
        return reader_fail(reader, piece->line, "a second attend block; a card has one");
    return stage_read(reader, piece, lesson, &card->stage);
}

/* One side of a card; the Chinese one behind the English one, whose quizzes it has. */
static bool read_card(const Reader *reader, const CardText *text, Language language, const Lesson *lesson, Card *card)
{
    BlockList blocks = {0};
    bool english = language == LANGUAGE_ENGLISH;
    int quizzes = 0;
    card->title[language] = text->title;
    for (int i = 0; i < text->piece_count; i++) {
        const CardPiece *piece = &text->pieces[i];
        if (piece->kind == PIECE_PROSE) {
            if (!prose_parse(reader, piece->text, piece->line, &blocks))
                return false;
            continue;
        }
        if (piece->kind != PIECE_QUIZ) {
            if (!english)
                return reader_fail(reader, piece->line, "%s block stands in lesson.md alone; it serves both languages",
                                   piece->kind == PIECE_ATTEND ? "an attend" : "a gates");
            if (!read_data(reader, piece, lesson, card))
                return false;
            continue;
        }
        if (english && quizzes >= QUIZ_MOST)
            return reader_fail(reader, piece->line, "a card has at most %d quizzes", QUIZ_MOST);
        if (!english && quizzes >= card->quiz_count)
            return reader_fail(reader, piece->line,
                               "this quiz has no counterpart: the card of lesson.md (line %d) has %d", card->line,
                               card->quiz_count);
        if (english)
            card->quizzes = arena_room(reader->arena, card->quizzes, quizzes, sizeof *card->quizzes);
        if (!(english ? quiz_read : quiz_read_translated)(reader, piece, &card->quizzes[quizzes])
            || !add_quiz_block(reader, &blocks, piece->line, quizzes))
            return false;
        quizzes++;
    }
    if (!english && quizzes < card->quiz_count)
        return reader_fail(reader, text->line,
                           "this card has %d quiz(|zes); its counterpart in lesson.md (line %d) has %d", quizzes,
                           card->line, card->quiz_count);
    card->quiz_count = quizzes;
    card->blocks[language] = blocks.items;
    card->block_count[language] = blocks.count;
    return blocks.count > 0
           || reader_fail(reader, text->line, "the card %s has no text", reader_quote(reader, slice_of(text->title)));
}

/* One try each wants choices, and one result for each card. */
static bool check_exam(const Reader *reader, const Card *card)
{
    for (int i = 0; i < card->quiz_count; i++)
        if (i > 0 || card->quizzes[i].kind != QUIZ_CHOICE)
            return reader_fail(reader, card->quizzes[i].line,
                               "a card of an exam asks one question, of the kind choice; this is %s",
                               i > 0 ? "a second one" : "of another kind");
    return true;
}

bool cards_read(const Reader *reader, const FileText *file, Lesson *lesson)
{
    lesson->cards = ARENA_ARRAY(reader->arena, Card, (size_t)file->card_count);
    lesson->card_count = file->card_count;
    for (int i = 0; i < file->card_count; i++) {
        lesson->cards[i].line = file->cards[i].line;
        if (!read_gates(reader, &file->cards[i], lesson)
            || !read_card(reader, &file->cards[i], LANGUAGE_ENGLISH, lesson, &lesson->cards[i])
            || (lesson->exam && !check_exam(reader, &lesson->cards[i])))
            return false;
    }
    return true;
}

bool cards_read_translated(const Reader *reader, const FileText *file, Lesson *lesson)
{
    int both = file->card_count < lesson->card_count ? file->card_count : lesson->card_count;
    for (int i = 0; i < both; i++) {
        lesson->cards[i].translated_line = file->cards[i].line;
        if (!read_card(reader, &file->cards[i], LANGUAGE_CHINESE, lesson, &lesson->cards[i]))
            return false;
    }
    if (file->card_count > both)
        return reader_fail(reader, file->cards[both].line, "%d card(s) here, %d in lesson.md: %s has no counterpart",
                           file->card_count, lesson->card_count,
                           reader_quote(reader, slice_of(file->cards[both].title)));
    if (lesson->card_count > both)
        return reader_fail(
            reader, file->lines, "%d card(s) here, %d in lesson.md: %s (line %d there) has no counterpart",
            file->card_count, lesson->card_count,
            reader_quote(reader, slice_of(lesson->cards[both].title[LANGUAGE_ENGLISH])), lesson->cards[both].line);
    return true;
}
