/* What is dropped onto the window: a packed lesson, the folder of a lesson, a model, sentence pairs, an exported figure. */
#include "app/class_room.h"
#include "app/errands.h"
#include "app/open.h"
#include "base/names.h"
#include "export/figure_state.h"
#include "lesson/pack.h"

static const char *const PAIR_ENDINGS[] = {".tsv", ".txt", ".csv", NULL};

/* A figure is opened at the place that it carries. */
static void take_figure(App *app, const char *path)
{
    FigureState state;
    Error error = {0};
    bool ok = figure_state_read(path, &app->scratch, &state, &error)
              && (state.place || error_at(&error, ERROR_FORMAT, path, 0, "carries weights alone, and no place"));
    if (!ok)
        app_fail(app, &error);
    else if (app_visit(app, state.place))
        app_check_model(app, state.model);
}

void app_take_file(App *app, const char *path)
{
    Error error = {0};
    const char *where = arena_string(&app->scratch, path);
    bool packed = pack_is(where), ok = app->view.opening.stage == OPENING_NONE;
    if (!ok)
        return; /* the first minute is one sentence and one button */
    if (!packed && path_check_ending(where, PAIR_ENDINGS, NULL)) {
        class_take_file(app, where);
        return;
    }
    if (path_check_ending(where, PICTURE_ENDINGS, NULL)) {
        take_figure(app, where);
        return;
    }
    if (packed)
        ok = (where = pack_unpack(where, &app->scratch, &error)) != NULL;
    if (!ok || !app_open_lesson(app, where, NULL, &error)) {
        app_fail(app, &error);
        return;
    }
    app_close_course(app); /* which may have a lesson more by now */
    app->view.overlay = OVERLAY_NONE;
    app->view.focus = (Target){0};
    if (packed)
        app_say(app, W_KEPT_AMONG_YOUR_OWN, app->open.lesson->title[app->view.language]);
}
