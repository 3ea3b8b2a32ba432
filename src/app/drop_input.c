/* What is dropped onto the window: a packed lesson, the folder of a lesson, a model, a trace, sentence pairs, weights
 * of any program, the log of a training, an exported figure. */
#include "app/app_place.h"
#include "app/class_room.h"
#include "app/course_input.h"
#include "app/curves_input.h"
#include "app/exam_input.h"
#include "app/open.h"
#include "app/weights_input.h"
#include "base/names.h"
#include "lesson/place.h"
#include "words/window_words.h"

static bool is_here(App *app, const char *place)
{
    Error missing = {0};
    Place where;
    return place_parse(place, &app->scratch, &where, &missing) && where.lesson
           && (file_exists(where.lesson) || lesson_find(app->options.lessons, where.lesson, &app->scratch, &missing));
}

/* At the place that it carries; where its lesson is not here, the weights that it carries. */
static bool take_figure(App *app, OpenFile *file, Error *error)
{
    const FigureState *figure = &file->figure;
    if (!opened_well(file, error))
        return false;
    if (figure->matrix && (!figure->place || !is_here(app, figure->place)))
        return weights_open(app, file, error);
    if (app_visit(app, figure->place))
        app_check_model(app, figure->model);
    return true;
}

static bool take_lesson(App *app, OpenFile *file, Error *error)
{
    bool packed = file->kind == OPEN_PACK;
    OpenFile files[2] = {*file, {0}};
    *file = (OpenFile){0};
    if ((packed && !opened_unpack(&files[0], error)) || !app_open_file(app, files, NULL, error)) {
        opened_finish(files);
        return false;
    }
    app_close_course(app); /* which may have a lesson more by now */
    app->view.overlay = OVERLAY_NONE;
    app->view.focus = (Target){0};
    if (packed)
        app_say(app, W_KEPT_AMONG_YOUR_OWN, app->open.lesson->title[app->view.language]);
    return true;
}

static bool take(App *app, OpenFile *file, Error *error)
{
    switch (file->kind) {
    case OPEN_PAIRS:
        class_take_file(app, file->path);
        return true;
    case OPEN_WEIGHTS:
        return weights_open(app, file, error);
    case OPEN_LOG:
        return curves_open(app, file->path, true, error);
    case OPEN_FIGURE:
        return take_figure(app, file, error);
    case OPEN_RESULT:
        return exam_take_result(app, file->path, error);
    case OPEN_LESSON:
    case OPEN_PACK:
    case OPEN_MODEL:
    case OPEN_TRACE:
        return take_lesson(app, file, error);
    }
    return false;
}

/* Links and numbers are what they say on the page of pairs. */
static bool is_for_class(const App *app, const char *path)
{
    return class_is_open(app) && !file_is_folder(path) && path_check_ending(path, TABLE_ENDINGS, NULL);
}

void app_take_file(App *app, const char *path)
{
    OpenFile file = {.kind = OPEN_PAIRS, .path = arena_string(&app->scratch, path)};
    Error error = {0};
    if (app->view.opening.stage != OPENING_NONE)
        return; /* the first minute is one sentence and one button */
    if (!is_for_class(app, file.path))
        open_file(file.path, &file);
    if (!take(app, &file, &error))
        app_fail(app, &error);
    opened_finish(&file);
}
