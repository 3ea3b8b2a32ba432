/* attend lessons: the course, one lesson a line, then the person's own; folders of them are added and forgotten. */
#include "cli/cli.h"

#include "base/resource.h"
#include "lesson/lesson_list.h"

#include <string.h>

/* Returns how many of them cannot be read. */
static int print_lesson(const char *folder, Language language, bool own, Bytes *text)
{
    Error mistake = {0};
    Lesson *lesson = lesson_load(folder, &mistake);
    if (!lesson) {
        output_note("%s", error_text(&mistake));
        return 1;
    }
    char number[16] = "";
    if (!own)
        snprintf(number, sizeof number, "%d", lesson->order);
    output_line(text, "%3s  %-32s  %s", number, path_name(lesson->folder), lesson->title[language]);
    lesson_destroy(lesson);
    return 0;
}

/* Under the name of the folder that they lie in. */
static int print_own(const LessonList *list, Language language, Arena *arena, Bytes *text)
{
    const char *above = "";
    int broken = 0;
    for (int i = 0; i < list->count; i++) {
        const char *folder = list->folders[i], *in = arena_copy(arena, folder, (size_t)(path_name(folder) - folder));
        if (strcmp(in, above) != 0)
            bytes_add_text(text, "\n"), output_line(text, "Your own, in %s", in);
        above = in;
        broken += print_lesson(folder, language, true, text);
    }
    return broken;
}

static bool keep_folders(const Call *call, Error *error)
{
    for (int i = 0; i < call->count; i++)
        if (!(call->request.forget ? lesson_folder_forget : lesson_folder_add)(call->arguments[i], call->arena, error))
            return false;
    return true;
}

bool lessons_run(const Call *call, Error *error)
{
    if (call->request.forget && call->count == 0)
        return error_set(error, ERROR_USAGE, "--forget needs the folder to be forgotten");
    const char *lessons = resource_need("lessons", call->arena, error);
    if (!lessons || !keep_folders(call, error))
        return false;
    LessonList list = lesson_list(lessons, call->arena, error), own = lesson_list_own(call->arena);
    if (!list.folders)
        return false;
    Bytes text = {0};
    int broken = 0;
    for (int i = 0; i < list.count; i++)
        broken += print_lesson(list.folders[i], call->request.language, false, &text);
    broken += print_own(&own, call->request.language, call->arena, &text);
    return output_write(&text, error)
           && (!broken
               || error_set(error, ERROR_FORMAT, "%d of %d lesson(s) cannot be read", broken, list.count + own.count));
}
