/* The handle of the train view: where it is put, how it moves by itself, the replay. */
#include "app/train_input.h"

#include <math.h>

#define FADE_SECONDS 0.35

bool train_moves(const App *app)
{
    const struct LiveTraining *live = app->live;
    return live->training.replays || (live->training.back > 0 && !live->motion.held);
}

/* Begins to fade the earlier look out of the picture. */
static void fade(App *app)
{
    struct LiveTraining *live = app->live;
    live->motion.from = live->training.back;
    live->motion.since = app->now;
    if (app->view.window.reduced_motion)
        live->training.back = 0;
    app->dirty = true;
}

/* Shows a look. At the newest one the picture follows the training again. */
void train_show(App *app, int look)
{
    Training *training = &app->live->training;
    int newest = training->count - 1, before = training->shown;
    look = look > newest ? newest : look;
    look = look < 0 ? 0 : look;
    training->replays = false;
    training->follow = look >= newest;
    training->shown = look;
    if (look != before && before < training->count) {
        training->before = before;
        training->back = 1;
    }
    fade(app);
}

static double place_of(const App *app, Point at)
{
    const DrawCommand *plot = drawlist_marked(&app->list, (Target){TARGET_CONTROL, TRAIN_PLOT, 0, 0});
    bool there = plot && plot->bounds.w > 0 && at.x >= 0;
    return there ? (double)((at.x - plot->bounds.x) / plot->bounds.w) : NAN;
}

void train_press_plot(App *app)
{
    double along = place_of(app, app->view.pointer);
    Training there = app->live->training;
    if (!isfinite(along))
        return;
    training_move(&there, along);
    train_show(app, there.shown);
}

void train_drag(App *app, Point at)
{
    struct LiveTraining *live = app->live;
    double along = place_of(app, at);
    if (!isfinite(along))
        return;
    training_move(&live->training, along);
    live->training.replays = live->training.follow = false;
    live->motion.held = true;
    if (app->view.window.reduced_motion)
        live->training.back = 0;
}

void train_release(App *app, Target held)
{
    (void)held;
    struct LiveTraining *live = app->live;
    if (!live->motion.held)
        return;
    live->motion.held = false;
    live->training.follow = live->training.shown >= live->training.count - 1;
    fade(app);
}

/* To the next or the previous frame of the film. */
void train_show_frame(App *app, int by)
{
    const Training *training = &app->live->training;
    int film[16], count = training_film(training, 9, film), at = 0;
    while (at < count - 1 && film[at] < training->shown)
        at++;
    at += by;
    train_show(app, at < 0 ? 0 : at >= count ? training->count - 1 : film[at]);
}

/* ---- the replay ---- */

void train_replay(App *app)
{
    struct LiveTraining *live = app->live;
    bool begin = !live->training.replays && live->training.count > 1;
    train_show(app, begin ? 0 : live->training.shown);
    live->training.replays = begin;
}

/* Frame after frame of the film, each as long. */
static void show_still(Training *training, double part)
{
    int film[16], count = training_film(training, 9, film);
    while (count > 1 && film[count - 1] >= training->count)
        count--;
    training->shown = film[(int)(part * count)];
    training->back = 0;
}

void train_move(App *app)
{
    struct LiveTraining *live = app->live;
    Training *training = &live->training;
    double passed = app->now - live->motion.since, part = passed / TRAINING_REPLAY;
    if (!training->replays)
        training->back = fmaxf(0, live->motion.from * (1 - (float)(passed / FADE_SECONDS)));
    else if (part >= 1)
        train_show(app, training->count - 1);
    else if (app->view.window.reduced_motion)
        show_still(training, part);
    else
        training_move(training, part * training_along(training, training->list[training->count - 1].at));
}
