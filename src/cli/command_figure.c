/* attend figure: the stage at one moment, for a paper or a slide. */
#include "cli/pictures.h"

#include "export/figure_state.h"
#include "scene/card/card_show.h"
#include "scene/figures/moments_sheet.h"
#include "trace/beats.h"

#include <stdlib.h>
#include <string.h>

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

static bool is_sheet(const Request *request)
{
    return request->moment && strcmp(request->moment, "all") == 0;
}

/* Without --moment: of self-attention the word's own moment, else the one that writes the step's word. Without --step: the
 * first step, or the end where --moment is not given either. */
static bool find_moment(const Request *request, const Trace *trace, double *cursor, Error *error)
{
    MomentKind kind = request->view == FIGURE_SELF ? MOMENT_SELF : MOMENT_WORD;
    if (request->moment && !is_sheet(request) && !parse_moment(request->moment, &kind, error))
        return false;
    int step = request->step ? request->step : request->moment ? 1 : trace->step_count;
    int word = request->word ? request->word : 1;
    if (kind > MOMENT_BRIDGE && step > trace->step_count)
        return error_set(error, ERROR_USAGE, "--step %d is beyond the end: the sentence is decoded in %d steps", step,
                         trace->step_count);
    if ((kind <= MOMENT_BRIDGE || kind == MOMENT_SCORES) && word > trace->n)
        return error_set(error, ERROR_USAGE, "--word %d is beyond the end: the sentence has %d words", word, trace->n);
    int moment = moment_find(trace, kind, step - 1, word - 1);
    if (moment < 0)
        return error_set(error, ERROR_USAGE, "this model has no moment '%s'", MOMENT_NAMES[kind]);
    BeatKind beats[BEATS_MOST];
    int count = beats_of(trace, moment, beats);
    if (request->beat > count)
        return error_set(error, ERROR_USAGE, "--beat %d: the moment %s has %d here", request->beat, MOMENT_NAMES[kind],
                         count);
    *cursor = request->beat ? beat_end(trace, moment, request->beat) : moment;
    return true;
}

/* ---- the figure ---- */

static bool dump(const DrawList *list, Error *error)
{
    Bytes text = {0};
    drawlist_print(list, &text);
    return output_write(&text, error);
}

/* The same moment in the window. */
static Place place_of(const Picture *picture, const Request *request)
{
    const View *view = &picture->view;
    Moment moment = moment_at(picture->trace, moment_of_stop(view->cursor));
    return (Place){.view = (int)view->kind,
                   .look = -1,
                   .step = moment.step + 1,
                   .moment = (int)moment.kind,
                   .beat = beat_number(picture->trace, view->cursor),
                   .pair = moment.kind == MOMENT_SCORES ? request->word : 0,
                   .position = moment.position + 1,
                   .head = picture->trace->config.heads > 1 ? picture->trace->head_told : 0};
}

/* The moment, or with --moment all those of its step, of the whole decode where no step was asked for. */
static void draw_stage(const Request *request, Picture *picture, DrawList *panel)
{
    const View *view = &picture->view;
    if (!is_sheet(request)) {
        scene_stage_figure(view, picture->type, &picture->list);
        return;
    }
    int first = 0, last = moment_count(view->trace) - 1;
    if (request->step) {
        Moment moment = moment_at(view->trace, moment_of_stop(view->cursor));
        first = moment_of_stop(view->cursor) - moment.index;
        last = first + moment.of - 1;
    }
    moments_sheet(view, first, last, picture->type, panel, &picture->list);
}

/* ---- of a card ---- */

static bool check_card(const Request *request, const Lesson *lesson, Error *error)
{
    if (request->step || request->moment || request->sentence || request->word || request->beat || request->view
        || request->head)
        return error_set(error, ERROR_USAGE,
                         "--card N shows what the card shows, and goes with no --sentence, --view or moment");
    return request->card <= lesson->card_count
           || error_at(error, ERROR_USAGE, lesson->path, 0, "has %d cards, not %d", lesson->card_count, request->card);
}

static char *state_of_card(const Request *request, const View *view, Arena *arena)
{
    char checksum[65];
    Bytes text = {0};
    Place place = {.lesson = path_name(view->lesson->folder),
                   .card = request->card,
                   .view = (int)view->kind,
                   .look = -1,
                   .moment = -1,
                   .language = (int)view->language,
                   .dark = view->theme->kind == THEME_DARK};
    model_checksum(view->model, checksum);
    figure_state_print(place_print(&place, arena), checksum, view->trace, &text);
    return bytes_take(&text, arena);
}

static bool draw_card(const Call *call, ShownLesson *shown, const Lesson *lesson, Error *error)
{
    const Request *request = &call->request;
    View view = view_default(theme_get((ThemeKind)request->theme), (float)request->width, (float)request->height);
    ShownCard card;
    DrawList list = {0};
    view.language = picture_language(request, lesson);
    view.map = (ColorMap)request->map;
    view.told = export_format(request->output) == EXPORT_HTML;
    if (!shown_card(shown, request->card - 1, &view, &card, error))
        return false;
    Type *type = picture_fonts(call->arena, error);
    ExportOptions options = {(float)request->scale, request->embed_fonts, view.field.text,
                             state_of_card(request, &view, call->arena)};
    if (type)
        scene_stage_figure(&view, type, &list);
    bool ok = type && export_picture(&list, request->output, &options, error) && (!request->dump || dump(&list, error));
    drawlist_finish(&list);
    picture_fonts_close(type);
    shown_card_finish(&card);
    return ok;
}

/* The stage as a card shows it: any view of the window. */
static bool figure_of_card(const Call *call, Error *error)
{
    Lesson *lesson;
    int model;
    if (!source_lesson(call->arguments[0], call->arena, &lesson, &model, error))
        return false;
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    int loaded = check_card(&call->request, lesson, error) ? source_models(lesson, models, error) : 0;
    ShownLesson *shown = shown_open(lesson, models, train_default().threads);
    bool ok = loaded == lesson->model_count && draw_card(call, shown, lesson, error);
    shown_close(shown);
    for (int i = 0; i < loaded; i++)
        model_finish(&models[i]);
    free(models);
    lesson_destroy(lesson);
    return ok;
}

bool figure_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    if (request->card)
        return figure_of_card(call, error);
    Picture picture;
    DrawList panel = {0};
    View *view = &picture.view;
    double cursor = 0;
    if (request->view != FIGURE_SELF && request->head)
        return error_set(error, ERROR_USAGE, "--head goes with --view self-attention");
    bool ok = picture_open(call, request->sentence, "--sentence S", &picture, error)
              && (request->view != FIGURE_SELF || picture_tell_head(&picture, request->head, error))
              && find_moment(request, picture.trace, &cursor, error)
              && picture_begin(call, &picture, request->width, request->height, error);
    if (ok) {
        view->cursor = cursor;
        ExportOptions options = {(float)request->scale, request->embed_fonts, view->field.text,
                                 picture_state(&picture, place_of(&picture, request), call->arena)};
        view->pair = (FrozenPair){.open = request->word > 0,
                                  .step = moment_at(picture.trace, moment_of_stop(cursor)).step,
                                  .word = request->word - 1};
        view->told = export_format(request->output) == EXPORT_HTML;
        draw_stage(request, &picture, &panel);
        ok = export_picture(&picture.list, request->output, &options, error)
             && (!request->dump || dump(&picture.list, error));
    }
    drawlist_finish(&panel);
    picture_close(&picture);
    return ok;
}
