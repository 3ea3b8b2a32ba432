#include "base/table.h"

#include <string.h>

/* Would a spreadsheet run it, were it not for the ' in front that it has or may get? */
static bool is_formula(Slice text)
{
    while (text.length && text.text[0] == '\'')
        text.text++, text.length--;
    return text.length && memchr("=+-@\t\r", text.text[0], 6);
}

void table_put(Bytes *out, Slice text, char separator)
{
    bool formula = is_formula(text), quotes = false;
    if (text.length) /* at an edge a spreadsheet would trim a space */
        quotes = text.text[0] == ' ' || text.text[text.length - 1] == ' ';
    for (size_t i = 0; i < text.length; i++)
        quotes |= text.text[i] == separator || strchr("\"\r\n", text.text[i]) != NULL;
    if (quotes)
        bytes_add_text(out, "\"");
    if (formula)
        bytes_add_text(out, "'");
    for (size_t i = 0; i < text.length; i++) {
        bytes_add(out, text.text + i, 1);
        if (text.text[i] == '"')
            bytes_add_text(out, "\"");
    }
    if (quotes)
        bytes_add_text(out, "\"");
}

/* What stands in quotes at the front of `rest`; NULL where they are not closed. */
static char *take_quoted(Slice *rest, Arena *arena, size_t *length)
{
    size_t end = 1;
    for (; end < rest->length; end++)
        if (rest->text[end] == '"' && !(end + 1 < rest->length && rest->text[end + 1] == '"'))
            break;
        else
            end += rest->text[end] == '"'; /* two are one */
    if (end >= rest->length)
        return NULL;
    char *text = arena_alloc(arena, end, 1);
    *length = 0;
    for (size_t i = 1; i < end; i += rest->text[i] == '"' ? 2 : 1)
        text[(*length)++] = rest->text[i];
    *rest = (Slice){rest->text + end + 1, rest->length - end - 1};
    return text;
}

bool table_take(Slice *rest, char separator, Arena *arena, Slice *field, bool *last)
{
    if (rest->length == 0)
        return false;
    if (rest->text[0] == '"') {
        field->text = take_quoted(rest, arena, &field->length);
        if (!field->text || (rest->length && rest->text[0] != separator && !strchr("\r\n", rest->text[0])))
            return false;
    } else {
        size_t length = 0;
        while (length < rest->length && rest->text[length] != separator && !strchr("\r\n", rest->text[length]))
            length++;
        *field = (Slice){rest->text, length};
        *rest = (Slice){rest->text + length, rest->length - length};
    }
    *last = rest->length == 0 || rest->text[0] != separator;
    size_t end = rest->length == 0 ? 0 : rest->length > 1 && memcmp(rest->text, "\r\n", 2) == 0 ? 2 : 1;
    *rest = (Slice){rest->text + end, rest->length - end};
    if (is_formula(*field) && field->text[0] == '\'')
        *field = (Slice){field->text + 1, field->length - 1};
    return true;
}
