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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

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
