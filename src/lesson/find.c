/* One lesson by its name or number. */
#include "lesson/lesson.h"
#include "lesson/lesson_list.h"

#include <string.h>

static bool matches(const char *path, int order, const char *name)
{
    const char *folder = path_name(path);
    if (strcmp(folder, name) == 0)
        return true;
    if (name[strspn(name, "0123456789")] == '\0')
        return order == lesson_number(name) && order != LESSON_UNORDERED;
    const char *rest = folder + strspn(folder, "0123456789");
    return rest > folder && rest[0] == '-' && strcmp(rest + 1, name) == 0;
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

char *lesson_find(const char *lessons, const char *name, Arena *arena, Error *error)
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
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k].count; i++) {
            if (matches(lists[k].folders[i], lists[k].orders[i], folder))
                return lists[k].folders[i];
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", path_name(lists[k].folders[i]));
        }
    if (lists[0].folders)
        error_set(error, ERROR_USAGE, "there is no lesson \"%s\" in %s; there are: %s", name, lessons,
                  *names ? names : "none");
    return NULL;
}
