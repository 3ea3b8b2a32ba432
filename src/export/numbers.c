/* Weights as numbers. */
#include "export/export.h"

#include "base/json.h"
#include "base/table.h"

#include <math.h>
#include <string.h>

/* With all its digits; `blank` where it is none. */
static void put_number(float value, const char *blank, Bytes *out)
{
    if (isnan(value))
        bytes_add_text(out, blank);
    else
        bytes_printf(out, "%.9g", (double)value);
}

static void put_matrix(const MatrixStack *stack, const float *values, char separator, Bytes *out)
{
    Arena arena = {0};
    const char *end = separator == ',' ? "\r\n" : "\n";
    for (int j = 0; j < stack->columns; j++) {
        bytes_add(out, &separator, 1);
        table_put(out, slice_of(stack_word(stack, false, j, &arena)), separator);
    }
    bytes_add_text(out, end);
    for (int t = 0; t < stack->rows; t++) {
        table_put(out, slice_of(stack_word(stack, true, t, &arena)), separator);
        for (int j = 0; j < stack->columns; j++, values++) {
            bytes_add(out, &separator, 1);
            put_number(*values, "", out);
        }
        bytes_add_text(out, end);
    }
    arena_finish(&arena);
}

void export_table(const MatrixStack *stack, char separator, Bytes *out)
{
    for (int i = 0; i < stack_matrices(stack); i++) {
        int layer = i / stack->heads, head = i % stack->heads;
        if (stack_matrices(stack) > 1 && stack->layered)
            bytes_printf(out, "%slayer %d head %d\r\n", i ? "\r\n" : "", stack->layer_names[layer],
                         stack->head_names[head]);
        else if (stack_matrices(stack) > 1)
            bytes_printf(out, "%shead %d\r\n", i ? "\r\n" : "", stack->head_names[head]);
        put_matrix(stack, stack_matrix(stack, layer, head), separator, out);
    }
}

static void json_words(const MatrixStack *stack, bool target, Bytes *out)
{
    Arena arena = {0};
    bytes_printf(out, "\"%s\":[", target ? "target" : "source");
    for (int i = 0; i < (target ? stack->rows : stack->columns); i++) {
        if (i)
            bytes_add_text(out, ",");
        json_print_string(out, slice_of(stack_word(stack, target, i, &arena)));
    }
    bytes_add_text(out, "],\n ");
    arena_finish(&arena);
}

static void json_names(const char *name, const int *numbers, int count, Bytes *out)
{
    bytes_printf(out, "\"%s\":[", name);
    for (int i = 0; i < count; i++)
        bytes_printf(out, "%s%d", i ? "," : "", numbers[i]);
    bytes_add_text(out, "],\n ");
}

/* The sizes that a file has: one matrix alone is [row][column]. Returns how many. */
static int shape_of(const MatrixStack *stack, int shape[4])
{
    const int all[] = {stack->layers, stack->heads, stack->rows, stack->columns};
    int count = stack_matrices(stack) == 1 ? 2 : stack->layered ? 4 : 3;
    memcpy(shape, all + 4 - count, (size_t)count * sizeof *shape);
    return count;
}

static void json_nested(const float **next, const int *shape, int dimensions, Bytes *out)
{
    bytes_add_text(out, "[");
    for (int i = 0; i < *shape; i++)
        if (dimensions == 1) {
            bytes_add_text(out, i ? "," : "");
            put_number(*(*next)++, "null", out);
        } else {
            bytes_add_text(out, i ? ",\n  " : "\n  ");
            json_nested(next, shape + 1, dimensions - 1, out);
        }
    bytes_add_text(out, "]");
}

void export_matrix(const MatrixStack *stack, Bytes *out)
{
    int shape[4], dimensions = shape_of(stack, shape);
    const float *next = stack->values;
    json_words(stack, false, out);
    json_words(stack, true, out);
    if (dimensions > 3)
        json_names("layers", stack->layer_names, stack->layers, out);
    if (dimensions > 2)
        json_names("heads", stack->head_names, stack->heads, out);
    bytes_add_text(out, stack->is_signed ? "\"signed\":true,\n " : "");
    bytes_add_text(out, "\"weights\":");
    json_nested(&next, shape, dimensions, out);
}

/* NumPy's format, version 1.0: a head of 64 bytes or a multiple, then the numbers, the lowest byte first. */
static void write_npy(const MatrixStack *stack, Bytes *out)
{
    Bytes head = {0};
    int shape[4], dimensions = shape_of(stack, shape);
    size_t count = 1;
    bytes_add_text(&head, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
    for (int i = 0; i < dimensions; count *= (size_t)shape[i++])
        bytes_printf(&head, "%s%d", i ? ", " : "", shape[i]);
    bytes_add_text(&head, "), }");
    while ((10 + head.length + 1) % 64 != 0)
        bytes_add_text(&head, " ");
    bytes_add_text(&head, "\n");
    const unsigned char start[] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)head.length, (unsigned char)(head.length >> 8)};
    bytes_add(out, start, sizeof start);
    bytes_add(out, head.data, head.length);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &stack->values[i], sizeof bits);
        const unsigned char bytes[] = {(unsigned char)bits, (unsigned char)(bits >> 8), (unsigned char)(bits >> 16),
                                       (unsigned char)(bits >> 24)};
        bytes_add(out, bytes, sizeof bytes);
    }
    bytes_finish(&head);
}

bool export_alignment(const MatrixStack *stack, const char *path, Error *error)
{
    ExportFormat format = export_format(path);
    if (!export_is_numbers(format))
        return error_at(error, ERROR_USAGE, path, 0,
                        "the name of an alignment's numbers ends with .csv, .json or .npy");
    size_t count = stack_count(stack);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(stack->values[i]) && !(stack->masked && isnan(stack->values[i])))
            return error_at(error, ERROR_FORMAT, path, 0, "is not written: a weight is not a finite number");
    Bytes out = {0};
    if (format == EXPORT_CSV)
        export_table(stack, ',', &out);
    else if (format == EXPORT_NPY)
        write_npy(stack, &out);
    else {
        bytes_add_text(&out, "{");
        export_matrix(stack, &out);
        bytes_add_text(&out, "}\n");
    }
    bool ok = file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
