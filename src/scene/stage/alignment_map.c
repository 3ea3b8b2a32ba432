/* The alignment heatmap: source words across, target words down, each row the weights of one step. */
#include "scene/stage/alignment_map.h"

#include "derive/remainder.h"
#include "scene/kit/grid.h"
#include "scene/stage/arcs.h"
#include "scene/stage/scope.h"
#include "study/own_run.h"

#include "draw/ease.h"

#include <math.h>
#include <stdlib.h>

typedef struct HeatmapLayout {
    Grid grid;
    Box cells;               /* of the grid, as far as they are in sight */
    float rows, first, seen; /* all, those over the ones in sight, those in sight */
    bool turned;
    float labels_w, labels_h;
    float label_most;            /* px of a turned label */
    float pitch;                 /* px that a row's label needs */
    float bottom;                /* of the box: no label stands below it */
    float column_size, row_size; /* of the labels' type */
} HeatmapLayout;

#define LABEL_PITCH  13.0f  /* px that a label needs */
#define COLUMN_PITCH 14.0f  /* and a turned one */
#define LARGE_PITCH  18.0f  /* and a large one, on both sides */
#define LABEL_MOST   112.0f /* px of a turned label in a panel */
#define CELLS_MOST   20000u /* that are drawn one by one in a figure */

static bool scrolls(const HeatmapLayout *layout)
{
    return layout->cells.h + 0.5f < layout->grid.h * layout->rows;
}

static void choose_columns(const Painter *painter, const Trace *trace, HeatmapLayout *layout)
{
    const Type *type = painter->list->type;
    float smaller = view_type_least(painter->view) / TYPE_TINY;
    float size = grid_type(layout->grid.w, TYPE_TINY), room = layout->grid.w - 6, level = size / smaller;
    bool turned = grid_words_turn(type, trace, false, &level, room / smaller);
    level = fminf(size, level * smaller);
    layout->turned = turned || grid_longest(type, style_bold(painter->theme, level, ROLE_INK), trace, false) > room;
    layout->column_size = layout->turned ? size * smaller : level; /* level, none of them is cut */
    float words = grid_longest(type, style_bold(painter->theme, layout->column_size, ROLE_INK), trace, false);
    layout->labels_h = layout->turned ? fminf(words, layout->label_most) * 0.82f + 18 : 26;
}

/* px from the middle of column j to the right end of its label, which rises to the right. */
static float reach(const Painter *painter, const HeatmapLayout *layout, const Trace *trace, int j)
{
    TextStyle style = style_bold(painter->theme, layout->column_size, ROLE_INK);
    float width = kit_width(painter, style, trace->source[j]);
    return fminf(width, layout->label_most) * cosf(GRID_TURN) + layout->column_size * 0.5f;
}

/* px that the labels reach beyond the last cell. */
static float overhang(const Painter *painter, const HeatmapLayout *layout, const Trace *trace)
{
    float most = 0;
    for (int j = 0; j < trace->n && layout->turned; j++)
        most = fmaxf(most, reach(painter, layout, trace, j) - layout->grid.w * ((float)(trace->n - j) - 0.5f));
    return most;
}

/* Turned labels need height over the cells and room behind the last of them. */
static void lay_columns(const Painter *painter, const Trace *trace, Box box, HeatmapLayout *layout)
{
    float room = box.w - layout->labels_w;
    layout->grid.w = fminf(72, room / (float)trace->n);
    choose_columns(painter, trace, layout);
    for (int j = 0; j < trace->n && layout->turned; j++)
        layout->grid.w = fminf(layout->grid.w, (room - reach(painter, layout, trace, j)) / ((float)j + 0.5f));
    layout->grid.w = fmaxf(0.5f, layout->grid.w);
}

HeatmapSetting heatmap_at(const Trace *trace, ColorMap map, double cursor)
{
    return (HeatmapSetting){.trace = trace,
                            .map = map,
                            .rows = scope_rows(trace, cursor),
                            .current = scope_at(trace, cursor).step,
                            .values = true,
                            .given = scope_given(trace, cursor)};
}

