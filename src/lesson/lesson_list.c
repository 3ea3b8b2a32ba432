#include "lesson/lesson_list.h"
#include "base/system.h"
#include "lesson/parts.h"

#include "base/resource.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_BYTES = 1 << 16 };

typedef struct Entry {
    char *folder;
    int order;
    bool last; /* of the group `end` */
} Entry;

bool lesson_is(const char *folder, Arena *arena)
{
    return file_exists(path_join(arena, folder, "lesson.md"));
}

int lesson_number(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 1 && digits <= 3 ? (int)strtol(name, NULL, 10) : LESSON_UNORDERED;
}

const char *lesson_slug(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '-' && name[digits + 1] ? name + digits + 1 : name;
}

/* A lesson with a mistake is listed as well, by the number of its folder: it is opening it that tells the mistake. */
static Entry entry_of(char *folder, Arena *arena)
{
    Entry entry = {.folder = folder, .order = lesson_number(path_name(folder))};
    Reader reader = {arena, folder, NULL};
    Bytes bytes;
    FileText file;
    if (!file_read(path_join(arena, folder, "lesson.md"), LESSON_LIMIT_TEXT, &bytes, NULL))
        return entry;
    if (!split_file(&reader, bytes_slice(&bytes), &file) || !front_order(&reader, &file, &entry.order, &entry.last))
        entry.order = lesson_number(path_name(folder));
    bytes_finish(&bytes);
    return entry;
}

static int compare(const void *left, const void *right)
{
    const Entry *a = left, *b = right;
    return a->last != b->last     ? a->last - b->last
           : a->order != b->order ? a->order - b->order
                                  : strcmp(a->folder, b->folder);
}

LessonList lesson_list(const char *lessons, Arena *arena, Error *error)
{
    LessonList list = {0};
    char **names;
    int count = system_folder(lessons, arena, &names);
    if (count < 0) {
        error_at(error, ERROR_FILE, lessons, 0, "cannot be opened as the folder of the lessons: %s", strerror(errno));
        return list;
    }
    Entry *entries = NULL;
    for (int i = 0; i < count; i++) {
        char *folder = path_join(arena, lessons, names[i]);
        if (names[i][0] == '.' || !lesson_is(folder, arena))
            continue;
        entries = arena_room(arena, entries, list.count, sizeof *entries);
        entries[list.count++] = entry_of(folder, arena);
    }
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

/* ---- beside the course ---- */

char *lesson_own_folder(Arena *arena)
{
    char *folder = resource_user("XDG_DATA_HOME", ".local/share", arena);
    return folder ? path_join(arena, folder, "lessons") : NULL;
}

/* The file that remembers the folders that were added, a path a line; NULL: the person has no home. */
static char *added_file(Arena *arena)
{
    char *folder = resource_user("XDG_DATA_HOME", ".local/share", arena);
    return folder ? path_join(arena, folder, "folders") : NULL;
}

/* What the file holds; empty where there is none. */
static Slice added_folders(Arena *arena)
{
    const char *path = added_file(arena);
    Bytes bytes;
    if (!path || !file_exists(path) || !file_read(path, FOLDERS_BYTES, &bytes, NULL))
        return (Slice){"", 0};
    return slice_of(bytes_take(&bytes, arena));
}

/* One lesson, or a folder of them; what is there already, by whatever path, and what cannot be read is left out. */
static void add_folder(LessonList *list, const char *folder, Arena *arena)
{
    char *self = arena_string(arena, folder);
    int order = LESSON_UNORDERED;
    LessonList more = {&self, &order, 1};
    if (!lesson_is(folder, arena))
        more = lesson_list(folder, arena, NULL);
    else
        order = entry_of(self, arena).order;
    for (int i = 0; i < more.count; i++) {
        bool known = false;
        for (int k = 0; k < list->count; k++)
            known = known || file_same(list->folders[k], more.folders[i]);
        if (known)
            continue;
        list->folders = arena_room(arena, list->folders, list->count, sizeof *list->folders);
        list->orders = arena_room(arena, list->orders, list->count, sizeof *list->orders);
        list->folders[list->count] = more.folders[i];
        list->orders[list->count++] = more.orders[i];
    }
}

static void add_folders(LessonList *list, Slice folders, char between, Arena *arena)
{
    Slice folder;
    while (slice_cut(&folders, between, &folder))
        if (folder.length > 0)
            add_folder(list, arena_copy(arena, folder.text, folder.length), arena);
}

LessonList lesson_list_own(Arena *arena)
{
    LessonList list = {0};
    const char *own = lesson_own_folder(arena), *named = system_variable("ATTEND_LESSONS");
    if (own)
        add_folder(&list, own, arena);
    add_folders(&list, added_folders(arena), '\n', arena);
    if (named)
        add_folders(&list, slice_of(named), system_between_folders(), arena);
    return list;
}

/* The file without `folder`, and with it at the end where it is to be there. */
static bool write_added(const char *folder, bool keep, Arena *arena, Error *error)
{
    const char *path = added_file(arena);
    if (!path)
        return error_set(error, ERROR_FILE, "HOME names no folder, so that nothing can be remembered");
    if (!folder_make(arena_copy(arena, path, (size_t)(path_name(path) - path)), 0700, error))
        return false;
    Bytes out = {0};
    int lock = file_lock(path);
    Slice folders = added_folders(arena), line;
    while (slice_cut(&folders, '\n', &line))
        if (line.length > 0 && !slice_is(line, folder))
            bytes_printf(&out, "%.*s\n", (int)line.length, line.text);
    if (keep)
        bytes_printf(&out, "%s\n", folder);
    bool ok = file_write(path, bytes_slice(&out).text, out.length, error);
    file_unlock(lock);
    bytes_finish(&out);
    return ok;
}

bool lesson_folder_add(const char *folder, Arena *arena, Error *error)
{
    char *whole = system_whole_path(folder);
    if (!whole)
        return error_at(error, ERROR_FILE, folder, 0, "cannot be opened as a folder of lessons: %s", strerror(errno));
    const char *path = arena_string(arena, whole);
    free(whole);
    LessonList list = {0};
    add_folder(&list, path, arena);
    if (strchr(path, '\n') || list.count == 0)
        return error_at(error, ERROR_FILE, folder, 0, "holds no lesson, which is a folder with a lesson.md");
    return write_added(path, true, arena, error);
}

bool lesson_folder_forget(const char *folder, Arena *arena, Error *error)
{
    char *whole = system_whole_path(folder); /* one that is gone is known by what was written down */
    const char *path = arena_string(arena, whole ? whole : folder);
    free(whole);
    Slice folders = added_folders(arena), line;
    bool known = false;
    while (slice_cut(&folders, '\n', &line))
        known = known || slice_is(line, path);
    if (!known)
        return error_at(error, ERROR_USAGE, folder, 0, "is none of the folders that were added");
    return write_added(path, false, arena, error);
}
