/* Files are written beside the place where they belong, and put there when they are complete. */
#include "base/file.h"

#include "base/random.h"
#include "base/system.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MARK       ".attend-tmp-" /* behind the file's name, then six letters */
#define LETTERS    6
#define LINKS_MOST 40

/* "-", with or without an ending; a file of that name is "./-.svg". */
static bool is_standard_output(const char *path)
{
    return path[0] == '-' && (path[1] == '\0' || (path[1] == '.' && !strchr(path, '/')));
}

static bool cannot_write(const char *path, Error *error)
{
    return error_at(error, ERROR_FILE, is_standard_output(path) ? "standard output" : path, 0, "cannot be written: %s",
                    errno == ENXIO ? "nothing reads this pipe" : strerror(errno));
}

/* ---- where a name leads ---- */

/* An open file by its number: the name that such a link holds is not the way to it. */
static bool is_descriptor(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
}

/* The file behind symbolic links, whether it exists or not. */
static bool follow_links(const char *path, char target[FILE_NAME_SIZE])
{
    char link[FILE_NAME_SIZE];
    errno = ENAMETOOLONG;
    if (strlen(path) >= FILE_NAME_SIZE)
        return false;
    strcpy(target, path);
    for (int i = 0; i < LINKS_MOST; i++) {
        ssize_t length = is_descriptor(target) ? -1 : system_read_link(target, link, sizeof link - 1);
        if (length < 0)
            return true;
        link[length] = '\0';
        size_t folder = system_is_whole(link) ? 0 : (size_t)(path_name(target) - target);
        errno = ENAMETOOLONG;
        if (folder + (size_t)length >= FILE_NAME_SIZE)
            return false;
        strcpy(target + folder, link);
    }
    errno = ELOOP;
    return false;
}

/* Devices, pipes and open files (/dev/stdout, /dev/full) cannot be renamed over: they are written as they are. */
bool file_is_in_place(const char *path)
{
    FileAbout about;
    char target[FILE_NAME_SIZE];
    if (is_standard_output(path))
        return true;
    if (!system_about(path, &about))
        return false;
    bool other = about.kind != ABOUT_REGULAR && about.kind != ABOUT_FOLDER;
    return other || (follow_links(path, target) && is_descriptor(target));
}

/* ---- temporary files ---- */

/* The half-written files of this process. If there are more than fit, a later run sweeps the others. */
static _Atomic(Temporary *) half_made[8];

static void put_in_place_of(Temporary *from, Temporary *to)
{
    for (size_t i = 0; i < sizeof half_made / sizeof *half_made; i++) {
        Temporary *expected = from;
        if (atomic_compare_exchange_strong(&half_made[i], &expected, to))
            return;
    }
}

/* Memory is out: they go, first of all who writes them. */
static void remove_all(void)
{
    for (size_t i = 0; i < sizeof half_made / sizeof *half_made; i++) {
        const Temporary *temporary = half_made[i];
        if (!temporary)
            continue;
        if (temporary->writer > 0)
            program_kill(temporary->writer);
        system_remove(temporary->path);
    }
}

/* A program that was killed leaves its temporary file behind, and its lock on it is gone. */
static void sweep(const char *target)
{
    Arena arena = {0};
    const char *name = path_name(target), *home = arena_copy(&arena, target, (size_t)(name - target));
    size_t length = strlen(name), mark = strlen(MARK);
    char **others;
    int count = system_folder(*home ? home : ".", &arena, &others);
    for (int i = 0; i < count; i++) {
        const char *other = others[i];
        if (strlen(other) != length + mark + LETTERS || memcmp(other, name, length) != 0
            || memcmp(other + length, MARK, mark) != 0)
            continue;
        FileAbout about;
        const char *path = path_join(&arena, home, other);
        int fd = system_open(path, OPEN_OLD);
        if (fd >= 0 && system_about_open(fd, &about) && about.kind == ABOUT_REGULAR && about.mine
            && system_lock(fd, false))
            system_remove(path);
        if (fd >= 0)
            close(fd);
    }
    arena_finish(&arena);
}

