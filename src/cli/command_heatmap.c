/* attend heatmap: the alignment of one sentence as a picture or as numbers. */
#include "cli/pictures.h"

#include <string.h>

enum { FOREIGN_BYTES = 64 << 20 };

static bool draw(const Call *call, Picture *picture, Error *error)
{
    const Request *request = &call->request;
    if (!picture_begin(call, picture, 0, 0, error))
        return false;
    HeatmapOptions heatmap = {picture->view.theme, picture->view.map, request->as == HEATMAP_ARCS, !request->no_values,
                              (float)request->cell};
    ExportOptions options = {(float)request->scale, request->embed_fonts, picture->view.field.text};
    scene_heatmap_figure(picture->trace, &heatmap, picture->type, &picture->list);
    return export_picture(&picture->list, request->output, &options, error);
}

static bool write_numbers(const Trace *trace, const char *path, Arena *arena, Error *error)
{
    size_t m = (size_t)trace->step_count, n = (size_t)trace->n;
    const char **target = ARENA_ARRAY(arena, const char *, m);
    float *weights = ARENA_ARRAY(arena, float, m *n);
    for (size_t t = 0; t < m; t++) {
        target[t] = trace->steps[t].token;
        memcpy(weights + t * n, trace->steps[t].step.weights, n * sizeof *weights);
    }
    ExportMatrix matrix = {trace->source, trace->n, target, trace->step_count, weights};
    return export_alignment(&matrix, path, error);
}

/* Weights of another tool, or of a trace that was kept. */
static bool read_foreign(const char *path, Picture *out, Error *error)
{
    Bytes text = {0};
    *out = (Picture){0};
    if (!file_read_kind(path, FILE_INPUT, FOREIGN_BYTES, &text, error))
        return false;
    out->trace = trace_read_weights(bytes_slice(&text), path, error);
    bytes_finish(&text);
    return out->trace != NULL;
}

bool heatmap_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    if (request->from && call->count)
        return error_set(error, ERROR_USAGE, "--from F takes the place of MODEL and \"sentence\"");
    if (!request->from && call->count < 2)
        return error_set(error, ERROR_USAGE, "MODEL and \"sentence\" are needed, or --from F");
    Picture picture;
    ExportFormat format = export_format(request->output);
    bool ok = (request->from ? read_foreign(request->from, &picture, error)
                             : picture_open(call, call->arguments[1], "", &picture, error))
              && picture_weighs(picture.trace, error)
              && (export_is_numbers(format) ? write_numbers(picture.trace, request->output, call->arena, error)
                                            : draw(call, &picture, error));
    picture_close(&picture);
    return ok;
}
