#include "lesson/pack.h"

#include "base/names.h"
#include "base/system.h"
#include "base/tar.h"
#include "lesson/lesson_list.h"
#include "lesson/lesson_paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MOST 99 /* lessons of one name */

/* ---- writing ---- */

typedef struct Packing {
    const char *folder, *name; /* of the lesson, and what it is called in the pack */
    const Lesson *lesson;
    Arena arena;
    Bytes out;
    int count;
    Error *error;
} Packing;

/* A name in a pack, behind that of the lesson: as a lesson may name it, and nothing hidden, or left by a training that
 * was stopped. */
static bool is_fit(const char *name)
{
    static const char *const left[] = {".resume", ".best", ".last", NULL};
    return name[0] != '.' && !strstr(name, "/.") && path_is_inside(slice_of(name))
           && !path_check_ending(name, left, NULL);
}

static bool add_bytes(Packing *packing, const char *name, Slice bytes)
{
    if (++packing->count > PACK_FILES || packing->out.length + bytes.length > PACK_BYTES)
        return error_at(packing->error, ERROR_FORMAT, packing->folder, 0,
                        "is too much for a pack, which has at most %d files and %zu MB", PACK_FILES, PACK_BYTES >> 20);
    return tar_add(&packing->out, path_join(&packing->arena, packing->name, name), bytes, packing->error);
}

static bool add_file(Packing *packing, const char *folder, const char *name)
{
    const char *path = path_join(&packing->arena, folder, name);
    Bytes bytes;
    if (!path_check(folder, path, packing->error) || !file_read(path, PACK_BYTES, &bytes, packing->error))
        return false;
    bool ok = add_bytes(packing, name, bytes_slice(&bytes));
    bytes_finish(&bytes);
    return ok;
}

/* The names in a folder that may be packed, in order, so that the same folder gives the same bytes. -1
 * with an error. */
static int list_names(Packing *packing, const char *inside, char ***out)
{
    const char *path = *inside ? path_join(&packing->arena, packing->folder, inside) : packing->folder;
    char **names;
    int all = system_folder(path, &packing->arena, &names), count = 0;
    if (all < 0) {
        error_at(packing->error, ERROR_FILE, path, 0, "cannot be opened: %s", strerror(errno));
        return -1;
    }
    for (int i = 0; i < all; i++) {
        char *name = *inside ? path_join(&packing->arena, inside, names[i]) : names[i];
        if (!is_fit(name))
            continue;
        *out = arena_room(&packing->arena, *out, count, sizeof **out);
        (*out)[count++] = name;
    }
    return count;
}

static bool has_shared(const Glossary *glossary)
{
    bool shared = false;
    for (int i = 0; i < glossary->count; i++)
        shared = shared || !glossary->glosses[i].own;
    return shared;
}

/* Does one with the course's lines stand in its place? */
static bool is_replaced(const Lesson *lesson, const char *name)
{
    bool replaced = false;
    for (int i = 0; i < LESSON_LANGUAGES; i++)
        replaced = replaced || (strcmp(name, GLOSSARY_FILES[i]) == 0 && has_shared(&lesson->glossaries[i]));
    return replaced;
}

static bool add_folder(Packing *packing, const char *inside, int depth)
{
    char **names = NULL;
    int count = list_names(packing, inside, &names);
    bool ok = count >= 0;
    for (int i = 0; ok && i < count; i++) {
        bool folder = file_is_folder(path_join(&packing->arena, packing->folder, names[i]));
        if (!*inside && is_replaced(packing->lesson, names[i]))
            continue;
        ok = folder ? depth == PACK_DEPTH || add_folder(packing, names[i], depth + 1)
                    : add_file(packing, packing->folder, names[i]);
    }
    return ok;
}

/* Its glossaries, where they are the course's too, which stays behind: in place of the lesson's own files. */
static bool add_glossaries(Packing *packing, const Lesson *lesson)
{
    bool ok = true;
    for (int i = 0; ok && i < LESSON_LANGUAGES; i++) {
        if (!has_shared(&lesson->glossaries[i]))
            continue;
        Bytes text = {0};
        glossary_print(&lesson->glossaries[i], &text);
        ok = add_bytes(packing, GLOSSARY_FILES[i], bytes_slice(&text));
        bytes_finish(&text);
    }
    return ok;
}

