/* A count-down for a class: while presenting, at the edge of the foot. It goes by the app's own clock. */
#include "app/timer_input.h"

#include <math.h>

#define MINUTE        60.0
#define MINUTES_MOST  10
#define MINUTES_USUAL 3

static double seconds_left(const App *app)
{
    const ClassTimer *timer = &app->timer;
    return fmax(0, timer->left - (timer->runs ? app->now - timer->since : 0));
}

static void set(App *app, double left, bool runs)
{
    app->timer = (ClassTimer){runs, left, app->now};
    app->view.timer = (TimerState){true, !runs, (int)ceil(left)};
    app->dirty = true;
}

/* What the path says that its card takes. */
static int minutes_of_card(const App *app)
{
    const CoursePath *path = app->view.course.path;
    int stop = path ? path_stop(path, app->view.course.number, app->view.card + 1) : -1;
    int minutes = stop >= 0 ? path->stops[stop].minutes : MINUTES_USUAL;
    return minutes < MINUTES_MOST ? minutes : MINUTES_MOST;
}

void timer_press(App *app, int more)
{
    const TimerState *shown = &app->view.timer;
    if (!shown->on)
        set(app, MINUTE * minutes_of_card(app), true);
    else if (more) {
        double left = seconds_left(app) + MINUTE;
        set(app, left <= MINUTE * MINUTES_MOST ? left : MINUTE, !shown->paused || shown->seconds == 0);
    } else if (shown->seconds == 0)
        timer_end(app);
    else
        set(app, seconds_left(app), shown->paused);
}

bool timer_end(App *app)
{
    bool was = app->view.timer.on;
    app->view.timer = (TimerState){0};
    app->timer = (ClassTimer){0};
    app->dirty = app->dirty || was;
    return was;
}

void timer_update(App *app)
{
    int seconds = (int)ceil(seconds_left(app));
    if (!app->view.timer.on)
        return;
    if (!app->view.window.present)
        timer_end(app);
    else if (seconds != app->view.timer.seconds) {
        app->view.timer.seconds = seconds;
        app->dirty = true;
    }
}

double timer_wait(const App *app)
{
    double left = seconds_left(app);
    return app->timer.runs && left > 0 ? fmax(0.01, left - (ceil(left) - 1)) : INFINITY;
}
