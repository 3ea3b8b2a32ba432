/* Alignments as numbers. */
#include "export/export.h"

#include "base/file.h"
#include "base/json.h"

#include <math.h>
#include <string.h>

/* A field of RFC 4180: in quotes where it must be, or where a spreadsheet would trim it. */
static void csv_field(Bytes *out, const char *text)
{
    size_t length = strlen(text);
    bool edge = length && (text[0] == ' ' || text[length - 1] == ' ');
    if (!edge && !strpbrk(text, ",\"\r\n")) {
        bytes_add_text(out, text);
        return;
    }
    bytes_add_text(out, "\"");
    for (; *text; text++)
        bytes_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    bytes_add_text(out, "\"");
}

static void write_csv(const ExportMatrix *matrix, Bytes *out)
{
    for (int j = 0; j < matrix->n; j++) {
        bytes_add_text(out, ",");
        csv_field(out, matrix->source[j]);
    }
    bytes_add_text(out, "\r\n");
    for (int t = 0; t < matrix->m; t++) {
        csv_field(out, matrix->target[t]);
        for (int j = 0; j < matrix->n; j++)
            bytes_printf(out, ",%.9g", (double)matrix->weights[(size_t)t * (size_t)matrix->n + (size_t)j]);
        bytes_add_text(out, "\r\n");
    }
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

static void write_json(const ExportMatrix *matrix, Bytes *out)
{
    bytes_add_text(out, "{");
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
    bytes_add_text(out, "]}\n");
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
        write_csv(matrix, &out);
    else
        write_json(matrix, &out);
    bool ok = file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}
