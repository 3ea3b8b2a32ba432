/* A lesson: the bytes once as lesson.md and once as the lesson.zh.md of a small one. */
#include "fuzz.h"

#include "lesson/lesson.h"

#include <string.h>

static const char ENGLISH[] = "---\ntitle: Small\norder: 3\nsentence: cat\nmodels:\n  - hidden: 8\n---\n# One\nText.\n"
                              "```quiz\nkind: choice\nquestion: q\nchoices: [a, b]\nanswer: 1\nwhy: w\n```\n"
                              "# Two\n```quiz\nkind: next\nstep: 1\nquestion: q\n```\n";
static const char CHINESE[] = "---\ntitle: 小\n---\n# 一\n字\n";

static void check_text(const char *text)
{
    assert(text && utf8_valid(slice_of(text)));
}

static void check_blocks(const Card *card, int language)
{
    for (int i = 0; i < card->block_count[language]; i++) {
        const TextBlock *block = &card->blocks[language][i];
        assert(block->kind <= BLOCK_PICTURE && block->level >= 0 && block->level <= 6 && block->number >= 0);
        assert(block->kind == BLOCK_QUIZ ? block->quiz >= 0 && block->quiz < card->quiz_count
                                         : block->span_count > 0 || block->cell_count > 0);
        assert((block->kind == BLOCK_PICTURE) == (block->file != NULL) && !block->image);
        for (int k = 0; k < block->cell_count; k++)
            assert(block->cells[k] <= block->span_count && (k == 0 || block->cells[k] >= block->cells[k - 1]));
        for (int k = 0; k < block->span_count; k++) {
            const Span *span = &block->spans[k];
            check_text(span->text);
            assert(!(span->style & SPAN_LINK) == !span->link);
            assert(!(span->style & SPAN_LIVE) == (span->live.kind == LIVE_NONE));
            assert(span->live.t >= 0 && span->live.j >= 0 && (!(span->style & SPAN_LIVE) || span->line > 0));
        }
        if (block->label)
            check_text(block->label);
    }
}

static void check_card(const Card *card)
{
    for (int language = 0; language < LESSON_LANGUAGES; language++) {
        check_text(card->title[language]);
        check_blocks(card, language);
    }
    assert(card->stage.highlight_count <= STAGE_LIGHTS && card->stage.dim_count <= STAGE_LIGHTS);
    assert((card->stage.moment > MOMENT_BRIDGE) == (card->stage.step > 0));
    for (int i = 0; i < card->quiz_count; i++) {
        const Quiz *quiz = &card->quizzes[i];
        const char **choices;
        for (int language = 0; language < LESSON_LANGUAGES; language++) {
            int count = quiz_choices(quiz, NULL, (Language)language, NULL, &choices);
            assert(quiz->question[language] && count == quiz->choice_count);
            for (int k = 0; k < count; k++)
                check_text(choices[k]);
        }
        assert(quiz->kind != QUIZ_CHOICE || quiz_right(quiz, NULL, quiz->answer, 0));
    }
}

static void play(Slice english, Slice chinese)
{
    Error error = {0};
    Lesson *lesson = lesson_parse(english, chinese, "folder", &error);
    if (!lesson) {
        assert(error.message[0] && utf8_valid(slice_of(error.message)) && strncmp(error.file, "folder/", 7) == 0);
        return;
    }
    assert(lesson->card_count > 0 && lesson->model_count > 0 && lesson->order > 0);
    for (int i = 0; i < lesson->model_count; i++)
        assert(!strchr(lesson->models[i].name, '/') && !strchr(lesson->models[i].name, '.'));
    for (int i = 0; i < lesson->card_count; i++)
        check_card(&lesson->cards[i]);
    lesson_destroy(lesson);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Slice text = {(const char *)data, size};
    play(text, slice_of(CHINESE));
    play(slice_of(ENGLISH), text);
    return 0;
}
