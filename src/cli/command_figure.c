/* attend figure: the stage at one moment, for a paper or a slide. */
#include "cli/pictures.h"

typedef struct Request {
    const char *output, *moment, *sentence;
    int step, word, width, height, theme, language, map;
    double scale;
    bool embed_fonts, dump;
} Request;

static const Request DEFAULTS = {
    .width = 960, .height = 720, .theme = THEME_LIGHT, .map = MAP_PAPER, .language = LANGUAGE_ENGLISH, .scale = 2};

static const Option OPTIONS[] = {
    {"output", 'o', OPTION_OUTPUT, offsetof(Request, output), "F", "the file", .names = PICTURE_ENDINGS},
    {"step", 0, OPTION_WHOLE, offsetof(Request, step), "N", "the decode step, from 1", .least = 1, .most = 10000},
    {"moment", 0, OPTION_TEXT, offsetof(Request, moment), "NAME",
     "start, embedding, forward, backward, bridge, or one of a step"},
    {"word", 0, OPTION_WHOLE, offsetof(Request, word), "J",
     "of embedding, forward and backward: the source word, from 1", .least = 1, .most = 10000},
    {"sentence", 0, OPTION_TEXT, offsetof(Request, sentence), "S", "another sentence than the lesson's"},
    {"width", 0, OPTION_WHOLE, offsetof(Request, width), "PX", "of the figure; 960 if not given", .least = 320,
     .most = 8192},
    {"height", 0, OPTION_WHOLE, offsetof(Request, height), "PX", "of the figure; 720 if not given", .least = 200,
     .most = 8192},
    {"theme", 0, OPTION_NAME, offsetof(Request, theme), NULL, "the ground", .names = THEME_NAMES},
    {"language", 0, OPTION_NAME, offsetof(Request, language), NULL, "of the labels", .names = LANGUAGE_NAMES},
    {"map", 0, OPTION_NAME, offsetof(Request, map), NULL, "colours of the weights", .names = MAP_NAMES},
    {"scale", 0, OPTION_NUMBER, offsetof(Request, scale), "X", "PNG: pixels for a px; 2 if not given", .least = 0.25,
     .most = 8},
    {"embed-fonts", 0, OPTION_FLAG, offsetof(Request, embed_fonts), NULL, "SVG: put the glyphs into the file"},
    {"dump", 0, OPTION_FLAG, offsetof(Request, dump), NULL, "print the draw list too, a command a line"},
};

/* ---- which moment ---- */

static bool parse_moment(const char *name, MomentKind *kind, Error *error)
{
    bool known;
    char shown[EXCERPT_SIZE];
    *kind = moment_kind(name, &known);
    return known
           || options_unknown(error, name, "", MOMENT_NAMES, "there is no moment '%s'",
                              slice_excerpt(slice_of(name), shown));
}

/* Without --moment a step is shown when its word is written, without --step the first or, if nothing was said, the end. */
static bool find_moment(const Request *request, const Trace *trace, int *moment, Error *error)
{
    MomentKind kind = MOMENT_WORD;
    if (request->moment && !parse_moment(request->moment, &kind, error))
        return false;
    int step = request->step ? request->step : request->moment ? 1 : trace->step_count;
    int word = request->word ? request->word : 1;
    if (kind > MOMENT_BRIDGE && step > trace->step_count)
        return error_set(error, ERROR_USAGE, "--step %d is beyond the end: the sentence is decoded in %d steps", step,
                         trace->step_count);
    if (kind <= MOMENT_BRIDGE && word > trace->n)
        return error_set(error, ERROR_USAGE, "--word %d is beyond the end: the sentence has %d words", word, trace->n);
    *moment = moment_find(trace, kind, step - 1, word - 1);
    return *moment >= 0 || error_set(error, ERROR_USAGE, "this model has no moment '%s'", MOMENT_NAMES[kind]);
}

/* ---- the figure ---- */

static bool dump(const DrawList *list, Error *error)
{
    Bytes text = {0};
    drawlist_print(list, &text);
    bool ok = output_write(&text, error);
    bytes_finish(&text);
    return ok;
}

static bool draw(const Request *request, const View *view, Arena *arena, Error *error)
{
    Type *type = picture_fonts(arena, error);
    if (!type)
        return false;
    DrawList list = {0};
    ExportOptions options = {(float)request->scale, request->embed_fonts, view->field.text};
    scene_stage_figure(view, type, &list);
    bool ok = export_picture(&list, request->output, &options, error) && (!request->dump || dump(&list, error));
    drawlist_finish(&list);
    picture_fonts_close(type);
    return ok;
}

static bool make_figure(const Request *request, const ModelSource *source, Arena *arena, Error *error)
{
    const char *sentence = request->sentence ? request->sentence : source->lesson ? source->lesson->sentence : NULL;
    if (!sentence)
        return error_set(error, ERROR_USAGE, "a model file needs --sentence S; only a lesson has one of its own");
    int moment = 0;
    Trace *trace = trace_decode(&source->model, slice_of(sentence), NULL, error);
    bool ok = trace && find_moment(request, trace, &moment, error);
    if (ok) {
        View view = picture_view(source, trace, arena, (ThemeKind)request->theme, request->width, request->height);
        view.language = (Language)request->language;
        view.map = (ColorMap)request->map;
        view.cursor = moment;
        ok = draw(request, &view, arena, error);
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
    bool ok = make_figure(request, &source, call->arena, error);
    source_finish(&source);
    return ok;
}

const Command command_figure = {
    .name = "figure",
    .arguments = "LESSON",
    .summary = "Write the stage at one moment as a picture",
    .details =
        "LESSON may also be a model file, with --sentence. The moments of a step, as far as the model has them:\n"
        "previous, query, scores, softmax, context, state, output, word. Without --moment it is word; without\n"
        "--step and --moment the picture shows the end.",
    .least = 1,
    .most = 1,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
