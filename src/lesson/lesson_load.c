#include "lesson/lesson.h"

#include "lesson/chosen.h"
#include "lesson/draw.h"
#include "lesson/lesson_paths.h"
#include "lesson/parts.h"

#include <math.h>
#include <string.h>

enum { WORDS_A_MINUTE = 160, SECONDS_TRY = 90 }; /* of who reads to learn; of what a note asks to try */
static const char ENGLISH_NAME[] = "lesson.md", CHINESE_NAME[] = "lesson.zh.md";
const char *const GLOSSARY_FILES[LESSON_LANGUAGES] = {"glossary.tsv", "glossary.zh.tsv"};

/* ---- minutes ---- */

typedef struct ReadingTime {
    int words, characters, tries; /* characters of CJK text: two are read in the time of a word */
} ReadingTime;

static void count_text(ReadingTime *reading, const char *text)
{
    utf8_count_words(slice_of(text), &reading->words, &reading->characters);
}

static void read_card(ReadingTime *reading, const Card *card, Language language)
{
    count_text(reading, card->title[language]);
    for (int i = 0; i < card->block_count[language]; i++) {
        const TextBlock *block = &card->blocks[language][i];
        reading->tries += block->kind == BLOCK_NOTE && block->label;
        for (int s = 0; s < block->span_count; s++)
            count_text(reading, block->spans[s].text);
    }
    for (int i = 0; i < card->quiz_count; i++) {
        const Quiz *quiz = &card->quizzes[i];
        count_text(reading, quiz->question[language]);
        count_text(reading, quiz->why[language]);
        for (int k = 0; quiz->choices[language] && k < quiz->choice_count; k++)
            count_text(reading, quiz->choices[language][k]);
    }
}

/* ReadingTime all of it, and trying what it says should be tried. */
static int reading_minutes(const Lesson *lesson)
{
    ReadingTime all = {0};
    for (int k = 0; k < lesson->card_count; k++)
        read_card(&all, &lesson->cards[k], LANGUAGE_ENGLISH);
    double words = all.words + 0.5 * all.characters;
    return (int)fmax(1, round(words / WORDS_A_MINUTE + all.tries * SECONDS_TRY / 60.0));
}

/* ---- loading ---- */

/* A lesson in one language has the same text in both: L changes the words around it. */
static void text_for_both(Lesson *lesson)
{
    lesson->title[LANGUAGE_CHINESE] = lesson->title[LANGUAGE_ENGLISH];
    lesson->aim[LANGUAGE_CHINESE] = lesson->aim[LANGUAGE_ENGLISH];
    for (int i = 0; i < lesson->card_count; i++) {
        Card *card = &lesson->cards[i];
        card->title[LANGUAGE_CHINESE] = card->title[LANGUAGE_ENGLISH];
        card->blocks[LANGUAGE_CHINESE] = card->blocks[LANGUAGE_ENGLISH];
        card->block_count[LANGUAGE_CHINESE] = card->block_count[LANGUAGE_ENGLISH];
        for (int k = 0; k < card->quiz_count; k++) {
            Quiz *quiz = &card->quizzes[k];
            quiz->question[LANGUAGE_CHINESE] = quiz->question[LANGUAGE_ENGLISH];
            quiz->choices[LANGUAGE_CHINESE] = quiz->choices[LANGUAGE_ENGLISH];
            quiz->hint[LANGUAGE_CHINESE] = quiz->hint[LANGUAGE_ENGLISH];
            quiz->why[LANGUAGE_CHINESE] = quiz->why[LANGUAGE_ENGLISH];
            quiz->wrong[LANGUAGE_CHINESE] = quiz->wrong[LANGUAGE_ENGLISH];
            quiz->translated_line = quiz->line;
        }
    }
}

static bool parse(Lesson *lesson, Slice english, Slice chinese, Error *error)
{
    FileText file, other;
    Reader reader = {&lesson->arena, lesson->path, error};
    if (!split_file(&reader, english, &file) || !draw_apply(&reader, &file, NULL, lesson->draw)
        || !front_read(&reader, &file, lesson) || !cards_read(&reader, &file, lesson))
        return false;
    lesson->draws = draw_rounds(&file);
    if (!lesson->minutes)
        lesson->minutes = reading_minutes(lesson);
    reader.file = path_join(&lesson->arena, lesson->folder, CHINESE_NAME);
    lesson->translated = chinese.text != NULL;
    if (lesson->translated && lesson_language(lesson, LANGUAGE_ENGLISH) == LANGUAGE_CHINESE)
        return reader_fail(&reader, 0, "is one text too many: lesson.md is in Chinese itself (`language: %s`)",
                           lesson->language);
    if (lesson->translated
        && (!split_file(&reader, chinese, &other) || !draw_apply(&reader, &other, &file, lesson->draw)
            || !front_read_translated(&reader, &other, lesson) || !cards_read_translated(&reader, &other, lesson)))
        return false;
    quizzes_shuffle(lesson);
    if (!lesson->translated)
        text_for_both(lesson);
    return true;
}

Lesson *lesson_parse(Slice english, Slice chinese, const char *folder, Error *error)
{
    Lesson *lesson = heap_alloc(1, sizeof *lesson);
    lesson->folder = arena_string(&lesson->arena, draw_cut(folder, &lesson->arena, &lesson->draw));
    lesson->path = path_join(&lesson->arena, folder, ENGLISH_NAME);
    if (parse(lesson, english, chinese, error))
        return lesson;
    lesson_destroy(lesson);
    return NULL;
}

static bool read_text(Arena *scratch, const char *folder, const char *name, bool required, Bytes *out, Error *error)
{
    const char *path = path_join(scratch, folder, name);
    if (!required && !file_exists(path))
        return true;
    return path_check(folder, path, error) && file_read(path, LESSON_LIMIT_TEXT, out, error);
}

