/* The decode view: changing attention by hand; its panels have their own files. */
#include "app/decode_input.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/weight_input.h"
#include "words/app_words.h"
#include "words/keys_words.h"

#include <math.h>

#define SLIDER_STEPS 40 /* keys from one end to the other */

/* ---- single changes ---- */

static bool set_weight(App *app, Target bar, float weight)
{
    if (!changes_weight(&app->open.changes, app->view.model, app->open.trace, bar.a, bar.b, weight))
        return false;
    app->view.focus = bar;
    app->view.stage.steered = bar.a + 1;
    app_reached(app, GOAL_WEIGHTS);
    bool shown = app_show_changed(app);
    app_fooled(app);
    return shown;
}

/* The step from which a new temperature holds: the one on the stage, or the first while the encoder reads. */
static int shown_step(const App *app)
{
    int step = moment_at(app->open.trace, app_moment(app)).step;
    return step < 0 ? 0 : step;
}

static void set_temperature(App *app, double temperature)
{
    int step = shown_step(app);
    changes_temperature(&app->open.changes, app->view.model, step, temperature);
    if (app_show_changed(app) && step_temperature(app->open.trace, step) != app->open.trace->config.temperature)
        app_reached(app, GOAL_TEMPERATURE);
}

/* The word of the distribution is written instead; the model's own word takes a change back. */
static bool force_word(App *app, Target row)
{
    const TraceStep *step = row.a < app->open.trace->step_count ? &app->open.trace->steps[row.a] : NULL;
    if (!step || row.b < 0 || row.b >= step->top_count || step->top[row.b].id == step->id)
        return false;
    app->view.focus = row;
    Candidate word = step->top[row.b];
    if (!app_may_decode(app))
        return true;
    if (word.id < VOCAB_SPECIAL && word.id != VOCAB_END) {
        app_say(app, W_IS_NEVER_WRITTEN, word.token);
        return true;
    }
    bool own = word.id == model_best(app->view.model, step->step.probabilities);
    changes_begin(&app->open.changes);
    changes_word(&app->open.changes, row.a,
                 own && !changes_given(&app->open.changes, app->view.model, row.a) ? NULL : word.token);
    if (app_show_changed(app) && !own)
        app_reached(app, GOAL_WORD);
    return true;
}

static bool mute(App *app, int j)
{
    if (!app_may_decode(app))
        return true;
    if (!config_weighs(&app->view.model->config)) {
        app_say(app, W_NO_STATE_TO_MUTE);
        return true;
    }
    changes_begin(&app->open.changes);
    changes_mute(&app->open.changes, j);
    if (app_show_changed(app) && trace_muted(app->open.trace, j))
        app_reached(app, GOAL_MUTE);
    return true;
}

/* ---- dragging ---- */

static bool change(App *app, Target held, double value)
{
    if (held.kind == TARGET_WEIGHT)
        return set_weight(app, held, (float)value);
    set_temperature(app, value);
    return true;
}

/* Where a bar was dragged, its floor becomes the hero. */
static void release(App *app, Target held)
{
    bool moved = weight_release(app, held);
    if (held.kind == TARGET_WEIGHT && moved)
        floors_open(app, FLOOR_WEIGHTS);
    else if (held.kind == TARGET_WEIGHT)
        origin_open(app, held);
}

/* ---- keys ---- */

static bool slider_has_focus(const App *app)
{
    return weight_is_slider(app->view.focus) && view_decodes(&app->view);
}

static void change_temperature(App *app, int steps)
{
    double place = log10(step_temperature(app->open.trace, shown_step(app))) / 2 * SLIDER_STEPS;
    changes_begin(&app->open.changes);
    set_temperature(app, pow(10, 2 * (round(place) + steps) / SLIDER_STEPS));
}

/* Shift and an arrow: the same value of the neighbouring source word, which comes into sight. */
static void step_column(App *app, int by)
{
    Target focus = app->view.focus;
    bool of_step = focus.kind == TARGET_SCORE || focus.kind == TARGET_WEIGHT;
    bool of_word = focus.kind == TARGET_SOURCE || focus.kind == TARGET_EMBEDDING || focus.kind == TARGET_ANNOTATION;
    if (!of_step && !of_word)
        focus = (Target){TARGET_SOURCE, (int16_t)(by > 0 ? -1 : app->open.trace->n), 0, 0};
    int16_t *column = of_step ? &focus.b : &focus.a;
    int next = *column + by, last = app->open.trace->n - 1;
    *column = (int16_t)(next < 0 ? 0 : next > last ? last : next);
    StageHandles handles = app_layout(app)->stage;
    float x = handles.spacing * ((float)*column + 0.5f), margin = fminf(handles.spacing * 1.2f, handles.bars.w / 2);
    float scroll = fminf(fmaxf(handles.scroll, x + margin - handles.bars.w), x - margin);
    app->view.stage.scroll = scroll - handles.followed;
    app_focus_on(app, focus);
}