bool heatmap_rounds(const HeatmapSetting *setting, Arena *arena)
{
    for (int t = 0; t < heatmap_rows(setting); t++)
        if (!shares_add_up(setting->trace->steps[t].step.weights, setting->trace->n, arena))
            return true;
    return false;
}

/* What is pointed at; else what stands out by itself. */
static int meant_word(const Painter *painter, int otherwise)
{
    return painter->brush.at.kind != TARGET_NONE ? painter->brush.position : otherwise;
}

static int meant_step(const Painter *painter, int otherwise)
{
    bool pointed = painter->brush.at.kind != TARGET_NONE && painter->brush.step >= 0;
    return pointed ? painter->brush.step : otherwise;
}

/* The row that is made has as many rows over it as under it, where there are so many. */
static float first_row(const Painter *painter, const HeatmapSetting *setting, float seen)
{
    float last = (float)setting->trace->step_count - seen, first = setting->rows - floorf(seen / 2);
    int meant = meant_step(painter, setting->current);
    if (meant >= 0)
        first = fminf(fmaxf(first, (float)meant + 1 - seen), (float)meant);
    return fminf(fmaxf(first, 0), last);
}

/* Cells as large as the box allows, never wider than 72 px; never higher than wide, but for the words of rows that scroll. */
static HeatmapLayout lay_out(const Painter *painter, const HeatmapSetting *setting, Box box)
{
    const Trace *trace = setting->trace;
    float rows = (float)trace->step_count;
    float least = view_type_least(painter->view), pitch = LABEL_PITCH * least / TYPE_TINY;
    HeatmapLayout layout = {.row_size = TYPE_BODY, .bottom = box.y + box.h, .label_most = LABEL_MOST, .pitch = pitch};
    for (int attempt = 0; attempt < 2;
         attempt++) { /* the rows' height follows from the columns, the labels' width from the rows */
        TextStyle style = style_bold(painter->theme, layout.row_size, ROLE_INK);
        layout.labels_w = fminf(grid_longest(painter->list->type, style, trace, true), box.w * 0.3f) + 14;
        lay_columns(painter, trace, box, &layout);
        float high = box.h - layout.labels_h, most = fminf(64, layout.grid.w);
        layout.rows = layout.seen = rows;
        if (setting->scrolls) {
            most = fmaxf(most, pitch);
            layout.seen = fminf(rows, fmaxf(1, floorf(high / pitch)));
        }
        layout.grid.h = fmaxf(0.5f, fminf(most, high / layout.seen));
        layout.row_size = grid_type(layout.grid.h, least);
    }
    float wide = layout.grid.w * (float)trace->n;
    float free = box.w - layout.labels_w - wide - overhang(painter, &layout, trace);
    float left = box.x + layout.labels_w + fmaxf(0, free * 0.38f);
    layout.cells = (Box){left, box.y + layout.labels_h, wide, layout.grid.h * layout.seen};
    layout.first = first_row(painter, setting, layout.seen);
    layout.grid.corner = (Point){left, layout.cells.y - layout.grid.h * layout.first};
    return layout;
}

static void draw_column_label(const Painter *painter, const HeatmapLayout *layout, const Trace *trace, int j, bool lit)
{
    TextStyle style = style_of(painter->theme, lit, layout->column_size, lit ? ROLE_CONTEXT : ROLE_INK);
    if (layout->turned && kit_brushed(painter, -1, j))
        style.size = fmaxf(style.size, TYPE_BODY);
    float x = layout->cells.x + layout->grid.w * ((float)j + 0.5f), y = layout->cells.y;
    Point at = layout->turned ? (Point){x + style.size * 0.3f, y - 7} : (Point){x, y - 10};
    float room = layout->turned ? layout->label_most : layout->grid.w - 4;
    grid_source_word(painter, style, at, layout->turned ? GRID_TURN : 0, layout->turned ? ALIGN_LEFT : ALIGN_CENTER,
                     drawlist_shorten(painter->list, style, slice_of(trace->source[j]), room), trace->unknown[j]);
}

