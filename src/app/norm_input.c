/* What is added to a word's vector and normalized, instant by instant. */
#include "app/cursor.h"
#include "app/decode_input.h"
#include "derive/residual.h"
#include "words/keys_words.h"
#include "words/norm_words.h"

#include <math.h>

#define INSTANT_SECONDS 1.2

void norm_close(App *app)
{
    app->view.norm.sum.kind = VALUE_NONE;
}

/* Goes there by itself from where it is. */
static void go_to(App *app, int instant)
{
    NormLook *norm = &app->view.norm;
    norm->to = instant < 1 ? 1 : instant > RESIDUAL_INSTANTS ? RESIDUAL_INSTANTS : instant;
    app->norm.from = norm->at;
    app->norm.since = app->now;
    app->view.focus = target_at(TARGET_CONTROL, NORM_INSTANT, norm->to - 1, 0);
}

/* False: it is not there to be seen. */
static bool norm_open(App *app, Value sum)
{
    Maths maths = view_maths(&app->view, &app->scratch);
    Residual all;
    if (!scene_norm_there(&app->view, sum) || !residual_of(&maths, sum, &all))
        return false;
    app_play(app, false);
    origin_close(app);
    pair_close(app);
    app->view.norm = (NormLook){.sum = sum, .moment = moment_of_stop(app->view.cursor)};
    go_to(app, 1);
    return true;
}

bool norm_open_here(App *app, int which)
{
    Value sum;
    return scene_norm_sum(&app->view, &app->scratch, which, &sum) && norm_open(app, sum);
}

int norm_place(App *app)
{
    Value sum;
    for (int which = 1; scene_norm_open(&app->view) && scene_norm_sum(&app->view, &app->scratch, which, &sum); which++)
        if (value_equal(sum, app->view.norm.sum))
            return which;
    return 0;
}

/* The last sum, then the one before it, then none. */
static void open_next(App *app, int by)
{
    bool open = scene_norm_open(&app->view);
    if (norm_open_here(app, norm_place(app) + by))
        return;
    if (!open)
        app_say(app, W_NORM_NOT_HERE);
    norm_close(app);
}

bool norm_press(App *app, Target target)
{
    if (target.kind != TARGET_CONTROL || target.a < NORM_OPEN || target.a > NORM_PANEL)
        return false;
    if (target.a == NORM_OPEN)
        norm_open(app, norm_sum(target));
    else if (target.a == NORM_INSTANT)
        go_to(app, target.b + 1);
    else if (target.a == NORM_CLOSE)
        norm_close(app);
    return true;
}

static void step(App *app, int by)
{
    go_to(app, app->view.norm.to + by);
}

/* All of them by themselves; at the end once more. */
static void play(App *app, int to)
{
    if (app->view.norm.at >= (float)to)
        app->view.norm.at = 0;
    go_to(app, to);
}

static void let_go(App *app, int by)
{
    (void)by;
    norm_close(app);
}

static bool is_open(const App *app)
{
    return scene_norm_open(&app->view);
}

void norm_update(App *app)
{
    NormLook *norm = &app->view.norm;
    if (norm->sum.kind == VALUE_NONE)
        return;
    if (!scene_norm_open(&app->view)) {
        norm_close(app);
        return;
    }
    float way = (float)((app->now - app->norm.since) / INSTANT_SECONDS), left = (float)norm->to - app->norm.from;
    bool there = app->view.window.reduced_motion || way >= fabsf(left);
    float at = there ? (float)norm->to : app->norm.from + copysignf(way, left);
    app->dirty |= at != norm->at;
    norm->at = at;
}

bool norm_moving(const App *app)
{
    return is_open(app) && app->view.norm.at != (float)app->view.norm.to;
}

const KeyRow norm_keys[] = {
    {KEY_E, 0, open_next, 1, W_KEY_NORM},
    {KEY_ESCAPE, 0, let_go, 0, 0, is_open},
    {KEY_LEFT, 0, step, -1, W_KEY_NORM, is_open},
    {KEY_RIGHT, 0, step, 1, W_KEY_NORM, is_open},
    {KEY_SPACE, 0, play, RESIDUAL_INSTANTS, 0, is_open},
    {0},
};
