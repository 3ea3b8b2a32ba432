/* attend figure --card N and --view NAME: the stage as a card shows it, or any view of the window. */
#include "cli/figure.h"

#include "base/names.h"
#include "scene/card/card_show.h"
#include "trace/cause_map.h"
#include "trace/head_row.h"

#include <stdlib.h>

/* ---- what is asked for ---- */

bool figure_check_view(const Lesson *lesson, const Model *model, const Trace *trace, ViewKind kind, const char *given,
                       Error *error)
{
    const View window = {.lesson = lesson, .model = model, .trace = trace};
    Bytes names = {0};
    const char *offered[VIEW_KINDS + 1] = {0};
    int count = 0;
    for (ViewKind view = 0; view < VIEW_KINDS; view++)
        if (view_offers(&window, view))
            offered[count++] = VIEW_NAMES[view];
    names_add(&names, offered, "", " and ");
    bool offers = view_offers(&window, kind);
    if (!offers)
        error_set(error, ERROR_USAGE, "%s has no view %s; it has %s", given, VIEW_NAMES[kind], names.data);
    bytes_finish(&names);
    return offers;
}

static bool check_look(const Request *request, Error *error)
{
    return request->look < 0 || view_has_look((ViewKind)request->view, (LookKind)request->look)
           || error_set(error, ERROR_USAGE, "the view %s has no look %s", VIEW_NAMES[request->view],
                        LOOK_NAMES[request->look]);
}

static bool check_options(const Request *request, Error *error)
{
    ViewKind kind = (ViewKind)request->view;
    if (request->card
        && (request->step || request->moment || request->sentence || request->word || request->beat || kind
            || request->head || request->look >= 0 || request->against || request->beam))
        return error_set(error, ERROR_USAGE,
                         "--card N shows what the card shows, and goes with no --sentence, --view or moment");
    if (figure_is_sheet(request))
        return error_set(error, ERROR_USAGE, "--moment all goes with the views decode and self-attention");
    if (request->head && !view_has(kind, HAS_HEADS))
        return error_set(error, ERROR_USAGE, "--head goes with --view self-attention or heatmap");
    if (request->against && kind != VIEW_COMPARE)
        return error_set(error, ERROR_USAGE, "--against goes with --view compare");
    if (request->beam && kind != VIEW_BEAM)
        return error_set(error, ERROR_USAGE, "--beam goes with --view beam");
    bool places = request->moment || request->word || request->beat;
    if (!view_has(kind, HAS_MOMENTS) && (places || (request->step && kind != VIEW_BEAM)))
        return error_set(error, ERROR_USAGE, "the view %s has no moments%s", VIEW_NAMES[kind],
                         kind == VIEW_BEAM ? ", and --step N alone" : "");
    return check_look(request, error);
}

/* ---- the lesson and its models ---- */

typedef struct Opened {
    Lesson *lesson;
    Model *models; /* [model_count] of the lesson, those that are needed */
    Trace *trace;  /* that was named in the place of a lesson; NULL: none was */
    int model;     /* that was named; -1: none was */
    StageSetting stage;
    int card; /* whose stage it is, from 0; -1: no card's */
} Opened;

/* Takes the stage of the first card in this view, or else the end of the lesson's own sentence. */
static void find_stage(const Request *request, Opened *opened)
{
    const Lesson *lesson = opened->lesson;
    ViewKind kind = (ViewKind)request->view;
    opened->card = request->card - 1;
    for (int i = 0; opened->card < 0 && i < lesson->card_count; i++) {
        const Card *card = &lesson->cards[i];
        bool same = opened->model < 0 || card->stage.model == opened->model;
        if (card->stage.present && card_view(lesson, card) == kind && same)
            opened->card = i;
    }
    const Card *card = lesson_card(lesson, opened->card);
    opened->stage = card->stage;
    opened->stage.sentence = card_sentence(lesson, card);
    opened->stage.view = request->card ? card_view(lesson, card) : kind;
}

/* Applies the options, which win over the card. */
static bool change_stage(const Request *request, Opened *opened, Error *error)
{
    StageSetting *stage = &opened->stage;
    const Lesson *lesson = opened->lesson;
    if (opened->trace && (request->sentence || request->beam))
        return error_at(error, ERROR_USAGE, lesson->path, 0,
                        "is a trace: it has a sentence and its search, and no model for others");
    if (opened->model >= 0)
        stage->model = opened->model;
    if (request->sentence) {
        stage->sentence = request->sentence;
        stage->decode = (DecodeSetting){0}; /* which goes with the card's own */
    }
    stage->step = request->step;
    if (request->look >= 0)
        stage->look = (LookKind)request->look;
    if (request->beam)
        stage->beam = request->beam;
    if (request->step || request->moment) {
        stage->step = request->step ? request->step : 1;
        stage->moment = request->moment ? moment_kind(request->moment, &(bool){0}) : MOMENT_WORD;
    }
    if (request->against && (stage->against = lesson_model(lesson, request->against)) < 0)
        return error_at(error, ERROR_USAGE, lesson->path, 0, "has no model named %s", request->against);
    return true;
}

static bool load(const Call *call, Opened *opened, Error *error)
{
    const Lesson *lesson = opened->lesson;
    bool all = call->request.card || view_has(opened->stage.view, TWO_MODELS) || opened->stage.look == LOOK_STEP;
    for (int i = 0; i < lesson->model_count && !opened->trace; i++)
        if ((all || i == opened->stage.model) && !opened->models[i].params
            && !source_model(lesson, i, &opened->models[i], error))
            return false;
    return true;
}

