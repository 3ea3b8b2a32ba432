/* CSV and TSV, with words in the first row and the first column, in one of them, or in none; numbers with spaces
 * between them, as numpy.savetxt writes. */
#include "base/table.h"
#include "matrix/stack_parts.h"
#include "text/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct FieldSheet {
    MatrixStack *stack;
    char **fields; /* of all rows, one behind the other */
    int count;
    int *first;      /* [rows + 1] where each begins */
    int rows, above; /* above: rows of the file over the first */
    char separator;
    Error *error;
} FieldSheet;

static bool plain_number(const char *field, float *out)
{
    char *end;
    double value = strtod(field, &end);
    if (end == field || end[strspn(end, " ")])
        return false;
    *out = (float)value;
    return true;
}

/* "0,25", as spreadsheets of many countries write it. */
static bool comma_number(const char *field, float *out)
{
    char text[64];
    size_t length = strlen(field), comma = strcspn(field, ",");
    if (length >= sizeof text || comma == length || strspn(field, "+-0123456789,eE ") != length)
        return false;
    memcpy(text, field, length + 1);
    text[comma] = '.';
    return plain_number(text, out);
}

/* Where commas part the fields, one within a field may as well stand between thousands. */
static bool number_of(const FieldSheet *sheet, const char *field, float *out)
{
    return plain_number(field, out) || (sheet->separator != ',' && comma_number(field, out));
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

/* Are there semicolons, and commas in numbers alone? */
static bool has_decimal_commas(Slice line)
{
    char field[64];
    float value;
    Slice piece;
    bool semicolons = memchr(line.text, ';', line.length), commas = false;
    while (semicolons && slice_cut(&line, ';', &piece)) {
        piece = slice_trim(piece);
        if (!memchr(piece.text, ',', piece.length))
            continue;
        snprintf(field, sizeof field, "%.*s", (int)piece.length, piece.text);
        commas = semicolons = piece.length < sizeof field && comma_number(field, &value);
    }
    return commas;
}

/* Of the first line; a head's name has none, and then its table says it. */
static char separator_of(Slice text)
{
    Slice line;
    bool named = true;
    while (named && slice_cut(&text, '\n', &line)) {
        if (has_decimal_commas(line))
            return ';';
        for (const char *c = "\t,;"; *c; c++)
            if (memchr(line.text, *c, line.length))
                return *c;
        named = slice_starts(line, "head ") || slice_starts(line, "layer");
    }
    return ' ';
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
    char separator = sheet->separator = separator_of(text);
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
    const char *field = sheet->fields[sheet->first[row] + i];
    return plain_number(field, &value) || comma_number(field, &value);
}

static const char *corner_of(const FieldSheet *sheet)
{
    return sheet->fields[sheet->first[0]];
}

/* Words over the columns: a field of the first row is no number, or its corner is empty. */
static bool has_head(const FieldSheet *sheet)
{
    bool words = !*corner_of(sheet);
    for (int i = 0; i < width_of(sheet, 0); i++)
        words |= *sheet->fields[sheet->first[0] + i] && !is_number(sheet, 0, i);
    return words && (sheet->rows > 1 || is_number(sheet, 0, 0) || width_of(sheet, 0) < 2 || !is_number(sheet, 0, 1));
}

/* Words beside the rows. */
static bool has_side(const FieldSheet *sheet, bool head)
{
    if (head && (!*corner_of(sheet) || (sheet->rows > 1 && width_of(sheet, 0) + 1 == width_of(sheet, 1))))
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
        return stack_fail(sheet->stack, sheet->error, "row %d has %d field(s); expected %s%d weight(s)",
                          sheet->above + row + 1, width_of(sheet, row), side ? "a target word and " : "", columns);
    for (int j = 0; j < columns; j++) {
        const char *field = sheet->fields[sheet->first[row] + side + j];
        char shown[EXCERPT_SIZE];
        if (sheet->stack->masked && !*field)
            to[j] = NAN;
        else if (!number_of(sheet, field, &to[j]))
            return stack_fail(sheet->stack, sheet->error, "row %d has '%s' for weight %d; expected a number%s",
                              sheet->above + row + 1, slice_excerpt(slice_of(field), shown), j + 1,
                              comma_number(field, &to[j]) ? " with a decimal point" : "");
    }
    return true;
}

/* Which of its rows and fields are words. */
typedef struct SheetWords {
    bool head, side, corner;
    int rows, columns; /* of weights */
} SheetWords;

static SheetWords find_words(const FieldSheet *sheet)
{
    SheetWords found = {.head = has_head(sheet)};
    found.side = has_side(sheet, found.head);
    bool wide = sheet->rows < 2 || width_of(sheet, 0) == width_of(sheet, 1) || !*corner_of(sheet);
    found.corner = found.head && found.side && wide;
    found.rows = sheet->rows - found.head;
    found.columns = width_of(sheet, 0) - (found.head ? found.corner : found.side);
    return found;
}

static bool read_rows(const FieldSheet *sheet, const SheetWords *words, float *values)
{
    for (int t = 0; t < words->rows; t++)
        if (!read_row(sheet, t + words->head, words->side, values + (size_t)t * (size_t)words->columns))
            return false;
    return true;
}

static void take_words(const FieldSheet *sheet, const SheetWords *words)
{
    MatrixStack *stack = sheet->stack;
    if (words->head)
        stack->source = (const char **)sheet->fields + sheet->first[0] + words->corner;
    if (words->side)
        stack->target = ARENA_ARRAY(&stack->arena, const char *, (size_t)words->rows);
    for (int t = 0; words->side && t < words->rows; t++)
        stack->target[t] = sheet->fields[sheet->first[t + words->head]];
}

/* `dimensions` of `shape`, whose last two are filled in. */
static bool make_room(const FieldSheet *sheet, const SheetWords *words, size_t *shape, int dimensions)
{
    MatrixStack *stack = sheet->stack;
    if (words->rows < 1 || words->columns < 1)
        return stack_fail(stack, sheet->error, "is a table without weights; expected a row for each target word");
    shape[dimensions - 2] = (size_t)words->rows;
    shape[dimensions - 1] = (size_t)words->columns;
    if (!stack_shape(stack, shape, dimensions, sheet->error))
        return false;
    size_t matrices = (size_t)stack->layers * (size_t)stack->heads;
    stack->values = ARENA_ARRAY(&stack->arena, float, matrices *shape[dimensions - 2] * shape[dimensions - 1]);
    return true;
}

static bool read_one(const FieldSheet *sheet)
{
    SheetWords words = find_words(sheet);
    size_t shape[2];
    if (!make_room(sheet, &words, shape, 2))
        return false;
    take_words(sheet, &words);
    return read_rows(sheet, &words, sheet->stack->values);
}

/* ---- a table for each head ---- */

typedef struct SheetBlock {
    int row;         /* of its name */
    int layer, head; /* layer -1: heads alone */
} SheetBlock;

/* The number behind the word, and on behind both. */
static bool take_index(const char **text, const char *word, int *out)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || !strspn(*text + length, "0123456789"))
        return false;
    char *end;
    long number = strtol(*text + length, &end, 10);
    *text = end;
    *out = (int)number;
    return number < 1000000;
}

