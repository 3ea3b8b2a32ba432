/* Warnings: what a lesson may do but seldom means to. */
#include "lesson/lesson.h"
#include "lesson/reader.h"

#include <string.h>

/* A card is read while a stage waits beside it. */
enum { CARD_WORDS = 60, CARD_CHARACTERS = 120 };
/* Lengths of choices, in columns: beyond both bounds one choice looks different from the others. */
enum { UNEVEN_TIMES = 3, UNEVEN_COLUMNS = 20 };
enum { KEYS_LEAST = 4 }; /* questions from which on a place that is always right is no chance */

typedef struct Teller {
    const Lesson *lesson;
    Arena *arena;
    Warnings *out;
} Teller;

static void tell(const Teller *teller, const char *file, int line, const char *format, ...) PRINTF_LIKE(4, 5);

static void tell(const Teller *teller, const char *file, int line, const char *format, ...)
{
    Warnings *out = teller->out;
    Bytes text = {0};
    va_list arguments;
    va_start(arguments, format);
    if (line > 0)
        bytes_printf(&text, "%s:%d: ", file, line);
    else
        bytes_printf(&text, "%s: ", file);
    bytes_vprintf(&text, format, arguments);
    va_end(arguments);
    out->texts = arena_room(teller->arena, out->texts, out->count, sizeof *out->texts);
    out->texts[out->count++] = bytes_take(&text, teller->arena);
}

static const char *const FILES[LESSON_LANGUAGES] = {"lesson.md", "lesson.zh.md"};

/* ---- cards ---- */

static void count_text(const char *text, int *words, int *characters)
{
    bool inside = false;
    for (Slice rest = slice_of(text); rest.length;) {
        uint32_t c = utf8_next(&rest);
        bool cjk = utf8_is_cjk(c), letter = !cjk && !utf8_is_space(c);
        *characters += cjk;
        *words += letter && !inside;
        inside = letter;
    }
}

/* Warns of long cards. Only text that is read before anything is done counts: no notes, questions, tables and code. */
static void warn_of_length(const Teller *teller, int card, Language language)
{
    const Card *it = &teller->lesson->cards[card];
    int words = 0, characters = 0;
    for (int i = 0; i < it->block_count[language]; i++) {
        const TextBlock *block = &it->blocks[language][i];
        bool read = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING || block->kind == BLOCK_ITEM;
        Bytes text = {0};
        for (int k = 0; read && k < block->span_count; k++)
            bytes_add_text(&text, block->spans[k].style & SPAN_MATH ? "x" : block->spans[k].text);
        count_text(text.data ? text.data : "", &words, &characters);
        bytes_finish(&text);
    }
    bool cjk = characters > words;
    int length = words + characters, most = cjk ? CARD_CHARACTERS : CARD_WORDS;
    if (length > most)
        tell(teller, FILES[language], language == LANGUAGE_ENGLISH ? it->line : it->translated_line,
             "card %d has %d %s; expected at most %d", card + 1, length, cjk ? "characters" : "words", most);
}

static void warn_of_unknown(const Teller *teller, const Model *model, const char *file, int line, const char *sentence)
{
    Trace *trace = card_decode(model, sentence, &(DecodeSetting){0}, NULL, NULL);
    const Reader reader = {teller->arena, NULL, NULL};
    for (int i = 0; trace && i < trace->words; i++)
        if (trace->unknown[i]) {
            tell(teller, file, line, "%s is no word that the model knows, in %s",
                 reader_quote(&reader, slice_of(trace->source[i])), reader_quote(&reader, slice_of(sentence)));
            break;
        }
    trace_destroy(trace);
}

/* ---- questions ---- */

static int columns_of(const char *text)
{
    int columns = 0;
    for (Slice rest = slice_of(text); rest.length;)
        columns += utf8_is_cjk(utf8_next(&rest)) ? 2 : 1;
    return columns;
}

static void warn_of_choices(const Teller *teller, const Quiz *quiz, Language language)
{
    int least = 0, most = 0;
    for (int i = 0; i < quiz->choice_count; i++) {
        int columns = columns_of(quiz->choices[language][i]);
        least = i == 0 || columns < least ? columns : least;
        most = columns > most ? columns : most;
    }
    if (most > UNEVEN_TIMES * least && most - least > UNEVEN_COLUMNS)
        tell(teller, FILES[language], language == LANGUAGE_ENGLISH ? quiz->line : quiz->translated_line,
             "a choice is more than %d times as long as another: the length tells which is right, or seems to",
             UNEVEN_TIMES);
}

/* They are shuffled; of a few questions all keys can still come to stand in one place. */
static void warn_of_keys(const Teller *teller)
{
    const Lesson *lesson = teller->lesson;
    int questions = 0, place = -1;
    for (int i = 0; i < lesson->card_count; i++)
        for (int k = 0; k < lesson->cards[i].quiz_count; k++) {
            const Quiz *quiz = &lesson->cards[i].quizzes[k];
            if (quiz->kind != QUIZ_CHOICE)
                continue;
            if (questions++ > 0 && quiz->answer != place)
                return;
            place = quiz->answer;
        }
    if (questions >= KEYS_LEAST)
        tell(teller, FILES[0], 0,
             "as they are shuffled, the right choice is number %d in all %d questions; another folder name changes it",
             place + 1, questions);
}

/* ---- models ---- */

/* What a model file says of its training: the data are checked elsewhere. */
static void warn_of_training(const Teller *teller, const LessonModel *wanted, const Model *model)
{
    const TrainingNote *note = &model->note;
    if (note->present && note->seed != wanted->train.seed)
        tell(teller, path_name(wanted->path), 0, "was trained with seed %.0f, lesson.md says %.0f; train it again",
             (double)note->seed, (double)wanted->train.seed);
    if (note->present && note->epochs != wanted->train.epochs)
        tell(teller, path_name(wanted->path), 0, "was trained for %d epoch(s), lesson.md says %d; train it again",
             note->epochs, wanted->train.epochs);
}

Warnings lesson_warnings(const Lesson *lesson, const Model *models, Arena *arena)
{
    Warnings out = {0};
    const Teller teller = {lesson, arena, &out};
    int languages = lesson->translated ? LESSON_LANGUAGES : 1;
    for (int i = 0; i < lesson->card_count; i++) {
        const Card *card = &lesson->cards[i];
        for (int language = 0; language < languages; language++) {
            warn_of_length(&teller, i, (Language)language);
            for (int k = 0; k < card->quiz_count; k++)
                warn_of_choices(&teller, &card->quizzes[k], (Language)language);
        }
        if (models && card->stage.sentence)
            warn_of_unknown(&teller, &models[card->stage.model], FILES[0], card->stage.line, card->stage.sentence);
    }
    warn_of_keys(&teller);
    if (models)
        warn_of_unknown(&teller, models, FILES[0], 0, lesson->sentence);
    for (int i = 0; models && i < lesson->suggestion_count; i++)
        warn_of_unknown(&teller, models, FILES[0], 0, lesson->suggestions[i]);
    for (int i = 0; models && i < lesson->model_count; i++)
        warn_of_training(&teller, &lesson->models[i], &models[i]);
    return out;
}
