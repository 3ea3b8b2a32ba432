/* The first minute: a sentence is translated before the eyes of who starts the program for the first time, until a bar
 * asks to be dragged. Then comes what was asked for. */
#include "app/opening.h"

#include "app/app_place.h"
#include "app/awaited.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/view_input.h"
#include "scene/view/opening_script.h"

#include <math.h>
#include <string.h>

#define RESTED_MOST    3.0f /* seconds: then nothing more comes by itself */
#define OPENING_LESSON "05-cat-chase-mouse"

static int script(const App *app, OpeningScene out[OPENING_SCENES])
{
    return opening_script(app->open.trace, out);
}

static void show(App *app, OpeningStage stage)
{
    app->view.opening.stage = stage;
    app->opening.since = app->now;
    app->view.focus = app->view.hover = (Target){0};
}

/* ---- beginning and ending ---- */

/* False: the lesson is not there, or has nothing to steer; all is as it was. */
static bool begin(App *app, bool again, Error *error)
{
    OpeningScene scenes[OPENING_SCENES];
    app->opening.lesson = arena_string(&app->kept, app->open.lesson->folder);
    app->opening.place = again ? app_here(app, &app->kept) : NULL;
    if (!app_open_lesson(app, path_join(&app->scratch, app->options.lessons, OPENING_LESSON), NULL, error))
        return false;
    int count = script(app, scenes);
    if (count == 0) {
        error_set(error, ERROR_FORMAT, "the model of %s has no scores, or writes nothing", OPENING_LESSON);
        Error other = {0};
        app_open_lesson(app, app->opening.lesson, NULL, &other);
        return false;
    }
    app_show_view(app, VIEW_DECODE);
    app->view.overlay = OVERLAY_NONE;
    app->view.opening = (Opening){.step = scenes[count - 1].step, .again = again};
    app_jump(app, 0);
    show(app, OPENING_PROMISE);
    app->view.focus = (Target){TARGET_OPENING, OPENING_ON, 0, 0};
    return true;
}

void opening_begin(App *app, bool again)
{
    Error error = {0}; /* a course of another kind has none: only who asks for it is told so */
    if (begin(app, again, &error)) {
        if (!again)
            progress_opened(app);
    } else if (!awaited_opening(app, &error, again) && again)
        app_fail(app, &error);
}

void opening_offer(App *app)
{
    if (app->options.opening && !app->options.forgetful && !app->options.last && progress_none(app))
        opening_begin(app, false);
}

static void end(App *app)
{
    Error error = {0};
    app->view.opening = (Opening){0};
    bool back = app_open_lesson(app, app->opening.lesson, NULL, &error);
    if (!back || (app->opening.place && !app_go_to(app, app->opening.place, &error)))
        app_fail(app, &error);
}

/* ---- playing ---- */

/* The source word with the smallest weight, where a drag changes most; the first of several. */
static int least_of(const float *weights, int n)
{
    int least = 0;
    for (int j = 1; j < n; j++)
        least = weights[j] < weights[least] ? j : least;
    return least;
}

static void stop(App *app)
{
    OpeningScene scenes[OPENING_SCENES];
    Opening *opening = &app->view.opening;
    const TraceStep *step = &app->open.trace->steps[opening->step];
    app_jump(app, scenes[script(app, scenes) - 1].end);
    show(app, OPENING_DRAG);
    opening->bar = least_of(step->step.weights, app->open.trace->n);
    opening->wrote = step->token;
    opening->pulse = 0;
}

