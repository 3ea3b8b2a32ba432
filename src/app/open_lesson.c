/* Opening a lesson, and going from one to another in the same window. */
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "app/watch.h"

#include <stdio.h>
#include <string.h>

/* A model file alone has no cards. */
static bool open_model(Opened *opened, const char *path, Error *error)
{
    opened->loaded = model_load(path, &opened->model, error);
    if (opened->loaded)
        opened->lesson = lesson_of_model(path, &opened->model);
    return opened->loaded;
}

static bool open_text(Opened *opened, const char *folder, const char *model, Error *error)
{
    opened->lesson = lesson_load(folder, error);
    if (!opened->lesson)
        return false;
    opened->index = model ? lesson_model(opened->lesson, model) : 0;
    if (opened->index < 0)
        return error_at(error, ERROR_USAGE, opened->lesson->path, 0, "has no model named %s", model);
    opened->loaded = model_load(opened->lesson->models[opened->index].path, &opened->model, error);
    return opened->loaded;
}

bool lesson_open(Opened *opened, const char *where, const char *model, Error *error)
{
    bool alone = file_exists(where) && !file_is_folder(where);
    if (alone ? !open_model(opened, where, error) : !open_text(opened, where, model, error))
        return false;
    opened->trace = trace_decode(&opened->model, slice_of(opened->lesson->sentence), NULL, error);
    return opened->trace != NULL;
}

void lesson_discard(Opened *opened)
{
    trace_destroy(opened->trace);
    if (opened->loaded)
        model_finish(&opened->model);
    lesson_destroy(opened->lesson);
}

/* The views' own state goes with the lesson it is about; what a person has set for the window stays. */
static void close_views(App *app)
{
    if (app->open.lesson && app_input(app)->leave)
        app_input(app)->leave(app);
    for (int i = 0; i < VIEW_KINDS; i++)
        if (app->inputs[i]->finish)
            app->inputs[i]->finish(app);
    app->view.kind = VIEW_DECODE;
    app->view.heat = (HeatLook){0};
    app->view.origin = (Origin){0};
    app->view.hover = app->view.focus = app->hand.held = (Target){0};
    app->view.dragging = app->hand.selecting = false;
    app->hand.pull = (StageDrag){0};
}

void app_close_lesson(App *app)
{
    close_views(app);
    progress_close(app);
    watch_end(app);
    app->progress.played_trace = NULL;
    app->progress.trained = false;
    trace_destroy(app->open.trace);
    app->open.trace = NULL;
    app->view.trace = NULL;
    app->view.caption = NULL;
    app->caption.trace = NULL;
    for (int i = 0; i < APP_MODELS; i++)
        if (app->open.loaded[i])
            model_finish(&app->open.models[i]);
    memset(app->open.loaded, 0, sizeof app->open.loaded);
    app->view.model = NULL;
    lesson_destroy(app->open.lesson);
    app->open.lesson = NULL;
    app->view.lesson = NULL;
}

/* A lesson from elsewhere is none of the course's. */
static void count_lessons(App *app)
{
    int order = app->open.lesson->order;
    LessonList lessons = lesson_list(app->options.lessons, &app->scratch, NULL);
    app->view.lesson_number = order;
    app->view.lesson_count = 0;
    for (int i = 0; i < lessons.count; i++)
        if (strcmp(path_name(lessons.folders[i]), path_name(app->open.lesson->folder)) == 0)
            app->view.lesson_count = lessons.count > order ? lessons.count : order;
}

static void install(App *app, Opened *opened)
{
    app->open.lesson = opened->lesson;
    app->open.model = opened->index;
    app->open.models[app->open.model] = opened->model;
    app->open.loaded[app->open.model] = true;
    app->view.lesson = app->open.lesson;
    app->view.model = &app->open.models[app->open.model];
    app->view.card = 0;
    app->view.playing = false;
    changes_reset(&app->open.changes, NULL, 0);
    progress_open(app);
    snprintf(app->open.decoded, sizeof app->open.decoded, "%s", app->open.lesson->sentence);
    app_take_trace(app, opened->trace);
    field_set(app, app->open.lesson->sentence);
    app_jump(app, 0);
    count_lessons(app);
    app_set_title(app);
}

void app_replace_lesson(App *app, Opened *opened)
{
    app_close_lesson(app);
    install(app, opened);
    watch_begin(app);
}

bool app_open_lesson(App *app, const char *folder, const char *model, Error *error)
{
    Opened opened = {0};
    if (!lesson_open(&opened, folder, model, error)) {
        lesson_discard(&opened);
        return false;
    }
    typing_end(app);
    app_replace_lesson(app, &opened);
    app_show_card_with(app, 0, model ? app->open.model : -1);
    return true;
}

void app_set_title(App *app)
{
    const char *title = app->open.lesson->title[app->view.language];
    window_title(app->window, arena_printf(&app->scratch, "attend: %s", title));
}
