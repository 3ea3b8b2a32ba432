/* What is dropped onto the window: a packed lesson, the folder of a lesson, a model, a trace, sentence pairs, weights
 * of any program, an exported figure. */
#include "app/class_room.h"
#include "app/errands.h"
#include "app/open.h"
#include "base/names.h"
#include "export/figure_state.h"
#include "export/open_as.h"
#include "export/weights_file.h"
#include "lesson/pack.h"
#include "lesson/place.h"
#include "words/window_words.h"

static bool is_here(App *app, const char *place)
{
    Error missing = {0};
    Place where;
    return place_parse(place, &app->scratch, &where, &missing) && where.lesson
           && (file_exists(where.lesson) || lesson_find(app->options.lessons, where.lesson, &app->scratch, &missing));
}

/* A figure is opened at the place that it carries; where its lesson is not here, the weights that it carries are. */
static void take_figure(App *app, const char *path)
{
    FigureState state;
    Error error = {0};
    bool ok = figure_state_read(path, &app->scratch, &state, &error)
              && (state.place || state.matrix || error_at(&error, ERROR_FORMAT, path, 0, "carries no place"));
    if (ok && state.matrix && (!state.place || !is_here(app, state.place)))
        ok = weights_over_open(app, path, NULL, &error);
    else if (ok && app_visit(app, state.place))
        app_check_model(app, state.model);
    if (!ok)
        app_fail(app, &error);
}

static bool open_lesson(App *app, const char *where, Error *error)
{
    if (!app_open_lesson(app, where, NULL, error))
        return false;
    app_close_course(app); /* which may have a lesson more by now */
    app->view.overlay = OVERLAY_NONE;
    app->view.focus = (Target){0};
    return true;
}

static void take_weights(App *app, const char *path, const char *why)
{
    Error error = {0};
    if (!weights_over_open(app, path, why, &error))
        app_fail(app, &error);
}

/* Links and numbers are what they say on the page of pairs. */
static bool is_for_class(const App *app, const char *path)
{
    return class_is_open(app) && !file_is_folder(path) && path_check_ending(path, TABLE_ENDINGS, NULL);
}

static void take_lesson(App *app, const char *where)
{
    Error error = {0};
    bool packed = !file_is_folder(where) && pack_is(where);
    if (packed)
        where = pack_unpack(where, &app->scratch, &error);
    if (!where || !open_lesson(app, where, &error))
        app_fail(app, &error);
    else if (packed)
        app_say(app, W_KEPT_AMONG_YOUR_OWN, app->open.lesson->title[app->view.language]);
}

void app_take_file(App *app, const char *path)
{
    const char *where = arena_string(&app->scratch, path);
    if (app->view.opening.stage != OPENING_NONE)
        return; /* the first minute is one sentence and one button */
    weights_over_close(app);
    Error lacks = {0};
    switch (is_for_class(app, where) ? OPEN_PAIRS : open_as(where, &lacks)) {
    case OPEN_PAIRS:
        class_take_file(app, where);
        break;
    case OPEN_WEIGHTS:
        take_weights(app, where, lacks.code ? lacks.message : NULL);
        break;
    case OPEN_FIGURE:
        take_figure(app, where);
        break;
    case OPEN_LESSON:
    case OPEN_MODEL:
    case OPEN_TRACE:
        take_lesson(app, where);
        break;
    }
}
