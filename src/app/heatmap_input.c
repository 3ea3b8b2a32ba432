/* The heatmap view: zoom and pan, what is shown on the map, copying it. */
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/view_input.h"
#include "export/export.h"
#include "scene/views/heatmap/heatmap_maps.h"
#include "study/offered.h"
#include "trace/trace_weights.h"
#include "words/app_words.h"
#include "words/keys_words.h"

#include <cglm/struct/vec2.h>
#include <math.h>
#include <string.h>

/* The trace that the map shows: the decode, or how its words look at each other. */
static const View *map_view(App *app)
{
    return scene_stage_view(&app->view, &app->scratch);
}

/* ---- zoom and pan ---- */

/* `at` stays where it is on the picture. */
static void zoom(App *app, float factor, Point at)
{
    HeatLook *look = &app->view.heat;
    HeatPlace old = app_layout(app)->map;
    if (heat_several(&app->view) || old.cell.x <= 0) /* several maps are as large as they can be */
        return;
    Point cells = glms_vec2_div(glms_vec2_sub(at, old.corner), old.cell);
    look->zoom = fminf(HEAT_ZOOM_MOST, fmaxf(1, fmaxf(look->zoom, 1) * factor));
    app_lay_out(app);
    HeatPlace place = app->layout.map;
    Point aside = glms_vec2_sub(box_middle(place.sight), at);
    look->middle = glms_vec2_add(cells, glms_vec2_div(aside, place.cell));
}

/* Keeps what lies in the middle inside the map, so that panning back answers at once. */
static void pan_to(App *app, Point middle)
{
    HeatPlace place = app_layout(app)->map;
    if (place.cell.x <= 0)
        return;
    Point half = glms_vec2_scale(glms_vec2_div((Point){place.sight.w, place.sight.h}, place.cell), 0.5f);
    const Trace *map = map_view(app)->trace;
    Point size = {(float)map->n, (float)map->step_count};
    Point last = glms_vec2_maxv(half, glms_vec2_sub(size, half));
    app->view.heat.middle = glms_vec2_minv(glms_vec2_maxv(middle, half), last);
}

static bool grips(const App *app, Target target)
{
    (void)app;
    return target.kind == TARGET_HEAT || target.kind == TARGET_STAGE;
}

static void drag(App *app, Target held, Point at)
{
    (void)held;
    if (heat_several(&app->view) || app_layout(app)->map.cell.x <= 0)
        return;
    Point pulled = glms_vec2_div(glms_vec2_sub(app->hand.pan_from, at), app_layout(app)->map.cell);
    pan_to(app, glms_vec2_add(app->hand.pan_middle, pulled));
}

static bool wheel(App *app, float lines)
{
    if (!grips(app, app->view.hover))
        return false;
    zoom(app, powf(1.2f, lines), app->view.pointer);
    return true;
}

/* ---- keys and controls ---- */

/* Rows that are there at the cursor. */
static int count_rows(App *app)
{
    View view = app->view;
    view.cursor = app->cursor.target;
    const View *map = scene_stage_view(&view, &app->scratch);
    MatrixPicture picture = matrix_at(map->trace, map->map, map->cursor);
    return matrix_rows(&picture);
}

static void step_cell(App *app, int down, int right)
{
    Target at = app->view.focus;
    int rows = count_rows(app);
    if (rows == 0)
        return;
    if (at.kind != TARGET_HEAT)
        at = target_at(TARGET_HEAT, 0, 0, (int)heat_kind(&app->view)), down = right = 0;
    at.a = (int16_t)fmin(fmax(at.a + down, 0), rows - 1);
    at.b = (int16_t)fmin(fmax(at.b + right, 0), app->open.trace->n - 1);
    app_focus_on(app, at);
    HeatPlace place = app_layout(app)->map;
    Point middle = app->view.heat.middle, cell = {(float)at.b, (float)at.a};
    Point from = glms_vec2_muladd(cell, place.cell, place.corner), to = glms_vec2_add(from, place.cell);
    if (from.x < place.sight.x || to.x > place.sight.x + place.sight.w)
        middle.x = cell.x + 0.5f;
    if (from.y < place.sight.y || to.y > place.sight.y + place.sight.h)
        middle.y = cell.y + 0.5f;
    pan_to(app, middle);
}

static void step_row(App *app, int by)
{
    step_cell(app, by, 0);
}

static void step_column(App *app, int by)
{
    step_cell(app, 0, by);
}

static void zoom_step(App *app, int by)
{
    zoom(app, by > 0 ? 1.25f : 1 / 1.25f, box_middle(app_layout(app)->map.sight));
}

static bool weighs(const App *app)
{
    return config_weighs(&app->open.trace->config) || heat_kind(&app->view) != CAUSE_ATTENTION;
}