static bool open_lesson(const Call *call, Opened *out, Error *error)
{
    const char *given = call->arguments[0];
    OpenFile file = {0};
    if (!source_read(given, call->arena, &file, error) || !opened_lesson(&file, error))
        return false;
    bool untold = file.kind == OPEN_MODEL && call->request.view == VIEW_TRAIN && call->request.look != LOOK_STEP
                  && !call->request.card;
    out->lesson = file.lesson;
    out->model = file.chosen ? (int)(file.chosen - file.lesson->models) : -1;
    out->trace = file.trace;
    out->models = heap_alloc((size_t)file.lesson->model_count + 1, sizeof *out->models);
    out->models[0] = file.model;
    arena_finish(&file.arena);
    return !untold || error_at(error, ERROR_USAGE, given, 0, "says nothing of its training; expected a lesson");
}

static void close_lesson(Opened *opened)
{
    for (int i = 0; opened->lesson && i < opened->lesson->model_count; i++)
        model_finish(&opened->models[i]);
    free(opened->models);
    trace_destroy(opened->trace);
    lesson_destroy(opened->lesson);
}

/* ---- the picture ---- */

static char *state_of(const Request *request, const Opened *opened, const View *view, Arena *arena)
{
    const Lesson *lesson = opened->lesson;
    Place place = {.lesson = path_name(lesson->folder),
                   .card = opened->card + 1,
                   .view = (int)view->kind,
                   .look = -1,
                   .moment = -1,
                   .language = (int)view->language,
                   .dark = view->theme->kind == THEME_DARK};
    if (!request->card) {
        place.sentence = view->field.text;
        place.model = lesson->model_count > 1 ? lesson->models[opened->stage.model].name : NULL;
        place.look = request->look;
        place.head = request->head;
        place.array = request->side > 0;
        if (view_has(view->kind, HAS_MOMENTS))
            figure_note_moment(view->trace, view->cursor, &place);
    }
    return picture_carries(view, &place, arena);
}

/* The end, where nothing else is asked for. */
static bool set_cursor(const Request *request, View *view, Error *error)
{
    const Trace *trace = view->trace;
    if (request->card || !view_has(view->kind, HAS_MOMENTS))
        return true;
    if (request->step || request->moment || request->word || request->beat)
        return figure_moment(request, trace, MOMENT_WORD, &view->cursor, error);
    view->cursor = moment_count(trace) - 1;
    return true;
}

static bool draw(const Call *call, const FigurePage *page, Opened *opened, View *view, Error *error)
{
    const Request *request = &call->request;
    DrawList list = {0};
    if (!figure_check_side(request, view->trace, error) || !set_cursor(request, view, error))
        return false;
    view->self.written = request->side > 0;
    bool asks = view->kind == VIEW_HEATMAP && view->look >= LOOK_ERASE && view->look <= LOOK_MAPS;
    if (view_has(view->kind, HAS_MAP) && !request->card
        && !cause_asks(view->model, view->trace, asks ? CAUSE_GRADIENT : CAUSE_ATTENTION, error))
        return false;
    if (view->look == LOOK_LAYERS && !request->card && cross_map_count(&view->trace->config) == 1)
        return error_set(error, ERROR_USAGE,
                         "--look layers: the model has one attention to the source, in one layer and "
                         "one head; without --look the figure shows it");
    if (request->head && !trace_has_head(view->trace, request->head, error))
        return false;
    view->pick = request->head ? request->head - 1 : 0;
    Type *type = picture_fonts(call->arena, error);
    if (type)
        figure_draw(view, type, &list);
    bool ok = type && figure_write(call, page, view, &list, state_of(request, opened, view, call->arena), error);
    drawlist_finish(&list);
    picture_fonts_close(type);
    return ok;
}

static bool show(const Call *call, const FigurePage *page, Opened *opened, Error *error)
{
    const Request *request = &call->request;
    View view = view_default(theme_get((ThemeKind)request->theme), (float)page->width, (float)page->height);
    view.language = picture_language(request, opened->lesson);
    view.map = (ColorMap)request->map;
    view.window.told = export_format(request->output) == EXPORT_HTML;
    view.card = opened->card < 0 ? 0 : opened->card;
    ShownLesson *shown = shown_open(opened->lesson, opened->models, request->threads);
    shown_take(shown, opened->trace);
    ShownCard card;
    FigureTraining trained = {0};
    bool ok = shown_stage(shown, &opened->stage, &view, &card, error);
    if (ok) {
        ok = !request->gloss || picture_gloss(&view, call->arguments[0], error);
        if (ok && view.kind == VIEW_TRAIN && view.look != LOOK_STEP) {
            ok = figure_train(call, opened->lesson, opened->stage.model, card.trace, &trained, error);
            view.training = &trained.training;
        }
        ok = ok && draw(call, page, opened, &view, error);
        figure_untrain(&trained);
        shown_card_finish(&card);
    }
    shown_close(shown);
    return ok;
}

static bool find(const Call *call, Opened *opened, Error *error)
{
    const Request *request = &call->request;
    const Lesson *lesson = opened->lesson;
    if (request->card > lesson->card_count)
        return error_at(error, ERROR_USAGE, lesson->path, 0, "has %d card(s), not %d", lesson->card_count,
                        request->card);
    find_stage(request, opened);
    return request->card
           || (figure_check_view(lesson, opened->trace ? opened->models : NULL, opened->trace, (ViewKind)request->view,
                                 call->arguments[0], error)
               && change_stage(request, opened, error));
}

bool figure_of_view(const Call *call, Error *error)
{
    Opened opened = {0};
    FigurePage page;
    bool ok = check_options(&call->request, error) && figure_page(&call->request, &page, error)
              && open_lesson(call, &opened, error) && find(call, &opened, error) && load(call, &opened, error)
              && show(call, &page, &opened, error);
    close_lesson(&opened);
    return ok;
}
