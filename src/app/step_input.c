/* The look `step` of the train view: one step of training of the model on the stage, on its sentence. It is made when
 * the sentence or the model is another, and kept. */
#include "app/train_input.h"

#include "app/decode_input.h"
#include "app/open.h"
#include "words/app_words.h"
#include "words/keys_words.h"

#include <math.h>
#include <stdlib.h>

static bool is_open(const App *app)
{
    return app->view.kind == VIEW_TRAIN && app->view.look == LOOK_STEP;
}

static bool has_step(const App *app)
{
    return is_open(app) && app->live && app->live->step;
}

/* ---- it is made ---- */

void step_finish(struct LiveTraining *live)
{
    one_step_destroy(live->step);
    free(live->problem);
    live->step = NULL;
    live->problem = NULL;
    live->stepped = 0;
    live->step_look = -1;
}

/* The look whose model it is to be of; -1: nothing is learned yet, and it is of the model on the stage. */
static int look_of(const App *app)
{
    const Training *training = &app->live->training;
    return app->live->learner && training->count > 1 ? training->shown : -1;
}

static OneStep *make_of(App *app, const Model *model, int row, Error *error)
{
    Error ignored = {0};
    const Lesson *lesson = app->open.lesson;
    const Trace *shown = app->open.trace;
    const char *sentence = text_join(&app->scratch, shown->source, shown->words, shown->config.source_tokens);
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, error);
    const Model *first = lesson->models[0].train.epochs > 0 ? opened_model(&app->open, 0, &ignored) : NULL;
    OneStep *step = trace ? one_step_of(model, trace, &lesson->models[row], &app->open.sentences, first, error) : NULL;
    trace_destroy(trace);
    return step;
}

/* Of the sentence, with nothing of it changed by hand. */
static void make(App *app, int look)
{
    struct LiveTraining *live = app->live;
    Error error = {0};
    const Model *model = app->view.model;
    Model then;
    step_finish(live);
    live->stepped = app->open.taken;
    live->step_look = look;
    live->rate = NAN;
    if (look >= 0 && !learner_model(live->learner, look, &then)) {
        live->problem = heap_copy(said(app->view.language, W_STEP_NOT_KEPT));
    } else if (look >= 0) {
        live->step = make_of(app, &then, live->learned, &error);
        free(then.params);
    } else if (model && model_is_whole(model)) {
        live->step = make_of(app, model, app->open.model, &error);
    } else
        return;
    if (!live->step && !live->problem)
        live->problem = heap_copy(error.message);
}

static bool is_due(const App *app)
{
    const struct LiveTraining *live = app->live;
    bool stays = live->step && live->step->taken > 0;
    return live->stepped != app->open.taken || (live->step_look != look_of(app) && !stays);
}

void step_enter(App *app)
{
    View *view = &app->view;
    struct LiveTraining *live = app->live;
    if (!view_has_look(view->kind, view->look))
        view->look = LOOK_WHOLE;
    if (view->look != LOOK_STEP)
        return;
    bool due = is_due(app);
    if (!view->step || due) /* the panel was of another decode */
        origin_close(app);
    if (due)
        make(app, look_of(app));
    view->step = live->step;
    view->step_look = live->step_look + 1;
    view->step_problem = live->problem;
}

void step_leave(App *app)
{
    if (app->view.step)
        origin_close(app);
    app->view.step = NULL;
    app->view.step_problem = NULL;
}

/* ---- it is looked at ---- */

static void show_look(App *app, int look)
{
    origin_close(app);
    app->view.look = (LookKind)look;
    step_enter(app);
    app->dirty = true;
}

static void look_at(App *app, int by)
{
    one_step_look(app->live->step, app->live->step->step + by);
    app->dirty = true;
}

static void turn_matrix(App *app, int by)
{
    one_step_matrix(app->live->step, by);
    app->dirty = true;
}

static void set_rate(App *app, double rate)
{
    one_step_rate(app->live->step, rate);
    app->dirty = true;
}

/* Keys go from one rate that was tried to the next. */
static void change_rate(App *app, int by)
{
    const OneStep *step = app->live->step;
    double pitch = step->most / (STEP_TRIES - 1);
    set_rate(app, pitch * (round(step->after.rate / pitch) + by));
}

static void take(App *app)
{
    one_step_take(app->live->step);
    app->dirty = true;
}

static void restore(App *app, int by)
{
    (void)by;
    one_step_restore(app->live->step);
    app->dirty = true;
}

const KeyRow STEP_KEYS[] = {
    {KEY_U, 0, show_look, LOOK_WHOLE, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_S, 0, show_look, LOOK_STEP, W_KEY_PICTURES_OF_A_LESSON_OWN_VIEW},
    {KEY_LEFT_BRACKET, 0, look_at, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR, has_step},
    {KEY_RIGHT_BRACKET, 0, look_at, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR, has_step},
    {KEY_UP, 0, turn_matrix, -1, 0, has_step},
    {KEY_DOWN, 0, turn_matrix, 1, 0, has_step},
    {KEY_R, 0, restore, 0, 0, has_step},
    {0},
};

bool step_move(App *app, Move move)
{
    if (!is_open(app))
        return false;
    if (!has_step(app))
        return true;
    switch (move) {
    case MOVE_PLAY:
        take(app);
        break;
    case MOVE_STEP_ON:
    case MOVE_STEP_BACK:
        look_at(app, move == MOVE_STEP_ON ? 1 : -1);
        break;
    case MOVE_START:
    case MOVE_END:
        set_rate(app, move == MOVE_START ? 0 : app->live->step->most);
        break;
    default:
        change_rate(app, move == MOVE_ON ? 1 : -1);
    }
    return true;
}

/* ---- the pointer ---- */

/* The rate under it, once a frame. */
static void point_at(App *app, Point at)
{
    const DrawCommand *plot = drawlist_marked(&app->list, target_at(TARGET_CONTROL, STEP_RATE, 0, 0));
    if (plot && plot->bounds.w > 0 && at.x >= 0)
        app->live->rate = app->live->step->most * (double)((at.x - plot->bounds.x) / plot->bounds.w);
}

bool step_drag(App *app, Target held, Point at)
{
    if (!has_step(app) || held.a != STEP_RATE)
        return false;
    point_at(app, at);
    return true;
}

void step_update(App *app)
{
    if (is_open(app) && is_due(app)) {
        step_enter(app);
        app->dirty = true;
    }
    if (!has_step(app) || !isfinite(app->live->rate))
        return;
    set_rate(app, app->live->rate);
    app->live->rate = NAN;
}

bool step_press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL)
        return false;
    if (target.a == CONTROL_LOOK) {
        show_look(app, target.b);
        return true;
    }
    if (!has_step(app))
        return false;
    OneStep *step = app->live->step;
    Value value;
    if (scene_step_value(&app->view, target, &value)) {
        origin_begin(app, value);
        return true;
    }
    if (origin_press(app, target))
        return true;
    if (target.a == STEP_WORD)
        one_step_look(step, target.b);
    else if (target.a == STEP_SOURCE)
        one_step_word(step, target.b);
    else if (target.a == STEP_CELL)
        one_step_cell(step, target.b, target.c);
    else if (target.a == STEP_HEAD)
        one_step_head(step, target.b);
    else if (target.a == STEP_MATRIX)
        one_step_matrix(step, target.b);
    else if (target.a == STEP_RATE)
        point_at(app, app->view.pointer);
    else if (target.a == STEP_TAKE)
        take(app);
    else if (target.a == STEP_RESTORE)
        restore(app, 0);
    else
        return false;
    app->dirty = true;
    return true;
}
