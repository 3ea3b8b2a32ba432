#include "scene/stage/floor_layers.h"

#include "words/stage_words.h"

#include "draw/ease.h"

#include <math.h>

#define STRIP_MOST  26.0f
#define STRIP_LEAST 5.0f
#define FRAME       7.0f  /* px around the strips of a layer */
#define APART_MOST  46.0f /* px between layers */
#define NAME_H      26.0f /* px of an annotation's name over its strips, where there are so many: */
#define NAME_ROOM   84.0f
#define MOVED_LEAST 11.0f /* px of a strip that has room for how far it has moved */
#define ARROW_LEAST 12.0f /* px between words that have room for an arrow */

static int ways(const Trace *trace)
{
    return trace->config.bidirectional ? 2 : 1;
}

static bool looks(const Trace *trace)
{
    return trace->config.cell == CELL_SELF;
}

/* Numbers of a strip. */
static int width(const Trace *trace)
{
    return config_annotation(&trace->config) / ways(trace);
}

/* Rows; and the run (encoding_run) of each, in the order in which they read. */
static int readers(const Trace *trace)
{
    return trace->config.layers * ways(trace);
}

static int run_of(const Trace *trace, int reader)
{
    return reader / ways(trace) * 2 + reader % ways(trace);
}

/* ---- layout ---- */

/* Of a hero: px of a strip, between the two of a layer, from a layer's frame to the next one's; y of the highest strip.
 */
typedef struct Rows {
    float strip, between, apart, top;
} Rows;

static Rows rows_of(const Trace *trace, const StageLayout *layout)
{
    float layers = (float)trace->config.layers, each = (float)ways(trace);
    float name = layout->state_h >= NAME_ROOM ? NAME_H : 0, room = layout->state_h - name - 2 * FRAME * layers;
    Rows rows = {.between = fminf(14, fmaxf(5, room * 0.06f)), .apart = fminf(APART_MOST, fmaxf(8, room * 0.2f))};
    float spare = room - rows.apart * (layers - 1) - rows.between * layers * (each - 1);
    rows.strip = fmaxf(STRIP_LEAST, fminf(STRIP_MOST * layout->large, spare / (layers * each)));
    rows.top = layout->state_y + name + FRAME + fmaxf(0, (spare - rows.strip * layers * each) / 2);
    return rows;
}

static float layer_height(const Trace *trace, const Rows *rows)
{
    return rows->strip * (float)ways(trace) + rows->between * (float)(ways(trace) - 1);
}

/* Around the strips of a word's layer, its frame left out. */
static Box layer_box(const Trace *trace, const StageLayout *layout, int layer, int j)
{
    Rows rows = rows_of(trace, layout);
    float high = layer_height(trace, &rows), down = (float)(trace->config.layers - 1 - layer);
    float wide = fmaxf(6, layout->lying_w);
    return (Box){stage_column_x(layout, j) - wide / 2, rows.top + down * (high + 2 * FRAME + rows.apart), wide, high};
}

static Box strip_box(const Trace *trace, const StageLayout *layout, int run, int j)
{
    Rows rows = rows_of(trace, layout);
    Box box = layer_box(trace, layout, run / 2, j);
    return (Box){box.x, box.y + (float)(run % 2) * (rows.strip + rows.between), box.w, rows.strip};
}

/* Where that strip lies in the one of the annotation, when the floor is no hero. */
static Box lying_part(const Trace *trace, const StageLayout *layout, int run, int j)
{
    Box box = stage_lying(layout, j);
    float part = box.w / (float)ways(trace);
    return (Box){box.x + part * (float)(run % 2), box.y, part, box.h};
}

bool layers_name(const Trace *trace, const StageLayout *layout, int j, Point *out)
{
    Box box = layer_box(trace, layout, trace->config.layers - 1, j);
    *out = (Point){box.x + box.w / 2, box.y - FRAME - 7};
    return layout->state_h >= NAME_ROOM;
}

/* ---- strips ---- */

/* [n, width]; what a lower layer of self-attention gives is what the next one begins with. */
static const float *states_of(const Trace *trace, int run)
{
    if (!looks(trace))
        return encoding_run(&trace->encoding, run)->states;
    bool top = run / 2 == trace->config.layers - 1;
    return top ? trace->encoding.annotations : trace->encoding.layers[run / 2 + 1].self.inputs;
}

