/* The cursor: stepping, playing, and how it moves in time. */
#include "app/cursor.h"

#include "scene/stage/scope.h"
#include "trace/beats.h"

#include <math.h>

#define BY_HAND     2.1  /* a step by hand is so many times quicker than playing */
#define SCRUB_LEAST 3.0f /* px: less is a click */

int app_moment(const App *app)
{
    return moment_of_stop(app->cursor.target);
}

/* Up to the next question, where there is one. */
static int last_moment(const App *app)
{
    int gate = scene_gate(&app->view);
    return gate >= 0 ? gate - 1 : moment_count(app->open.trace) - 1;
}

static double clamp(const App *app, double cursor)
{
    return fmin(fmax(cursor, 0), last_moment(app));
}

void predict_begin_again(App *app)
{
    app->view.predict.open = -1;
    app->view.predict.telling = false;
    app->cursor.resume = false;
}

void app_jump(App *app, double cursor)
{
    if (cursor <= 0) /* from the start everything is asked again */
        predict_begin_again(app);
    app->cursor.target = clamp(app, cursor);
    app->view.cursor = app->cursor.target;
    app->view.stage.steered = 0;
    app->view.stage.floors.opened = 0;
    app->view.stage.scroll = 0;
    app->dirty = true;
}

/* The map is of the whole decode, as far as no question is in its way: empty it would say nothing. */
void app_begin(App *app)
{
    app_jump(app, 0);
    if (view_has(app->view.kind, HAS_MAP))
        app_jump(app, last_moment(app));
}

/* A neighbouring moment is reached by moving; farther ones, or with reduced motion, by jumping to the one before. */
void app_go(App *app, double cursor)
{
    cursor = clamp(app, cursor);
    app->view.stage.scroll = 0;
    if (app->view.window.reduced_motion) {
        app_jump(app, cursor);
        return;
    }
    app->view.stage.steered = 0;
    app->view.stage.floors.opened = 0;
    if (fabs(app->view.cursor - cursor) > 1)
        app->view.cursor = cursor > app->view.cursor ? cursor - 1 : cursor + 1;
    app->cursor.target = cursor;
    app->cursor.moved_at = app->now;
    app->dirty = true;
}

void app_stop_at(App *app, double cursor)
{
    app->view.play.on = false;
    app_jump(app, cursor);
}

/* The knob keeps its distance from the pointer, and the timeline its folds. */
void app_scrub(App *app, float x)
{
    const SceneLayout *layout = app_layout(app);
    int count = moment_count(app->open.trace);
    if (layout->timeline.w <= 0) /* a question stands in its place */
        return;
    if (!app->view.stage.scrubbed) {
        Point from = app->hand.scrub_from;
        if (!box_contains(layout->timeline, from) || fabsf(x - from.x) < SCRUB_LEAST)
            return;
        app->view.stage.scrubbed = scope_at(app->open.trace, app->view.cursor).step + 2;
        app->hand.scrub_by = timeline_x(layout->moments, count, app->view.cursor) - from.x;
    }
    app_jump(app, timeline_cursor(layout->moments, count, x + app->hand.scrub_by));
}

/* To the same moment of the next or the previous decode step; from the encoder to the first step and back. */
static void step_words(App *app, int by)
{
    Moment here = moment_at(app->open.trace, app_moment(app));
    int looks = here.kind == MOMENT_SELF && here.step < 0 && app->open.trace->head_told > 0
                    ? moment_find(app->open.trace, MOMENT_SELF, -1, here.position + by)
                    : -1;
    if (looks >= 0) { /* from row to row */
        app_go(app, looks);
        return;
    }
    int step = here.step + by;
    if (step >= app->open.trace->step_count)
        app_go(app, last_moment(app));
    else if (step < 0)
        app_go(app, here.step < 0 || by < 0 ? 0 : app_moment(app));
    else {
        int found = here.step < 0 ? -1 : moment_find(app->open.trace, here.kind, step, -1);
        app_go(app, found >= 0 ? found : moment_find(app->open.trace, MOMENT_PREVIOUS, step, -1));
    }
}

/* Is what comes next what the card asks? */
static bool card_waits(const App *app)
{
    int gate = scene_mask(&app->view).gate;
    return gate >= 0 && app->cursor.target >= gate - 1;
}

