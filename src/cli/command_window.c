/* attend [LESSON|FILE]: the window. A build without one says so. */
#include "cli/pictures.h"

#include "base/names.h"
#include "base/resource.h"
#include "export/figure_state.h"
#include "lesson/pack.h"
#include "lesson/place.h"

#ifdef ATTEND_GUI
#include "app/app.h"
#endif

/* `reason` says where the window is missing. */
static bool no_window(const char *reason, Error *error)
{
    return error_set(error, ERROR_DISPLAY, "%s; 'attend moments', 'attend figure' and 'attend decode' need none",
                     reason);
}

#ifdef ATTEND_GUI

static bool first_lesson(const Call *call, AppOptions *options, Error *error)
{
    LessonList list = lesson_list(options->lessons, call->arena, error);
    options->lesson = list.count > 0 ? list.folders[0] : NULL;
    if (!options->lesson && error->code == ERROR_NONE)
        error_at(error, ERROR_FILE, options->lessons, 0, "holds no lesson");
    return options->lesson != NULL;
}

static bool named_lesson(const Call *call, const char *name, AppOptions *options, Error *error)
{
    Lesson *lesson;
    int model;
    SourceName source;
    if (!source_name(name, call->arena, &source, error))
        return false;
    if (source.file && pack_is(source.file))
        return (options->lesson = pack_unpack(source.file, call->arena, error)) != NULL;
    if (source.file) { /* read here, so that a broken one is no way to begin */
        Model alone;
        options->lesson = source.file;
        if (!model_load(source.file, &alone, error))
            return false;
        model_finish(&alone);
        return true;
    }
    if (!source_lesson(name, call->arena, &lesson, &model, error))
        return false;
    options->lesson = arena_printf(call->arena, "%s", lesson->folder);
    if (model >= 0)
        options->model = arena_printf(call->arena, "%s", lesson->models[model].name);
    lesson_destroy(lesson);
    return true;
}

/* A figure is opened at the place that it carries. */
static bool read_figure(const char *path, Arena *arena, AppOptions *options, Error *error)
{
    FigureState carried;
    if (!figure_state_read(path, arena, &carried, error))
        return false;
    options->at = carried.place;
    options->made_by = carried.model;
    return carried.place
           || error_at(error, ERROR_FORMAT, path, 0, "carries weights alone; 'attend heatmap --from' draws them");
}

/* The lesson that was asked for, by name or as part of a place; else that of the last run, else the first. */
static bool find_lesson(const Call *call, AppOptions *options, Error *error)
{
    Place place;
    bool figure = call->count > 0 && !options->at && path_check_ending(call->arguments[0], PICTURE_ENDINGS, NULL);
    if (figure && !read_figure(call->arguments[0], call->arena, options, error))
        return false;
    if (options->at && !place_parse(options->at, call->arena, &place, error))
        return false;
    if (call->count > 0 && !figure)
        return named_lesson(call, call->arguments[0], options, error);
    if (options->at && place.lesson)
        return named_lesson(call, place.lesson, options, error);
    Error forgotten = {0}; /* a lesson that is gone, or broken by now, is not asked for by anyone */
    options->resume = !options->at && options->last && place_parse(options->last, call->arena, &place, &forgotten)
                      && place.lesson && named_lesson(call, place.lesson, options, &forgotten);
    return options->resume || first_lesson(call, options, error);
}

bool window_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    AppOptions options = {
        .lessons = resource_need("lessons", call->arena, error),
        .exports = request->exports,
        .at = request->at,
        .last = app_last_place(call->arena),
        .language = request->language,
        .theme = request->theme,
        .reduced_motion = request->reduced_motion,
        .opening = call->count == 0 && !request->at,
        .width = request->width,
        .height = request->height,
    };
    if (!options.lessons || !find_lesson(call, &options, error)
        || !(options.fonts = resource_need("assets/fonts", call->arena, error)))
        return false;
    if (app_run(&options, error))
        return true;
    return error->code == ERROR_DISPLAY ? no_window(arena_printf(call->arena, "%s", error->message), error) : false;
}

#else

bool window_run(const Call *call, Error *error)
{
    (void)call;
    return no_window("this build has no window", error);
}

#endif