/* "head 3" or "layer 0 head 3". */
static bool name_of(const char *field, SheetBlock *out)
{
    out->layer = -1;
    if (take_index(&field, "layer ", &out->layer) && *field++ != ' ')
        return false;
    return take_index(&field, "head ", &out->head) && !*field;
}

static int find_blocks(const FieldSheet *sheet, SheetBlock **blocks)
{
    int count = 0;
    SheetBlock block;
    *blocks = NULL;
    for (block.row = 0; block.row < sheet->rows; block.row++)
        if (width_of(sheet, block.row) == 1 && name_of(sheet->fields[sheet->first[block.row]], &block)) {
            *blocks = arena_room(&sheet->stack->arena, *blocks, count, sizeof **blocks);
            (*blocks)[count++] = block;
        }
    return count && (*blocks)->row == 0 ? count : 0;
}

static FieldSheet rows_of(const FieldSheet *sheet, const SheetBlock *blocks, int count, int i)
{
    FieldSheet part = *sheet;
    part.above = blocks[i].row + 1;
    part.first += part.above;
    part.rows = (i + 1 < count ? blocks[i + 1].row : sheet->rows) - part.above;
    return part;
}

static bool same_words(const SheetWords *a, const SheetWords *b)
{
    return a->rows == b->rows && a->columns == b->columns && a->head == b->head && a->side == b->side;
}