/* Six letters that no other program is using: the clock's, the process's and the try's. */
static void add_letters(char *out)
{
    static atomic_uint tries;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    uint64_t seed = (uint64_t)time.tv_sec * 1000000007 + (uint64_t)time.tv_nsec;
    Random random = random_seeded(seed ^ (uint64_t)getpid() << 40 ^ (uint64_t)atomic_fetch_add(&tries, 1) << 32);
    for (int i = 0; i < LETTERS; i++)
        *out++ = (char)('a' + random_below(&random, 26));
    *out = '\0';
}

/* A name beside the target that is not taken, as far as one knows. */
static bool name_beside(const char *target, char out[FILE_NAME_SIZE])
{
    size_t name = strlen(target), mark = strlen(MARK);
    errno = ENAMETOOLONG;
    if (name + mark + LETTERS >= FILE_NAME_SIZE)
        return false;
    memcpy(out, target, name);
    memcpy(out + name, MARK, mark);
    add_letters(out + name + mark);
    return true;
}

/* Another program may sweep between our making the file and our locking it: then it is made once more. A new file has
 * the mode that files of this person have (these are pictures and models, no secrets), a replaced one keeps its own. */
static bool make_locked(Temporary *out, const FileAbout *replaced)
{
    for (int tries = 0; tries < 100; tries++) {
        FileAbout about;
        if (!name_beside(out->target, out->path))
            return false;
        out->fd = system_open(out->path, OPEN_NEW);
        if (out->fd < 0 && errno == EEXIST)
            continue;
        if (out->fd < 0)
            return false;
        system_lock(out->fd, true); /* where there are no locks, nobody sweeps */
        if (replaced)
            (void)system_set_mode(out->path, replaced->mode);
        if (system_about_open(out->fd, &about) && about.named)
            return true;
        close(out->fd);
    }
    return false;
}

bool file_temporary(const char *path, Temporary *out, Error *error)
{
    FileAbout about;
    *out = (Temporary){.fd = -1};
    if (!follow_links(path, out->target))
        return cannot_write(path, error);
    bool there = system_about(out->target, &about);
    if (there && about.kind == ABOUT_FOLDER)
        return error_at(error, ERROR_FILE, path, 0, "is a folder, a file name was expected");
    if ((there && about.kind != ABOUT_REGULAR) || is_descriptor(out->target))
        return error_at(error, ERROR_FILE, path, 0, "is a device or a pipe, a file name was expected");
    if (file_is_read_only(out->target))
        return error_at(error, ERROR_FILE, path, 0, "is read-only, and stays as it is");
    sweep(out->target);
    if (!make_locked(out, there ? &about : NULL)) {
        out->path[0] = '\0';
        return cannot_write(path, error);
    }
    heap_at_end(remove_all);
    put_in_place_of(NULL, out);
    return true;
}

static bool put_in_place(Temporary *temporary)
{
    if (!system_rename(temporary->path, temporary->target))
        return false;
    temporary->path[0] = '\0';
    return true;
}

bool file_commit(Temporary *temporary, const char *path, Error *error)
{
    bool ok = system_flush(temporary->fd) && put_in_place(temporary) && system_flush_folder(temporary->target);
    if (!ok)
        cannot_write(path, error);
    file_discard(temporary);
    return ok;
}

void file_discard(Temporary *temporary)
{
    put_in_place_of(temporary, NULL);
    if (temporary->path[0])
        system_remove(temporary->path);
    if (temporary->fd >= 0)
        close(temporary->fd);
    *temporary = (Temporary){.fd = -1};
}

/* ---- whole files ---- */

bool file_write_all(int fd, const void *data, size_t length)
{
    enum { PIECE = 1 << 30 };
    for (const char *from = data; length > 0;) {
        ssize_t put = write(fd, from, length < PIECE ? length : PIECE);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        from += put;
        length -= (size_t)put;
    }
    return true;
}

