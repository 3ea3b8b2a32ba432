/* Does again what waited for a file. */
#include "app/app_place.h"
#include "app/awaited.h"
#include "app/open.h"
#include "app/opening.h"
#include "app/view_input.h"
#include "base/arrival.h"

static void go_on(App *app)
{
    Later what = app->later;
    later_end(app);
    if (what.kind == LATER_VIEW)
        app_show_view(app, what.view);
    else if (what.kind == LATER_PRESS)
        (void)app_input(app)->press(app, what.target);
    else if (what.kind == LATER_CARD)
        app_show_setting(app, what.model);
    else if (what.kind == LATER_LESSON)
        (void)app_visit_lesson(app, what.where);
    else if (what.kind == LATER_PLACE)
        (void)app_visit(app, what.where);
    else if (what.kind == LATER_OPENING)
        opening_begin(app, what.again);
    app->later.came = !app->view.waiting.on;
}

/* Nothing changes while a page covers the stage. */
void later_update(App *app)
{
    Arrival arrival = app->view.waiting.on ? file_arrival(app->later.file) : FILE_IS_COMING;
    bool lost = arrival == FILE_IS_LOST || arrival == FILE_IS_REFUSED;
    if (arrival == FILE_IS_THERE && app->view.overlay == OVERLAY_NONE) {
        go_on(app);
        app->dirty = true;
    }
    if (lost == app->view.waiting.lost)
        return;
    app->view.waiting.lost = lost;
    app->view.waiting.refused = arrival == FILE_IS_REFUSED;
    app->dirty = true;
}

void later_press(App *app, Target target)
{
    if (target.a == LATER_STAY)
        later_end(app);
    else if (app->view.waiting.on)
        go_on(app); /* which asks for it again */
}
