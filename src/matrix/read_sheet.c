/* CSV and TSV, with words in the first row and the first column, in one of them, or in none; numbers with spaces
 * between them, as numpy.savetxt writes. */
#include "base/table.h"
#include "matrix/stack_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct FieldSheet {
    MatrixStack *stack;
    char **fields; /* of all rows, one behind the other */
    int count;
    int *first; /* [rows + 1] where each begins */
    int rows;
    Error *error;
} FieldSheet;

static bool number_of(const char *field, float *out)
{
    char *end;
    double value = strtod(field, &end);
    if (end == field || end[strspn(end, " ")])
        return false;
    *out = (float)value;
    return true;
}

static void add_field(FieldSheet *sheet, Slice text)
{
    Arena *arena = &sheet->stack->arena;
    sheet->fields = arena_room(arena, sheet->fields, sheet->count, sizeof *sheet->fields);
    sheet->fields[sheet->count++] = seen_word(arena, text);
}

static void end_row(FieldSheet *sheet)
{
    sheet->first = arena_room(&sheet->stack->arena, sheet->first, sheet->rows + 1, sizeof *sheet->first);
    sheet->first[++sheet->rows] = sheet->count;
}

static char separator_of(Slice text)
{
    const char *end = memchr(text.text, '\n', text.length);
    size_t length = end ? (size_t)(end - text.text) : text.length;
    return memchr(text.text, '\t', length)  ? '\t'
           : memchr(text.text, ',', length) ? ','
           : memchr(text.text, ';', length) ? ';'
                                            : ' ';
}

static void take_spaced(FieldSheet *sheet, Slice text)
{
    Slice line, field;
    while (slice_cut(&text, '\n', &line)) {
        line = slice_trim(line);
        for (int before = sheet->count; line.length || before < sheet->count; line = slice_trim(line)) {
            if (!line.length) {
                end_row(sheet);
                break;
            }
            slice_cut(&line, ' ', &field);
            add_field(sheet, field);
        }
    }
}

static bool take_fields(FieldSheet *sheet, Slice text)
{
    char separator = separator_of(text);
    sheet->first = ARENA_NEW(&sheet->stack->arena, int);
    if (separator == ' ') {
        take_spaced(sheet, text);
        return true;
    }
    Slice field;
    bool last;
    while (table_take(&text, separator, &sheet->stack->arena, &field, &last)) {
        add_field(sheet, field);
        bool blank = last && field.length == 0 && sheet->count == sheet->first[sheet->rows] + 1;
        if (blank)
            sheet->count--; /* a line without anything */
        else if (last)
            end_row(sheet);
    }
    return text.length == 0
           || stack_fail(sheet->stack, sheet->error, "row %d has a field in quotes that does not end as it should",
                         sheet->rows + 1);
}

static int width_of(const FieldSheet *sheet, int row)
{
    return sheet->first[row + 1] - sheet->first[row];
}

static bool is_number(const FieldSheet *sheet, int row, int i)
{
    float value;
    return number_of(sheet->fields[sheet->first[row] + i], &value);
}

/* Words over the columns: a field of the first row is no number. */
static bool has_head(const FieldSheet *sheet)
{
    bool words = false;
    for (int i = 0; i < width_of(sheet, 0); i++)
        words |= !is_number(sheet, 0, i);
    return words && (sheet->rows > 1 || is_number(sheet, 0, 0) || width_of(sheet, 0) < 2 || !is_number(sheet, 0, 1));
}

/* Words beside the rows. */
static bool has_side(const FieldSheet *sheet, bool head)
{
    if (head && (!*sheet->fields[0] || (sheet->rows > 1 && width_of(sheet, 0) + 1 == width_of(sheet, 1))))
        return true;
    for (int row = head; row < sheet->rows; row++)
        if (!is_number(sheet, row, 0))
            return true;
    return false;
}

static bool read_row(const FieldSheet *sheet, int row, bool side, float *to)
{
    int columns = sheet->stack->columns;
    if (width_of(sheet, row) != columns + side)
        return stack_fail(sheet->stack, sheet->error, "row %d has %d fields; expected %s%d weights", row + 1,
                          width_of(sheet, row), side ? "a target word and " : "", columns);
    for (int j = 0; j < columns; j++) {
        const char *field = sheet->fields[sheet->first[row] + side + j];
        char shown[EXCERPT_SIZE];
        if (!number_of(field, &to[j]))
            return stack_fail(sheet->stack, sheet->error, "row %d has '%s' for weight %d; expected a number", row + 1,
                              slice_excerpt(slice_of(field), shown), j + 1);
    }
    return true;
}

static bool read_rows(FieldSheet *sheet)
{
    MatrixStack *stack = sheet->stack;
    bool head = has_head(sheet), side = has_side(sheet, head);
    int columns = head ? width_of(sheet, 0) : width_of(sheet, 0) - side;
    bool corner = head && side && (sheet->rows < 2 || width_of(sheet, 0) == width_of(sheet, 1) || !*sheet->fields[0]);
    columns -= corner;
    if (sheet->rows - head < 1 || columns < 1)
        return stack_fail(stack, sheet->error, "is a table without weights; expected a row for each target word");
    size_t shape[2] = {(size_t)(sheet->rows - head), (size_t)columns};
    if (!stack_shape(stack, shape, 2, sheet->error))
        return false;
    stack->values = ARENA_ARRAY(&stack->arena, float, shape[0] * shape[1]);
    if (head)
        stack->source = (const char **)sheet->fields + corner;
    if (side)
        stack->target = ARENA_ARRAY(&stack->arena, const char *, shape[0]);
    for (int t = 0; t < stack->rows; t++) {
        if (side)
            stack->target[t] = sheet->fields[sheet->first[t + head]];
        if (!read_row(sheet, t + head, side, stack->values + (size_t)t * shape[1]))
            return false;
    }
    return true;
}

bool sheet_read(MatrixStack *stack, Slice text, Error *error)
{
    FieldSheet sheet = {.stack = stack, .error = error};
    return take_fields(&sheet, text) && (sheet.rows > 0 || stack_fail(stack, error, "is empty; expected weights"))
           && read_rows(&sheet);
}
