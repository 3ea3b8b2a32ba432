/* A corpus as a spreadsheet's table: CSV with commas or semicolons, its columns named in the first row or not. */
#include "base/table.h"
#include "text/corpus_pair.h"

#include <string.h>
#include <strings.h>

enum { FIELDS_MOST = 64 };

typedef struct Row {
    Slice fields[FIELDS_MOST];
    int count;
} Row;

bool table_named(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcasecmp(path + length - 4, ".csv") == 0;
}

/* A comma or a semicolon, whichever the first row has more of. */
static char separator_of(Slice text)
{
    int commas = 0, semicolons = 0;
    for (size_t i = 0; i < text.length && text.text[i] != '\n'; i++) {
        commas += text.text[i] == ',';
        semicolons += text.text[i] == ';';
    }
    return semicolons > commas ? ';' : ',';
}

/* The next row; the reader's line is its first one. */
static bool take_row(PairReader *reader, Slice *rest, char separator, Arena *arena, Row *out)
{
    bool last = false;
    for (out->count = 0; !last; out->count++) {
        Slice field;
        if (rest->length == 0 && out->count > 0) { /* the file ends behind a separator */
            field = (Slice){"", 0};
            last = true;
        } else if (!table_take(rest, separator, arena, &field, &last))
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "there is a field in quotes that does not end as it should");
        if (out->count == FIELDS_MOST)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line, "there are more than %d fields",
                            FIELDS_MOST);
        out->fields[out->count] = field;
    }
    return true;
}

static int column_of(const Slice *fields, int count, const char *const *names)
{
    for (int i = 0; i < count; i++) {
        Slice field = slice_trim(fields[i]);
        for (int k = 0; names[k]; k++)
            if (field.length == strlen(names[k]) && strncasecmp(field.text, names[k], field.length) == 0)
                return i;
    }
    return -1;
}

bool corpus_columns(const Slice *fields, int count, int columns[3])
{
    static const char *const names[3][6] = {{"source", "src", "input", "sentence", NULL},
                                            {"target", "tgt", "trg", "output", "translation", NULL},
                                            {"alignment", "alignments", "links", "gold", NULL}};
    for (int i = 0; i < 3; i++)
        columns[i] = column_of(fields, count, names[i]);
    if (columns[0] >= 0 && columns[1] >= 0)
        return true;
    for (int i = 0; i < 3; i++)
        columns[i] = i;
    return false;
}

static PairColumns columns_of(const Row *row, const int columns[3], bool named)
{
    PairColumns out = {.source = row->fields[columns[0]], .target = row->fields[columns[1]]};
    if (columns[2] >= 0 && columns[2] < row->count)
        out.third = out.more = row->fields[columns[2]];
    if (!named && row->count > 3)
        out.behind = row->fields[3];
    return out;
}

static int lines_between(const char *from, const char *to)
{
    int lines = 0;
    for (; (from = memchr(from, '\n', (size_t)(to - from))); from++)
        lines++;
    return lines;
}

bool table_lines(PairReader *reader, Slice text)
{
    Arena *arena = &reader->corpus->arena;
    char separator = separator_of(text);
    int width = 0, columns[3];
    bool named = false;
    reader->line = 1;
    if (!reader_check(reader, text, true))
        return false;
    for (Slice rest = text; rest.length;) {
        const char *start = rest.text;
        Row row;
        if (!take_row(reader, &rest, separator, arena, &row))
            return false;
        bool blank = row.count == 1 && slice_trim(row.fields[0]).length == 0, first = !blank && width == 0;
        if (first) {
            width = row.count;
            named = corpus_columns(row.fields, row.count, columns);
        }
        if (!blank && row.count != width)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            row.count == 1 ? "there is %d field; %d were expected, as in the first row"
                                           : "there are %d fields; %d were expected, as in the first row",
                            row.count, width);
        if (first && width < 2)
            return error_at(reader->error, ERROR_FORMAT, reader->path, reader->line,
                            "there is one field; a source sentence, a comma and its translation were expected");
        reader->number += !blank && !(first && named);
        PairColumns taken = blank ? (PairColumns){0} : columns_of(&row, columns, named);
        if (!blank && !(first && named) && !reader_take(reader, &taken))
            return false;
        reader->line += lines_between(start, rest.text ? rest.text : text.text + text.length);
    }
    return true;
}
