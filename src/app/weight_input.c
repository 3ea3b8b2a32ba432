#include "app/weight_input.h"
#include "app/cursor.h"
#include "words/keys_words.h"

#include <math.h>

#define DRAG_LEAST 3.0f /* px: less is a click */

bool weight_is_slider(Target target)
{
    return target.kind == TARGET_CONTROL && target.a == DECODE_TEMPERATURE;
}

bool weight_has_focus(const App *app)
{
    Target bar = app->view.focus;
    return view_decodes(&app->view) && bar.kind == TARGET_WEIGHT && bar.a < app->open.trace->step_count
           && bar.b < app->open.trace->n && app->open.trace->steps[bar.a].step.weights;
}

void weight_take(App *app, Target taken)
{
    app->hand.pull = (StageDrag){.from = app->view.pointer};
    app->view.focus = taken;
}

bool weight_grips(const App *app, Target target)
{
    (void)app;
    return target.kind == TARGET_WEIGHT || weight_is_slider(target);
}

/* The weight of the only word is 1, whatever is done. */
static bool begin(App *app, Target held)
{
    if ((held.kind == TARGET_WEIGHT && app->open.trace->n < 2) || !app_may_decode(app))
        return false;
    changes_begin(&app->open.changes);
    return true;
}

void weight_drag(App *app, Target held, Point at)
{
    StageDrag *pull = &app->hand.pull;
    if (!pull->moving && hypotf(at.x - pull->from.x, at.y - pull->from.y) < DRAG_LEAST)
        return;
    if (!pull->moving) {
        if (!begin(app, held)) {
            app->hand.held = (Target){0};
            return;
        }
        app_play(app, false);
    }
    app->view.stage.dragged = held;
    pull->moving = pull->pending = true;
    pull->at = at;
}

void weight_follow(App *app, Target held)
{
    StageDrag *pull = &app->hand.pull;
    if (!pull->pending)
        return;
    pull->pending = false;
    StageHandles handles = app_layout(app)->stage;
    if (weight_is_slider(held))
        app_input(app)->change(app, held, slider_temperature(handles.slider, pull->at.x));
    else if (held.kind == TARGET_WEIGHT && handles.bars.h > 0)
        app_input(app)->change(app, held, (handles.bars.y + handles.bars.h - pull->at.y) / handles.bars.h);
}

bool weight_release(App *app, Target held)
{
    weight_follow(app, held); /* the button came up before a frame */
    bool moved = app->hand.pull.moving;
    app->hand.pull = (StageDrag){0};
    return moved;
}

static void change_by(App *app, int hundredths)
{
    Target bar = app->view.focus;
    if (!begin(app, bar))
        return;
    float weight = app->open.trace->steps[bar.a].step.weights[bar.b] + (float)hundredths / 100;
    app_input(app)->change(app, bar, fminf(fmaxf(weight, 0), 1));
    app->view.focus = bar;
}

const KeyRow weight_keys[] = {
    {KEY_UP, WITH_SHIFT, change_by, 1, 0, weight_has_focus},
    {KEY_DOWN, WITH_SHIFT, change_by, -1, 0, weight_has_focus},
    {KEY_UP, 0, change_by, 5, W_KEY_CHANGE_A_WEIGHT, weight_has_focus},
    {KEY_DOWN, 0, change_by, -5, W_KEY_CHANGE_A_WEIGHT, weight_has_focus},
    {0},
};
