/* Where lessons are: the folder of the course, and one lesson by its name or number. */
#include "lesson/lesson.h"
#include "lesson/parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { UNORDERED = 1000 };

typedef struct Entry {
    char *folder;
    int order;
} Entry;

static bool has_lesson(const char *folder, Arena *arena)
{
    return file_exists(path_join(arena, folder, "lesson.md"));
}

/* "05-cat" -> 5; without a number, behind all others. */
static int number_in_front(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 1 && digits <= 3 ? (int)strtol(name, NULL, 10) : UNORDERED;
}

/* A lesson with a mistake is listed as well, by the number of its folder: it is opening it that tells the mistake. */
static int order_of(const char *folder, Arena *arena)
{
    int order = number_in_front(path_name(folder));
    Reader reader = {arena, folder, NULL};
    Bytes bytes;
    FileText file;
    if (!file_read(path_join(arena, folder, "lesson.md"), LESSON_LIMIT_TEXT, &bytes, NULL))
        return order;
    if (!split_file(&reader, bytes_slice(&bytes), &file) || !front_order(&reader, &file, &order))
        order = number_in_front(path_name(folder));
    bytes_finish(&bytes);
    return order;
}

static int compare(const void *left, const void *right)
{
    const Entry *a = left, *b = right;
    return a->order != b->order ? a->order - b->order : strcmp(a->folder, b->folder);
}

LessonList lesson_list(const char *lessons, Arena *arena, Error *error)
{
    LessonList list = {0};
    DIR *directory = opendir(lessons);
    if (!directory) {
        error_at(error, ERROR_FILE, lessons, 0, "cannot be opened as the folder of the lessons: %s", strerror(errno));
        return list;
    }
    Entry *entries = NULL;
    for (const struct dirent *item; (item = readdir(directory));) {
        char *folder = path_join(arena, lessons, item->d_name);
        if (item->d_name[0] == '.' || !has_lesson(folder, arena))
            continue;
        entries = arena_room(arena, entries, list.count, sizeof *entries);
        entries[list.count++] = (Entry){folder, order_of(folder, arena)};
    }
    closedir(directory);
    if (entries)
        qsort(entries, (size_t)list.count, sizeof *entries, compare);
    list.folders = ARENA_ARRAY(arena, char *, (size_t)list.count);
    list.orders = ARENA_ARRAY(arena, int, (size_t)list.count);
    for (int i = 0; i < list.count; i++) {
        list.folders[i] = entries[i].folder;
        list.orders[i] = entries[i].order;
    }
    return list;
}

static bool matches(const char *path, int order, const char *name)
{
    const char *folder = path_name(path);
    if (strcmp(folder, name) == 0)
        return true;
    if (name[strspn(name, "0123456789")] == '\0')
        return order == number_in_front(name) && order != UNORDERED;
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
    if (folder[0] && has_lesson(folder, arena))
        return folder;
    if (strchr(folder, '/')) {
        error_at(error, ERROR_FILE, folder, 0, "%s",
                 file_is_folder(folder) ? "is a folder without a lesson.md"
                                        : "is not a lesson: there is no such folder");
        return NULL;
    }
    LessonList list = lesson_list(lessons, arena, error);
    const char *names = "";
    for (int i = 0; i < list.count; i++) {
        if (matches(list.folders[i], list.orders[i], folder))
            return list.folders[i];
        names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", path_name(list.folders[i]));
    }
    if (list.folders)
        error_set(error, ERROR_USAGE, "there is no lesson \"%s\" in %s; there are: %s", name, lessons,
                  *names ? names : "none");
    return NULL;
}
