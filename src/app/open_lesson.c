/* Opening a lesson, and going from one to another in the same window. */
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/later.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "app/watch.h"
#include "base/names.h"

#include <stdio.h>
#include <string.h>

static void finish(OpenLesson *open)
{
    trace_destroy(open->trace);
    trace_destroy(open->own);
    trace_destroy(open->beside);
    changes_finish(&open->changes);
    sentences_finish(&open->sentences);
    for (int i = 0; i < LESSON_MODELS; i++)
        if (open->loaded[i])
            model_finish(&open->models[i]);
    lesson_destroy(open->lesson);
    memset(open, 0, sizeof *open);
}

/* A model file alone has no cards. */
static bool read_model(OpenLesson *fresh, const char *path, Error *error)
{
    fresh->loaded[0] = model_load(path, &fresh->models[0], error);
    if (fresh->loaded[0])
        fresh->lesson = lesson_of_model(path, &fresh->models[0]);
    return fresh->loaded[0];
}

/* The trace of the model at `index`. */
static Trace *read_trace(OpenLesson *fresh, int index, const char *path, Error *error)
{
    Trace *trace = trace_need(path, &fresh->models[index], error);
    fresh->loaded[index] = trace != NULL;
    return trace;
}

/* Neither has a trace cards, nor a model that could decode. */
static bool read_traces(OpenLesson *fresh, const char *path, const char *beside, Error *error)
{
    fresh->trace = read_trace(fresh, 0, path, error);
    fresh->beside = fresh->trace && beside ? read_trace(fresh, 1, beside, error) : NULL;
    if (!fresh->trace || (beside && !fresh->beside))
        return false;
    fresh->lesson = lesson_of_trace(path, fresh->trace);
    if (beside)
        lesson_add_trace(fresh->lesson, beside, fresh->beside);
    return true;
}

static bool read_lesson(OpenLesson *fresh, const char *folder, const char *model, Error *error)
{
    fresh->lesson = lesson_load(folder, error);
    if (!fresh->lesson)
        return false;
    fresh->model = model ? lesson_model(fresh->lesson, model) : 0;
    if (fresh->model < 0)
        return error_at(error, ERROR_USAGE, fresh->lesson->path, 0, "has no model named %s", model);
    return opened_model(fresh, fresh->model, error) != NULL;
}

bool open_begin(OpenLesson *fresh, const char *where, const char *model, const char *beside, Error *error)
{
    memset(fresh, 0, sizeof *fresh);
    bool alone = file_exists(where) && !file_is_folder(where),
         trace = alone && path_check_ending(where, TRACE_ENDINGS, NULL);
    if (trace   ? read_traces(fresh, where, beside, error)
        : alone ? read_model(fresh, where, error)
                : read_lesson(fresh, where, model, error)) {
        snprintf(fresh->decoded, sizeof fresh->decoded, "%s", fresh->lesson->sentence);
        if (!trace)
            fresh->trace = trace_decode(&fresh->models[fresh->model], slice_of(fresh->decoded), NULL, error);
    }
    bool ok = fresh->trace && fresh->lesson;
    if (!ok)
        finish(fresh);
    return ok;
}

/* The views' own state goes with the lesson it is about; what a person has set for the window stays. */
static void close_views(App *app)
{
    if (app->open.lesson && app_input(app)->leave)
        app_input(app)->leave(app);
    for (int i = 0; i < VIEW_KINDS; i++)
        if (app->inputs[i]->finish)
            app->inputs[i]->finish(app);
    measuring_stop(app);
    app->measuring = (Measuring){0};
    app->view.kind = VIEW_DECODE;
    app->view.heat = (HeatLook){0};
    app->view.origin = (Origin){0};
    app->view.hover = app->view.focus = app->view.dragged = app->hand.held = (Target){0};
    app->hand.selecting = false;
    app->hand.pull = (StageDrag){0};
    app->view.scrubbed = 0;
}

void app_close_lesson(App *app)
{
    later_end(app);
    words_close(app); /* they are its model's */
    close_views(app);
    progress_close(app);
    watch_end(app);
    app->progress.played_trace = NULL;
    app->progress.trained = false;
    app->view.trace = app->view.own = NULL;
    app->view.caption = NULL;
    app->caption.trace = NULL;
    app->view.model = NULL;
    app->view.lesson = NULL;
    finish(&app->open);
}

/* A lesson from elsewhere is none of the course's. */
static void count_lessons(App *app)
{
    int order = app->open.lesson->order;
    LessonList lessons = lesson_list(app->options.lessons, &app->scratch, NULL);
    app->view.lesson_number = order;
    app->view.lesson_count = 0;
    for (int i = 0; i < lessons.count; i++)
        if (file_same(lessons.folders[i], app->open.lesson->folder))
            app->view.lesson_count = lessons.count > order ? lessons.count : order;
}

void app_replace_lesson(App *app, const OpenLesson *fresh)
{
    app_close_lesson(app);
    app->open = *fresh;
    app->view.lesson = app->open.lesson;
    app->view.model = &app->open.models[app->open.model];
    app->view.trace = app->open.trace;
    app->view.card = 0;
    app->view.playing = false;
    progress_open(app);
    field_set(app, app->open.lesson->sentence);
    app->dirty = true;
    app_jump(app, 0);
    count_lessons(app);
    app_set_title(app);
    watch_begin(app);
}

bool app_open_lesson(App *app, const char *folder, const char *model, Error *error)
{
    OpenLesson fresh;
    const char *beside = app->open.lesson ? NULL : app->options.beside; /* the window opens */
    if (!open_begin(&fresh, folder, model, beside, error))
        return false;
    typing_end(app);
    app->view.language = lesson_language(fresh.lesson, app->view.language);
    app_replace_lesson(app, &fresh);
    app_show_card_with(app, 0, model ? app->open.model : -1);
    return true;
}

bool app_visit_lesson(App *app, const char *folder)
{
    Error error = {0};
    bool open = app_open_lesson(app, folder, NULL, &error);
    if (!open && !later_lesson(app, &error, LATER_LESSON, folder))
        app_fail(app, &error);
    return open;
}

void app_set_title(App *app)
{
    const char *title = app->open.lesson->title[app->view.language];
    window_title(app->window, arena_printf(&app->scratch, "attend: %s", title));
}