/* What the lesson takes from its neighbours, who stay behind. */
static bool add_neighbours(Packing *packing, const Lesson *lesson)
{
    const char *files[LESSON_FILES];
    int count = lesson_files(lesson, files);
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        const char *name = path_name(files[i]);
        bool own = strcmp(files[i], path_join(&packing->arena, lesson->folder, name)) == 0;
        for (int k = 0; k < i && !own; k++)
            own = strcmp(files[k], files[i]) == 0;
        if (!own)
            ok = add_file(packing, arena_copy(&packing->arena, files[i], (size_t)(name - files[i])), name);
    }
    return ok;
}

const char *pack_name(const char *folder, Arena *arena)
{
    char *whole = system_whole_path(folder);
    const char *name = arena_string(arena, path_name(whole ? whole : folder));
    free(whole);
    return name;
}

static bool is_trained(const Lesson *lesson, Error *error)
{
    bool ok = true;
    for (int i = 0; ok && i < lesson->model_count; i++)
        ok = file_exists(lesson->models[i].path)
             || error_at(error, ERROR_FILE, lesson->models[i].path, 0, "is not there yet; 'attend train %s' makes it",
                         lesson->folder);
    return ok;
}

bool pack_write(const char *folder, const char *file, int *count, Error *error)
{
    Packing packing = {.folder = folder, .error = error};
    packing.name = pack_name(folder, &packing.arena);
    Lesson *lesson = lesson_load(folder, error);
    packing.lesson = lesson;
    bool ok = lesson && is_trained(lesson, error) && add_folder(&packing, "", 1) && add_glossaries(&packing, lesson)
              && add_neighbours(&packing, lesson);
    lesson_destroy(lesson);
    if (ok)
        tar_end(&packing.out);
    ok = ok && pack_check(bytes_slice(&packing.out), folder, &packing.arena, error)
         && file_write(file, packing.out.data, packing.out.length, error);
    if (count)
        *count = packing.count;
    bytes_finish(&packing.out);
    arena_finish(&packing.arena);
    return ok;
}

/* ---- what is in one ---- */

/* The first part of a name is the lesson's folder, the same in every name: visible, in one line. */
static bool is_top(Slice top)
{
    return top.length > 0 && top.text[0] != '.' && utf8_valid(top) && utf8_is_printable(top)
           && !memchr(top.text, '\n', top.length) && !memchr(top.text, '\t', top.length)
           && !memchr(top.text, '\\', top.length);
}

/* How many folders a name goes down. */
static int depth_of(const char *name)
{
    int depth = 0;
    for (; *name; name++)
        depth += *name == '/';
    return depth;
}

/* Takes the name of the lesson's folder off; NULL where the rest is none that a pack may have, or it is another
 * folder. */
static const char *name_inside(const TarFile *file, Slice *top)
{
    const char *slash = strchr(file->name, '/');
    Slice first = {file->name, slash ? (size_t)(slash - file->name) : 0};
    bool fits = slash && is_top(first) && is_fit(slash + 1) && depth_of(slash + 1) < PACK_DEPTH;
    return fits && (!top->text || slice_equal(first, *top)) ? slash + 1 : NULL;
}

char *pack_check(Slice bytes, const char *path, Arena *arena, Error *error)
{
    TarFile file;
    Slice top = {0}, rest = bytes;
    size_t total = 0;
    int count = 0;
    bool lesson = false;
    if (!file_fits(path, bytes.length, PACK_BYTES, error))
        return NULL;
    if (!tar_is(bytes)) {
        error_at(error, ERROR_FORMAT, path, 0, "is no packed lesson; 'attend pack LESSON' makes one");
        return NULL;
    }
    while (tar_next(&rest, path, &file, error)) {
        char excerpt[EXCERPT_SIZE];
        const char *name = name_inside(&file, &top);
        total += file.data.length;
        if (!name || ++count > PACK_FILES || total > PACK_BYTES) {
            const char *shown = slice_excerpt(slice_of(file.name), excerpt);
            error_at(error, ERROR_FORMAT, path, 0,
                     name ? "is no packed lesson: too many files, up to %s"
                          : "is no packed lesson: %s is a name that a lesson's file cannot have",
                     shown);
            return NULL;
        }
        if (!top.text)
            top = (Slice){arena_copy(arena, file.name, (size_t)(name - 1 - file.name)), (size_t)(name - 1 - file.name)};
        lesson = lesson || strcmp(name, "lesson.md") == 0;
    }
    if (error->code == ERROR_NONE && !lesson)
        error_at(error, ERROR_FORMAT, path, 0, "is no packed lesson: there is no lesson.md in it");
    return error->code == ERROR_NONE ? arena_copy(arena, top.text, top.length) : NULL;
}

/* ---- unpacking: all names are checked by now ---- */

