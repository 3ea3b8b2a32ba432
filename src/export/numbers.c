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

bool export_alignment(const ExportMatrix *matrix, const char *path, Error *error)
{
    ExportFormat format = export_format(path);
    if (format != EXPORT_CSV && format != EXPORT_JSON)
        return error_at(error, ERROR_USAGE, path, 0, "the name of an alignment's numbers ends with .csv or .json");
    size_t count = (size_t)matrix->n * (size_t)matrix->m;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(matrix->weights[i]))
            return error_at(error, ERROR_FORMAT, path, 0, "is not written: a weight is not a finite number");
    Bytes out = {0};
    if (format == EXPORT_CSV)
        export_table(matrix, ',', &out);
    else {
        bytes_add_text(&out, "{");
        export_matrix(matrix, &out);
        bytes_add_text(&out, "}\n");
    }
    bool ok = file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
