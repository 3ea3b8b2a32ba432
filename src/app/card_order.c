#include "app/card_order.h"
#include "app/app_place.h"
#include "app/card_progress.h"
#include "app/course_input.h"
#include "app/open.h"
#include "app/path_input.h"
#include "lesson/place.h"

/* A card of another lesson is a place; the card stays as it is shown, or hidden. */
static void show_stop(App *app, const CoursePath *path, int index)
{
    const PathStop *stop = &path->stops[index];
    View *view = &app->view;
    if (view->course.path == path && stop->lesson == view->course.number && view->course.count > 0) {
        app_show_card(app, stop->card - 1);
        return;
    }
    bool open = view->window.present ? view->panel.open : !view->window.embedded;
    Place place = {.path = (int)path->kind,
                   .lesson = arena_printf(&app->scratch, "%d", stop->lesson),
                   .card = stop->card,
                   .gloss = (int)view->gloss - GLOSS_USUAL,
                   .view = -1,
                   .look = -1,
                   .moment = -1,
                   .language = -1,
                   .dark = -1};
    if (app_visit(app, place_print(&place, &app->scratch)))
        view->panel.open = open;
}

void path_press(App *app, Target target)
{
    Error error = {0};
    const CoursePath *paths = app_paths(app, &error);
    if (!paths || target.a <= PATH_NONE || target.a >= PATH_KINDS || target.b >= paths[target.a].count)
        return;
    app->view.overlay = OVERLAY_NONE;
    app->view.focus = (Target){0};
    show_stop(app, &paths[target.a], target.b);
}

/* Behind the last card of a lesson lies the next lesson; behind the last of all, or of the path, its first card. */
void app_card_beside(App *app, int by)
{
    const CoursePath *path = app->view.course.path;
    int here = app->view.card, next = here + by;
    if (by > 0)
        app_left_card(app);
    if (path) {
        next = path_beside(path, app->view.course.number, here + 1, by);
        if (next >= 0 || by > 0)
            show_stop(app, path, next >= 0 ? next : 0);
    } else if (next < app->open.lesson->card_count)
        app_show_card(app, next);
    else if (!app_next_lesson(app))
        app_show_card(app, 0);
}
