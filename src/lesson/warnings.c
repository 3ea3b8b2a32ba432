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
        utf8_count_words(bytes_slice(&text), &words, &characters);
        bytes_finish(&text);
    }
    bool cjk = characters > words;
    int length = words + characters, most = cjk ? CARD_CHARACTERS : CARD_WORDS;
    if (length > most)
        tell(teller, FILES[language], language == LANGUAGE_ENGLISH ? it->line : it->translated_line,
             "card %d has %d %s; expected at most %d", card + 1, length, cjk ? "characters" : "words", most);
}

/* A remark in HTML is no remark here: everybody reads it. */
static void warn_of_remarks(const Teller *teller, int card, Language language)
{
    const Card *it = &teller->lesson->cards[card];
    for (int i = 0; i < it->block_count[language]; i++) {
        const TextBlock *block = &it->blocks[language][i];
        for (int k = 0; block->kind != BLOCK_CODE && k < block->span_count; k++)
            if (!(block->spans[k].style & SPAN_CODE) && strstr(block->spans[k].text, "<!--"))
                tell(teller, FILES[language], language == LANGUAGE_ENGLISH ? it->line : it->translated_line,
                     "card %d shows `<!--` to its readers; what is for authors stands behind # in a block", card + 1);
    }
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

/* A gate has an id so that a card names it. */
static void warn_of_gates(const Teller *teller)
{
    const Lesson *lesson = teller->lesson;
    for (int i = 0; i < lesson->gate_count; i++)
        if (lesson->gates[i].id && !gate_holds(lesson, i, teller->arena))
            tell(teller, FILES[0], lesson->gates[i].line, "no card says `because: [%s]`, the id of this gate",
                 lesson->gates[i].id);
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

/* ---- glossaries ---- */

enum { EXAMPLES = 3 };

/* Of one language's readers. */
typedef struct GlossCheck {
    const Teller *teller;
    const Model *models;
    Language language;
    const Glossary *glossary;
    bool own; /* the lesson has lines for them */
} GlossCheck;

/* Has one of the first `count` models this word among those that it can write? */
static bool writes(const Model *models, int count, const char *word)
{
    bool known = false;
    for (int i = 0; i < count && !known; i++)
        known = vocab_find(&models[i].target, slice_of(word), false) >= VOCAB_SPECIAL;
    return known;
}

/* A Chinese word is one for everybody who reads the text in another language; any word where others have a gloss. No
 * letter, digit or mark has a meaning of its own. */
static bool wants_gloss(const GlossCheck *check, const Config *config, const char *word)
{
    uint32_t first = utf8_first(slice_of(word));
    bool letter = utf8_is_cjk(first) ? !utf8_is_cjk_mark(first) : first >= 0x80 || (first | 0x20) - 'a' < 26;
    Language text = lesson_language(check->teller->lesson, LANGUAGE_ENGLISH);
    if (!letter || config->target_tokens == TOKENS_CHAR)
        return false;
    return utf8_is_cjk(first) ? check->language == text && text != LANGUAGE_CHINESE : check->own;
}

/* Words that a warning counts, of which it names the first. */
typedef struct Named {
    const char *examples;
    int count;
} Named;

static void name_word(const GlossCheck *check, Named *named, const char *word)
{
    if (named->count++ < EXAMPLES)
        named->examples = named->count > 1 ? arena_printf(check->teller->arena, "%s, %s", named->examples, word) : word;
}

static void tell_named(const GlossCheck *check, const Named *named, const char *what)
{
    if (named->count > 0)
        tell(check->teller, GLOSSARY_FILES[check->language], 0, what, named->count,
             named->count > EXAMPLES ? ", such as " : ": ", named->examples);
}

static void warn_of_words(const GlossCheck *check)
{
    Named missing = {0}, idle = {0};
    int count = check->teller->lesson->model_count;
    for (int i = 0; i < count; i++)
        for (int k = VOCAB_SPECIAL; k < check->models[i].target.count; k++) {
            const char *word = vocab_word(&check->models[i].target, k);
            if (wants_gloss(check, &check->models[i].config, word) && !glossary_find(check->glossary, word)
                && !writes(check->models, i, word))
                name_word(check, &missing, word);
        }
    for (int i = 0; i < check->glossary->count; i++)
        if (check->glossary->glosses[i].own && !writes(check->models, count, check->glossary->glosses[i].word))
            name_word(check, &idle, check->glossary->glosses[i].word);
    tell_named(check, &missing, "%d target word(s) (has|have) no line%s%s");
    tell_named(check, &idle, "%d line(s) (is|are) of words that no model of the lesson writes%s%s");
}

/* The lines that are this lesson's business: its own, and those of the course for words that its models write. */
static bool counts(const GlossCheck *check, const Gloss *gloss)
{
    return gloss->own || (check->models && writes(check->models, check->teller->lesson->model_count, gloss->word));
}

static void tell_gloss(const GlossCheck *check, const Gloss *gloss, const char *what)
{
    const char *file =
        arena_printf(check->teller->arena, "%s%s", gloss->own ? "" : "../", GLOSSARY_FILES[check->language]);
    tell(check->teller, file, gloss->line, "%s: %s", gloss->word, what);
}

static void warn_of_line(const GlossCheck *check, const Gloss *gloss)
{
    Arena *arena = check->teller->arena;
    size_t letters = utf8_count(slice_of(gloss->text));
    if (letters > GLOSS_LETTERS)
        tell_gloss(check, gloss,
                   arena_printf(arena, "the gloss has %zu letters; expected at most %d", letters, GLOSS_LETTERS));
    for (const Gloss *other = check->glossary->glosses; other < gloss; other++)
        if (counts(check, other) && strcmp(other->text, gloss->text) == 0 && !(other->note && gloss->note)) {
            tell_gloss(check, gloss,
                       arena_printf(arena, "has the gloss of %s, %s; a note to each would tell them apart", other->word,
                                    gloss->text));
            break;
        }
}

static void warn_of_glossary(const Teller *teller, const Model *models, Language language)
{
    GlossCheck check = {teller, models, language, &teller->lesson->glossaries[language], false};
    for (int i = 0; i < check.glossary->count; i++)
        check.own = check.own || check.glossary->glosses[i].own;
    if (models)
        warn_of_words(&check);
    for (int i = 0; i < check.glossary->count; i++)
        if (counts(&check, &check.glossary->glosses[i]))
            warn_of_line(&check, &check.glossary->glosses[i]);
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
            warn_of_remarks(&teller, i, (Language)language);
            for (int k = 0; k < card->quiz_count; k++)
                warn_of_choices(&teller, &card->quizzes[k], (Language)language);
        }
        if (models && card->stage.sentence)
            warn_of_unknown(&teller, &models[card->stage.model], FILES[0], card->stage.line, card->stage.sentence);
    }
    warn_of_keys(&teller);
    warn_of_gates(&teller);
    if (models)
        warn_of_unknown(&teller, models, FILES[0], 0, lesson->sentence);
    for (int i = 0; models && i < lesson->suggestion_count; i++)
        warn_of_unknown(&teller, models, FILES[0], 0, lesson->suggestions[i]);
    for (int i = 0; models && i < lesson->model_count; i++)
        warn_of_training(&teller, &lesson->models[i], &models[i]);
    for (int language = 0; language < LESSON_LANGUAGES; language++)
        warn_of_glossary(&teller, models, (Language)language);
    return out;
}
