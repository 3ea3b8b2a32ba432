#include "lesson/glossary.h"

#include "text/tokens.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 20000, LETTERS_MOST = 40, NOTE_MOST = 120 }; /* what is longer is no gloss, but a text */

static bool check_length(const Reader *reader, int line, const char *what, Slice text, size_t most)
{
    return utf8_count(text) <= most
           || reader_fail(reader, line, "the %s has %zu letters; expected at most %zu", what, utf8_count(text), most);
}

static bool read_line(const Reader *reader, int number, Slice line, Gloss *out)
{
    static const char expected[] = "expected a word, a tab, what it means, and perhaps a tab and a note";
    Slice parts[3];
    if (!reader_columns(reader, number, line, parts, 2, 3, expected))
        return false;
    bool marked = slice_unmarked(parts[0]).length < parts[0].length; /* another file was put behind the first */
    if (marked || parts[0].length == 0 || parts[1].length == 0)
        return reader_fail(reader, number, "%s", expected);
    if (!check_length(reader, number, "word", parts[0], WORD_BYTES_MOST)
        || !check_length(reader, number, "gloss", parts[1], LETTERS_MOST)
        || !check_length(reader, number, "note", parts[2], NOTE_MOST))
        return false;
    out->word = arena_copy(reader->arena, parts[0].text, parts[0].length);
    out->text = arena_copy(reader->arena, parts[1].text, parts[1].length);
    out->note = parts[2].length ? arena_copy(reader->arena, parts[2].text, parts[2].length) : NULL;
    out->line = number;
    return true;
}

static int by_word(const void *left, const void *right)
{
    const Gloss *a = left, *b = right;
    int order = strcmp(a->word, b->word);
    return order ? order : a->line - b->line;
}

static void sort(Glossary *glossary)
{
    if (glossary->count > 0)
        qsort(glossary->glosses, (size_t)glossary->count, sizeof *glossary->glosses, by_word);
}

bool glossary_read(const Reader *reader, Slice text, bool own, Glossary *out)
{
    Slice line, rest = slice_unmarked(text);
    *out = (Glossary){0};
    for (int number = 0; reader_row(&rest, &number, &line);) {
        line = slice_trim(line);
        if (out->count == LINES_MOST)
            return reader_fail(reader, number, "has more than %d words", LINES_MOST);
        out->glosses = arena_room(reader->arena, out->glosses, out->count, sizeof *out->glosses);
        out->glosses[out->count] = (Gloss){.own = own};
        if (!read_line(reader, number, line, &out->glosses[out->count++]))
            return false;
    }
    sort(out);
    for (int i = 1; i < out->count; i++)
        if (strcmp(out->glosses[i - 1].word, out->glosses[i].word) == 0)
            return reader_fail(reader, out->glosses[i].line, "has %s, as line %d has",
                               reader_quote(reader, slice_of(out->glosses[i].word)), out->glosses[i - 1].line);
    return true;
}

Glossary glossary_join(const Glossary *lesson, const Glossary *course, Arena *arena)
{
    Glossary out = {ARENA_ARRAY(arena, Gloss, (size_t)(lesson->count + course->count)), lesson->count};
    for (int i = 0; i < lesson->count; i++)
        out.glosses[i] = lesson->glosses[i];
    for (int i = 0; i < course->count; i++)
        if (!glossary_find(lesson, course->glosses[i].word))
            out.glosses[out.count++] = course->glosses[i];
    sort(&out);
    return out;
}

const Gloss *glossary_find(const Glossary *glossary, const char *word)
{
    int low = 0, high = glossary->count;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(word, glossary->glosses[middle].word);
        if (order == 0)
            return &glossary->glosses[middle];
        low = order > 0 ? middle + 1 : low;
        high = order > 0 ? high : middle;
    }
    return NULL;
}

void glossary_print(const Glossary *glossary, Bytes *out)
{
    for (int i = 0; i < glossary->count; i++) {
        const Gloss *gloss = &glossary->glosses[i];
        bytes_printf(out, "%s\t%s%s%s\n", gloss->word, gloss->text, gloss->note ? "\t" : "",
                     gloss->note ? gloss->note : "");
    }
}
