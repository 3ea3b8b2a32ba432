/* The cursor: stepping, playing, and how it moves in time. */
#include "app/predict_input.h"

#include <math.h>

#define MOMENT_SECONDS 0.9  /* at 1x */
#define STEP_SECONDS   0.42 /* a step by hand is quicker than the film */

/* Up to the next question, where there is one. */
static int last_moment(const App *app)
{
    Question question;
    return scene_question(&app->view, &question) ? question.gate - 1 : moment_count(app->trace) - 1;
}

static int clamp_moment(const App *app, int moment)
{
    int last = last_moment(app);
    return moment < 0 ? 0 : moment > last ? last : moment;
}

void app_jump(App *app, int moment)
{
    if (moment <= 0) /* from the start everything is asked again */
        predict_begin_again(app);
    app->target = clamp_moment(app, moment);
    app->view.cursor = app->target;
    app->view.stage_scroll = 0;
    app->dirty = true;
}

/* A neighbouring moment is reached by moving; farther ones, or with reduced motion, by jumping to the one before. */
void app_go(App *app, int moment)
{
    moment = clamp_moment(app, moment);
    app->view.stage_scroll = 0;
    if (app->view.reduced_motion) {
        app_jump(app, moment);
        return;
    }
    if (fabs(app->view.cursor - moment) > 1)
        app->view.cursor = moment > app->view.cursor ? moment - 1 : moment + 1;
    app->target = moment;
    app->moved_at = app->now;
    app->dirty = true;
}

void app_step_moments(App *app, int by)
{
    app->view.playing = false;
    app_go(app, app->target + by);
}

/* To the same moment of the next or the previous decode step; from the encoder to the first step and back. */
void app_step_words(App *app, int by)
{
    app->view.playing = false;
    Moment here = moment_at(app->trace, app->target);
    int step = here.step + by;
    if (step >= app->trace->step_count)
        app_go(app, last_moment(app));
    else if (step < 0)
        app_go(app, here.step < 0 || by < 0 ? 0 : app->target);
    else {
        int found = here.step < 0 ? -1 : moment_find(app->trace, here.kind, step, -1);
        app_go(app, found >= 0 ? found : moment_find(app->trace, MOMENT_PREVIOUS, step, -1));
    }
}

void app_play(App *app, bool play)
{
    Question question;
    if (play && app->view.cursor >= last_moment(app) && !scene_asks(&app->view, &question))
        app_jump(app, 0);
    app->view.playing = play;
    app->moved_at = app->now;
    if (!play) /* come to rest on a moment */
        app->target = clamp_moment(app, (int)ceil(app->view.cursor - 1e-6));
    app->dirty = true;
}

bool app_moving(const App *app)
{
    return app->view.playing || app->view.cursor != app->target;
}

void app_advance(App *app)
{
    double passed = app->now - app->moved_at;
    app->moved_at = app->now;
    if (!app_moving(app) || passed <= 0)
        return;
    View *view = &app->view;
    app->dirty = true;
    if (view->playing) {
        double step = passed * view->speed / MOMENT_SECONDS, last = last_moment(app);
        view->cursor = fmin(last, view->cursor + step);
        app->target = (int)ceil(view->cursor - 1e-9);
        if (view->reduced_motion && floor(view->cursor) > view->cursor - step)
            view->cursor = floor(view->cursor);
        if (view->cursor >= last)
            view->playing = false;
        return;
    }
    double way = passed / STEP_SECONDS, left = app->target - view->cursor;
    view->cursor = fabs(left) <= way ? app->target : view->cursor + copysign(way, left);
}
