#include "lesson/reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTED_LETTERS = 40, NAME_LENGTH = 64 };

bool reader_fail(const Reader *reader, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_vat(reader->error, ERROR_FORMAT, reader->file, line, format, arguments);
    va_end(arguments);
    return false;
}

bool reader_refuse_control(const Reader *reader, int line, uint32_t c)
{
    return reader_fail(reader, line, "holds the control character U+%04X, which no text may", (unsigned)c);
}

const char *reader_quote(const Reader *reader, Slice text)
{
    Slice rest = text;
    for (int letters = 0; rest.length && letters < QUOTED_LETTERS; letters++)
        utf8_next(&rest);
    int length = (int)(text.length - rest.length);
    return arena_printf(reader->arena, "\"%.*s%s\"", length, length ? text.text : "", rest.length ? "…" : "");
}

bool reader_row(Slice *rest, int *number, Slice *line)
{
    while (slice_cut(rest, '\n', line)) {
        Slice text = slice_trim(*line);
        ++*number;
        line->length -= line->length > 0 && line->text[line->length - 1] == '\r';
        if (text.length > 0 && text.text[0] != '#')
            return true;
    }
    return false;
}

int reader_columns(const Reader *reader, int number, Slice line, Slice *columns, int least, int most,
                   const char *expected)
{
    uint32_t control;
    size_t at;
    int count = 0;
    if (!utf8_valid(line))
        return reader_fail(reader, number, "is not UTF-8");
    if (utf8_find_control(line, &control, &at))
        return reader_refuse_control(reader, number, control);
    for (int i = 0; i < most; i++)
        columns[i] = (Slice){0};
    for (Slice part, rest = line; slice_cut(&rest, '\t', &part); count++)
        if (count < most)
            columns[count] = slice_trim(part);
    return count >= least && count <= most ? count : reader_fail(reader, number, "%s", expected);
}

bool name_is_plain(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t length = strlen(name);
    return length > 0 && length <= NAME_LENGTH && strspn(name, letters) == length && name[0] != '-';
}

bool reader_card(const Reader *reader, int number, Slice text, int *lesson, int *card)
{
    char *end, *copy = arena_copy(reader->arena, text.text, text.length);
    long before = strtol(copy, &end, 10), behind = *end == '.' ? strtol(end + 1, &end, 10) : 0;
    *lesson = (int)before;
    *card = (int)behind;
    return (before >= 1 && before <= 99 && behind >= 1 && behind <= 99 && *end == '\0')
           || reader_fail(reader, number, "%s is no card; expected a form such as 5.2", reader_quote(reader, text));
}
