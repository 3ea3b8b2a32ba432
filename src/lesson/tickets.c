#include "lesson/tickets.h"

#include "base/file.h"
#include "base/resource.h"

#include <stdlib.h>
#include <string.h>

enum { TICKETS_MOST = 200, LETTERS_MOST = 200, LETTERS_MOST_ZH = 120, POINTS_MOST = 20 };
enum { PATH, POINTS, QUESTION, ANSWER, QUESTION_ZH, ANSWER_ZH, COLUMNS };

static bool read_line(const Reader *reader, int number, Slice line, TicketQuestion *out)
{
    Slice parts[COLUMNS];
    const char *texts[COLUMNS];
    if (!reader_columns(reader, number, line, parts, COLUMNS, COLUMNS,
                        "expected path, points, question and answer, and both in Chinese, between tabs"))
        return false;
    for (int i = 0; i < COLUMNS; i++) {
        size_t letters = utf8_count(parts[i]), most = i >= QUESTION_ZH ? LETTERS_MOST_ZH : LETTERS_MOST;
        if (letters == 0 || letters > most)
            return reader_fail(reader, number, "column %d has %zu letters; expected 1 to %zu", i + 1, letters, most);
        texts[i] = arena_copy(reader->arena, parts[i].text, parts[i].length);
    }
    char *end;
    long points = strtol(texts[POINTS], &end, 10);
    *out = (TicketQuestion){
        texts[PATH], (int)points, {texts[QUESTION], texts[QUESTION_ZH]}, {texts[ANSWER], texts[ANSWER_ZH]}};
    return (*end == '\0' && points >= 1 && points <= POINTS_MOST)
           || reader_fail(reader, number, "%s are no points; expected a number from 1 to %d",
                          reader_quote(reader, parts[POINTS]), POINTS_MOST);
}

static bool same_path(const TicketQuestion *one, const char *path)
{
    return strcmp(one->path, path) == 0;
}

/* Does the last one stand with the others of its path, and on their page? */
static bool check_path(const Reader *reader, int number, const Tickets *tickets)
{
    const TicketQuestion *last = &tickets->items[tickets->count - 1], *one = last;
    Slice path = slice_of(last->path);
    while (one > tickets->items && same_path(one - 1, last->path))
        one--;
    if (last - one >= TICKET_QUESTIONS)
        return reader_fail(reader, number, "path %s has more than %d questions", reader_quote(reader, path),
                           TICKET_QUESTIONS);
    while (one > tickets->items)
        if (same_path(--one, last->path))
            return reader_fail(reader, number, "path %s had questions before those of another path",
                               reader_quote(reader, path));
    return true;
}

bool tickets_read(const Reader *reader, Slice text, Tickets *out)
{
    Slice line, rest = slice_unmarked(text);
    *out = (Tickets){0};
    for (int number = 0; reader_row(&rest, &number, &line);) {
        if (out->count == TICKETS_MOST)
            return reader_fail(reader, number, "has more than %d questions", TICKETS_MOST);
        out->items = arena_room(reader->arena, out->items, out->count, sizeof *out->items);
        if (!read_line(reader, number, line, &out->items[out->count++]) || !check_path(reader, number, out))
            return false;
    }
    return true;
}

/* What is left of them are those of the path. */
static bool take_path(const char *path, Arena *arena, Tickets *out, Error *error)
{
    const char *paths = "";
    int first = 0, count = 0;
    for (int i = 0; i < out->count; i++) {
        const char *other = out->items[i].path;
        if (same_path(&out->items[i], path) && count++ == 0)
            first = i;
        if (i == 0 || !same_path(&out->items[i - 1], other))
            paths = arena_printf(arena, "%s%s%s", paths, i ? ", " : "", other);
    }
    *out = (Tickets){out->items + first, count};
    return count > 0
           || error_set(error, ERROR_USAGE, "there is no exit ticket of path '%s'; expected one of %s", path, paths);
}

bool tickets_open(const char *path, Arena *arena, Tickets *out, Error *error)
{
    const char *lessons = resource_need("lessons", arena, error);
    if (!lessons)
        return false;
    const char *file = path_join(arena, lessons, TICKETS_FILE);
    Bytes text = {0};
    bool ok = file_read(file, FILE_LIMIT_TEXT, &text, error)
              && tickets_read(&(Reader){arena, file, error}, bytes_slice(&text), out)
              && take_path(path, arena, out, error);
    bytes_finish(&text);
    return ok;
}
