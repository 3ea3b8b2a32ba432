/* What the cmocka programs share. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/file.h"

#include <dirent.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Every case there is, or only enough of each kind: ./dev test --long, or not. */
static inline bool every_case(void)
{
    return getenv("ATTEND_LONG") != NULL;
}

/* A string literal with its length, NUL bytes inside included. */
#define LITERAL(text) ((Slice){(text), sizeof(text) - 1})

/* The same as an initialiser in a table. */
#define BYTES(text)                                                                                                    \
    {                                                                                                                  \
        (text), sizeof(text) - 1                                                                                       \
    }

/* The error must say `part`, be one sentence in our form, and name a cause. */
#define expect_error(error, part) expect_error_at((error), (part), __FILE__, __LINE__)

static inline void expect_error_at(const Error *error, const char *part, const char *file, int line)
{
    const char *text = error_text(error);
    size_t length = strlen(error->message);
    bool ok = error->code != ERROR_NONE && strstr(text, part) && length > 0 && error->message[length - 1] != '.'
              && !strchr(error->message, '\n');
    if (!ok) {
        print_error("\"%s\"\ndoes not hold\n\"%s\"\n", text, part);
        _fail(file, line);
    }
}

static inline void expect_no_error_at(bool ok, const Error *error, const char *file, int line)
{
    if (!ok) {
        print_error("%s\n", error_text(error));
        _fail(file, line);
    }
}

#define expect_ok(call, error) expect_no_error_at((call), (error), __FILE__, __LINE__)

/* From here on no thread can be started, until it is called with false: none gets a stack as large as all addresses. */
static inline void threads_run_out(bool out)
{
    static pthread_attr_t before;
    pthread_attr_t none;
    if (!out) {
        assert_int_equal(pthread_setattr_default_np(&before), 0);
        return;
    }
    assert_int_equal(pthread_getattr_default_np(&before), 0);
    assert_int_equal(pthread_attr_init(&none), 0);
    assert_int_equal(pthread_attr_setstacksize(&none, (size_t)1 << 60), 0);
    assert_int_equal(pthread_setattr_default_np(&none), 0);
    pthread_attr_destroy(&none);
}

#ifdef __has_feature /* clang; gcc has macros of its own */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED
#endif

/* Does `work` in processes that have less and less memory, from `most` bytes more than now down to none. It must do it
 * (true) or end as every lack of memory does, and never blame something else; both must be seen. Sanitizers need all
 * addresses: with them nothing is tried. */
static inline void expect_memory_is_blamed(bool (*work)(void), int most)
{
#ifndef SANITIZED
    int done = 0, ended = 0;
    for (int room = most; room >= 0; room -= most / 64) {
        char said[256] = "";
        int to[2], status;
        assert_int_equal(pipe(to), 0);
        pid_t child = fork();
        if (child == 0) {
            long pages = 0;
            FILE *sizes = fopen("/proc/self/statm", "r");
            bool known = sizes && fscanf(sizes, "%ld", &pages) == 1;
            rlim_t limit = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)room;
            dup2(to[1], STDERR_FILENO);
            signal(SIGABRT, SIG_DFL); /* cmocka has a handler */
            _exit(known && setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit}) == 0 && work() ? 0 : 1);
        }
        close(to[1]);
        if (read(to[0], said, sizeof said - 1) < 0)
            said[0] = '\0';
        close(to[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        bool aborted =
            WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strcmp(said, "attend: out of memory\n") == 0;
        if (!aborted && status != 0)
            fail_msg("with %d KiB: status %x, \"%s\"", room >> 10, (unsigned)status, said);
        done += !aborted;
        ended += aborted;
    }
    assert_true(done > 0 && ended > 0);
#else
    (void)work;
    (void)most;
#endif
}

/* A fresh folder, its path in `path`. */
static inline void folder_create(char path[64])
{
    strcpy(path, "/tmp/attend-test.XXXXXX");
    assert_non_null(mkdtemp(path));
}

static inline int folder_count(const char *path) /* of the files in it */
{
    int count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    closedir(folder);
    return count;
}

static inline void folder_remove(const char *path) /* with the files in it, not with folders */
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%.255s", path, entry->d_name);
        unlink(name);
    }
    if (folder)
        closedir(folder);
    assert_int_equal(rmdir(path), 0);
}

static inline int folder_unlink(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static inline void folder_remove_all(const char *path) /* with everything in it */
{
    assert_int_equal(nftw(path, folder_unlink, 8, FTW_DEPTH | FTW_PHYS), 0);
}

#endif
