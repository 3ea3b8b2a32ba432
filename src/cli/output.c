#include "base/system.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

bool output_write(Bytes *bytes, Error *error)
{
    size_t length = bytes->length ? utf8_make_printable(bytes->data, bytes->length, true) : 0;
    bool ok = file_write_all(STDOUT_FILENO, bytes->data, length)
              || error_set(error, ERROR_FILE, "standard output cannot be written: %s", strerror(errno));
    bytes_finish(bytes);
    return ok;
}

bool output_print(Error *error, const char *format, ...)
{
    Bytes text = {0};
    va_list arguments;
    va_start(arguments, format);
    bytes_vprintf(&text, format, arguments);
    va_end(arguments);
    return output_write(&text, error);
}

void output_line(Bytes *out, const char *format, ...)
{
    size_t before = out->length;
    va_list arguments;
    va_start(arguments, format);
    bytes_vprintf(out, format, arguments);
    va_end(arguments);
    out->length = before + utf8_make_printable(out->data + before, out->length - before, false);
    bytes_add_text(out, "\n");
}

void output_note(const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    utf8_make_printable(text, strlen(text), false);
    fprintf(stderr, "attend: %s\n", text);
}