static bool write_file(const char *folder, const char *name, Slice data, Arena *arena, Error *error)
{
    char *path = path_join(arena, folder, name);
    const char *above = arena_copy(arena, path, (size_t)(path_name(path) - path));
    return folder_make(above, 0777, error) && file_write(path, data.text, data.length, error);
}

static bool write_files(Slice bytes, const char *path, const char *folder, Arena *arena, Error *error)
{
    TarFile file;
    Slice rest = bytes;
    while (tar_next(&rest, path, &file, error))
        if (!write_file(folder, strchr(file.name, '/') + 1, file.data, arena, error))
            return false;
    return error->code == ERROR_NONE;
}

/* Is every file of the pack there, the same to the byte? */
static bool is_there(Slice bytes, const char *path, const char *folder, Arena *arena)
{
    TarFile file;
    Error error;
    Slice rest = bytes;
    while (tar_next(&rest, path, &file, &error)) {
        Bytes have;
        if (!file_read(path_join(arena, folder, strchr(file.name, '/') + 1), PACK_BYTES, &have, NULL))
            return false;
        bool same = slice_equal(bytes_slice(&have), file.data);
        bytes_finish(&have);
        if (!same)
            return false;
    }
    return true;
}

/* What write_files made in a folder of its own. */
static void remove_files(Slice bytes, const char *path, const char *folder, Arena *arena)
{
    TarFile file;
    Error error;
    for (int folders = 0; folders < 2; folders++) {
        Slice rest = bytes;
        while (tar_next(&rest, path, &file, &error)) {
            char *name = path_join(arena, folder, strchr(file.name, '/') + 1);
            if (!folders)
                system_remove(name);
            for (char *slash; folders && (slash = strrchr(name, '/')) && (size_t)(slash - name) > strlen(folder);) {
                *slash = '\0';
                system_remove_folder(name);
            }
        }
    }
    system_remove_folder(folder);
}

/* The first of NAME, NAME-2, ... that is free, or is this very lesson (`there`). NULL: all are taken. */
static char *find_place(Slice bytes, const char *path, const char *lessons, const char *name, bool *there, Arena *arena)
{
    for (int i = 1; i <= NAMES_MOST; i++) {
        char *folder = path_join(arena, lessons, i == 1 ? name : arena_printf(arena, "%s-%d", name, i));
        *there = file_exists(folder) && is_there(bytes, path, folder, arena);
        if (*there || !file_exists(folder))
            return folder;
    }
    return NULL;
}

/* In a hidden folder first, which gets its name when the lesson in it can be read. */
static bool place_lesson(Slice bytes, const char *path, const char *lessons, const char *to, Arena *arena, Error *error)
{
    char *folder = path_join(arena, lessons, ".unpack-XXXXXX");
    if (!system_make_own_folder(folder))
        return error_at(error, ERROR_FILE, lessons, 0, "cannot be written: %s", strerror(errno));
    Lesson *lesson = NULL;
    Error inside = {0};
    bool ok = write_files(bytes, path, folder, arena, error);
    if (ok && !(lesson = lesson_load(folder, &inside)))
        ok = error_at(error, ERROR_FORMAT, path, 0, "has a lesson that cannot be read: %s:%d: %s",
                      path_name(inside.file), inside.line, inside.message);
    lesson_destroy(lesson);
    if (ok && (!system_set_mode(folder, 0755) || !system_rename(folder, to)))
        ok = error_at(error, ERROR_FILE, to, 0, "cannot be written: %s", strerror(errno));
    if (!ok)
        remove_files(bytes, path, folder, arena);
    return ok;
}

char *pack_unpack(const char *file, Arena *arena, Error *error)
{
    Bytes bytes;
    bool there = false, ok = false;
    char *folder = NULL;
    const char *lessons = lesson_own_folder(arena);
    if (!file_read(file, PACK_BYTES, &bytes, error))
        return NULL;
    const char *name = pack_check(bytes_slice(&bytes), file, arena, error);
    if (name && !lessons)
        error_set(error, ERROR_FILE, "HOME names no folder, so that a lesson cannot be kept");
    else if (name && folder_make(lessons, 0700, error)) {
        folder = find_place(bytes_slice(&bytes), file, lessons, name, &there, arena);
        ok = folder
                 ? there || place_lesson(bytes_slice(&bytes), file, lessons, folder, arena, error)
                 : error_at(error, ERROR_FILE, lessons, 0, "has %d lessons of the name %s already", NAMES_MOST, name);
    }
    bytes_finish(&bytes);
    return ok ? folder : NULL;
}