/* The words over the map; each that is left out, too, is found by the pointer. */
static void draw_column_labels(const Painter *painter, const HeatmapLayout *layout, const HeatmapSetting *setting,
                               int best)
{
    const Trace *trace = setting->trace;
    int meant = meant_word(painter, best);
    float pitch = layout->turned ? COLUMN_PITCH : 0, around = meant == best ? COLUMN_PITCH : LARGE_PITCH;
    for (int j = 0; j < trace->n; j++) {
        if (grid_word_shown(j, meant, layout->grid.w, pitch, around))
            draw_column_label(painter, layout, trace, j, j == meant);
        Box over = {layout->cells.x + layout->grid.w * (float)j, layout->cells.y - 24, layout->grid.w, 24};
        if (setting->words)
            kit_area(painter, over, target_at(TARGET_SOURCE, j, 0, 0), trace->source[j]);
    }
}

/* What is left of a row, or of a part of it, where not all rows are in sight. */
static Box in_sight(const HeatmapLayout *layout, Box row)
{
    float top = fmaxf(row.y, layout->cells.y), end = fminf(row.y + row.h, layout->cells.y + layout->cells.h);
    return scrolls(layout) ? (Box){row.x, top, row.w, end - top} : row;
}

static void draw_row_label(const Painter *painter, const HeatmapLayout *layout, const HeatmapSetting *setting, int t)
{
    const TraceStep *step = &setting->trace->steps[t];
    bool written = (float)t < setting->rows;
    int meant = meant_step(painter, setting->current);
    Box row = {layout->cells.x - layout->labels_w, layout->grid.corner.y + layout->grid.h * (float)t,
               layout->labels_w - 10, layout->grid.h};
    if (setting->words && written)
        kit_area(painter, in_sight(layout, row), target_at(TARGET_WORD, t, 0, 0), step->token);
    Box label = box_inset(row, 0, fminf(0, (layout->grid.h - layout->pitch) / 2));
    bool shown = grid_word_shown(t, meant, layout->grid.h, layout->pitch, layout->pitch),
         lit = kit_brushed(painter, t, -1);
    if (!shown || label.y + label.h > layout->bottom + layout->pitch)
        return;
    Role role = lit ? ROLE_OUTPUT : step->id == VOCAB_END ? ROLE_MUTED : ROLE_INK;
    TextStyle style = style_of(painter->theme, lit || t == meant, layout->row_size, role);
    kit_text(painter, written ? style : style_faded(style, setting->given), label, ALIGN_RIGHT,
             written ? step->token : "…");
}

/* ---- maps of very many cells ---- */

/* Cells beside one another that look the same. */
typedef struct Strip {
    uint32_t color; /* red first */
    int t, first, count;
} Strip;

static int by_color(const void *a, const void *b)
{
    const Strip *x = a, *y = b;
    return x->color != y->color ? (x->color > y->color) - (x->color < y->color)
           : x->t != y->t       ? x->t - y->t
                                : x->first - y->first;
}

