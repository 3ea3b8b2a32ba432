/* The cursor: stepping, playing, and how it moves in time. */
#include "app/cursor.h"

#include <math.h>

#define MOMENT_SECONDS 0.9 /* at 1x */

/* Up to the next question, where there is one. */
static int last_moment(const App *app)
{
    Question question;
    return scene_question(&app->view, &question) ? question.gate - 1 : moment_count(app->open.trace) - 1;
}

static int clamp_moment(const App *app, int moment)
{
    int last = last_moment(app);
    return moment < 0 ? 0 : moment > last ? last : moment;
}

void predict_begin_again(App *app)
{
    app->view.predict.open = -1;
    app->view.predict.telling = false;
    app->cursor.resume = false;
}

void app_jump(App *app, int moment)
{
    if (moment <= 0) /* from the start everything is asked again */
        predict_begin_again(app);
    app->cursor.target = clamp_moment(app, moment);
    app->view.cursor = app->cursor.target;
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
    app->cursor.target = moment;
    app->cursor.moved_at = app->now;
    app->dirty = true;
}

void app_stop_at(App *app, int moment)
{
    app->view.playing = false;
    app_jump(app, moment);
}

/* To the same moment of the next or the previous decode step; from the encoder to the first step and back. */
static void step_words(App *app, int by)
{
    Moment here = moment_at(app->open.trace, app->cursor.target);
    int step = here.step + by;
    if (step >= app->open.trace->step_count)
        app_go(app, last_moment(app));
    else if (step < 0)
        app_go(app, here.step < 0 || by < 0 ? 0 : app->cursor.target);
    else {
        int found = here.step < 0 ? -1 : moment_find(app->open.trace, here.kind, step, -1);
        app_go(app, found >= 0 ? found : moment_find(app->open.trace, MOMENT_PREVIOUS, step, -1));
    }
}

void cursor_move(App *app, Move move)
{
    if (move == MOVE_PLAY) {
        app_play(app, !app->view.playing);
        return;
    }
    app->view.playing = false;
    if (move == MOVE_START || move == MOVE_END)
        app_jump(app, move == MOVE_START ? 0 : moment_count(app->open.trace) - 1);
    else if (move == MOVE_STEP_ON || move == MOVE_STEP_BACK)
        step_words(app, move == MOVE_STEP_ON ? 1 : -1);
    else
        app_go(app, app->cursor.target + (move == MOVE_ON ? 1 : -1));
}

void app_play(App *app, bool play)
{
    Question question;
    if (play && app->view.cursor >= last_moment(app) && !scene_asks(&app->view, &question))
        app_jump(app, 0);
    app->view.playing = play;
    app->cursor.moved_at = app->now;
    if (!play) /* come to rest on a moment */
        app->cursor.target = clamp_moment(app, (int)ceil(app->view.cursor - 1e-6));
    app->dirty = true;
}

bool app_moving(const App *app)
{
    return app->view.playing || app->view.cursor != app->cursor.target;
}

void app_advance(App *app)
{
    View *view = &app->view;
    Pace pace = {view->cursor, app->cursor.target, last_moment(app), view->playing, app->cursor.moved_at};
    if (!pace_advance(&pace, app->now, MOMENT_SECONDS / (double)view->speed, view->reduced_motion))
        return;
    view->cursor = pace.at;
    view->playing = pace.playing;
    app->cursor.target = pace.target;
    app->cursor.moved_at = pace.moved_at;
    app->dirty = true;
}
