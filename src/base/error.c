#include "base/error.h"

#include <stdarg.h>
#include <string.h>

/* Keeps the end of a long path: the name at its end says more than the folders in front. */
static void copy_path(char *to, size_t size, const char *path)
{
    size_t length = strlen(path);
    if (length < size) {
        memcpy(to, path, length + 1);
    } else {
        memcpy(to, "...", 3);
        memcpy(to + 3, path + length - (size - 4), size - 3);
    }
}

static void fill(Error *error, ErrorCode code, const char *file, int line, const char *format, va_list arguments)
{
    if (!error)
        return;
    memset(error, 0, sizeof *error);
    error->code = code;
    error->line = line;
    if (file)
        copy_path(error->file, sizeof error->file, file);
    vsnprintf(error->message, sizeof error->message, format, arguments);
}

bool error_set(Error *error, ErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, code, NULL, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool error_at(Error *error, ErrorCode code, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, code, file, line, format, arguments);
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
    return text;
}
