/* Laid before the C library (LD_PRELOAD) it lets one kind of call of the program `attend` fail, as a full or broken
 * disk, a signal or a machine without memory does:
 *
 *   FAULT        which calls: memory, open, read, write, sync, rename, link, close or thread
 *   FAULT_AT     the first of them that fails, from 1; none: they are only counted
 *   FAULT_AS     an error (ENOSPC, EIO, EINTR ...); short: half is read or written; kill: the program is killed
 *   FAULT_LAST   once: that one call; on: it and all behind it, as on a disk that stays full
 *   FAULT_COUNT  a file that gets a line for each kind, with the number of its calls */
#undef _FILE_OFFSET_BITS /* open and open64 are two names here, */
#undef _FORTIFY_SOURCE   /* and read is no inline function */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum Kind { NONE, MEMORY, OPEN, READ, WRITE, SYNC, RENAME, LINK, CLOSE, THREAD, KINDS } Kind;

static const char *const kind_names[KINDS] = {"",     "memory", "open", "read",  "write",
                                              "sync", "rename", "link", "close", "thread"};
static const struct {
    const char *name;
    int number;
} errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR},  {"EMFILE", EMFILE},
              {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN}, {"EACCES", EACCES}};

enum { SHORT = -1, KILL = -2 };

static bool counting; /* false: this is another program, such as ffmpeg, or the program has ended */
static Kind failing;
static long fail_at;
static int fail_as;
static bool fail_on;
static const char *count_path;
static atomic_long asked[KINDS];

static int named_error(const char *name)
{
    for (size_t i = 0; name && i < sizeof errors / sizeof *errors; i++)
        if (strcmp(name, errors[i].name) == 0)
            return errors[i].number;
    return name && strcmp(name, "short") == 0 ? SHORT : name && strcmp(name, "kill") == 0 ? KILL : ENOMEM;
}

static __attribute__((constructor)) void start(void)
{
    const char *kind = getenv("FAULT"), *at = getenv("FAULT_AT"), *last = getenv("FAULT_LAST");
    if (strncmp(program_invocation_short_name, "attend", 6) != 0)
        return;
    counting = true;
    fail_at = at ? atol(at) : 0;
    fail_as = named_error(getenv("FAULT_AS"));
    fail_on = last && strcmp(last, "on") == 0;
    count_path = getenv("FAULT_COUNT");
    for (int i = NONE + 1; i < KINDS; i++)
        if (kind && strcmp(kind, kind_names[i]) == 0)
            failing = (Kind)i;
}

static __attribute__((destructor)) void end(void)
{
    counting = false;
    FILE *file = count_path ? fopen(count_path, "w") : NULL;
    if (!file)
        return;
    for (int i = NONE + 1; i < KINDS; i++)
        fprintf(file, "%s %ld\n", kind_names[i], atomic_load(&asked[i]));
    fclose(file);
}

/* Whether this call fails. It does not if half of it is done. */
static bool fails(Kind kind, size_t *length)
{
    if (!counting)
        return false;
    long number = atomic_fetch_add(&asked[kind], 1) + 1;
    if (kind != failing || fail_at == 0 || number < fail_at || (number > fail_at && !fail_on))
        return false;
    if (fail_as == KILL)
        kill(getpid(), SIGKILL);
    if (fail_as == SHORT) {
        if (length && *length > 1)
            *length /= 2;
        return false;
    }
    errno = fail_as;
    return true;
}

static void *next(void **known, const char *name)
{
    if (!*known)
        *known = dlsym(RTLD_NEXT, name);
    return *known;
}

/* `real` is the function of that name behind this one. */
#define REAL(type, name, ...)                                                                                          \
    static void *known;                                                                                                \
    type (*real)(__VA_ARGS__);                                                                                         \
    memcpy(&real, &(void *){next(&known, name)}, sizeof real)

void *malloc(size_t size)
{
    REAL(void *, "malloc", size_t);
    return fails(MEMORY, NULL) ? NULL : real(size);
}

void *calloc(size_t count, size_t size)
{
    REAL(void *, "calloc", size_t, size_t);
    return fails(MEMORY, NULL) ? NULL : real(count, size);
}

void *realloc(void *memory, size_t size)
{
    REAL(void *, "realloc", void *, size_t);
    return fails(MEMORY, NULL) ? NULL : real(memory, size);
}

static mode_t mode_of(int flags, va_list rest)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        REAL(int, #name, const char *, int, ...);                                                                      \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = mode_of(flags, rest);                                                                            \
        va_end(rest);                                                                                                  \
        return fails(OPEN, NULL) ? -1 : real(path, flags, mode);                                                       \
    }
OPENS(open)
OPENS(open64)

int openat(int folder, const char *path, int flags, ...)
{
    REAL(int, "openat", int, const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails(OPEN, NULL) ? -1 : real(folder, path, flags, mode);
}

#define FOPENS(name)                                                                                                   \
    FILE *name(const char *path, const char *mode)                                                                     \
    {                                                                                                                  \
        REAL(FILE *, #name, const char *, const char *);                                                               \
        return fails(OPEN, NULL) ? NULL : real(path, mode);                                                            \
    }
FOPENS(fopen)
FOPENS(fopen64)

ssize_t read(int fd, void *out, size_t length)
{
    REAL(ssize_t, "read", int, void *, size_t);
    return fails(READ, &length) ? -1 : real(fd, out, length);
}

ssize_t write(int fd, const void *from, size_t length)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    return fails(WRITE, &length) ? -1 : real(fd, from, length);
}

int fsync(int fd)
{
    REAL(int, "fsync", int);
    return fails(SYNC, NULL) ? -1 : real(fd);
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    return fails(RENAME, NULL) ? -1 : real(from, to);
}

int link(const char *from, const char *to)
{
    REAL(int, "link", const char *, const char *);
    return fails(LINK, NULL) ? -1 : real(from, to);
}

/* It is closed even where an error is told, as Linux does it. */
int close(int fd)
{
    REAL(int, "close", int);
    bool fail = fails(CLOSE, NULL);
    int why = errno, status = real(fd);
    if (!fail)
        return status;
    errno = why;
    return -1;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *context)
{
    REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return fails(THREAD, NULL) ? fail_as : real(thread, how, work, context);
}