/* Within a scene the time is that of its moments, stretched to the scene's. */
static void play(App *app)
{
    OpeningScene scenes[OPENING_SCENES];
    Opening *opening = &app->view.opening;
    int count = script(app, scenes);
    const OpeningScene *scene = &scenes[opening->scene];
    double begins = opening->scene > 0 ? scene[-1].end : 0, passed = app->now - app->opening.since;
    double way = opening->scene == 0 ? OPENING_FIRST : OPENING_WAY;
    if (passed >= way + OPENING_HOLD) {
        if (++opening->scene == count)
            stop(app);
        else
            app->opening.since = app->now;
        app->dirty = true;
        return;
    }
    double along = fmin(1, passed / way);
    bool still = app->view.window.reduced_motion || along >= 1;
    double cursor = still ? scene->end : begins + along * (scene->end - begins);
    if (cursor != app->view.cursor)
        app_jump(app, cursor);
}

/* Has another word come of it? What was touched rests. */
static void watch(App *app)
{
    Opening *opening = &app->view.opening;
    const TraceStep *step = &app->open.trace->steps[opening->step];
    app->view.origin.depth = 0;
    if (app->hand.pull.moving || step->replaced)
        opening->pulse = -1;
    if (opening->pulse >= 0 && !app->view.window.reduced_motion) {
        opening->pulse = (float)(app->now - app->opening.since);
        app->dirty = true;
    }
    if (opening->stage == OPENING_DRAG && strcmp(step->token, opening->wrote) != 0) {
        opening->stage = OPENING_STEERED;
        app->dirty = true;
    }
    if (opening->stage != OPENING_STEERED || app->hand.pull.moving)
        app->opening.let_go = app->now;
    else if (opening->rested < RESTED_MOST) {
        opening->rested = (float)(app->now - app->opening.let_go);
        app->dirty = true;
    }
}

void opening_update(App *app)
{
    if (app->view.opening.stage == OPENING_PLAYS)
        play(app);
    else if (app->view.opening.stage >= OPENING_DRAG)
        watch(app);
}

bool opening_moves(const App *app)
{
    const Opening *opening = &app->view.opening;
    return opening->stage == OPENING_PLAYS || (opening->stage == OPENING_STEERED && opening->rested < RESTED_MOST)
           || (opening->stage == OPENING_DRAG && opening->pulse >= 0 && !app->view.window.reduced_motion);
}

/* ---- by hand ---- */

void opening_press(App *app, Target target)
{
    OpeningStage stage = app->view.opening.stage;
    if (target.a == OPENING_AGAIN)
        opening_begin(app, true);
    else if (target.a == OPENING_SKIP && stage == OPENING_PLAYS)
        stop(app);
    else if (target.a == OPENING_SKIP || stage >= OPENING_DRAG)
        end(app);
    else if (stage == OPENING_PROMISE)
        show(app, OPENING_PLAYS);
}

/* Up and down pull the bar, Enter, the space bar and Escape go on; before that every key skips to the stop. */
static bool key(App *app, Key which)
{
    OpeningStage stage = app->view.opening.stage;
    bool enter = which == KEY_ENTER || which == KEY_SPACE;
    Target focus = app->view.focus;
    bool elsewhere = focus.kind != TARGET_NONE && (focus.kind != TARGET_OPENING || focus.a != OPENING_ON);
    if (stage == OPENING_PROMISE && (which == KEY_TAB || (enter && elsewhere)))
        return false; /* language and skip are reached and pressed */
    if (stage == OPENING_PROMISE && enter)
        show(app, OPENING_PLAYS);
    else if (stage < OPENING_DRAG)
        stop(app);
    else if (which == KEY_UP || which == KEY_DOWN) {
        if (app->view.focus.kind != TARGET_WEIGHT)
            app_focus_on(app, target_at(TARGET_WEIGHT, app->view.opening.step, app->view.opening.bar, 0));
        return false;
    } else if (enter || which == KEY_ESCAPE)
        end(app);
    return true;
}

bool opening_event(App *app, const Event *event)
{
    if (app->view.opening.stage == OPENING_NONE)
        return false;
    if (event->kind == EVENT_KEY)
        return !(event->modifiers.control && event->key.key == KEY_Q) && key(app, event->key.key);
    return event->kind == EVENT_TEXT || event->kind == EVENT_TEXT_EDIT || event->kind == EVENT_WHEEL;
}