/* Layer by layer the same heads, each table as large as the first. */
static bool read_blocks(const FieldSheet *sheet, const SheetBlock *blocks, int count)
{
    MatrixStack *stack = sheet->stack;
    int heads = 1;
    while (heads < count && blocks[heads].layer == blocks[0].layer)
        heads++;
    size_t shape[4] = {(size_t)(count / heads), (size_t)heads};
    bool layered = blocks[0].layer >= 0;
    SheetWords first = {0};
    for (int i = 0; i < count; i++) {
        const SheetBlock *block = &blocks[i];
        FieldSheet part = rows_of(sheet, blocks, count, i);
        if (part.rows < 1)
            return stack_fail(stack, sheet->error, "row %d names a head without a table", part.above);
        SheetWords words = find_words(&part);
        if (i == 0 && !make_room(&part, &words, shape + !layered, 3 + layered))
            return false;
        if (i == 0) {
            take_words(&part, &words);
            first = words;
        }
        if (count % heads || block->layer != blocks[i - i % heads].layer || block->head != blocks[i % heads].head)
            return stack_fail(stack, sheet->error,
                              "row %d names another head than was expected: the same ones in each layer", part.above);
        if (!same_words(&words, &first))
            return stack_fail(stack, sheet->error,
                              "has %d x %d weights below row %d; expected %d x %d, as in its first table", words.rows,
                              words.columns, part.above, first.rows, first.columns);
        if (!read_rows(&part, &words, stack_matrix(stack, i / heads, i % heads)))
            return false;
        if (layered)
            stack->layer_names[i / heads] = block->layer;
        stack->head_names[i % heads] = block->head;
    }
    return true;
}

static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    (void)i;
    FieldSheet sheet = {.stack = stack, .error = error};
    if (!take_fields(&sheet, file->text))
        return false;
    if (sheet.rows == 0)
        return stack_fail(stack, error, "is empty; expected weights");
    SheetBlock *blocks;
    int count = find_blocks(&sheet, &blocks);
    if (count ? read_blocks(&sheet, blocks, count) : read_one(&sheet))
        return true;
    if (sheet.rows > 1 && stack_is_pairs(file->text)) {
        Error place = *error;
        stack_fail(stack, error, "holds words, as sentence pairs do; expected weights: %s", place.message);
    }
    return false;
}

const StackFormat SHEET_FORMAT = {.read = read_file};

/* ---- sentence pairs instead ---- */

enum {
    PAIR_ROWS = 3,        /* so many rows of two whole numbers are no matrix of a sentence */
    PAIRS_FRONT = 1 << 16 /* bytes that are looked at */
};

/* Words are those below a first row and beside a first column, parts the numbers with a decimal point. */
typedef struct FieldCount {
    int words, numbers, parts;
    float most;
} FieldCount;

static FieldCount count_fields(const FieldSheet *sheet)
{
    FieldCount count = {0};
    for (int row = 0; row < sheet->rows; row++)
        for (int i = 0; i < width_of(sheet, row); i++) {
            float value;
            bool number = number_of(sheet, sheet->fields[sheet->first[row] + i], &value);
            bool aside = (row == 0 && sheet->rows > 1) || (i == 0 && width_of(sheet, row) > 1);
            count.words += !number && !aside;
            count.numbers += number;
            count.parts += number && value != floorf(value);
            count.most = number ? fmaxf(count.most, value) : count.most;
        }
    return count;
}

static bool names_pairs(const FieldSheet *sheet)
{
    Slice fields[16];
    int columns[3], width = width_of(sheet, 0) < 16 ? width_of(sheet, 0) : 16;
    for (int i = 0; i < width; i++)
        fields[i] = slice_of(sheet->fields[sheet->first[0] + i]);
    return corpus_columns(fields, width, columns);
}

static bool holds_pairs(const FieldSheet *sheet)
{
    if (sheet->rows == 0 || names_pairs(sheet))
        return sheet->rows > 0;
    FieldCount count = count_fields(sheet);
    bool two = true;
    for (int row = 0; row < sheet->rows; row++)
        two = two && width_of(sheet, row) == 2;
    if (count.words > count.numbers || !two)
        return count.words > count.numbers;
    bool head = !is_number(sheet, 0, 0) && !is_number(sheet, 0, 1);
    return *corner_of(sheet) && count.parts == 0 && count.most > 1 && (head || sheet->rows >= PAIR_ROWS);
}

bool stack_is_pairs(Slice text)
{
    MatrixStack scratch = {.name = ""};
    Error none = {0};
    FieldSheet sheet = {.stack = &scratch, .error = &none};
    SheetBlock *blocks;
    text = slice_unmarked(text);
    if (text.length > PAIRS_FRONT && memchr(text.text, '\n', PAIRS_FRONT))
        for (text.length = PAIRS_FRONT; text.text[text.length - 1] != '\n';)
            text.length--;
    Slice trimmed = slice_trim(text);
    bool pairs = trimmed.length && !strchr("{[", *trimmed.text) && !memchr(text.text, '\0', text.length)
                 && utf8_valid(text) && !links_are(trimmed);
    pairs = pairs && (take_fields(&sheet, text) || sheet.rows) && !find_blocks(&sheet, &blocks) && holds_pairs(&sheet);
    stack_finish(&scratch);
    return pairs;
}
