/* What the readers of engines' lines share: words, links and shares that stand on a line. */
#include "base/digits.h"
#include "matrix/stack_parts.h"

#include <math.h>

bool next_line(Slice *rest, Slice *line, int *number)
{
    (void)number;
    if (slice_trim(*rest).length == 0 || !slice_cut(rest, '\n', line))
        return false;
    *line = slice_trim(*line);
    return true;
}

/* ---- words ---- */

bool line_words(MatrixStack *stack, Slice text, bool target, Error *error)
{
    Arena *arena = &stack->arena;
    int expected = target ? stack->rows : stack->columns, count = 0;
    const char **words = NULL;
    for (Slice word; links_next(&text, &word); count++) {
        words = arena_room(arena, words, count, sizeof *words);
        words[count] = seen_word(arena, word);
    }
    if (count == expected - 1) {
        words = arena_room(arena, words, count, sizeof *words);
        words[count++] = "</s>";
    }
    *(target ? &stack->target : &stack->source) = words;
    return count == expected
           || stack_fail(stack, error,
                         "has a %s of %d word(s); expected %d, or %d with the end mark, as many as its weights have %s",
                         target ? "target" : "source", count, expected - 1, expected, target ? "rows" : "columns");
}

/* ---- links ---- */

static bool make_matrix(MatrixStack *stack, size_t rows, size_t columns, Error *error)
{
    size_t shape[2] = {rows, columns};
    if (!stack_shape(stack, shape, 2, error))
        return false;
    stack->values = ARENA_ARRAY(&stack->arena, float, rows *columns);
    return true;
}

bool place_links(MatrixStack *stack, const StackLink *links, int count, int rows, int columns, Error *error)
{
    rows = rows > 0 ? rows : 1;
    columns = columns > 0 ? columns : 1;
    for (int k = 0; k < count; k++) {
        rows = links[k].row >= rows ? links[k].row + 1 : rows;
        columns = links[k].column >= columns ? links[k].column + 1 : columns;
    }
    if (!make_matrix(stack, (size_t)rows, (size_t)columns, error))
        return false;
    stack->linked = true;
    for (int k = 0; k < count; k++)
        stack->values[(size_t)links[k].row * (size_t)columns + (size_t)links[k].column] = 1;
    return true;
}

static bool take_links(MatrixStack *stack, Slice text, LinkFormat format, int rows, int columns, Error *error)
{
    StackLink *links;
    int count;
    return links_read(text, format, stack->name, &stack->arena, &links, &count, error)
           && place_links(stack, links, count, rows, columns, error);
}

/* ---- shares ---- */

bool cut_line(Slice *rest, Slice *line)
{
    return rest->length && slice_cut(rest, '\n', line);
}

static bool cut_comma(Slice *row, Slice *share)
{
    return row->length && slice_cut(row, ',', share);
}

/* Its first row has several shares of 1, and no number of another country's "0,25". */
bool shares_are(Slice text)
{
    Slice row, share;
    double value, sum = 0;
    int count = 0;
    for (bool more = links_next(&text, &row); more && cut_comma(&row, &share); count++, sum += value)
        if (!digits_read(share, &value) || !(value >= 0))
            return false;
    return count > 1 && fabs(sum - 1) < 0.02;
}

int count_cuts(Slice text, Cut *cut)
{
    int count = 0;
    for (Slice piece; cut(&text, &piece);)
        count++;
    return count;
}

bool line_rows(MatrixStack *stack, Slice text, Cut *next_row, Cut *next_number, Error *error)
{
    int rows = count_cuts(text, next_row), columns = 0;
    Slice rest = text, row, number;
    if (next_row(&rest, &row))
        columns = count_cuts(row, next_number);
    if (!make_matrix(stack, (size_t)rows, (size_t)columns, error))
        return false;
    float *next = stack->values;
    for (int t = 1; next_row(&text, &row); t++) {
        int there = count_cuts(row, next_number);
        if (there != columns)
            return stack_fail(stack, error, "row %d has %d weight(s); expected %d, as the first one has", t, there,
                              columns);
        for (int j = 1; next_number(&row, &number); j++) {
            char shown[EXCERPT_SIZE];
            double value;
            if (!digits_read(number, &value))
                return stack_fail(stack, error, "row %d has '%s' for weight %d; expected a number", t,
                                  slice_excerpt(number, shown), j);
            *next++ = (float)value;
        }
    }
    return true;
}

/* ---- of a sentence ---- */

bool line_alignment(MatrixStack *stack, Slice text, LinkFormat format, Slice source, Slice target, Error *error)
{
    stack->ended = shares_are(text);
    bool ok = stack->ended ? line_rows(stack, text, links_next, cut_comma, error)
                           : take_links(stack, text, format, count_cuts(target, links_next),
                                        count_cuts(source, links_next), error);
    return ok && (!source.text || line_words(stack, source, false, error))
           && (!target.text || line_words(stack, target, true, error));
}

/* ---- a sentence a line ---- */

/* Links, or the shares of two target words: those of one may be a row of a table. */
static bool is_links(const StackFile *file)
{
    Slice rest = slice_trim(file->text), line, row;
    return links_are(rest)
           || (cut_line(&rest, &line) && shares_are(line) && links_next(&line, &row) && links_next(&line, &row));
}

static bool read_links(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    (void)i;
    return line_alignment(stack, file->text, file->links, (Slice){0}, (Slice){0}, error);
}

const StackFormat LINKS_FORMAT = {.is = is_links, .next = next_line, .read = read_links};
