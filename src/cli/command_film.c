/* attend film: a decode, or a passage of it, as a GIF or a video. */
#include "cli/pictures.h"
#include "cli/training_progress.h"

#include "export/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOMENT_SECONDS 0.9 /* at --speed 1, as in the window */
#define FPS_GIF        20
#define FPS_VIDEO      30

typedef struct Request {
    const char *output, *from, *to;
    int step, width, height, fps, theme, language, map, view;
    double speed, hold, scale;
} Request;

typedef enum FilmView { FILM_STAGE, FILM_WINDOW, FILM_HEATMAP } FilmView;
static const char *const VIEWS[] = {"stage", "window", "heatmap", NULL};

static const Request DEFAULTS = {.width = 960,
                                 .height = 720,
                                 .theme = THEME_LIGHT,
                                 .language = LANGUAGE_ENGLISH,
                                 .map = MAP_PAPER,
                                 .speed = 1,
                                 .hold = 1.5,
                                 .scale = 1};

static const Option OPTIONS[] = {
    {"output", 'o', OPTION_OUTPUT, offsetof(Request, output), "F", "the file", .names = FILM_ENDINGS},
    {"view", 0, OPTION_NAME, offsetof(Request, view), NULL, "what is filmed; stage if not given", .names = VIEWS},
    {"from", 0, OPTION_TEXT, offsetof(Request, from), "MOMENT", "where it begins, such as backward or 2:softmax"},
    {"to", 0, OPTION_TEXT, offsetof(Request, to), "MOMENT", "where it ends; a step's number alone is its last moment"},
    {"step", 0, OPTION_WHOLE, offsetof(Request, step), "N", "one decode step alone, from 1", .least = 1, .most = 10000},
    {"speed", 0, OPTION_NUMBER, offsetof(Request, speed), "X", "2 is twice as fast; 1 if not given", .least = 0.1,
     .most = 20},
    {"hold", 0, OPTION_NUMBER, offsetof(Request, hold), "SECONDS", "how long the end stands still; 1.5 if not given",
     .least = 0, .most = 60},
    {"fps", 0, OPTION_WHOLE, offsetof(Request, fps), "N", "frames a second; 20 for a GIF, 30 for a video if not given",
     .least = 1, .most = FILM_FPS_MOST},
    {"width", 0, OPTION_WHOLE, offsetof(Request, width), "PX", "of the picture; 960 if not given, 1440 for the window",
     .least = 320, .most = 8192},
    {"height", 0, OPTION_WHOLE, offsetof(Request, height), "PX", "of the picture; 720 if not given, 900 for the window",
     .least = 200, .most = 8192},
    {"scale", 0, OPTION_NUMBER, offsetof(Request, scale), "X", "pixels for a px; 1 if not given", .least = 0.25,
     .most = 4},
    {"theme", 0, OPTION_NAME, offsetof(Request, theme), NULL, "the colours", .names = THEME_NAMES},
    {"language", 0, OPTION_NAME, offsetof(Request, language), NULL, "of the words", .names = LANGUAGE_NAMES},
    {"map", 0, OPTION_NAME, offsetof(Request, map), NULL, "colours of the weights", .names = MAP_NAMES},
};

/* ---- which passage ---- */

/* "backward", "softmax" (of the first step that has one), "2:softmax", "2" (its first or last moment). */
static bool read_place(const char *option, const char *text, const Trace *trace, bool end, int *moment, Error *error)
{
    char shown[EXCERPT_SIZE], *rest;
    long step = strtol(text, &rest, 10);
    bool numbered = rest != text;
    if (numbered && (step < 1 || step > trace->step_count))
        return error_set(error, ERROR_USAGE, "%s %s: the sentence is decoded in %d steps", option,
                         slice_excerpt(slice_of(text), shown), trace->step_count);
    MomentKind kind = end ? MOMENT_WORD : MOMENT_PREVIOUS;
    if (!numbered || *rest == ':') {
        bool known;
        const char *name = numbered ? rest + 1 : text;
        kind = moment_kind(name, &known);
        if (!known)
            return options_unknown(error, name, "", MOMENT_NAMES, "%s: there is no moment '%s'", option,
                                   slice_excerpt(slice_of(name), shown));
    } else if (*rest)
        return error_set(error, ERROR_USAGE, "%s '%s' is no moment; expected a form such as 2:softmax", option,
                         slice_excerpt(slice_of(text), shown));
    int first = kind == MOMENT_BACKWARD ? trace->n - 1 : 0, last = kind == MOMENT_BACKWARD ? 0 : trace->n - 1;
    *moment = moment_find(trace, kind, numbered ? (int)step - 1 : 0, end ? last : first);
    return *moment >= 0
           || error_set(error, ERROR_USAGE, "%s: this model has no moment '%s'", option, MOMENT_NAMES[kind]);
}

typedef struct Passage {
    double from, to; /* cursor */
} Passage;

/* A moment happens on the way to it, so a passage begins at the one before. */
static bool find_passage(const Request *request, const Trace *trace, Passage *passage, Error *error)
{
    int first = 0, last = moment_count(trace) - 1;
    char step[16];
    snprintf(step, sizeof step, "%d", request->step);
    if (request->step && (request->from || request->to))
        return error_set(error, ERROR_USAGE, "--step N is a passage by itself, without --from and --to");
    const char *from = request->step ? step : request->from, *to = request->step ? step : request->to;
    if (from && !read_place(request->step ? "--step" : "--from", from, trace, false, &first, error))
        return false;
    if (to && !read_place(request->step ? "--step" : "--to", to, trace, true, &last, error))
        return false;
    if (last < first)
        return error_set(error, ERROR_USAGE, "--to %s comes before --from %s", to, from ? from : "start");
    *passage = (Passage){first > 0 ? first - 1 : 0, last};
    return true;
}

