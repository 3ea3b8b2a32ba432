/* attend figure: the stage at one moment, for a paper or a slide. */
#include "cli/figure.h"

#include "scene/figures/moments_sheet.h"
#include "trace/beats.h"

/* The same moment in the window. */
static Place place_of(const SentencePicture *picture, const Request *request)
{
    const View *view = &picture->view;
    Place place = {.view = (int)view->kind, .look = -1};
    figure_note_moment(picture->trace, view->cursor, &place);
    place.pair = place.moment == MOMENT_SCORES ? request->word : 0;
    place.head = picture->trace->config.heads > 1 ? picture->trace->head_told : 0;
    place.array = picture->trace->written_told;
    return place;
}

/* With --moment all: the moments of a step, of the whole decode where no step was asked for; of self-attention the
 * beats of the word that asks. Returns how many. */
static int list_stops(const Request *request, const View *view, double *stops)
{
    const Trace *trace = view->trace;
    int first = 0, count = moment_count(trace), now = moment_of_stop(view->cursor);
    Moment moment = moment_at(trace, now);
    if (moment.kind == MOMENT_SELF && trace->head_told > 0) {
        BeatKind beats[BEATS_MOST];
        count = beats_of(trace, now, beats);
        for (int i = 0; i < count; i++)
            stops[i] = beat_end(trace, now, i + 1);
        return count;
    }
    if (request->step)
        first = now - moment.index, count = moment.of;
    for (int i = 0; i < count; i++)
        stops[i] = first + i;
    return count;
}

static void draw_stage(const Call *call, const FigurePage *page, SentencePicture *picture, DrawList *panel)
{
    View *view = &picture->view;
    figure_draw(view, picture->type, &picture->list);
    if (!figure_is_sheet(&call->request))
        return;
    double *stops = ARENA_ARRAY(call->arena, double, (size_t)(moment_count(view->trace) + BEATS_MOST));
    int count = list_stops(&call->request, view, stops);
    float tall = page->page > 0 ? page->room / page->page : 0;
    moments_sheet(view, stops, count, tall, picture->type, panel, &picture->list);
}

static bool draw_moment(const Call *call, const FigurePage *page, SentencePicture *picture, double cursor, Error *error)
{
    const Request *request = &call->request;
    View *view = &picture->view;
    DrawList panel = {0};
    view->cursor = cursor;
    view->stage.floors.even = !request->moment && request->view == VIEW_DECODE; /* a whole step */
    view->pair = (FrozenPair){.open = request->word > 0,
                              .step = moment_at(picture->trace, moment_of_stop(cursor)).step,
                              .word = request->word - 1};
    view->window.told = export_format(request->output) == EXPORT_HTML;
    draw_stage(call, page, picture, &panel);
    bool ok = figure_write(call, page, view, &picture->list,
                           picture_state(picture, place_of(picture, request), call->arena), error);
    drawlist_finish(&panel);
    return ok;
}

/* One word of self-attention in a head, as the window has it; the other views are no moments of a decode. */
static bool is_moment(const Request *request)
{
    bool word = request->look < 0 || request->look == LOOK_ONE_WORD;
    return !request->card && (request->view == VIEW_DECODE || (request->view == VIEW_SELF_ATTENTION && word));
}

static bool check_options(const Request *request, Error *error)
{
    if (request->view == VIEW_SELF_ATTENTION)
        return true;
    if (request->head)
        return error_set(error, ERROR_USAGE, "--head goes with --view self-attention or heatmap");
    if (request->look >= 0)
        return error_set(error, ERROR_USAGE, "the view decode has no look %s", LOOK_NAMES[request->look]);
    return (!request->against && !request->beam)
           || error_set(error, ERROR_USAGE, "--against goes with --view compare, --beam with --view beam");
}

/* A model file has the views that it can be shown in, a lesson those that it has tabs for. */
static bool check_self(const Call *call, SentencePicture *picture, Error *error)
{
    const Lesson *lesson = picture->source.lesson;
    bool self = picture->trace->config.cell == CELL_SELF;
    return (self || !lesson || figure_check_view(lesson, NULL, NULL, VIEW_SELF_ATTENTION, call->arguments[0], error))
           && picture_tell_head(picture, call->request.head, error);
}

/* Of the word that asks, in the encoder or in the decoder. */
static bool tell_side(const Request *request, SentencePicture *picture, Error *error)
{
    picture->trace->written_told = request->side > 0;
    return figure_check_side(request, picture->trace, error);
}

static bool figure_of_decode(const Call *call, Error *error)
{
    const Request *request = &call->request;
    SentencePicture picture = {0};
    FigurePage page;
    double cursor = 0;
    bool self = request->view == VIEW_SELF_ATTENTION;
    bool ok = check_options(request, error) && figure_page(request, &page, error)
              && picture_open(call, request->sentence, "--sentence S", &picture, error)
              && (!self || check_self(call, &picture, error)) && tell_side(request, &picture, error)
              && figure_moment(request, picture.trace, self ? MOMENT_SELF : MOMENT_WORD, &cursor, error)
              && picture_begin(call, &picture, page.width, page.height, error)
              && draw_moment(call, &page, &picture, cursor, error);
    picture_close(&picture);
    return ok;
}

bool figure_run(const Call *call, Error *error)
{
    OpenFile file = {0};
    if (source_is_log(call->arguments[0])) {
        open_file(call->arguments[0], &file);
        bool ok = figure_of_log(call, &file, error);
        opened_finish(&file);
        return ok;
    }
    return is_moment(&call->request) ? figure_of_decode(call, error) : figure_of_view(call, error);
}