/* The source word that a value belongs to; -1: none. */
static int column_of(Target value)
{
    bool of_step = value.kind == TARGET_SCORE || value.kind == TARGET_WEIGHT;
    bool of_word = value.kind == TARGET_SOURCE || value.kind == TARGET_EMBEDDING || value.kind == TARGET_ANNOTATION;
    bool chip = value.kind == TARGET_CONTROL && value.a == DECODE_MUTE;
    return of_word ? value.a : of_step || chip ? value.b : -1;
}

static void mute_meant(App *app, int by)
{
    (void)by;
    int hover = column_of(app->view.hover), j = hover >= 0 ? hover : column_of(app->view.focus);
    if (j >= 0 && j < app->open.trace->n)
        mute(app, j);
    else
        app_say(app, W_POINT_AT_A_STATE);
}

static void restore(App *app, int all)
{
    int step = moment_at(app->open.trace, app_moment(app)).step;
    bool done = all ? changes_restore_all(&app->open.changes) : changes_restore(&app->open.changes, step);
    app->view.stage.steered = 0;
    if (done)
        app_show_changed(app);
    else
        app_say(app, !all && changes_any(&app->open.changes) ? W_THIS_STEP_IS_AS_THE_MODEL_MADE : W_NOTHING_IS_CHANGED);
}

void app_undo(App *app, int again)
{
    if (!view_has(app->view.kind, HAS_UNDO) || app->hand.pull.moving)
        return;
    if (again ? changes_redo(&app->open.changes) : changes_undo(&app->open.changes))
        app_show_changed(app);
    else
        app_say(app, again ? W_NOTHING_TO_REDO : W_NOTHING_TO_UNDO);
}

/* The chips do as their keys. */
static bool chip_press(App *app, Target target)
{
    if (target.kind == TARGET_CONTROL && target.a == DECODE_MUTE)
        return mute(app, target.b);
    if (target.kind != TARGET_CONTROL || target.a != DECODE_RESET)
        return false;
    restore(app, target.b);
    return true;
}

static const KeyRow KEYS[] = {
    {KEY_LEFT, WITH_SHIFT, step_column, -1, W_KEY_THE_NEXT_PREVIOUS_SOURCE_WORD},
    {KEY_RIGHT, WITH_SHIFT, step_column, 1, W_KEY_THE_NEXT_PREVIOUS_SOURCE_WORD},
    {KEY_UP, 0, change_temperature, 1, 0, slider_has_focus},
    {KEY_DOWN, 0, change_temperature, -1, 0, slider_has_focus},
    {KEY_RIGHT, 0, change_temperature, 1, 0, slider_has_focus},
    {KEY_LEFT, 0, change_temperature, -1, 0, slider_has_focus},
    {KEY_Z, 0, mute_meant, 0, W_KEY_MUTE},
    {KEY_R, WITH_SHIFT, restore, true, W_KEY_RESTORE_THIS_STEP_ALL_OF_THEM},
    {KEY_R, 0, restore, false, W_KEY_RESTORE_THIS_STEP_ALL_OF_THEM},
    {0},
};

static bool press(App *app, Target target)
{
    if (target.kind != TARGET_KNOWN && target.kind != TARGET_SEARCH)
        words_settle(app);
    if (words_offer(app, target) || chip_press(app, target) || floors_press(app, target) || origin_press(app, target)
        || norm_press(app, target) || pair_press(app, target) || predict_press(app, target)
        || (target.kind == TARGET_OUTPUT && force_word(app, target)))
        return true;
    bool by_mouse = app->hand.held.kind != TARGET_NONE,
         pulled = target.kind == TARGET_WEIGHT || weight_is_slider(target);
    if (!pulled || (!by_mouse && target.kind == TARGET_WEIGHT))
        return origin_open(app, target);
    if (!by_mouse)
        return true;
    weight_take(app, target);
    return true;
}

static void enter(App *app)
{
    app->hand.pull = (StageDrag){0};
    app->view.stage.dragged = (Target){0};
    words_close(app);
    origin_close(app);
    pair_close(app);
    norm_close(app);
    predict_begin_again(app);
}

static void leave(App *app)
{
    enter(app);
    predict_off(app);
}

/* Where the word changes along the drag of the bar that has the focus. */
static void find_tippings(App *app)
{
    if (weight_has_focus(app))
        tippings_find(&app->view.stage.tippings, app->view.model, app->open.trace, app->view.focus.a,
                      app->view.focus.b);
    else
        app->view.stage.tippings = (Tippings){0};
}

static void update(App *app)
{
    weight_follow(app, app->hand.held);
    words_update(app);
    if (app->dirty)
        find_tippings(app);
    predict_update(app);
    pair_update(app);
    norm_update(app);
    floors_update(app);
}

static bool moving(const App *app)
{
    return floors_moving(app) || words_moving(app) || norm_moving(app);
}

const ViewInput decode_input = {
    .enter = enter,
    .leave = leave,
    .keys = {weight_keys, KEYS, origin_keys, norm_keys, pair_keys, floors_keys, predict_keys},
    .press = press,
    .grips = weight_grips,
    .drag = weight_drag,
    .release = release,
    .change = change,
    .wheel = origin_wheel,
    .update = update,
    .moving = moving,
};