/* ---- the film ---- */

static void draw(const Request *request, const View *view, const Type *type, DrawList *list)
{
    if (request->view == FILM_WINDOW)
        scene_window(view, type, list);
    else if (request->view == FILM_HEATMAP)
        scene_heatmap_frame(view, type, list);
    else
        scene_stage_figure(view, type, list);
}

typedef struct Shoot {
    const Request *request;
    View view;
    Passage passage;
    const Type *type;
    DrawList list;
    Film *film;
    int fps;
    long moving, all; /* frames */
} Shoot;

static void draw_at(Shoot *shoot, double cursor)
{
    shoot->view.cursor = fmin(cursor, shoot->passage.to);
    draw(shoot->request, &shoot->view, shoot->type, &shoot->list);
}

/* Every moment at rest and on its way: all the colours that matter. */
static void take_samples(Shoot *shoot)
{
    for (double cursor = shoot->passage.from; cursor <= shoot->passage.to && !stop_asked(); cursor += 0.5) {
        draw_at(shoot, cursor);
        film_sample(shoot->film, &shoot->list);
    }
}

static bool take_frames(Shoot *shoot, Progress *progress, Error *error)
{
    for (long i = 0; i < shoot->all; i++) {
        double seconds = (double)i / shoot->fps;
        draw_at(shoot, shoot->passage.from + seconds * shoot->request->speed / MOMENT_SECONDS);
        if (!film_frame(shoot->film, &shoot->list, error))
            return false;
        if (!progress_part(progress, "frame", i + 1, shoot->all))
            return error_at(error, ERROR_STOPPED, shoot->request->output, 0,
                            "was stopped in the making, and nothing was written");
    }
    return true;
}

static void count_frames(Shoot *shoot)
{
    double seconds = (shoot->passage.to - shoot->passage.from) * MOMENT_SECONDS / shoot->request->speed;
    shoot->moving = (long)ceil(seconds * shoot->fps - 1e-6);
    shoot->all = shoot->moving + 1 + (long)floor(shoot->request->hold * shoot->fps);
}

static bool shoot_film(Shoot *shoot, Error *error)
{
    const Request *request = shoot->request;
    FilmOptions options = {(float)request->scale, shoot->fps};
    count_frames(shoot);
    shoot->film = film_create(request->output, shoot->view.width, shoot->view.height, &options, error);
    if (!shoot->film)
        return false;
    Progress progress;
    stop_watch();
    progress_start(&progress, path_name(request->output));
    if (film_is_gif(request->output))
        take_samples(shoot);
    bool ok = take_frames(shoot, &progress, error);
    progress_end(&progress);
    if (!ok) {
        film_abandon(shoot->film);
        return false;
    }
    return film_end(shoot->film, error);
}

static bool make_film(const Request *request, const ModelSource *source, const char *sentence, Arena *arena,
                      Error *error)
{
    Shoot shoot = {.request = request};
    shoot.fps = request->fps ? request->fps : film_is_gif(request->output) ? FPS_GIF : FPS_VIDEO;
    Trace *trace = trace_decode(&source->model, slice_of(sentence), NULL, error);
    if (trace && request->view == FILM_HEATMAP && !config_weighs(&trace->config)) {
        error_set(error, ERROR_FORMAT, "a model with attention %s has no weights to show",
                  ATTENTION_NAMES[trace->config.attention]);
        trace_destroy(trace);
        return false;
    }
    Type *type = trace && find_passage(request, trace, &shoot.passage, error) ? picture_fonts(arena, error) : NULL;
    bool ok = type != NULL;
    if (ok) {
        bool window = request->view == FILM_WINDOW; /* that is laid out for more */
        int width = window && request->width == DEFAULTS.width ? 1440 : request->width;
        int height = window && request->height == DEFAULTS.height ? 900 : request->height;
        shoot.view = picture_view(source, trace, arena, (ThemeKind)request->theme, width, height);
        shoot.view.language = (Language)request->language;
        shoot.view.map = (ColorMap)request->map;
        shoot.view.playing = true;
        shoot.type = type;
        ok = shoot_film(&shoot, error);
        drawlist_finish(&shoot.list);
    }
    picture_fonts_close(type);
    trace_destroy(trace);
    return ok;
}

static bool run(const Call *call, Error *error)
{
    const Request *request = call->request;
    ModelSource source;
    if (!film_check_name(request->output, error) || !source_open(call->arguments[0], call->arena, &source, error))
        return false;
    const char *sentence = call->count > 1 ? call->arguments[1] : source.lesson ? source.lesson->sentence : NULL;
    bool ok =
        sentence ? make_film(request, &source, sentence, call->arena, error)
                 : error_set(error, ERROR_USAGE, "a model file needs a \"sentence\"; only a lesson has one of its own");
    source_finish(&source);
    return ok;
}

const Command command_film = {
    .name = "film",
    .arguments = "LESSON [\"sentence\"]",
    .summary = "Write a decode as a film: GIF, mp4 or webm",
    .details =
        "LESSON may also be a model file. Without a sentence it is the lesson's. A MOMENT is a name (start,\n"
        "embedding, forward, backward, bridge), or one of a step with the step's number before it: 2:previous,\n"
        "query, scores, softmax, context, state, output, word, as far as the model has them. An .mp4 and a .webm\n"
        "are made by the program ffmpeg; a GIF by attend alone.",
    .least = 1,
    .most = 2,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
