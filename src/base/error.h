/* Errors that the world causes: a file that is not there, a lesson with a typing mistake, a model of the
 * wrong shape. Our own mistakes are assertions instead; running out of memory ends the program.
 *
 *   Error error = {0};
 *   if (!error_at(&error, ERROR_FORMAT, "data.tsv", 7, "a tab was expected"))
 *       fprintf(stderr, "attend: %s\n", error_text(&error));
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#define MUST_USE                 __attribute__((warn_unused_result))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

typedef enum {
    ERROR_NONE,
    ERROR_FILE,    /* cannot be read or written */
    ERROR_FORMAT,  /* read, but not what was expected */
    ERROR_USAGE,   /* the command line or a request makes no sense */
    ERROR_SYSTEM,  /* threads, other programs, libraries */
    ERROR_DISPLAY, /* there is none to show a window on */
    ERROR_STOPPED, /* by Ctrl+C */
    ERROR_LATER,   /* the file is still to come: base/arrival.h */
} ErrorCode;

typedef struct Error {
    ErrorCode code;
    char file[256]; /* empty if no file is concerned; cut in front if too long */
    int line;       /* from 1; 0 if no line is concerned */
    char message[768];
} Error;

/* Fills `error` (may be NULL) and returns false, so that `return error_set(...)` ends a function.
 * The message is one sentence without a capital or a full stop: it follows "file:line: ". */
#define error_set(error, code, ...) error_at((error), (code), NULL, 0, __VA_ARGS__)

/* The same with the file and the line (0 if none) that are to blame. */
bool error_at(Error *error, ErrorCode code, const char *file, int line, const char *format, ...) PRINTF_LIKE(5, 6);
bool error_vat(Error *error, ErrorCode code, const char *file, int line, const char *format, va_list arguments)
    PRINTF_LIKE(5, 0);

/* "file:line: message", one line that is safe to print; in a buffer of the thread, good until the next call there. */
const char *error_text(const Error *error);

#endif
