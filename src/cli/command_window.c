/* attend [LESSON|FILE [FILE]]: the window. A build without one says so. */
#include "cli/heatmap.h"

#include "base/names.h"
#include "base/resource.h"
#include "export/figure_state.h"
#include "export/open_as.h"
#include "export/weights_file.h"
#include "lesson/pack.h"
#include "lesson/place.h"

#ifdef ATTEND_GUI
#include "app/app.h"
#include "app/weights_run.h"
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

static bool named_file(const Call *call, const char *path, AppOptions *options, Error *error)
{
    Model alone;
    options->lesson = path;
    switch (open_as(path, error)) {
    case OPEN_LESSON:
        return (options->lesson = pack_unpack(path, call->arena, error)) != NULL;
    case OPEN_TRACE:
        return true;
    case OPEN_MODEL: /* read here, so that a broken one is no way to begin */
        if (!model_load(path, &alone, error))
            return false;
        model_finish(&alone);
        return true;
    default:
        return error->code == ERROR_NONE
               && error_at(error, ERROR_FORMAT, path, 0, "holds neither a lesson nor a model nor a whole trace");
    }
}

static bool named_lesson(const Call *call, const char *name, AppOptions *options, Error *error)
{
    Lesson *lesson;
    int model;
    SourceName source;
    if (!source_name(name, call->arena, &source, error))
        return false;
    if (source.file)
        return named_file(call, source.file, options, error);
    if (!source_lesson(name, call->arena, &lesson, &model, error))
        return false;
    options->lesson = arena_printf(call->arena, "%s", lesson->folder);
    if (model >= 0)
        options->model = arena_printf(call->arena, "%s", lesson->models[model].name);
    lesson_destroy(lesson);
    return true;
}

/* The lesson that was asked for, by name or as part of a place; else that of the last run, else the first. */
static bool find_lesson(const Call *call, const char *named, AppOptions *options, Error *error)
{
    Place place;
    if (options->at && !place_parse(options->at, call->arena, &place, error))
        return false;
    if (named)
        return named_lesson(call, named, options, error);
    if (options->at && place.lesson)
        return named_lesson(call, place.lesson, options, error);
    Error forgotten = {0}; /* a lesson that is gone, or broken by now, is not asked for by anyone */
    options->resume = !options->at && options->last && place_parse(options->last, call->arena, &place, &forgotten)
                      && place.lesson && named_lesson(call, place.lesson, options, &forgotten);
    return options->resume || first_lesson(call, options, error);
}

/* ---- figures, and weights without a model ---- */

/* A figure is opened at the place that it carries; where its lesson is not here, `alone`: the weights that
 * it carries are. */
static bool read_figure(const Call *call, const char *path, AppOptions *options, bool *alone, Error *error)
{
    FigureState state;
    AppOptions probe = *options;
    Error missing = {0};
    if (!figure_state_read(path, call->arena, &state, error))
        return false;
    probe.at = state.place;
    *alone = state.matrix && (!state.place || !find_lesson(call, NULL, &probe, &missing));
    options->at = state.place;
    options->made_by = state.model;
    return true;
}

/* Of one file, or of two side by side; `lacks`: what each has too little for more. */
static bool show_weights(const AppOptions *options, const Call *call, const Error *lacks, Error *error)
{
    WeightsFile files[2] = {{0}};
    bool ok = true;
    for (int i = 0; ok && i < call->count; i++) {
        files[i].name = call->arguments[i];
        files[i].why = lacks[i].code ? lacks[i].message : NULL;
        ok = weights_file_open(files[i].name, call->request.array, call->arena, &files[i].set, error);
        if (!ok && files[i].why && error->code == ERROR_FORMAT)
            *error = lacks[i]; /* which says where */
    }
    ok = ok && weights_run(options, files, call->count, error);
    for (int i = 0; i < call->count; i++)
        stack_set_finish(&files[i].set);
    return ok;
}

/* Two whole traces as two decodes, of others the weights. */
static bool compares(const Call *call, AppOptions *options, Error *error)
{
    bool whole = !call->request.array;
    Error lacks[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        const char *path = call->arguments[i];
        OpenAs as = open_as(path, &lacks[i]);
        if (as != OPEN_TRACE && as != OPEN_WEIGHTS && as != OPEN_FIGURE)
            return error_at(error, ERROR_USAGE, path, 0,
                            "is neither a trace nor weights; two files of those are opened to be compared");
        whole = as == OPEN_TRACE && whole;
    }
    if (!whole)
        return show_weights(options, call, lacks, error);
    options->lesson = call->arguments[0];
    options->beside = call->arguments[1];
    return app_run(options, error);
}

static bool show(const Call *call, AppOptions *options, Error *error)
{
    const char *given = call->count > 0 ? call->arguments[0] : NULL;
    Error lacks = {0};
    OpenAs as = given ? open_as(given, &lacks) : OPEN_LESSON;
    bool figure = as == OPEN_FIGURE && !options->at;
    bool alone = as == OPEN_WEIGHTS || (as == OPEN_TRACE && call->request.array);
    if (!(options->fonts = resource_need("assets/fonts", call->arena, error))
        || !(options->lessons = resource_need("lessons", call->arena, error))
        || (figure && !read_figure(call, given, options, &alone, error)))
        return false;
    if (call->count > 1)
        return compares(call, options, error);
    if (as == OPEN_PAIRS)
        return error_at(error, ERROR_FORMAT, given, 0,
                        "holds sentence pairs; 'attend train %s -o model.safetensors' learns them, and so does the "
                        "window that they are dropped onto",
                        given);
    if (alone)
        return show_weights(options, call, &lacks, error);
    return find_lesson(call, figure ? NULL : given, options, error) && app_run(options, error);
}

bool window_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    AppOptions options = {
        .exports = request->exports,
        .at = request->at,
        .last = app_last_place(call->arena),
        .language = request->language,
        .theme = request->theme,
        .reduced_motion = request->reduced_motion,
        .high_contrast = request->high_contrast,
        .opening = call->count == 0 && !request->at,
        .embedded = request->embedded,
        .forgetful = request->embedded,
        .width = request->width,
        .height = request->height,
    };
    if (show(call, &options, error))
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
