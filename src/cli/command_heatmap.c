/* attend heatmap: the alignment of one sentence as a picture or as numbers. */
#include "cli/pictures.h"

typedef struct Request {
    const char *output, *from;
    int theme, map;
    bool no_values, embed_fonts;
    double cell, scale;
} Request;

static const Request DEFAULTS = {.theme = THEME_LIGHT, .map = MAP_PAPER, .scale = 2};

static const Option OPTIONS[] = {
    {"output", 'o', OPTION_OUTPUT, offsetof(Request, output), "F", "the file", .names = EXPORT_ENDINGS},
    {"from", 0, OPTION_TEXT, offsetof(Request, from), "F.json|F.csv",
     "weights of any tool instead of MODEL and sentence: {\"source\":[],\"target\":[],\"weights\":[[]]}, a trace that "
     "attend printed, or a table (.csv or .tsv) with source words in its first row"},
    {"theme", 0, OPTION_NAME, offsetof(Request, theme), NULL, "the ground", .names = THEME_NAMES},
    {"map", 0, OPTION_NAME, offsetof(Request, map), NULL, "colours of the weights", .names = MAP_NAMES},
    {"no-values", 0, OPTION_FLAG, offsetof(Request, no_values), NULL, "leave the numbers in the cells out"},
    {"cell", 0, OPTION_NUMBER, offsetof(Request, cell), "PX", "size of a cell; chosen by the length if not given",
     .least = 4, .most = 400},
    {"scale", 0, OPTION_NUMBER, offsetof(Request, scale), "X", "PNG: pixels for a px; 2 if not given", .least = 0.25,
     .most = 16},
    {"embed-fonts", 0, OPTION_FLAG, offsetof(Request, embed_fonts), NULL, "SVG: put the glyphs into the file"},
};

enum { FOREIGN_BYTES = 64 << 20 };

static bool draw(const Request *request, const Trace *trace, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    if (!type)
        return false;
    HeatmapOptions heatmap = {theme_get((ThemeKind)request->theme), (ColorMap)request->map, !request->no_values,
                              (float)request->cell};
    ExportOptions options = {(float)request->scale, request->embed_fonts, picture_title(trace, arena)};
    DrawList list = {0};
    scene_heatmap_figure(trace, &heatmap, type, &list);
    bool ok = export_picture(&list, request->output, &options, error);
    drawlist_finish(&list);
    picture_fonts_close(type);
    return ok;
}

static bool write_trace(const Request *request, const Trace *trace, Arena *arena, Error *error)
{
    ExportMatrix matrix;
    ExportFormat format = export_format(request->output);
    if (!picture_alignment(trace, arena, &matrix, error))
        return false;
    if (format == EXPORT_CSV || format == EXPORT_JSON)
        return export_alignment(&matrix, request->output, error);
    return draw(request, trace, arena, error);
}

/* Weights of another tool, or of a trace that was kept. */
static bool write_foreign(const Request *request, Arena *arena, Error *error)
{
    Bytes text = {0};
    if (!file_read_kind(request->from, FILE_INPUT, FOREIGN_BYTES, &text, error))
        return false;
    Trace *trace = trace_read_weights(bytes_slice(&text), request->from, error);
    bool ok = trace && write_trace(request, trace, arena, error);
    trace_destroy(trace);
    bytes_finish(&text);
    return ok;
}

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    ModelSource source;
    if (request->from)
        return call->count == 0 ? write_foreign(request, call->arena, error)
                                : error_set(error, ERROR_USAGE, "--from F takes the place of MODEL and \"sentence\"");
    if (call->count < 2)
        return error_set(error, ERROR_USAGE, "MODEL and \"sentence\" are needed, or --from F");
    if (!source_open(call->arguments[0], call->arena, &source, error))
        return false;
    Trace *trace = trace_decode(&source.model, slice_of(call->arguments[1]), NULL, error);
    bool ok = trace && write_trace(request, trace, call->arena, error);
    trace_destroy(trace);
    source_finish(&source);
    return ok;
}

const Command command_heatmap = {
    .name = "heatmap",
    .arguments = "MODEL \"sentence\" | --from F",
    .summary = "Write the alignment of a sentence as a picture or as numbers",
    .details =
        "The ending of the file says what it becomes. An existing file is replaced when the new one is complete.",
    .least = 0,
    .most = 2,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
