#include "lesson/terms.h"

#include "base/file.h"
#include "base/resource.h"

#include <string.h>

enum { TERMS_MOST = 2000, COLUMNS = 7, LETTERS_MOST = 200 };
enum { NAME, ALSO, NAME_ZH, ALSO_ZH, CARD, TOLD, TOLD_ZH };

static bool read_line(const Reader *reader, int number, Slice line, FieldTerm *out)
{
    Slice parts[COLUMNS];
    if (!reader_columns(reader, number, line, parts, COLUMNS, COLUMNS,
                        "expected name, other names, both in Chinese, card, and what it is in English and Chinese, "
                        "between tabs"))
        return false;
    const char *texts[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        bool may_lack = i == ALSO || i == ALSO_ZH;
        if ((parts[i].length == 0 && !may_lack) || utf8_count(parts[i]) > LETTERS_MOST)
            return reader_fail(reader, number, "column %d has %zu letters; expected %d to %d", i + 1,
                               utf8_count(parts[i]), may_lack ? 0 : 1, LETTERS_MOST);
        texts[i] = arena_copy(reader->arena, parts[i].text, parts[i].length);
    }
    *out = (FieldTerm){
        {texts[NAME], texts[NAME_ZH]}, {texts[ALSO], texts[ALSO_ZH]}, {texts[TOLD], texts[TOLD_ZH]}, .line = number};
    return reader_card(reader, number, parts[CARD], &out->lesson, &out->card);
}

static bool check_names(const Reader *reader, const Terms *terms)
{
    const FieldTerm *last = &terms->items[terms->count - 1];
    for (const FieldTerm *one = terms->items; one < last; one++)
        for (int language = 0; language <= LANGUAGE_CHINESE; language++)
            if (strcmp(one->name[language], last->name[language]) == 0)
                return reader_fail(reader, last->line, "has %s, as line %d has",
                                   reader_quote(reader, slice_of(last->name[language])), one->line);
    return true;
}

bool terms_read(const Reader *reader, Slice text, Terms *out)
{
    Slice line, rest = slice_unmarked(text);
    *out = (Terms){0};
    for (int number = 0; reader_row(&rest, &number, &line);) {
        if (out->count == TERMS_MOST)
            return reader_fail(reader, number, "has more than %d terms", TERMS_MOST);
        out->items = arena_room(reader->arena, out->items, out->count, sizeof *out->items);
        if (!read_line(reader, number, line, &out->items[out->count++]) || !check_names(reader, out))
            return false;
    }
    return true;
}

bool terms_open(Arena *arena, Terms *out, Error *error)
{
    const char *lessons = resource_need("lessons", arena, error);
    if (!lessons)
        return false;
    const char *path = path_join(arena, lessons, TERMS_FILE);
    Bytes text = {0};
    bool ok = file_read(path, FILE_LIMIT_TEXT, &text, error)
              && terms_read(&(Reader){arena, path, error}, bytes_slice(&text), out);
    bytes_finish(&text);
    return ok;
}