/* All strips, row by row. */
static int find_strips(const Painter *painter, const HeatmapSetting *setting, bool join, Strip *strips)
{
    const Trace *trace = setting->trace;
    int count = 0;
    for (int t = 0; t < trace->step_count; t++) {
        const float *weights = (float)t + 1 <= setting->rows ? trace->steps[t].step.weights : NULL;
        for (int j = 0; weights && j < trace->n; j++) {
            Color c = color_weight(painter->theme, setting->map, weights[j]);
            uint32_t color = (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
            if (join && j > 0 && strips[count - 1].color == color)
                strips[count - 1].count++;
            else
                strips[count++] = (Strip){color, t, j, 1};
        }
    }
    return count;
}

static void add_rectangle(DrawList *list, Box box)
{
    drawlist_move(list, box.x, box.y);
    drawlist_line(list, box.x + box.w, box.y);
    drawlist_line(list, box.x + box.w, box.y + box.h);
    drawlist_line(list, box.x, box.y + box.h);
    drawlist_close(list);
}

/* One path for all cells of a colour, with square corners: a box for each takes a PDF of 600 x 600 cells half a minute. */
static void draw_strips(const Painter *painter, const HeatmapLayout *layout, const HeatmapSetting *setting)
{
    float gap = grid_gap(&layout->grid);
    Strip *strips = heap_alloc((size_t)setting->trace->n * (size_t)setting->trace->step_count, sizeof *strips);
    int count = find_strips(painter, setting, gap == 0, strips);
    qsort(strips, (size_t)count, sizeof *strips, by_color);
    drawlist_box(painter->list, layout->cells, 0, paint_fill(painter->theme->faint));
    for (int i = 0; i < count; i++) {
        const Strip *strip = &strips[i];
        Box box = {layout->cells.x + layout->grid.w * (float)strip->first,
                   layout->cells.y + layout->grid.h * (float)strip->t, layout->grid.w * (float)strip->count,
                   layout->grid.h};
        add_rectangle(painter->list, box_inset(box, gap / 2, gap / 2));
        if (i + 1 == count || strips[i + 1].color != strip->color)
            drawlist_path_end(painter->list, paint_fill(color_hex(strip->color)));
    }
    free(strips);
}

/* ---- rows ---- */

static const float *row_before(const HeatmapSetting *setting, int t)
{
    const Trace *before = setting->before;
    return before && before->n == setting->trace->n && t < before->step_count ? before->steps[t].step.weights : NULL;
}

/* One row of cells; `there`: 0: they are empty. */
static void draw_cells(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout, int t,
                       float there)
{
    const float *row = setting->trace->steps[t].step.weights, *before = row_before(setting, t);
    int largest = row ? values_largest(row, setting->trace->n) : -1;
    there *= before || !setting->before ? 1 : 1 - setting->back;
    for (int j = 0; j < setting->trace->n; j++) {
        GridWeight weight = {.map = setting->map, .numbers = setting->values};
        if (row)
            weight.value = row[j], weight.there = there, weight.largest = j == largest;
        weight.changed = own_weight_differs(setting->own, setting->trace, t, j);
        if (before)
            weight.before = before[j], weight.back = setting->back;
        if (scrolls(layout))
            weight.sight = layout->cells;
        grid_weight(painter, &layout->grid, t, j, &weight);
    }
}

/* Its word, its cells and the sign that it was changed. */
static void draw_row(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout, int t,
                     bool cells)
{
    draw_row_label(painter, layout, setting, t);
    if (cells)
        draw_cells(painter, setting, layout, t, 1);
    if (!setting->unmarked)
        kit_step_sign(painter, setting->trace, setting->own, t,
                      (Point){layout->cells.x - 6, layout->grid.corner.y + layout->grid.h * ((float)t + 0.5f)},
                      fminf(3, layout->grid.h * 0.4f));
}

/* The word that comes in from beyond the edge, with its row where that is not there. */
static void draw_sliding(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout, int t)
{
    HeatmapLayout moved = *layout;
    float left = (layout->cells.x + layout->cells.w - setting->edge) * (1 - (setting->rows - (float)t));
    moved.cells.x -= left;
    moved.grid.corner.x -= left;
    Box seen = {setting->edge, layout->cells.y, layout->cells.x + layout->cells.w + 1 - setting->edge,
                layout->cells.h + LABEL_PITCH};
    drawlist_clip(painter->list, seen);
    draw_row(painter, setting, &moved, t, setting->given <= 0);
    drawlist_unclip(painter->list);
}

/* Around the row of the step in the frame; dashed as long as its place is empty. */
static void draw_frame(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout)
{
    Box row = grid_cell(&layout->grid, setting->current, 0);
    row.w = layout->cells.w;
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    bool there = setting->current < heatmap_rows(setting);
    drawlist_box(painter->list, box_inset(row, -2, -1), 6,
                 there ? paint_stroke(orange, 2)
                       : paint_dashed(color_mix(painter->theme->paper, orange, 0.6f), 1.5f, 5, 4));
}

/* The rows in sight, the frame around the current one, and what is pointed at. */
static void draw_rows(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout, bool strips)
{
    int first = (int)layout->first, end = (int)ceilf(layout->first + layout->seen), sliding = (int)setting->rows;
    for (int t = first; t < end; t++) {
        if ((float)t + 1 <= setting->rows)
            draw_row(painter, setting, layout, t, !strips);
        else if (!strips)
            draw_cells(painter, setting, layout, t, t < heatmap_rows(setting) ? setting->given : 0);
    }
    if (sliding >= first && sliding < end && setting->rows > (float)sliding)
        draw_sliding(painter, setting, layout, sliding);
    else if (sliding >= first && sliding < end && setting->given > 0)
        draw_row(painter, setting, layout, sliding, false);
    if (setting->current >= first && setting->current < end)
        draw_frame(painter, setting, layout);
    grid_brush(painter, &layout->grid, heatmap_rows(setting), setting->trace->n);
}

/* Behind the cells: that there are more rows. */
static void draw_scroll_bar(const Painter *painter, const HeatmapLayout *layout)
{
    Box track = {layout->cells.x + layout->cells.w + 5, layout->cells.y, 4, layout->cells.h};
    kit_scroll_bar(painter, track, layout->first * layout->grid.h, (layout->rows - layout->seen) * layout->grid.h);
}

static void draw_map(const Painter *painter, const HeatmapSetting *setting, const HeatmapLayout *layout)
{
    const Trace *trace = setting->trace;
    bool strips = painter->passive && (size_t)trace->n * (size_t)trace->step_count > CELLS_MOST;
    bool known =
        setting->current >= 0 && (setting->rows > (float)setting->current || setting->current < heatmap_rows(setting));
    const float *weights = known ? trace->steps[setting->current].step.weights : NULL;
    int best = weights ? values_largest(weights, trace->n) : -1;
    if (best >= 0 && weights[best] <= 0.5f)
        best = -1;
    draw_column_labels(painter, layout, setting, best);
    if (strips)
        draw_strips(painter, layout, setting);
    if (!scrolls(layout)) {
        draw_rows(painter, setting, layout, strips);
        return;
    }
    Box cells = layout->cells;
    float left = cells.x - layout->labels_w;
    drawlist_clip(painter->list, (Box){left, cells.y - 2, cells.x + cells.w + 4 - left, cells.h + 4});
    draw_rows(painter, setting, layout, strips);
    drawlist_unclip(painter->list);
    draw_scroll_bar(painter, layout);
}

HeatmapPlace heatmap_draw(const Painter *painter, const HeatmapSetting *setting, Box box)
{
    HeatmapLayout layout = lay_out(painter, setting, box);
    draw_map(painter, setting, &layout);
    return (HeatmapPlace){layout.cells, (int)ceilf(layout.first), (int)layout.seen};
}

void heatmap_legend(const Painter *painter, ColorMap map, Box box)
{
    box.x = roundf(box.x);
    box.w = roundf(box.w);
    for (float x = 0; x < box.w; x += 2) {
        float wide = fminf(4, box.w - x); /* each runs under the next: no seams between the strips */
        Color color = color_weight(painter->theme, map, x / (box.w - 2));
        drawlist_box(painter->list, (Box){box.x + x, box.y, wide, 9}, 0, paint_fill(color));
    }
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    kit_text_at(painter, style, (Point){box.x, box.y + 24}, ALIGN_LEFT, "0");
    kit_text_at(painter, style, (Point){box.x + box.w, box.y + 24}, ALIGN_RIGHT, "1");
}