/* A pipe without a reader is refused where it would be waited for. */
static bool write_in_place(const char *path, const void *data, size_t length, Error *error)
{
    int fd = is_standard_output(path) ? system_open_output() : system_open(path, OPEN_IN_PLACE);
    if (fd < 0)
        return cannot_write(path, error);
    bool ok = file_write_all(fd, data, length) || cannot_write(path, error);
    return (close(fd) == 0 || cannot_write(path, error)) && ok;
}

bool file_write(const char *path, const void *data, size_t length, Error *error)
{
    Temporary temporary;
    if (file_is_in_place(path))
        return write_in_place(path, data, length, error);
    if (!file_temporary(path, &temporary, error))
        return false;
    if (file_write_all(temporary.fd, data, length))
        return file_commit(&temporary, path, error);
    cannot_write(path, error);
    file_discard(&temporary);
    return false;
}

/* ---- one writer at a time ---- */

int file_lock(const char *path)
{
    char target[FILE_NAME_SIZE];
    int lock = -1, left = 2000;
    if (follow_links(path, target))
        while ((lock = system_hold(target)) < 0 && errno == EWOULDBLOCK && left-- > 0)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return lock;
}

void file_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* ---- several files, or none ---- */

/* A file being written, and the file that it replaces. */
typedef struct Replacing {
    Temporary made;
    char old[FILE_NAME_SIZE]; /* another name of the old file; empty: there is none, */
    bool fresh;               /* for there was no file; or the file system knows no links, and it cannot be put back */
    bool placed;
} Replacing;

static void keep_old(Replacing *file)
{
    file->fresh = !file_exists(file->made.target);
    for (int tries = 0; tries < 100 && !file->fresh && name_beside(file->made.target, file->old); tries++)
        if (system_link(file->made.target, file->old) || errno != EEXIST)
            break;
    if (file->fresh || !file_exists(file->old))
        file->old[0] = '\0';
}

static void put_back(Replacing *file)
{
    if (file->fresh)
        system_remove(file->made.target);
    else if (file->old[0] && system_rename(file->old, file->made.target))
        file->old[0] = '\0';
}

static bool make_beside(const FileContent *file, Replacing *out, Error *error)
{
    if (!file_temporary(file->path, &out->made, error))
        return false;
    return (file_write_all(out->made.fd, file->bytes.data, file->bytes.length) && system_flush(out->made.fd))
           || cannot_write(file->path, error);
}

static bool place(Replacing *file)
{
    keep_old(file);
    file->placed = put_in_place(&file->made);
    return file->placed && system_flush_folder(file->made.target);
}

bool file_write_each(const FileContent *files, int count, Error *error)
{
    Replacing replacing[FILES_MOST];
    bool ok = true;
    assert(count <= FILES_MOST);
    for (int i = 0; i < count; i++) {
        replacing[i] = (Replacing){.made.fd = -1};
        if (!file_is_in_place(files[i].path))
            ok = ok && make_beside(&files[i], &replacing[i], error);
    }
    for (int i = 0; i < count; i++)
        if (ok && file_is_in_place(files[i].path))
            ok = write_in_place(files[i].path, files[i].bytes.data, files[i].bytes.length, error);
    for (int i = 0; i < count; i++)
        if (ok && replacing[i].made.path[0])
            ok = place(&replacing[i]) || cannot_write(files[i].path, error);
    for (int i = 0; i < count; i++) {
        if (!ok && replacing[i].placed)
            put_back(&replacing[i]);
        if (replacing[i].old[0])
            system_remove(replacing[i].old);
        file_discard(&replacing[i].made);
    }
    return ok;
}

bool file_check_writable(const char *path, Error *error)
{
    Temporary temporary;
    if (file_is_in_place(path))
        return true;
    if (!file_temporary(path, &temporary, error))
        return false;
    file_discard(&temporary);
    return true;
}
