/* attend [LESSON|FILE [FILE]]: the window. A build without one says so. */
#include "cli/heatmap.h"

#include "base/resource.h"
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

/* What it says in a line, with or without a window. */
static bool tell_log(const char *path, Error *error)
{
    OpenFile file;
    Bytes text = {0}, line = {0};
    open_file(path, &file);
    bool ok = opened_tell_log(&file, &text, error);
    if (ok)
        output_line(&line, "%s %s; 'attend figure %s -o curves.svg' draws it", path, text.data, path);
    ok = ok && output_write(&line, error);
    bytes_finish(&text);
    opened_finish(&file);
    return ok;
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

/* A lesson, a model or a trace, which the app takes; read here, so that a broken one is no way to begin. */
static bool named_lesson(const Call *call, const char *name, AppOptions *options, Error *error)
{
    OpenFile *file = options->opened;
    bool ok = (file->path || source_find(name, call->arena, file, error))
              && (file->kind != OPEN_PACK || opened_unpack(file, error)) && opened_well(file, error);
    if (ok && file->kind == OPEN_RESULT)
        ok = error_at(error, ERROR_FORMAT, name, 0, "is the result of an exam; 'attend results F' tells of it");
    if (ok && file->kind != OPEN_LESSON && file->kind != OPEN_MODEL && file->kind != OPEN_TRACE)
        ok = error_at(error, ERROR_FORMAT, name, 0, "holds neither a lesson nor a model nor a whole trace");
    if (ok && file->chosen)
        options->model = arena_string(call->arena, file->chosen->name);
    if (!ok)
        opened_finish(file);
    return ok;
}

/* The lesson that was asked for, by name or as part of a place; else that of the last run, else the first. */
static bool find_lesson(const Call *call, const char *named, AppOptions *options, Error *error)
{
    Place place;
    if (options->at
        && (!place_parse(options->at, call->arena, &place, error)
            || !place_begin_path(&place, options->lessons, call->arena, error)))
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

/* Of one file, or of two side by side. */
static bool show_weights(AppOptions *options, const Call *call, OpenFile *opened, Error *error)
{
    WeightsFile files[2] = {{0}};
    LinkFormat links = links_of_weights((LinkFormat)call->request.gold_format);
    bool ok = true;
    for (int i = 0; ok && i < call->count; i++) {
        const Error *lacks = &opened[i].wrong; /* to be a trace */
        files[i].name = call->arguments[i];
        files[i].why = opened_lacks(&opened[i]);
        ok = opened_set(&opened[i], call->request.array, links, &files[i].set, error);
        if (!ok && lacks->code && error->code == ERROR_FORMAT)
            *error = *lacks; /* which says where */
    }
    OpenFile beneath[2] = {{0}}; /* the lesson that they are shown over */
    options->opened = beneath;
    options->weights = files;
    options->weights_count = call->count;
    options->at = options->beside = options->made_by = NULL;
    ok = ok && find_lesson(call, NULL, options, error) && app_run(options, error);
    opened_finish(beneath);
    for (int i = 0; i < call->count; i++)
        stack_set_finish(&files[i].set);
    return ok;
}

/* At the place that it carries; where its lesson is not here, the weights that it carries. */
static bool show_figure(const Call *call, AppOptions *options, Error *error)
{
    OpenFile *figure = options->opened, opened[2] = {{0}};
    Error missing = {0};
    options->opened = opened;
    options->at = figure->figure.place;
    options->made_by = figure->figure.model;
    bool here = options->at && find_lesson(call, NULL, options, &missing), ok = false;
    if (here || figure->figure.matrix)
        ok = here ? app_run(options, error) : show_weights(options, call, figure, error);
    else
        *error = missing;
    opened_finish(opened);
    return ok;
}

/* Two whole traces as two decodes, of others the weights. */
static bool compares(const Call *call, AppOptions *options, Error *error)
{
    bool whole = !call->request.array;
    for (int i = 0; i < 2; i++) {
        const OpenFile *file = &options->opened[i];
        if (file->kind == OPEN_MODEL && file->wrong.code == ERROR_FILE)
            return error_at(error, ERROR_FILE, file->path, 0, "%s", file->wrong.message);
        if (file->kind != OPEN_TRACE && file->kind != OPEN_WEIGHTS && file->kind != OPEN_FIGURE)
            return error_at(error, ERROR_USAGE, call->arguments[i], 0,
                            "is neither a trace nor weights; two files of those are opened to be compared");
        whole = file->kind == OPEN_TRACE && whole;
    }
    options->beside = call->arguments[1];
    return whole ? app_run(options, error) : show_weights(options, call, options->opened, error);
}

/* The curves of a training, over the lesson that the window begins with. */
static bool show_log(const Call *call, AppOptions *options, Error *error)
{
    OpenFile beneath[2] = {{0}};
    options->log = call->arguments[0];
    options->opened = beneath;
    options->at = NULL;
    bool ok = find_lesson(call, NULL, options, error) && app_run(options, error);
    opened_finish(beneath);
    return ok;
}

static bool show(const Call *call, AppOptions *options, Error *error)
{
    const char *given = call->count > 0 ? call->arguments[0] : NULL;
    const OpenFile *file = options->opened;
    bool figure = file->kind == OPEN_FIGURE && !options->at;
    if (!(options->fonts = resource_need("assets/fonts", call->arena, error))
        || !(options->lessons = resource_need("lessons", call->arena, error)))
        return false;
    if (figure && !opened_well(file, error))
        return false;
    if (call->count > 1)
        return compares(call, options, error);
    if (file->kind == OPEN_PAIRS)
        return error_at(error, ERROR_FORMAT, given, 0,
                        "holds sentence pairs; 'attend train %s -o model.safetensors' learns them, and so does the "
                        "window that they are dropped onto",
                        given);
    if (figure)
        return show_figure(call, options, error);
    if (file->kind == OPEN_LOG)
        return show_log(call, options, error);
    if (file->kind == OPEN_WEIGHTS || (file->kind == OPEN_TRACE && call->request.array))
        return show_weights(options, call, options->opened, error);
    return find_lesson(call, given, options, error) && app_run(options, error);
}

/* Where to begin: --at, on the path of --path. */
static bool place_asked(const Call *call, const char **at, Error *error)
{
    const Request *request = &call->request;
    *at = request->at;
    if (request->path < 0)
        return true;
    if (call->count > 0)
        return error_set(error, ERROR_USAGE,
                         "--path begins at its own first card: it takes no lesson and no file; "
                         "--at \"lesson=5;card=2\" names another card");
    *at = arena_printf(call->arena, "%s%spath=%s", *at ? *at : "", *at ? ";" : "", PATH_NAMES[request->path + 1]);
    return true;
}

bool window_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    const char *at;
    bool log = call->count == 1 && source_is_log(call->arguments[0]);
    if (request->gold_format == LINKS_NAACL)
        return error_set(error, ERROR_USAGE,
                         "--gold-format naacl is of gold links; the window opens those of pharaoh or pharaoh1");
    if (log && !tell_log(call->arguments[0], error))
        return false;
    if (!place_asked(call, &at, error))
        return false;
    OpenFile opened[2] = {{0}};
    AppOptions options = {
        .opened = opened,
        .exports = request->exports,
        .at = at,
        .last = app_last_place(call->arena),
        .language = request->language,
        .theme = request->theme,
        .reduced_motion = request->reduced_motion,
        .high_contrast = request->high_contrast,
        .opening = call->count == 0 && !at,
        .embedded = request->embedded,
        .forgetful = request->embedded,
        .width = request->width,
        .height = request->height,
    };
    for (int i = 0; i < call->count; i++)
        if (source_is_file(call->arguments[i]))
            open_file(call->arguments[i], &opened[i]);
    bool ok = show(call, &options, error);
    for (int i = 0; i < call->count; i++)
        opened_finish(&opened[i]);
    if (ok || (log && error->code == ERROR_DISPLAY)) { /* which was told of */
        *error = (Error){0};
        return true;
    }
    return error->code == ERROR_DISPLAY ? no_window(arena_printf(call->arena, "%s", error->message), error) : false;
}

#else

bool window_run(const Call *call, Error *error)
{
    if (call->count == 1 && source_is_log(call->arguments[0]))
        return tell_log(call->arguments[0], error);
    return no_window("this build has no window", error);
}

#endif