static const KeyRow KEYS[] = {
    {KEY_LEFT_BRACKET, 0, zoom_step, -1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR, weighs},
    {KEY_RIGHT_BRACKET, 0, zoom_step, 1, W_KEY_ZOOM_BEAM_SIZE_HEAD_ROW_COLOUR, weighs},
    {KEY_LEFT, WITH_SHIFT, step_column, -1, 0, weighs},
    {KEY_RIGHT, WITH_SHIFT, step_column, 1, 0, weighs},
    {KEY_UP, WITH_SHIFT, step_row, -1, 0, weighs},
    {KEY_DOWN, WITH_SHIFT, step_row, 1, 0, weighs},
    {0},
};

static void copy(App *app)
{
    if (!app_may_give(app))
        return;
    View whole = app->view;
    whole.cursor = moment_count(app->open.trace) - 1;
    const View *map = scene_stage_view(&whole, &app->scratch);
    MatrixPicture picture = matrix_at(map->trace, map->map, map->cursor);
    picture.heat = &map->heat;
    if (heat_refusal(map))
        return;
    heat_take(map, heat_kind(map), &picture, &app->scratch);
    MatrixStack stack;
    trace_stack(map->trace, picture.numbers, &stack);
    int rows = stack.rows, columns = stack.columns;
    for (int i = 0; i < rows * columns; i++)
        stack.values[i] = matrix_value(&picture, i / columns, i % columns);
    Bytes text = {0};
    export_table(&stack, '\t', &text);
    stack_finish(&stack);
    window_clipboard_set(app->window, text.data);
    bytes_finish(&text);
    app_say(app, W_NUMBERS_COPIED, rows, columns);
}

/* As one change by hand, which undo and R take back, too. */
static void strike(App *app, int j)
{
    const Trace *trace = app->open.trace, *before = view_other_words(&app->view);
    const char *none = vocab_word(&app->view.model->source, VOCAB_UNKNOWN);
    const char *word = before && trace->unknown[j] ? before->source[j] : none;
    const char *sentence = offered_sentence(trace, j, word, &app->scratch);
    changes_begin(&app->open.changes);
    changes_sentence(&app->open.changes, strcmp(sentence, app->open.decoded) == 0 ? NULL : sentence);
    if (app_show_changed(app))
        app_reached(app, GOAL_SENTENCE);
}

static bool press(App *app, Target target)
{
    HeatLook *look = &app->view.heat;
    if (heat_strikes(&app->view, target)) {
        strike(app, target.a);
        return true;
    }
    if (target.kind == TARGET_HEAT || target.kind == TARGET_STAGE) { /* perhaps the begin of a drag */
        pan_to(app, look->middle);
        app->hand.pan_from = app->view.pointer;
        app->hand.pan_middle = look->middle;
        return target.kind == TARGET_STAGE;
    }
    if (target.kind != TARGET_CONTROL)
        return false;
    bool *switches[] = {[HEAT_COLUMNS] = &look->columns, [HEAT_PATH] = &look->path, [HEAT_GOLD] = &look->hide_gold};
    switch (target.a) {
    case HEAT_ZOOM_OUT:
    case HEAT_ZOOM_IN:
        zoom_step(app, target.a == HEAT_ZOOM_IN ? 1 : -1);
        break;
    case HEAT_FIT:
        look->zoom = 1;
        break;
    case HEAT_VALUES:
        look->plain = target.c ? look->plain : !look->plain; /* c: there is no room for them */
        break;
    case HEAT_COLUMNS:
    case HEAT_PATH:
    case HEAT_GOLD:
        *switches[target.a] = !*switches[target.a];
        break;
    case HEAT_MAP:
        app->view.map = (ColorMap)target.b;
        break;
    case HEAT_COPY:
        copy(app);
        break;
    case CONTROL_LOOK:
        app->view.look = (LookKind)target.b;
        app->view.heat.zoom = 1;
        break;
    case CONTROL_HEAD:
        app->view.pick = target.b;
        break;
    default:
        return false;
    }
    return true;
}

static void enter(App *app)
{
    gold_find(app);
    if (!view_has_look(app->view.kind, app->view.look)
        || (app->view.look == LOOK_LAYERS && !heat_has_layers(&app->view)))
        app->view.look = LOOK_WHOLE;
    app->view.heat.zoom = 1;
    app->cursor.map_end = 0;
    if (!weighs(app) || count_rows(app) > 0)
        return;
    app->cursor.before_map = app->cursor.target;
    app_begin(app);
    app->cursor.map_end = app->cursor.target;
}

/* Who was taken to the end, and stayed there, goes back to where he was. */
static void leave(App *app)
{
    double end = app->cursor.map_end;
    if (end > 0 && app->cursor.target >= end)
        app_jump(app, app->cursor.before_map);
    app->cursor.map_end = 0;
}

/* The numbers of the look, once for a decode: frames read them. */
static void update(App *app)
{
    bool asks = heat_needs(&app->view, CAUSE_GRADIENT) || heat_needs(&app->view, heat_kind(&app->view));
    if (asks && !app->open.trace->maps && !heat_refusal(&app->view))
        cause_keep(app->view.model, app->open.trace);
}

const ViewInput heatmap_input = {
    .enter = enter,
    .leave = leave,
    .keys = {KEYS},
    .press = press,
    .grips = grips,
    .drag = drag,
    .wheel = wheel,
    .update = update,
    .finish = gold_forget,
};
