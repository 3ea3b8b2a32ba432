#include "lesson/lesson.h"

#include "lesson/parts.h"
#include "lesson/paths.h"

#include <stdlib.h>
#include <string.h>

enum { MINUTES_CARD = 2 }; /* what reading a card and doing what it asks takes */
static const char ENGLISH_NAME[] = "lesson.md", CHINESE_NAME[] = "lesson.zh.md";

static bool parse(Lesson *lesson, Slice english, Slice chinese, Error *error)
{
    FileText file;
    Reader reader = {&lesson->arena, lesson->path, error};
    if (!split_file(&reader, english, &file) || !front_read(&reader, &file, lesson)
        || !cards_read(&reader, &file, lesson))
        return false;
    if (!lesson->minutes)
        lesson->minutes = MINUTES_CARD * lesson->card_count;
    reader.file = path_join(&lesson->arena, lesson->folder, CHINESE_NAME);
    return split_file(&reader, chinese, &file) && front_read_translated(&reader, &file, lesson)
           && cards_read_translated(&reader, &file, lesson);
}

Lesson *lesson_parse(Slice english, Slice chinese, const char *folder, Error *error)
{
    Lesson *lesson = heap_alloc(1, sizeof *lesson);
    lesson->folder = arena_copy(&lesson->arena, folder, strlen(folder));
    lesson->path = path_join(&lesson->arena, folder, ENGLISH_NAME);
    lesson->data = path_join(&lesson->arena, folder, "data.tsv");
    lesson->heldout = path_join(&lesson->arena, folder, "heldout.tsv");
    if (parse(lesson, english, chinese, error))
        return lesson;
    lesson_destroy(lesson);
    return NULL;
}

static bool read_text(Arena *scratch, const char *folder, const char *name, Bytes *out, Error *error)
{
    const char *path = path_join(scratch, folder, name);
    return path_check(folder, path, error) && file_read(path, LESSON_LIMIT_TEXT, out, error);
}

/* What the program will open later on must lie in the folder too. */
static bool check_paths(const Lesson *lesson, Error *error)
{
    if (!path_check(lesson->folder, lesson->data, error) || !path_check(lesson->folder, lesson->heldout, error))
        return false;
    for (int i = 0; i < lesson->model_count; i++)
        if (!path_check(lesson->folder, lesson->models[i].path, error)
            || !path_check(lesson->folder, lesson->models[i].data, error)
            || (lesson->models[i].heldout && !path_check(lesson->folder, lesson->models[i].heldout, error)))
            return false;
    return true;
}

Lesson *lesson_load(const char *folder, Error *error)
{
    Arena scratch = {0};
    Bytes english = {0}, chinese = {0};
    Lesson *lesson = NULL;
    if (read_text(&scratch, folder, ENGLISH_NAME, &english, error)
        && read_text(&scratch, folder, CHINESE_NAME, &chinese, error))
        lesson = lesson_parse(bytes_slice(&english), bytes_slice(&chinese), folder, error);
    bytes_finish(&english);
    bytes_finish(&chinese);
    arena_finish(&scratch);
    if (lesson && !check_paths(lesson, error)) {
        lesson_destroy(lesson);
        lesson = NULL;
    }
    return lesson;
}
