#include "base/error.h"

#include "base/utf8.h"

#include <string.h>

/* Keeps the end of a long path: the name at its end says more than the folders in front. */
static void copy_path(char *to, size_t size, const char *path)
{
    size_t length = strlen(path);
    const char *end = path + (length < size ? 0 : length - (size - 4));
    while (end > path && ((unsigned char)*end & 0xC0) == 0x80) /* not within a character */
        end++;
    snprintf(to, size, "%s%s", end > path ? "..." : "", end);
}

bool error_vat(Error *error, ErrorCode code, const char *file, int line, const char *format, va_list arguments)
{
    if (!error)
        return false;
    memset(error, 0, sizeof *error);
    error->code = code;
    error->line = line;
    if (file)
        copy_path(error->file, sizeof error->file, file);
    utf8_vprint(error->message, sizeof error->message, format, arguments);
    return false;
}

bool error_at(Error *error, ErrorCode code, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_vat(error, code, file, line, format, arguments);
    va_end(arguments);
    return false;
}

const char *error_text(const Error *error)
{
    static _Thread_local char text[sizeof error->file + sizeof error->message + 32];
    if (error->file[0] && error->line > 0)
        snprintf(text, sizeof text, "%s:%d: %s", error->file, error->line, error->message);
    else if (error->file[0])
        snprintf(text, sizeof text, "%s: %s", error->file, error->message);
    else
        snprintf(text, sizeof text, "%s", error->message);
    utf8_make_printable(text, strlen(text), false);
    return text;
}