static MomentKind kind_of(const Trace *trace, int run)
{
    return looks(trace) ? MOMENT_SELF : run % 2 ? MOMENT_BACKWARD : MOMENT_FORWARD;
}

/* Those of the top layer are parts of the annotation. */
static void draw_strip(const Painter *painter, const Scope *scope, const StageLayout *layout, int run, int j, float lit)
{
    const Trace *trace = scope->trace;
    int H = width(trace), D = config_annotation(&trace->config), layer = run / 2;
    bool top = layer == trace->config.layers - 1, muted = top && trace_muted(trace, j);
    float alpha = scope_emphasis(scope, PART_ENCODER) * (top ? 1 : layout->stands);
    Box box = strip_box(trace, layout, run, j);
    if (top)
        box = box_lerp(lying_part(trace, layout, run, j), box, layout->stands);
    const float *values =
        top ? trace->encoding.annotations + (size_t)j * (size_t)D : states_of(trace, run) + (size_t)j * (size_t)H;
    CellGrid grid = cell_grid(painter, box, values, H, false);
    grid.first = top && run % 2 ? H : 0;
    Target target = top ? target_at(TARGET_ANNOTATION, j, -1, 0) : target_at(TARGET_READER, j, -1, run);
    kit_vector(painter, &grid, muted ? ROLE_MUTED : ROLE_ENCODER, layout->extent, scope_read(scope, run, j), alpha,
               fmaxf(lit, scope_makes(scope, kind_of(trace, run), layer, j)), target);
}

static void draw_frame(const Painter *painter, const Scope *scope, const StageLayout *layout, int layer, int j)
{
    bool top = layer == scope->trace->config.layers - 1;
    Color color = top ? painter->theme->fill[ROLE_ENCODER] : painter->theme->text[ROLE_MUTED];
    float alpha = scope_emphasis(scope, PART_ENCODER) * layout->stands * (top ? 1 : 0.6f);
    drawlist_box(painter->list, box_inset(layer_box(scope->trace, layout, layer, j), -FRAME, -FRAME), 7,
                 paint_stroke(color_fade(color, alpha), top ? 2 : 1.4f));
}

/* ---- what a changed word does to them ---- */

static double distance(const float *a, const float *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    return sqrt(sum);
}

/* On a strip: how far the state has moved, and a plain 0 where no digit of it has changed. */
static void draw_moved(const Painter *painter, const Scope *scope, const StageLayout *layout, const Trace *before,
                       int run, int j)
{
    const Trace *trace = scope->trace;
    size_t H = (size_t)width(trace), at = (size_t)j * H;
    Box strip = strip_box(trace, layout, run, j);
    float there = scope_read(scope, run, j);
    if (there <= 0.5f || strip.h < MOVED_LEAST)
        return;
    double moved = distance(states_of(before, run) + at, states_of(trace, run) + at, (int)H);
    Arena *arena = &painter->list->arena;
    const char *text = moved == 0 ? "0" : moved < 0.005 ? "<0.01" : number_text(arena, moved, 2, false);
    Role role = moved == 0 ? ROLE_MUTED : ROLE_CONTEXT;
    TextStyle style = style_bold(painter->theme, fminf(TYPE_SMALL, strip.h * 0.7f), role);
    float wide = kit_width(painter, style, text) + 12, y = strip.y + strip.h / 2;
    Box badge = {strip.x + strip.w / 2 - wide / 2, strip.y + 1, wide, strip.h - 2};
    if (wide > strip.w)
        return;
    drawlist_box(painter->list, badge, 5, paint_fill_stroke(painter->theme->panel, painter->theme->fill[role], 1.2f));
    kit_text_at(painter, style, (Point){badge.x + wide / 2, y + style.size * 0.36f}, ALIGN_CENTER, text);
}

static void draw_all_moved(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *before = layout->stands == 1 ? view_other_words(painter->view) : NULL;
    for (int i = 0; before && i < readers(scope->trace); i++)
        draw_moved(painter, scope, layout, before, run_of(scope->trace, i), j);
}

void layers_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    for (int layer = 0; layer < trace->config.layers; layer++)
        draw_frame(painter, scope, layout, layer, j);
    for (int i = 0; i < readers(trace); i++)
        draw_strip(painter, scope, layout, run_of(trace, i), j, lit);
    draw_all_moved(painter, scope, layout, j);
}

