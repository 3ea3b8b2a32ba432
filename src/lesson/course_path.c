#include "lesson/course_path.h"

#include "base/file.h"
#include "base/names.h"

#include <stdlib.h>

enum { STOPS_MOST = 1000, DAYS_MOST = 99, MINUTES_MOST = 999, COLUMNS = 4 };
enum { PATH, DAY, CARD, MINUTES };

const char *const PATH_NAMES[] = {"none", "45", "90", "week", NULL};

static int place_in_course(int lesson, int card)
{
    return lesson * 1000 + card;
}

static bool read_whole(const Reader *reader, int number, Slice text, const char *what, int most, int *out)
{
    char *end, *copy = arena_copy(reader->arena, text.text, text.length);
    long value = strtol(copy, &end, 10);
    *out = (int)value;
    return (value >= 1 && value <= most && *end == '\0')
           || reader_fail(reader, number, "%s is %s; expected a whole number from 1 to %d", what,
                          reader_quote(reader, text), most);
}

static bool add_stop(const Reader *reader, int number, CoursePath *path, PathStop stop)
{
    const PathStop *last = path->count > 0 ? &path->stops[path->count - 1] : NULL;
    if (path->count == STOPS_MOST)
        return reader_fail(reader, number, "is more than the %d cards that a path may have", STOPS_MOST);
    if (last
        && (stop.day < last->day
            || place_in_course(stop.lesson, stop.card) <= place_in_course(last->lesson, last->card)))
        return reader_fail(reader, number, "day %d, card %d.%d stands behind day %d, card %d.%d of its path", stop.day,
                           stop.lesson, stop.card, last->day, last->lesson, last->card);
    path->stops = arena_room(reader->arena, path->stops, path->count, sizeof *path->stops);
    path->stops[path->count++] = stop;
    return true;
}

static bool read_line(const Reader *reader, int number, Slice line, CoursePath *paths)
{
    Slice parts[COLUMNS];
    PathStop stop;
    if (!reader_columns(reader, number, line, parts, COLUMNS, COLUMNS,
                        "expected path, day, card and minutes, between tabs"))
        return false;
    int kind = names_find(PATH_NAMES, arena_copy(reader->arena, parts[PATH].text, parts[PATH].length));
    if (kind <= PATH_NONE)
        return reader_fail(reader, number, "%s is no path; expected one of: %s", reader_quote(reader, parts[PATH]),
                           names_list(PATH_NAMES + 1, reader->arena));
    return read_whole(reader, number, parts[DAY], "the day", DAYS_MOST, &stop.day)
           && reader_card(reader, number, parts[CARD], &stop.lesson, &stop.card)
           && read_whole(reader, number, parts[MINUTES], "what the card takes", MINUTES_MOST, &stop.minutes)
           && add_stop(reader, number, &paths[kind], stop);
}

bool paths_read(const Reader *reader, Slice text, CoursePath out[PATH_KINDS])
{
    Slice line, rest = slice_unmarked(text);
    for (int kind = 0; kind < PATH_KINDS; kind++)
        out[kind] = (CoursePath){.kind = (PathKind)kind};
    for (int number = 0; reader_row(&rest, &number, &line);)
        if (!read_line(reader, number, line, out))
            return false;
    return true;
}

bool paths_open(const char *lessons, Arena *arena, CoursePath out[PATH_KINDS], Error *error)
{
    const char *path = path_join(arena, lessons, PATHS_FILE);
    const Reader reader = {arena, path, error};
    Bytes text = {0};
    bool ok = !file_exists(path) || file_read(path, FILE_LIMIT_TEXT, &text, error);
    ok = ok && paths_read(&reader, bytes_slice(&text), out);
    bytes_finish(&text);
    return ok;
}

int path_stop(const CoursePath *path, int lesson, int card)
{
    for (int i = 0; i < path->count; i++)
        if (path->stops[i].lesson == lesson && path->stops[i].card == card)
            return i;
    return -1;
}

int path_beside(const CoursePath *path, int lesson, int card, int by)
{
    int here = place_in_course(lesson, card), found = -1;
    for (int i = 0; i < path->count; i++) {
        int there = place_in_course(path->stops[i].lesson, path->stops[i].card);
        if (by > 0 && there > here)
            return i;
        if (by < 0 && there < here)
            found = i;
    }
    return found;
}

int path_day(const CoursePath *path, int day, int *count)
{
    int first = -1;
    *count = 0;
    for (int i = 0; i < path->count; i++)
        if (path->stops[i].day == day) {
            first = first < 0 ? i : first;
            *count += 1;
        }
    return first;
}
