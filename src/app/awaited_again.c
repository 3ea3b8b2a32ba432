/* Does again what waited for a file. */
#include "app/app_place.h"
#include "app/awaited.h"
#include "app/open.h"
#include "app/opening.h"
#include "app/view_input.h"
#include "base/arrival.h"

Target awaited_again(App *app)
{
    Awaited what = app->awaited;
    awaited_end(app);
    if (what.kind == AWAITED_VIEW)
        app_show_view(app, what.view);
    else if (what.kind == AWAITED_CARD)
        app_show_setting(app, what.model);
    else if (what.kind == AWAITED_LESSON)
        (void)app_visit_lesson(app, what.where);
    else if (what.kind == AWAITED_PLACE)
        (void)app_visit(app, what.where);
    else if (what.kind == AWAITED_OPENING)
        opening_begin(app, what.again);
    app->awaited.came = !app->view.awaited.on;
    return what.kind == AWAITED_PRESS ? what.target : (Target){0};
}

/* Nothing changes while a page covers the stage. */
Target awaited_update(App *app)
{
    Target press = {0};
    Arrival arrival = app->view.awaited.on ? file_arrival(app->awaited.file) : FILE_IS_COMING;
    bool lost = arrival == FILE_IS_LOST || arrival == FILE_IS_REFUSED;
    if (arrival == FILE_IS_THERE && app->view.overlay == OVERLAY_NONE) {
        press = awaited_again(app);
        app->dirty = true;
    }
    if (lost == app->view.awaited.lost)
        return press;
    app->view.awaited.lost = lost;
    app->view.awaited.refused = arrival == FILE_IS_REFUSED;
    app->dirty = true;
    return press;
}
