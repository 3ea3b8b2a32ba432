/* attend film: a decode, or a passage of it, as a GIF or a video. */
#include "cli/film_shoot.h"
#include "cli/pictures.h"
#include "cli/training_progress.h"

#include "derive/explain.h"
#include "trace/beats.h"

#include <math.h>
#include <stdlib.h>

/* ---- which passage ---- */

/* "backward", "softmax" (of the first step that has one), "2:softmax", "2" (its first or last moment). */
static bool read_place(const char *option, const char *text, const Trace *trace, bool end, int *moment, Error *error)
{
    char shown[EXCERPT_SIZE], *rest;
    long step = strtol(text, &rest, 10);
    bool numbered = rest != text;
    if (numbered && (step < 1 || step > trace->step_count))
        return error_set(error, ERROR_USAGE, "%s %s: the sentence is decoded in %d step(s)", option,
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
    bool reads = !end && kind >= MOMENT_FORWARD && kind <= MOMENT_SELF; /* it begins with the lowest layer */
    int unsaid = kind <= MOMENT_BRIDGE ? -1 : 0;
    *moment = moment_named(trace, kind, numbered ? (int)step - 1 : unsaid, end ? last : first, reads ? 1 : 0);
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

/* The word that asks, or one after the other. */
static bool find_words(const Request *request, const Trace *trace, Passage *passage, Error *error)
{
    if (request->from || request->to || request->step)
        return error_set(error, ERROR_USAGE, "--view self-attention goes with --word J, not with a passage");
    if (request->word > trace->n)
        return error_set(error, ERROR_USAGE, "--word %d is beyond the end: the sentence has %d word(s)", request->word,
                         trace->n);
    int first = request->word ? request->word - 1 : 0, last = request->word ? first : trace->n - 1;
    *passage = (Passage){moment_find(trace, MOMENT_SELF, -1, first) - 1, moment_find(trace, MOMENT_SELF, -1, last)};
    return true;
}

/* ---- the film ---- */

/* Where it stands still. */
typedef struct Rest {
    double cursor, seconds;
} Rest;

typedef struct Shoot {
    const Request *request;
    SentencePicture picture;
    Passage passage;
    Rest *rests; /* in the order of the cursor; the caller's arena */
    int rest_count;
    Arena words; /* of the caption */
} Shoot;

/* The caption below the picture; NULL without --captions. */
static const char *caption_at(Shoot *shoot, double cursor)
{
    const View *view = &shoot->picture.view;
    if (!shoot->request->captions)
        return NULL;
    arena_reset(&shoot->words);
    return explain_playing(&(Maths){view->trace, view->model, view->language, &shoot->words}, cursor);
}

static void draw_at(Shoot *shoot, double cursor)
{
    SentencePicture *picture = &shoot->picture;
    picture->view.cursor = cursor;
    picture->view.window.caption = caption_at(shoot, cursor);
    if (shoot->request->view == FILM_WINDOW)
        scene_window(&picture->view, picture->type, &picture->list);
    else if (shoot->request->view == FILM_HEATMAP)
        scene_heatmap_frame(&picture->view, picture->type, &picture->list);
    else
        scene_stage_figure(&picture->view, picture->type, &picture->list);
}

/* Every moment at rest and on its way: all the colours that matter. */
static void take_samples(void *context, Film *film)
{
    Shoot *shoot = context;
    for (double cursor = shoot->passage.from; cursor <= shoot->passage.to && !stop_asked(); cursor += 0.5) {
        draw_at(shoot, cursor);
        film_sample(film, &shoot->picture.list);
    }
}

/* Every stop of a decode step on the way, beats only where there are captions to read. */
static void find_rests(Shoot *shoot, Arena *arena)
{
    const Trace *trace = shoot->picture.view.trace;
    const Request *request = shoot->request;
    double from = shoot->passage.from, to = shoot->passage.to;
    shoot->rests = ARENA_ARRAY(arena, Rest, (size_t)(BEATS_MOST * (to - from)) + 2);
    if (from == 0 && request->captions)
        shoot->rests[shoot->rest_count++] = (Rest){0, pacing_rest(trace, 0, request->speed, caption_at(shoot, 0))};
    for (double at = stop_beside(trace, from, 1, request->captions); at < to;
         at = stop_beside(trace, at, 1, request->captions)) {
        double seconds = fmax(request->pause, pacing_rest(trace, at, request->speed, caption_at(shoot, at)));
        if (seconds > 0 && beat_is_read(trace, at))
            shoot->rests[shoot->rest_count++] = (Rest){at, seconds};
    }
}

static double cursor_after(const Shoot *shoot, double seconds)
{
    const Trace *trace = shoot->picture.view.trace;
    double cursor = shoot->passage.from, speed = shoot->request->speed;
    for (int i = 0; i < shoot->rest_count; i++) {
        const Rest *rest = &shoot->rests[i];
        double way = pacing_seconds(trace, cursor, rest->cursor) / speed;
        if (seconds < way)
            break;
        cursor = rest->cursor;
        if (seconds <= way + rest->seconds)
            return cursor;
        seconds -= way + rest->seconds;
    }
    return fmin(pacing_after(trace, cursor, seconds * speed), shoot->passage.to);
}

static const DrawList *draw_after(void *context, double seconds)
{
    Shoot *shoot = context;
    draw_at(shoot, cursor_after(shoot, seconds));
    return &shoot->picture.list;
}

static bool shoot_film(Shoot *shoot, Error *error)
{
    const Request *request = shoot->request;
    const View *view = &shoot->picture.view;
    FilmPlan plan = {view->width,      view->height,       film_fps(request),
                     .context = shoot, .draw = draw_after, .sample = take_samples};
    plan.seconds = pacing_seconds(view->trace, shoot->passage.from, shoot->passage.to) / request->speed;
    for (int i = 0; i < shoot->rest_count; i++)
        plan.seconds += shoot->rests[i].seconds;
    return film_shoot(request, &plan, error);
}

static bool film_of_decode(const Call *call, Shoot *shoot, Error *error)
{
    const Request *request = &call->request;
    SentencePicture *picture = &shoot->picture;
    if (request->array || request->source_words || request->target_words || request->layers || request->heads
        || request->reduce || request->merge_subwords || request->drop_end || request->rows || request->columns
        || request->gold_format)
        return error_set(error, ERROR_USAGE, "options of weights go with --from F in the place of LESSON");
    if (request->captions && request->view == FILM_HEATMAP)
        return error_set(error, ERROR_USAGE, "--captions does not go with --view heatmap");
    bool self = request->view == FILM_SELF;
    if (!self && (request->word || request->head))
        return error_set(error, ERROR_USAGE, "--word and --head go with --view self-attention");
    bool window = request->view == FILM_WINDOW; /* that is laid out for more */
    int width = request->width ? request->width : window ? 1440 : 960;
    int height = request->height ? request->height : window ? 900 : 720;
    if (!film_check_name(request->output, error))
        return false;
    bool ok = picture_open(call, call->count > 1 ? call->arguments[1] : NULL, "a \"sentence\"", picture, error)
              && (request->view != FILM_HEATMAP || picture_weighs(picture->trace, error))
              && (!self || picture_tell_head(picture, request->head, error))
              && (self ? find_words : find_passage)(request, picture->trace, &shoot->passage, error)
              && picture_begin(call, picture, width, height, error);
    if (ok) {
        picture->view.play.on = true;
        picture->view.play.pause = (float)request->pause;
        picture->view.window.captions = request->captions;
        find_rests(shoot, call->arena);
        ok = shoot_film(shoot, error);
    }
    return ok;
}

bool film_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    Shoot shoot = {.request = request};
    SentencePicture *picture = &shoot.picture;
    const char *given = call->count > 0 ? call->arguments[0] : NULL;
    if (given && source_is_file(given))
        open_file(given, &picture->source);
    bool weights = !given || picture->source.kind == OPEN_WEIGHTS;
    bool ok = weights ? film_of_weights(call, &picture->source, error) : film_of_decode(call, &shoot, error);
    arena_finish(&shoot.words);
    picture_close(picture);
    return ok;
}
