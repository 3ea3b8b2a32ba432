/* Opening a lesson, and going from one to another in the same window. */
#include "app/awaited.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/exam_input.h"
#include "app/open.h"
#include "app/path_input.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "app/watch.h"

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

static void take(OpenLesson *fresh, int index, OpenFile *file, Trace **trace)
{
    fresh->models[index] = file->model;
    fresh->loaded[index] = true;
    *trace = file->trace;
    file->model = (Model){0};
    file->trace = NULL;
}

/* A file alone has no cards, nor has a trace a model that could decode. */
static bool take_files(OpenLesson *fresh, OpenFile files[2], const char *model, Error *error)
{
    if (!opened_lesson(&files[0], error))
        return false;
    fresh->lesson = files[0].lesson;
    files[0].lesson = NULL;
    if (files[0].kind == OPEN_LESSON) {
        fresh->model = model ? lesson_model(fresh->lesson, model) : 0;
        if (fresh->model < 0)
            return error_at(error, ERROR_USAGE, fresh->lesson->path, 0, "has no model named %s", model);
        return opened_model(fresh, fresh->model, error) != NULL;
    }
    take(fresh, 0, &files[0], &fresh->trace);
    if (!fresh->trace || !files[1].path)
        return true;
    if (!opened_need_trace(&files[1], error))
        return false;
    take(fresh, 1, &files[1], &fresh->beside);
    lesson_add_trace(fresh->lesson, files[1].path, fresh->beside);
    return true;
}

static bool begin(OpenLesson *fresh, OpenFile files[2], const char *model, Error *error)
{
    memset(fresh, 0, sizeof *fresh);
    bool ok = take_files(fresh, files, model, error);
    if (ok) {
        snprintf(fresh->decoded, sizeof fresh->decoded, "%s", fresh->lesson->sentence);
        if (!fresh->trace)
            fresh->trace = trace_decode(&fresh->models[fresh->model], slice_of(fresh->decoded), NULL, error);
    }
    opened_finish(&files[0]);
    opened_finish(&files[1]);
    ok = ok && fresh->trace;
    if (!ok)
        finish(fresh);
    return ok;
}

bool open_begin(OpenLesson *fresh, const char *where, const char *model, const char *beside, Error *error)
{
    OpenFile files[2] = {{0}};
    open_file(where, &files[0]);
    if (beside)
        open_file(beside, &files[1]);
    return begin(fresh, files, model, error);
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
    app->view.hover = app->view.focus = app->view.stage.dragged = app->hand.held = (Target){0};
    app->hand.selecting = false;
    app->hand.pull = (StageDrag){0};
    app->view.stage.scrubbed = 0;
}

void app_close_lesson(App *app)
{
    awaited_end(app);
    passage_end(app);
    words_close(app); /* they are its model's */
    close_views(app);
    progress_close(app);
    watch_end(app);
    app->progress.played_trace = NULL;
    app->progress.trained = false;
    app->view.trace = app->view.own = NULL;
    app->view.window.caption = NULL;
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
    app->view.course.number = order;
    app->view.course.count = 0;
    app->view.course.more = false;
    for (int i = 0; i < lessons.count; i++)
        if (file_same(lessons.folders[i], app->open.lesson->folder)) {
            app->view.course.count = lessons.count > order ? lessons.count : order;
            app->view.course.more = i + 1 < lessons.count;
        }
    if (app->view.course.count == 0) /* which no path goes through */
        path_leave(app, false);
}

void app_replace_lesson(App *app, const OpenLesson *fresh)
{
    app_close_lesson(app);
    app->open = *fresh;
    app->view.lesson = app->open.lesson;
    app->view.model = &app->open.models[app->open.model];
    app->view.trace = app->open.trace;
    app->view.card = 0;
    app->view.play.on = false;
    progress_open(app);
    exam_open(app);
    field_set(app, app->open.lesson->sentence);
    app->dirty = true;
    app_jump(app, 0);
    count_lessons(app);
    app_set_title(app);
    watch_begin(app);
}

static bool show(App *app, const OpenLesson *fresh, const char *model)
{
    typing_end(app);
    app->view.language = lesson_language(fresh->lesson, app->view.language);
    app_replace_lesson(app, fresh);
    app_show_card_with(app, 0, model ? app->open.model : -1);
    return true;
}

bool app_open_file(App *app, OpenFile files[2], const char *model, Error *error)
{
    OpenLesson fresh;
    return begin(&fresh, files, model, error) && show(app, &fresh, model);
}

bool app_open_lesson(App *app, const char *folder, const char *model, Error *error)
{
    OpenLesson fresh;
    const char *beside = app->open.lesson ? NULL : app->options.beside; /* the window opens */
    return open_begin(&fresh, folder, model, beside, error) && show(app, &fresh, model);
}

bool app_visit_lesson(App *app, const char *folder)
{
    Error error = {0};
    bool open = app_open_lesson(app, folder, NULL, &error);
    if (!open && !awaited_lesson(app, &error, AWAITED_LESSON, folder))
        app_fail(app, &error);
    return open;
}

void app_set_title(App *app)
{
    const char *title = app->open.lesson->title[app->view.language];
    window_title(app->window, arena_printf(&app->scratch, "attend: %s", title));
}
