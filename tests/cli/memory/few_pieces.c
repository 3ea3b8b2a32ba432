/* Laid before the C library (LD_PRELOAD) it gives the program `attend` all the memory that it asks for but one piece,
 * the FAIL_AT-th, and tells in the file FAIL_COUNT how many were asked for. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long asked;
static long fail_at;
static const char *count_path; /* NULL: this is another program, such as ffmpeg */

static __attribute__((constructor)) void start(void)
{
    const char *path = getenv("FAIL_COUNT"), *at = getenv("FAIL_AT"), *name = program_invocation_short_name;
    if (strncmp(name, "attend", 6) == 0) {
        count_path = path;
        fail_at = at ? atol(at) : 0;
    }
}

static __attribute__((destructor)) void end(void)
{
    FILE *file = count_path ? fopen(count_path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld\n", atomic_load(&asked));
    fclose(file);
}

static bool fails(void)
{
    if (atomic_fetch_add(&asked, 1) + 1 != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

static void *next(void **known, const char *name)
{
    if (!*known)
        *known = dlsym(RTLD_NEXT, name);
    return *known;
}

void *malloc(size_t size)
{
    static void *known;
    void *(*real)(size_t);
    memcpy(&real, &(void *){next(&known, "malloc")}, sizeof real);
    return fails() ? NULL : real(size);
}

void *calloc(size_t count, size_t size)
{
    static void *known;
    void *(*real)(size_t, size_t);
    memcpy(&real, &(void *){next(&known, "calloc")}, sizeof real);
    return fails() ? NULL : real(count, size);
}

void *realloc(void *memory, size_t size)
{
    static void *known;
    void *(*real)(void *, size_t);
    memcpy(&real, &(void *){next(&known, "realloc")}, sizeof real);
    return fails() ? NULL : real(memory, size);
}