/* ---- arrows ---- */

/* From the layer below, or from the embedding. */
static void draw_rise(const Painter *painter, const Scope *scope, const StageLayout *layout, int layer, int j,
                      float alpha)
{
    const Trace *trace = scope->trace;
    Box box = layer_box(trace, layout, layer, j);
    float to = box.y + box.h + FRAME + 3, from = layout->embed_h > 0 ? layout->embed_y - 1 : layout->word_y - 2;
    if (layer > 0)
        from = layer_box(trace, layout, layer - 1, j).y - FRAME - 2;
    float there = fmaxf(scope_read(scope, 2 * layer, j), scope_read(scope, 2 * layer + 1, j));
    float making =
        fmaxf(scope_makes(scope, kind_of(trace, 0), layer, j), scope_makes(scope, kind_of(trace, 1), layer, j));
    Color color = color_mix(painter->theme->text[ROLE_MUTED], painter->theme->fill[ROLE_ENCODER], making);
    if (there > 0.02f && from - to >= 5)
        drawlist_arrow(painter->list, (Point){box.x + box.w / 2, from},
                       (Point){box.x + box.w / 2, lerp(from, to, there)}, fminf(6, (from - to) * 0.45f),
                       color_fade(color, alpha * lerp(0.7f, 1, making)), 1.5f + making);
}

/* To word j + 1, or back from it. */
static void draw_handed(const Painter *painter, const Scope *scope, const StageLayout *layout, int run, int j,
                        float alpha)
{
    const Trace *trace = scope->trace;
    bool right = run % 2 == 0 || !config_from_right(&trace->config, 1);
    float there = scope_read(scope, run, right ? j + 1 : j);
    Box left = strip_box(trace, layout, run, j), next = strip_box(trace, layout, run, j + 1);
    float y = left.y + left.h / 2, a = left.x + left.w + 4, b = next.x - 4;
    if (there <= 0.02f || b - a < ARROW_LEAST)
        return;
    float from = right ? a : b, to = right ? b : a;
    drawlist_arrow(painter->list, (Point){from, y}, (Point){lerp(from, to, there), y}, 6,
                   color_fade(painter->theme->fill[ROLE_ENCODER], alpha), 1.6f);
}

void layers_draw_links(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *trace = scope->trace;
    float alpha = scope_emphasis(scope, PART_ENCODER) * layout->stands;
    if (alpha <= 0)
        return;
    for (int layer = 0; layer < trace->config.layers; layer++)
        draw_rise(painter, scope, layout, layer, j, alpha);
    for (int i = 0; i < readers(trace) && j + 1 < trace->n && !looks(trace); i++)
        draw_handed(painter, scope, layout, run_of(trace, i), j, alpha);
}

/* ---- names ---- */

/* The row that reads is bold. */
void layers_draw_names(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    float ink = scope_ink(scope, PART_ENCODER) * layout->stands;
    if (!floors_layered(trace) || !layout->labels || ink <= 0)
        return;
    float x = layout->columns.x - 8;
    for (int i = 0; i < readers(trace); i++) {
        int run = run_of(trace, i);
        Box strip = strip_box(trace, layout, run, 0), whole = layer_box(trace, layout, run / 2, 0);
        float y = strip.y + strip.h / 2, made = 0;
        for (int j = 0; j < trace->n; j++)
            made = fmaxf(made, scope_makes(scope, kind_of(trace, run), run / 2, j));
        bool right = run % 2 == 0 || !config_from_right(&trace->config, 1);
        Color color = color_fade(painter->theme->text[ROLE_ENCODER], ink * lerp(0.5f, 1, made));
        if (!looks(trace)) /* which reads in no direction */
            drawlist_arrow(painter->list, (Point){right ? x - 16 : x, y}, (Point){right ? x : x - 16, y}, 5, color,
                           1.4f + made);
        if (run % 2 == 0)
            kit_text_at(painter, style_faded(style_of(painter->theme, made > 0.5f, TYPE_SMALL, ROLE_ENCODER), ink),
                        (Point){x - 24, whole.y + whole.h / 2 + 4}, ALIGN_RIGHT,
                        arena_printf(&painter->list->arena, kit_said(painter, W_LAYER), run / 2 + 1));
    }
}
