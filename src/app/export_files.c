/* Ctrl+E: what is in view, as a file that did not exist before. */
#include "app/app_place.h"
#include "app/exports.h"
#include "app/open.h"
#include "app/view_input.h"
#include "base/system.h"
#include "export/export.h"
#include "scene/views/heatmap/heatmap_maps.h"
#include "site/window_html.h"

#include "base/resource.h"
#include "export/figure_state.h"
#include "trace/trace_weights.h"
#include "words/app_words.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *ending;
    bool heatmap;
} CHOICES[EXPORT_CHOICES] = {
    [EXPORT_STAGE_PNG] = {".png", false},  [EXPORT_STAGE_SVG] = {".svg", false},  [EXPORT_STAGE_PDF] = {".pdf", false},
    [EXPORT_HEATMAP_PNG] = {".png", true}, [EXPORT_HEATMAP_SVG] = {".svg", true}, [EXPORT_HEATMAP_PDF] = {".pdf", true},
    [EXPORT_HEATMAP_CSV] = {".csv", true}, [EXPORT_TRACE_JSON] = {".json", true},
};

/* A folder once, however it is reached. */
static void offer(App *app, const char *path)
{
    View *view = &app->view;
    char *whole = path ? system_whole_path(path) : NULL;
    bool known = !whole;
    for (int i = 0; !known && i < view->exports.count; i++)
        known = strcmp(view->exports.folders[i], whole) == 0;
    if (!known)
        view->exports.folders[view->exports.count++] = arena_string(&app->kept, whole);
    free(whole);
}

void exports_offer(App *app)
{
    View *view = &app->view;
    view->exports.count = 0;
    if (app->options.exports) /* which is made, or complained of, when something is written */
        view->exports.folders[view->exports.count++] = app->options.exports;
    else {
        offer(app, resource_desktop("PICTURES", "Pictures", &app->scratch));
        offer(app, resource_desktop("DESKTOP", "Desktop", &app->scratch));
        offer(app, ".");
    }
    if (view->exports.count == 0)
        view->exports.folders[view->exports.count++] = ".";
}

void exports_choose(App *app, Target target)
{
    app->view.exports.at = target.a;
}

/* The suggested name, with -2, -3 ... behind it while such a file is there already. */
static char *free_name(App *app, const char *name, const char *ending)
{
    Arena *arena = &app->scratch;
    char *stem = path_join(arena, app->view.exports.folders[app->view.exports.at], name);
    char *path = arena_printf(arena, "%s%s", stem, ending);
    for (int i = 2; file_exists(path); i++)
        path = arena_printf(arena, "%s-%d%s", stem, i, ending);
    return path;
}

static void written(App *app, bool ok, const char *path, const Error *error)
{
    if (ok) {
        char *whole = system_whole_path(path);
        const char *where = whole ? whole : path;
        window_clipboard_set(app->window, where);
        app_tell(app, false, "%s (%s)", where, said(app->view.language, W_PATH_COPIED));
        free(whole);
    } else
        app_fail(app, error);
}

void app_export_as(App *app, const char *name, const char *ending, const Bytes *bytes)
{
    Error error = {0};
    char *path = free_name(app, name, ending);
    written(app, file_write(path, bytes->data, bytes->length, &error), path, &error);
}

static const Trace *trace_in_view(const App *app)
{
    return app_input(app)->trace ? app_input(app)->trace(app) : app->open.trace;
}

/* The map that the heatmap view shows. */
static const Trace *map_in_view(App *app)
{
    return view_has(app->view.kind, HAS_MAP) ? scene_stage_view(&app->view, &app->scratch)->trace : trace_in_view(app);
}

static bool write_trace(App *app, const char *path, Error *error)
{
    Bytes bytes = {0};
    trace_print_json(trace_in_view(app), app->view.model, &bytes);
    bool ok = file_write(path, bytes.data, bytes.length, error);
    bytes_finish(&bytes);
    return ok;
}

static bool write_weights(App *app, const char *path, Error *error)
{
    MatrixStack stack;
    const Trace *map = map_in_view(app);
    MatrixPicture picture = matrix_whole(map, app->view.map);
    if (app->view.kind == VIEW_HEATMAP && !heat_refusal(&app->view))
        heat_take(&app->view, heat_kind(&app->view), &picture, &app->scratch);
    trace_stack(map, picture.numbers, &stack);
    bool ok = export_alignment(&stack, path, error);
    stack_finish(&stack);
    return ok;
}

/* What the picture carries. The numbers of an answer that is hidden are not in it. */
static char *state_of(App *app)
{
    char checksum[65];
    Bytes text = {0};
    bool whole = view_decodes(&app->view);
    if (whole)
        model_checksum(app->view.model, checksum);
    figure_state_print(app_here_for_others(app, &app->scratch), whole ? checksum : NULL,
                       scene_gate(&app->view) < 0 ? trace_in_view(app) : NULL, &text);
    return bytes_take(&text, &app->scratch);
}

static bool write_picture(App *app, bool heatmap, const char *path, Error *error)
{
    DrawList list = {0};
    View view = app->view;
    if (heatmap && !(view.kind == VIEW_HEATMAP && heat_several(&view))) { /* several maps are a picture of the view */
        view.trace = trace_in_view(app);
        scene_alignment_figure(&view, app->type, &list);
    } else { /* the stage as it is now, at a size for slides */
        view.cursor = app->cursor.target;
        view.width = 1040;
        view.height = 720;
        scene_stage_figure(&view, app->type, &list);
    }
    ExportOptions options = {.scale = 2, .state = state_of(app)};
    bool ok = export_picture(&list, path, &options, error);
    drawlist_finish(&list);
    return ok;
}

void app_export(App *app, Target format)
{
    ExportChoice choice = (ExportChoice)format.a;
    if (choice >= EXPORT_HEATMAP_PNG && !app_may_give(app))
        return;
    char *path =
        free_name(app, scene_file_name(&app->view, CHOICES[choice].heatmap, &app->scratch), CHOICES[choice].ending);
    Error error = {0};
    bool ok = choice == EXPORT_HEATMAP_CSV  ? write_weights(app, path, &error)
              : choice == EXPORT_TRACE_JSON ? write_trace(app, path, &error)
                                            : write_picture(app, CHOICES[choice].heatmap, path, &error);
    app->view.overlay = OVERLAY_NONE;
    written(app, ok, path, &error);
}

/* ---- paper ---- */

static bool read_models(App *app, Error *error)
{
    for (int i = 0; i < app->open.lesson->model_count; i++)
        if (!opened_model(&app->open, i, error))
            return false;
    return true;
}

void app_print(App *app)
{
    Error error = {0};
    Bytes out = {0};
    if (!window_in_page(app->window))
        return;
    bool read = read_models(app, &error);
    ShownLesson *shown = read ? shown_open(app->open.lesson, app->open.models, 0) : NULL;
    if (!read || !paper_html(&out, shown, app->open.lesson, app->view.language, app->type, &app->scratch, &error))
        app_fail(app, &error);
    window_read(app->window, READ_PAPER, LANGUAGE_NAMES[app->view.language], out.data);
    shown_close(shown);
    bytes_finish(&out);
}
