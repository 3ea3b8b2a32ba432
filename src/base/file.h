/* Files, whole: read in one go, written to a temporary name beside the target and renamed when complete, so that
 * a killed program or a full disk leaves the old file or the new one, never half of one.
 *
 *   Bytes bytes;
 *   if (!file_read("lesson.md", FILE_LIMIT_TEXT, &bytes, &error)) return false;
 *   puts(bytes.data);
 *   bytes_finish(&bytes);
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <sys/types.h>

#define FILE_LIMIT_TEXT ((size_t)8 << 20)   /* lessons, JSON that people write */
#define FILE_LIMIT_DATA ((size_t)512 << 20) /* parallel data, models */

/* A growing block of bytes; zeroed, it is empty. `data` always has a NUL behind its `length` bytes once
 * it holds any. */
typedef struct Bytes {
    char *data;
    size_t length, capacity;
} Bytes;

void bytes_add(Bytes *bytes, const void *data, size_t length);
void bytes_add_text(Bytes *bytes, const char *text);
void bytes_add_letter(Bytes *bytes, uint32_t codepoint);
void bytes_printf(Bytes *bytes, const char *format, ...) PRINTF_LIKE(2, 3);
void bytes_vprintf(Bytes *bytes, const char *format, va_list arguments) PRINTF_LIKE(2, 0);
void bytes_add_cents(Bytes *bytes, double value); /* as %.2f, never -0.00: pictures are full of numbers */
Slice bytes_slice(const Bytes *bytes);
char *bytes_take(Bytes *bytes, Arena *arena); /* the text as the arena's; `bytes` are empty then */
void bytes_finish(Bytes *bytes);

/* What may stand behind a name. */
typedef enum FileKind {
    FILE_REGULAR, /* what the program looks for by itself: for a pipe of that name it would wait for ever */
    FILE_INPUT,   /* what a person names to be read: also a pipe, or a device such as /dev/stdin */
} FileKind;

/* Opens `path` for reading; programs that are started later do not inherit the descriptor. -1 with an error. One that
 * is still to come (base/arrival.h) is asked for, and the error is ERROR_LATER. */
MUST_USE int file_open(const char *path, FileKind kind, Error *error);

/* Adds the next `most` bytes to `out`; fewer only where the file ends. */
MUST_USE bool file_read_more(int fd, const char *path, size_t most, Bytes *out, Error *error);

/* An error where so many bytes are more than the limit. */
MUST_USE bool file_fits(const char *path, size_t length, size_t limit, Error *error);

/* Reads a regular file of at most `limit` bytes into a fresh `out`; on failure `out` is empty. */
MUST_USE bool file_read(const char *path, size_t limit, Bytes *out, Error *error);
/* The same for either kind. */
MUST_USE bool file_read_kind(const char *path, FileKind kind, size_t limit, Bytes *out, Error *error);

/* Writes all of `data` to `path`, atomically, and flushed to the disk. A file that exists is replaced, behind symbolic
 * links where there are any, but not one that is read-only. "-", also with an ending ("-.svg"), is standard output. */
MUST_USE bool file_write(const char *path, const void *data, size_t length, Error *error);

/* The same for up to FILES_MOST files: all of them are written, or none is. */
#define FILES_MOST 5
typedef struct FileContent {
    const char *path;
    Bytes bytes;
} FileContent;
MUST_USE bool file_write_each(const FileContent *files, int count, Error *error);

/* Standard output, a device or a pipe: written as it is, and nothing can lie beside it. */
bool file_is_in_place(const char *path);

/* To an open file or pipe; false with errno where that fails. */
MUST_USE bool file_write_all(int fd, const void *data, size_t length);

/* Before hours of work: can a file be written there? */
MUST_USE bool file_check_writable(const char *path, Error *error);

/* For programs and libraries that insist on a path of their own: a file beside the one that it will replace, then
 * either of the two ends. What killed programs left of theirs is swept when a file is made anew. */
#define FILE_NAME_SIZE 4096
typedef struct Temporary {
    char path[FILE_NAME_SIZE]; /* empty: there is none */
    char target[FILE_NAME_SIZE];
    int fd;       /* holds a lock, which says that the program lives */
    pid_t writer; /* a program of ours that writes the file, and ends with us; 0: there is none */
} Temporary;

MUST_USE bool file_temporary(const char *path, Temporary *out, Error *error);
MUST_USE bool file_commit(Temporary *temporary, const char *path, Error *error); /* `path` for errors */
void file_discard(Temporary *temporary);                                         /* one that is not there, too */

/* For a file that is read, changed and written again: until file_unlock, programs that ask likewise wait. One that
 * stands still is waited for two seconds. -1, also where a folder knows no locks: nobody is kept waiting. */
int file_lock(const char *path);
void file_unlock(int lock);

bool file_exists(const char *path);
bool file_is_read_only(const char *path); /* it is there, and may not be written: root may, but was asked not to */
bool file_is_folder(const char *path);
bool file_same(const char *a, const char *b); /* one and the same, by whatever path; false where one is not there */

/* The folder is there, or it is made, with those above it, for whom `mode` says. */
MUST_USE bool folder_make(const char *path, unsigned mode, Error *error);
void folder_drop(const char *path); /* an empty one goes, others stay */

/* "a/b" from "a" and "b"; arena's. */
char *path_join(Arena *arena, const char *folder, const char *name);
const char *path_name(const char *path);   /* behind the last slash */
const char *path_ending(const char *path); /* ".png" with its dot, or "" */

/* Hexadecimal SHA-256 of the bytes: 64 digits and a NUL. FIPS 180-4. */
void sha256_hex(const void *data, size_t length, char out[65]);

#endif
