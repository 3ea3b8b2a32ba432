/* attend moments: the whole decode as pictures, one a moment, and the heatmap: what there is to look at where there is
 * no display. */
#include "cli/pictures.h"

typedef struct Request {
    const char *output, *sentence;
    int width, height, theme, language;
    bool stage;
    double scale;
} Request;

static const Request DEFAULTS = {
    .width = 1440, .height = 900, .theme = THEME_LIGHT, .language = LANGUAGE_ENGLISH, .scale = 1};

static const Option OPTIONS[] = {
    {"output", 'o', OPTION_OUTPUT, offsetof(Request, output), "DIR",
     "the folder of the pictures; made if it is not there"},
    {"sentence", 0, OPTION_TEXT, offsetof(Request, sentence), "S", "another sentence than the lesson's"},
    {"stage", 0, OPTION_FLAG, offsetof(Request, stage), NULL, "the stage alone instead of the whole window"},
    {"width", 0, OPTION_WHOLE, offsetof(Request, width), "PX", "1440 if not given", .least = 320, .most = 8192},
    {"height", 0, OPTION_WHOLE, offsetof(Request, height), "PX", "900 if not given", .least = 200, .most = 8192},
    {"theme", 0, OPTION_NAME, offsetof(Request, theme), NULL, "the colours", .names = THEME_NAMES},
    {"language", 0, OPTION_NAME, offsetof(Request, language), NULL, "of the words", .names = LANGUAGE_NAMES},
    {"scale", 0, OPTION_NUMBER, offsetof(Request, scale), "X", "pixels for a px; 1 if not given", .least = 0.25,
     .most = 8},
};

/* "012-step1-softmax.png", "003-word1-forward.png", "001-start.png": in the order of a listing. */
static char *file_name(const Moment *moment, int index, Arena *arena)
{
    char place[32] = "";
    if (moment->step >= 0)
        snprintf(place, sizeof place, "step%d-", moment->step + 1);
    else if (moment->position >= 0)
        snprintf(place, sizeof place, "word%d-", moment->position + 1);
    return arena_printf(arena, "%03d-%s%s.png", index + 1, place, MOMENT_NAMES[moment->kind]);
}

static bool draw_moment(const Request *request, const View *view, const Type *type, DrawList *list, Arena *arena,
                        Error *error)
{
    Moment moment = moment_at(view->trace, (int)view->cursor);
    const char *path = path_join(arena, request->output, file_name(&moment, (int)view->cursor, arena));
    if (request->stage)
        scene_stage_figure(view, type, list);
    else
        scene_window(view, type, list);
    return export_png(list, (float)request->scale, path, error);
}

static bool draw_heatmap(const Request *request, const Trace *trace, const Type *type, DrawList *list, Arena *arena,
                         Error *error)
{
    if (!config_weighs(&trace->config))
        return true;
    HeatmapOptions options = {theme_get((ThemeKind)request->theme), MAP_PAPER, true, 0};
    scene_heatmap_figure(trace, &options, type, list);
    return export_png(list, 2 * (float)request->scale, path_join(arena, request->output, "heatmap.png"), error);
}

static bool draw_all(const Request *request, View *view, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    if (!type)
        return false;
    DrawList list = {0};
    int count = moment_count(view->trace);
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        view->cursor = i;
        ok = draw_moment(request, view, type, &list, arena, error);
    }
    ok = ok && draw_heatmap(request, view->trace, type, &list, arena, error);
    drawlist_finish(&list);
    picture_fonts_close(type);
    if (!ok)
        return false;
    Bytes line = {0};
    bytes_printf(&line, "%s: %d moments%s\n", request->output, count,
                 config_weighs(&view->trace->config) ? " and heatmap.png" : "");
    ok = output_write(&line, error);
    bytes_finish(&line);
    return ok;
}

static bool draw_source(const Request *request, const ModelSource *source, Arena *arena, Error *error)
{
    const char *sentence = request->sentence ? request->sentence : source->lesson ? source->lesson->sentence : NULL;
    if (!sentence)
        return error_set(error, ERROR_USAGE, "a model file needs --sentence S; only a lesson has one of its own");
    Trace *trace = trace_decode(&source->model, slice_of(sentence), NULL, error);
    bool ok = trace != NULL;
    if (ok) {
        View view = picture_view(source, trace, arena, (ThemeKind)request->theme, request->width, request->height);
        view.language = (Language)request->language;
        ok = folder_make(request->output, 0777, error) && draw_all(request, &view, arena, error);
    }
    trace_destroy(trace);
    return ok;
}

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    ModelSource source;
    if (!source_open(call->arguments[0], call->arena, &source, error))
        return false;
    bool ok = draw_source(request, &source, call->arena, error);
    source_finish(&source);
    return ok;
}

const Command command_moments = {
    .name = "moments",
    .arguments = "LESSON",
    .summary = "Write every moment of a decode as a PNG, and the heatmap",
    .details = "LESSON may also be a model file, with --sentence.",
    .least = 1,
    .most = 1,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