int lesson_files(const Lesson *lesson, const char *out[LESSON_FILES])
{
    int count = 0;
    out[count++] = lesson->data;
    out[count++] = lesson->heldout;
    for (const LessonModel *model = lesson->models; model < lesson->models + lesson->model_count; model++) {
        out[count++] = model->path;
        out[count++] = model->data;
        if (model->heldout)
            out[count++] = model->heldout;
    }
    return count;
}

/* What the program will open later on must lie in the folder too, or in a neighbour's. */
static bool check_paths(const Lesson *lesson, Error *error)
{
    const char *files[LESSON_FILES];
    Arena scratch = {0};
    bool ok = true;
    for (int i = 0, count = lesson_files(lesson, files); ok && i < count; i++) {
        const char *folder = arena_copy(&scratch, files[i], (size_t)(path_name(files[i]) - files[i]));
        ok = path_check(*folder ? folder : ".", files[i], error);
    }
    if (ok && *lesson->neighbours && !file_exists(lesson->data))
        ok = error_at(error, ERROR_FILE, lesson->data, 0, "is neither here nor in a lesson that `files` names");
    arena_finish(&scratch);
    return ok;
}

static bool read_listings(Lesson *lesson, Error *error)
{
    bool well = true;
    for (int i = 0; i < LISTING_KINDS && well; i++) {
        Bytes text = {0};
        Reader reader = {&lesson->arena, path_join(&lesson->arena, lesson->folder, LISTING_FILES[i]), error};
        well = read_text(&lesson->arena, lesson->folder, LISTING_FILES[i], false, &text, error)
               && (text.length == 0 || listing_read(&reader, bytes_slice(&text), &lesson->listings[i]));
        bytes_finish(&text);
    }
    return well;
}

static bool read_glossary(Lesson *lesson, const char *folder, Language language, bool own, Glossary *out, Error *error)
{
    Bytes text = {0};
    Reader reader = {&lesson->arena, path_join(&lesson->arena, folder, GLOSSARY_FILES[language]), error};
    bool well = read_text(&lesson->arena, folder, GLOSSARY_FILES[language], false, &text, error)
                && glossary_read(&reader, bytes_slice(&text), own, out);
    bytes_finish(&text);
    return well;
}

/* The folder that the lesson's lies in, without "..": a page knows its files by their names alone. */
static const char *course_of(const char *folder, Arena *arena)
{
    const char *name = path_name(folder);
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return path_join(arena, folder, "..");
    return name == folder ? "." : arena_copy(arena, folder, (size_t)(name - folder));
}

/* The lesson's own, and that of the course. */
static bool read_glossaries(Lesson *lesson, Error *error)
{
    const char *course = course_of(lesson->folder, &lesson->arena);
    for (int i = 0; i < LESSON_LANGUAGES; i++) {
        Glossary own, shared;
        if (!read_glossary(lesson, lesson->folder, (Language)i, true, &own, error)
            || !read_glossary(lesson, course, (Language)i, false, &shared, error))
            return false;
        lesson->glossaries[i] = glossary_join(&own, &shared, &lesson->arena);
    }
    return true;
}

#define PICTURE_AREA (32 << 20) /* px of all pictures of a lesson */

/* A picture that a card shows; `area`: of the pixels so far. */
static bool read_picture(const Reader *reader, const Lesson *lesson, TextBlock *block, int64_t *area)
{
    Error inner = {0};
    Arena *arena = reader->arena;
    const char *path = path_join(arena, lesson->folder, block->file);
    Image *image = ARENA_NEW(arena, Image);
    if (!path_check(lesson->folder, path, &inner) || !image_read(path, arena, image, &inner))
        return reader_fail(reader, block->line, "the picture %s %s", reader_quote(reader, slice_of(block->file)),
                           inner.message);
    if ((*area += (int64_t)image->width * image->height) > PICTURE_AREA)
        return reader_fail(reader, block->line, "the pictures up to here have more than %d pixels", PICTURE_AREA);
    block->image = image;
    return true;
}

static bool read_pictures(Lesson *lesson, Error *error)
{
    int64_t area = 0;
    Reader reader = {&lesson->arena, lesson->path, error};
    for (int i = 0; i < lesson->card_count; i++)
        for (int language = 0; language < (lesson->translated ? LESSON_LANGUAGES : 1); language++) {
            reader.file = language ? path_join(&lesson->arena, lesson->folder, CHINESE_NAME) : lesson->path;
            for (int k = 0; k < lesson->cards[i].block_count[language]; k++) {
                TextBlock *block = &lesson->cards[i].blocks[language][k];
                if (block->kind == BLOCK_PICTURE && !read_picture(&reader, lesson, block, &area))
                    return false;
            }
        }
    return true;
}

Lesson *lesson_load(const char *folder, Error *error)
{
    Arena scratch = {0};
    Bytes english = {0}, chinese = {0};
    Lesson *lesson = NULL;
    int draw;
    const char *files = draw_cut(folder, &scratch, &draw);
    if (read_text(&scratch, files, ENGLISH_NAME, true, &english, error)
        && read_text(&scratch, files, CHINESE_NAME, false, &chinese, error))
        lesson = lesson_parse(bytes_slice(&english), (Slice){chinese.data, chinese.length}, folder, error);
    bytes_finish(&english);
    bytes_finish(&chinese);
    arena_finish(&scratch);
    if (lesson
        && !(check_paths(lesson, error) && chosen_fill(lesson, error) && read_pictures(lesson, error)
             && read_listings(lesson, error) && read_glossaries(lesson, error))) {
        lesson_destroy(lesson);
        lesson = NULL;
    }
    return lesson;
}
