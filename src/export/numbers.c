/* Alignments as numbers. */
#include "export/export.h"

#include "base/json.h"
#include "base/table.h"

#include <math.h>
#include <string.h>

void export_table(const ExportMatrix *matrix, char separator, Bytes *out)
{
    const char *end = separator == ',' ? "\r\n" : "\n";
    for (int j = 0; j < matrix->n; j++) {
        bytes_add(out, &separator, 1);
        table_put(out, slice_of(matrix->source[j]), separator);
    }
    bytes_add_text(out, end);
    for (int t = 0; t < matrix->m; t++) {
        table_put(out, slice_of(matrix->target[t]), separator);
        for (int j = 0; j < matrix->n; j++)
            bytes_printf(out, "%c%.9g", separator, (double)matrix->weights[(size_t)t * (size_t)matrix->n + (size_t)j]);
        bytes_add_text(out, end);
    }
}

ExportMatrix export_matrix_of(const Trace *trace, Arena *arena)
{
    size_t m = (size_t)trace->step_count, n = (size_t)trace->n;
    const char **target = ARENA_ARRAY(arena, const char *, m);
    float *weights = ARENA_ARRAY(arena, float, m *n);
    for (size_t t = 0; t < m; t++) {
        target[t] = trace->steps[t].token;
        memcpy(weights + t * n, trace->steps[t].step.weights, n * sizeof *weights);
    }
    return (ExportMatrix){trace->source, trace->n, target, trace->step_count, weights};
}

static void json_words(Bytes *out, const char *name, const char *const *words, int count)
{
    bytes_printf(out, "\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (i)
            bytes_add_text(out, ",");
        json_print_string(out, slice_of(words[i]));
    }
    bytes_add_text(out, "],\n");
}

void export_matrix(const ExportMatrix *matrix, Bytes *out)
{
    json_words(out, "source", matrix->source, matrix->n);
    bytes_add_text(out, " ");
    json_words(out, "target", matrix->target, matrix->m);
    bytes_add_text(out, " \"weights\":[");
    for (int t = 0; t < matrix->m; t++) {
        bytes_add_text(out, t ? ",\n  [" : "\n  [");
        for (int j = 0; j < matrix->n; j++)
            bytes_printf(out, "%s%.9g", j ? "," : "",
                         (double)matrix->weights[(size_t)t * (size_t)matrix->n + (size_t)j]);
        bytes_add_text(out, "]");
    }
    bytes_add_text(out, "]");
}

/* NumPy's format, version 1.0: a head of 64 bytes or a multiple, then the numbers, the lowest byte first. */
static void write_npy(const ExportMatrix *matrix, Bytes *out)
{
    Bytes head = {0};
    bytes_printf(&head, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", matrix->m, matrix->n);
    while ((10 + head.length + 1) % 64 != 0)
        bytes_add_text(&head, " ");
    bytes_add_text(&head, "\n");
    const unsigned char start[] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)head.length, (unsigned char)(head.length >> 8)};
    bytes_add(out, start, sizeof start);
    bytes_add(out, head.data, head.length);
    for (size_t i = 0; i < (size_t)matrix->m * (size_t)matrix->n; i++) {
        uint32_t bits;
        memcpy(&bits, &matrix->weights[i], sizeof bits);
        const unsigned char bytes[] = {(unsigned char)bits, (unsigned char)(bits >> 8), (unsigned char)(bits >> 16),
                                       (unsigned char)(bits >> 24)};
        bytes_add(out, bytes, sizeof bytes);
    }
    bytes_finish(&head);
}

bool export_alignment(const ExportMatrix *matrix, const char *path, Error *error)
{
    ExportFormat format = export_format(path);
    if (!export_is_numbers(format))
        return error_at(error, ERROR_USAGE, path, 0,
                        "the name of an alignment's numbers ends with .csv, .json or .npy");
    size_t count = (size_t)matrix->n * (size_t)matrix->m;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(matrix->weights[i]))
            return error_at(error, ERROR_FORMAT, path, 0, "is not written: a weight is not a finite number");
    Bytes out = {0};
    if (format == EXPORT_CSV)
        export_table(matrix, ',', &out);
    else if (format == EXPORT_NPY)
        write_npy(matrix, &out);
    else {
        bytes_add_text(&out, "{");
        export_matrix(matrix, &out);
        bytes_add_text(&out, "}\n");
    }
    bool ok = file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
