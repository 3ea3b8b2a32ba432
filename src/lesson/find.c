/* One lesson by its name or number. */
#include "lesson/draw.h"
#include "lesson/lesson.h"
#include "lesson/lesson_list.h"

#include <string.h>

/* 0: not at all; 1: by its slug, whatever number `name` has before it; 2: by its number or its whole name. */
static int match(const char *path, int order, const char *name)
{
    const char *folder = path_name(path);
    bool whole = strcmp(folder, name) == 0
                 || (!name[strspn(name, "0123456789")] && order == lesson_number(name) && order != LESSON_UNORDERED);
    return whole ? 2 : strcmp(lesson_slug(folder), lesson_slug(name)) == 0;
}

/* The name without slashes at its end, and without "/lesson.md". */
static char *folder_of(const char *name, Arena *arena)
{
    char *folder = arena_string(arena, name);
    size_t length = strlen(folder);
    if (strcmp(path_name(folder), "lesson.md") == 0 && length > strlen("lesson.md"))
        folder[length -= strlen("lesson.md")] = '\0';
    while (length > 1 && folder[length - 1] == '/')
        folder[--length] = '\0';
    return strcmp(folder, "lesson.md") == 0 ? arena_copy(arena, ".", 1) : folder;
}

static char *find(const char *lessons, const char *name, Arena *arena, Error *error)
{
    char *folder = folder_of(name, arena);
    if (folder[0] && lesson_is(folder, arena))
        return folder;
    if (strchr(folder, '/')) {
        error_at(error, ERROR_FILE, folder, 0, "%s",
                 file_is_folder(folder) ? "is a folder without a lesson.md"
                                        : "is not a lesson: there is no such folder");
        return NULL;
    }
    const LessonList lists[] = {lesson_list(lessons, arena, error), lesson_list_own(arena)};
    const char *names = "";
    char *found = NULL;
    for (int k = 0, best = 0; k < 2; k++)
        for (int i = 0; i < lists[k].count; i++) {
            int fits = match(lists[k].folders[i], lists[k].orders[i], folder);
            found = fits > best ? lists[k].folders[i] : found;
            best = fits > best ? fits : best;
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", path_name(lists[k].folders[i]));
        }
    if (!found && lists[0].folders)
        error_set(error, ERROR_USAGE, "there is no lesson \"%s\" in %s; there are: %s", name, lessons,
                  *names ? names : "none");
    return found;
}

char *lesson_find(const char *lessons, const char *name, Arena *arena, Error *error)
{
    int draw;
    const char *folder = draw_cut(name, arena, &draw);
    char *found = find(lessons, folder, arena, error);
    return found ? draw_name(found, draw, arena) : NULL;
}