void cursor_move(App *app, Move move)
{
    bool on = move == MOVE_ON || move == MOVE_STEP_ON || move == MOVE_END || (move == MOVE_PLAY && !app->view.play.on);
    if (on && card_waits(app)) {
        app_first_answer(app);
        return;
    }
    if (move == MOVE_PLAY) {
        app_play(app, !app->view.play.on);
        return;
    }
    app->view.play.on = false;
    if (move == MOVE_START || move == MOVE_END)
        app_jump(app, move == MOVE_START ? 0 : moment_count(app->open.trace) - 1);
    else if (move == MOVE_STEP_ON || move == MOVE_STEP_BACK)
        step_words(app, move == MOVE_STEP_ON ? 1 : -1);
    else
        app_go(app, stop_beside(app->open.trace, app->cursor.target, move == MOVE_ON ? 1 : -1, app->view.play.fine));
}

/* Seconds that playing rests where the cursor is: as long as was set, and as long as the caption takes to be read. */
static double rest_seconds(const App *app)
{
    const View *view = &app->view;
    const Trace *trace = app->open.trace;
    bool fine = view->play.fine || view->window.captions;
    double next = stop_beside(trace, view->cursor, 1, fine);
    bool at_stop = fabs(stop_beside(trace, next, -1, fine) - view->cursor) < 1e-6;
    if (!at_stop || !beat_is_read(trace, view->cursor))
        return 0;
    const char *caption = view->window.captions ? view->window.caption : NULL;
    return fmax((double)view->play.pause, pacing_rest(trace, view->cursor, (double)view->play.speed, caption));
}

void app_play(App *app, bool play)
{
    Question question;
    if (play && app->view.cursor >= last_moment(app) && !scene_asks(&app->view, &question))
        app_jump(app, 0);
    app->view.play.on = play;
    app->view.stage.steered = 0;
    app->view.stage.floors.opened = 0;
    app->cursor.moved_at = app->now - (play ? rest_seconds(app) : 0);
    bool event = beat_at(app->open.trace, app->view.cursor) != BEAT_WHOLE;
    if (!play) /* what happens stands still where it is; between other moments one comes to rest */
        app->cursor.target = clamp(app, event ? app->view.cursor : ceil(app->view.cursor - 1e-6));
}

bool app_moving(const App *app)
{
    return app->view.play.on || app->view.cursor != app->cursor.target;
}

/* One stop after the other, each when it is due. */
static bool play_stills(App *app, double passed)
{
    const Trace *trace = app->open.trace;
    double next = stop_beside(trace, app->view.cursor, 1, true);
    if (passed < pacing_seconds(trace, app->view.cursor, next))
        return false;
    app->view.cursor = next;
    return true;
}

static void play_on(App *app, double passed)
{
    View *view = &app->view;
    double next = stop_beside(app->open.trace, view->cursor, 1, view->play.fine || view->window.captions);
    double before = view->cursor;
    view->cursor = pacing_after(app->open.trace, before, passed);
    if (view->cursor < next)
        return;
    double after = view->cursor;
    view->cursor = next;
    if (rest_seconds(app) <= 0)
        view->cursor = after;
}

static void move_by_hand(App *app, double passed)
{
    View *view = &app->view;
    double to = app->cursor.target, low = fmin(view->cursor, to), high = fmax(view->cursor, to);
    double whole = pacing_seconds(app->open.trace, low, high) / BY_HAND;
    view->cursor = whole <= passed ? to : view->cursor + (to - view->cursor) * passed / whole;
}

void app_advance(App *app)
{
    View *view = &app->view;
    double passed = app->now - app->cursor.moved_at;
    if (view->play.on)
        passed = (passed - rest_seconds(app)) * (double)view->play.speed;
    if (!app_moving(app) || passed <= 0)
        return;
    if (!view->play.on)
        move_by_hand(app, passed);
    else if (!view->window.reduced_motion)
        play_on(app, passed);
    else if (!play_stills(app, passed))
        return;
    if (view->play.on) {
        view->cursor = fmin(view->cursor, last_moment(app));
        view->play.on = view->cursor < last_moment(app);
        app->cursor.target = view->play.on ? ceil(view->cursor - 1e-9) : view->cursor;
    }
    app->cursor.moved_at = app->now;
    app->dirty = true;
}
