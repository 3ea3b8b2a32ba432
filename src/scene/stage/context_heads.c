/* Several heads make a context of parts, side by side: each head's own weights stand in a row under it. */
#include "scene/stage/event_context.h"
#include "scene/stage/floor_parts.h"

#include "draw/ease.h"
#include "model/cross_map.h"
#include "scene/kit/kit.h"
#include "words/common_words.h"

#include <math.h>

#define BRACKET   10.0f /* px from the context to the line under a head's part */
#define ROW_MOST  52.0f /* px from row to row */
#define ROW_LEAST 17.0f

typedef struct HeadRows {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    int heads;
    float top, pitch; /* of the rows */
    float alpha;
} HeadRows;

static const char *head_title(const HeadRows *rows, int head)
{
    return arena_printf(&rows->painter->list->arena, kit_said(rows->painter, W_HEAD_TITLE), head + 1);
}

/* Under the cells that a head has made. */
static void draw_part(const HeadRows *rows, int head, float shown)
{
    const Painter *painter = rows->painter;
    int D = config_annotation(&rows->scope->trace->config), each = D / rows->heads;
    CellGrid grid = cell_grid(painter, box_inset(rows->layout->context, 3, 3), NULL, D, false);
    float left = INFINITY, right = -INFINITY, y = rows->layout->context.y + rows->layout->context.h + BRACKET;
    for (int cell = 0; cell < grid.count; cell++) {
        Box box = cell_box(&grid, cell);
        if (cell_value(&grid, cell) / each == head)
            left = fminf(left, box.x), right = fmaxf(right, box.x + box.w);
    }
    if (left >= right || shown <= 0)
        return;
    kit_line(painter, (Point){left + 2, y}, (Point){right - 2, y},
             color_fade(painter->theme->fill[ROLE_CONTEXT], shown), 2);
    kit_text_at(painter, style_faded(style_plain(painter->theme, TYPE_SMALL, ROLE_CONTEXT), shown),
                (Point){(left + right) / 2, y + 16}, ALIGN_CENTER, head_title(rows, head));
}

/* As dark as on the map. */
static void draw_weight(const HeadRows *rows, Box cell, float weight, float shown)
{
    const Painter *painter = rows->painter;
    Color paper = painter->theme->panel, color = color_weight(painter->theme, MAP_PAPER, weight * shown);
    const char *text = kit_share(painter->list, (double)weight);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_INK);
    style.color = color_fade(color_on(color), rows->alpha * ease_phase(shown, 0.6f, 1));
    drawlist_box(painter->list, cell, 3, paint_fill(color_mix(paper, color, rows->alpha)));
    if (cell.h >= 13 && kit_width(painter, style, text) <= cell.w - 6)
        kit_text_at(painter, style, (Point){cell.x + cell.w / 2, cell.y + cell.h / 2 + 4.5f}, ALIGN_CENTER, text);
}

static void draw_row(const HeadRows *rows, const Step *step, int head, float shown)
{
    const Trace *trace = rows->scope->trace;
    const StageLayout *layout = rows->layout;
    int map = cross_map_find(&trace->config, (CrossMap){trace->config.layers - 1, head + 1});
    Arena *arena = &rows->painter->list->arena;
    const float *weights =
        map < 0 ? NULL
                : cross_map_row(&trace->config, step, trace->n, map, ARENA_ARRAY(arena, float, (size_t)trace->n));
    float y = rows->top + rows->pitch * (float)head, h = fminf(30, rows->pitch - 5);
    if (!weights)
        return;
    if (layout->scroll_limit > 0)
        drawlist_clip(rows->painter->list, (Box){layout->columns.x, y, layout->columns.w, h});
    for (int j = 0; j < trace->n; j++)
        if (stage_sees_column(layout, j))
            draw_weight(rows, (Box){stage_column_x(layout, j) - layout->bar_w / 2, y, layout->bar_w, h}, weights[j],
                        shown);
    if (layout->scroll_limit > 0)
        drawlist_unclip(rows->painter->list);
    TextStyle style = style_faded(style_plain(rows->painter->theme, TYPE_SMALL, ROLE_CONTEXT), rows->alpha);
    float right = fmaxf(stage_column_x(layout, 0) - layout->bar_w / 2, layout->columns.x) - 10;
    if (kit_width(rows->painter, style, head_title(rows, head)) <= right - layout->area.x - 8)
        kit_text_at(rows->painter, style, (Point){right, y + h / 2 + 4}, ALIGN_RIGHT, head_title(rows, head));
}

void context_heads_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, float made)
{
    const TraceStep *step = stage_step(scope);
    HeadRows rows = {painter, scope, layout, scope->trace->config.cross_heads};
    rows.alpha = scope_emphasis(scope, PART_CONTEXT) * scope->alpha * stage_is_hero(layout, FLOOR_CONTEXT);
    rows.top = layout->context.y + layout->context.h + BRACKET + 30;
    Box floor = layout->floor[FLOOR_CONTEXT];
    rows.pitch = fminf(ROW_MOST * layout->large, (floor.y + floor.h - 6 - rows.top) / (float)rows.heads);
    if (!step || !step->step.weights || rows.alpha <= 0 || rows.pitch < ROW_LEAST)
        return;
    float weighed = scope_beat(scope, BEAT_WEIGH), there = made * rows.alpha;
    for (int head = 0; head < rows.heads; head++) {
        if (weighed > 0)
            draw_row(&rows, &step->step, head, weighed);
        draw_part(&rows, head, there);
    }
}
