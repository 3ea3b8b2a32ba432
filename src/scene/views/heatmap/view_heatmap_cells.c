/* The map of the heatmap view: cells, gold links, the path of the largest weights; words that stay in sight. */
#include "scene/kit/grid.h"
#include "scene/views/heatmap/view_heatmap.h"
#include "study/own_run.h"

#include <cglm/struct/vec2.h>
#include <math.h>

#define LABEL_MOST  120.0f /* px of a word over or beside the map */
#define LABEL_PITCH 14.0f  /* px that a word needs */
#define CELL_MOST   150.0f /* px, before it is zoomed */

int heat_peak(const Trace *trace, int step)
{
    const float *weights = trace->steps[step].step.weights;
    return weights ? values_largest(weights, trace->n) : -1;
}

/* A share is of what is there: `rows` of them. */
static float heat_value(const View *view, int rows, int step, int j)
{
    const Trace *trace = view->trace;
    const float *weights = trace->steps[step].step.weights;
    if (!weights)
        return 0;
    if (!view->heat.columns)
        return weights[j];
    float sum = 0;
    for (int t = 0; t < rows; t++) /* the last one's may be what is asked */
        sum += trace->steps[t].step.weights ? trace->steps[t].step.weights[j] : 0;
    return sum > 0 ? weights[j] / sum : 0;
}

float scene_heat_value(const View *view, int step, int j)
{
    HeatmapSetting setting = heatmap_at(view->trace, view->map, scene_cursor(view));
    return heat_value(view, heatmap_rows(&setting), step, j);
}

static float words_room(const Painter *painter, const Trace *trace, bool target, float size)
{
    TextStyle style = style_bold(painter->theme, size, ROLE_INK);
    return fminf(grid_longest(painter->list->type, style, trace, target), LABEL_MOST);
}

/* Along one side, in px: all of it in the middle where it fits, else as far as `middle` asks without a gap. */
static float place_along(float start, float room, float whole, float middle)
{
    if (whole <= room)
        return start + (room - whole) / 2;
    return fminf(start, fmaxf(start + room - whole, start + room / 2 - middle));
}

HeatMap heat_map_lay(const Painter *painter, Box area)
{
    const View *view = painter->view;
    const Trace *trace = view->trace;
    HeatMap map = {.trace = trace, .row_size = TYPE_BODY, .column_size = TYPE_BODY};
    float zoom = view->heat.zoom > 1 ? view->heat.zoom : 1, left = 0, top = 0, widest = CELL_MOST;
    for (int pass = 0; pass < 3; pass++) { /* words take room from the cells, and cells say how large words are */
        left = words_room(painter, trace, true, map.row_size) + 18;
        float words = words_room(painter, trace, false, map.column_size);
        float w = fminf(widest, (area.w - left) / (float)trace->n);
        map.turned = grid_words_turn(painter->list->type, trace, false, &map.column_size, w * zoom - 8);
        top = map.turned ? words * 0.82f + 22 : 32;
        float lean = map.turned ? words * cosf(GRID_TURN) : 0;
        w = fminf(w, (area.w - left - lean) / (float)trace->n);
        float h = fminf(fminf(CELL_MOST * 0.82f, w), (area.h - top) / (float)trace->step_count);
        widest = h * 1.6f;
        w = fminf(w, widest);
        map.place.cell = (Point){w * zoom, h * zoom};
        map.row_size = grid_type(map.place.cell.y, TYPE_TINY);
        map.column_size = grid_type(map.place.cell.x, TYPE_TINY);
        map.place.sight = (Box){area.x + left, area.y + top, area.w - left - lean, area.h - top};
    }
    HeatPlace *place = &map.place;
    if (!map.turned)
        grid_words_turn(painter->list->type, trace, false, &map.column_size, place->cell.x - 8);
    Point whole = glms_vec2_mul(place->cell, (Point){(float)trace->n, (float)trace->step_count});
    Point middle = glms_vec2_mul(place->cell, view->heat.middle);
    Box sight = place->sight;
    place->corner.x = place_along(sight.x, sight.w, whole.x, middle.x);
    place->corner.y = /* a small map stands on top, beside its words */
        whole.y < sight.h ? sight.y : place_along(sight.y, sight.h, whole.y, middle.y);
    place->sight = (Box){fmaxf(sight.x, place->corner.x), sight.y, fminf(sight.w, whole.x), fminf(sight.h, whole.y)};
    map.rows = (Box){place->sight.x - left, place->sight.y, left, place->sight.h};
    map.columns = (Box){place->sight.x, place->sight.y - top, area.x + area.w - place->sight.x, top};
    return map;
}

static Box cell_place(const HeatMap *map, int t, int j)
{
    return grid_cell(&(Grid){map->place.corner, map->place.cell.x, map->place.cell.y}, t, j);
}

static void first_and_last(float corner, float cell, float start, float room, int count, int *first, int *last)
{
    *first = (int)fmaxf(0, floorf((start - corner) / cell));
    *last = (int)fminf((float)count - 1, ceilf((start + room - corner) / cell) - 1);
}

static void cells_in_sight(const HeatMap *map, int *t0, int *t1, int *j0, int *j1)
{
    const HeatPlace *place = &map->place;
    first_and_last(place->corner.y, place->cell.y, place->sight.y, place->sight.h, map->trace->step_count, t0, t1);
    first_and_last(place->corner.x, place->cell.x, place->sight.x, place->sight.w, map->trace->n, j0, j1);
}

/* Links that people made: an outline in ink inside the cell, which no colour map has. */
static void draw_gold(const Painter *painter, const HeatMap *map, int rows)
{
    const HeatLook *heat = &painter->view->heat;
    for (int i = 0; i < heat->gold_count; i++) {
        Link link = heat->gold[i];
        if (link.target >= rows) /* it is not there yet, or a question hides it */
            continue;
        Box cell = cell_place(map, link.target, link.source);
        float inset = fminf(cell.w, cell.h) >= 16 ? 4 : 1.5f;
        Color under =
            color_weight(painter->theme, painter->view->map, heat_value(painter->view, rows, link.target, link.source));
        Paint paint = paint_stroke(color_on(under), 1.5f);
        if (cell.w >= 16)
            paint.dash = link.possible ? 1.5f : 4, paint.gap = 3;
        drawlist_box(painter->list, box_inset(cell, inset, inset), 3, paint);
    }
}

/* As far as the rows are there, and a question lets the weights be seen. */
static void draw_path(const Painter *painter, const HeatMap *map, int rows)
{
    const Trace *trace = map->trace;
    Color color = painter->theme->fill[ROLE_QUERY];
    int count = 0;
    for (; count < rows && trace->steps[count].step.weights; count++) {
        Box cell = cell_place(map, count, heat_peak(trace, count));
        Point at = {cell.x + cell.w / 2, cell.y + cell.h * 0.86f};
        if (count == 0)
            drawlist_move(painter->list, at.x, at.y);
        else
            drawlist_line(painter->list, at.x, at.y);
    }
    if (count > 0)
        drawlist_path_end(painter->list, paint_stroke(color, 2));
    for (int t = 0; t < count; t++) {
        Box cell = cell_place(map, t, heat_peak(trace, t));
        float r = fminf(4, fminf(cell.w, cell.h) * 0.3f);
        Box dot = {cell.x + cell.w / 2 - r, cell.y + cell.h * 0.86f - r, 2 * r, 2 * r};
        drawlist_box(painter->list, dot, r, paint_fill_stroke(painter->theme->panel, color, 1.5f));
    }
}

static void draw_columns(const Painter *painter, const HeatMap *map, int first, int last, int meant)
{
    const Box *sight = &map->place.sight;
    float pitch = map->turned ? LABEL_PITCH : 0;
    for (int j = first; j <= last; j++) {
        float x = map->place.corner.x + map->place.cell.x * ((float)j + 0.5f);
        if (x < sight->x || x > sight->x + sight->w)
            continue;
        Box over = {x - map->place.cell.x / 2, sight->y - 26, map->place.cell.x, 26};
        kit_area(painter, over, target_at(TARGET_SOURCE, j, 0, 0), map->trace->source[j]);
        if (!grid_word_shown(j, meant, map->place.cell.x, pitch, pitch))
            continue;
        bool lit = j == meant;
        TextStyle style = style_of(painter->theme, lit, map->column_size, lit ? ROLE_CONTEXT : ROLE_INK);
        const char *text = map->trace->source[j];
        float edge = map->columns.x + map->columns.w;
        float room = (edge - x) / cosf(GRID_TURN) - map->column_size; /* to the picture's edge */
        if (map->turned) {
            Slice shown = drawlist_shorten(painter->list, style, slice_of(text), fminf(LABEL_MOST, room));
            Point at = {x + style.size * 0.3f, sight->y - 8};
            grid_source_word(painter, style, at, GRID_TURN, ALIGN_LEFT, shown, map->trace->unknown[j]);
            continue;
        }
        Slice shown = drawlist_shorten(painter->list, style, slice_of(text), map->place.cell.x - 4);
        if (x + text_width(painter->list->type, style, shown) / 2 < edge)
            grid_source_word(painter, style, (Point){x, sight->y - 11}, 0, ALIGN_CENTER, shown, map->trace->unknown[j]);
    }
}

static void draw_row_word(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map, int t, bool meant)
{
    const TraceStep *step = &map->trace->steps[t];
    bool written = (float)t + 1 <= setting->rows;
    const Box *sight = &map->place.sight;
    float y = map->place.corner.y + map->place.cell.y * ((float)t + 0.5f);
    Role role = kit_brushed(painter, t, -1) ? ROLE_OUTPUT : step->id == VOCAB_END && written ? ROLE_MUTED : ROLE_INK;
    TextStyle style = style_of(painter->theme, meant, map->row_size, role);
    Slice text = drawlist_shorten(painter->list, style, slice_of(step->token), LABEL_MOST);
    if (!written) {
        text = slice_of("…");
        style = style_faded(style, heatmap_there(setting, t));
    }
    drawlist_text_at(painter->list, style, (Point){sight->x - 10, y + map->row_size * 0.36f}, ALIGN_RIGHT, text);
}

static void draw_rows(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map, int first, int last,
                      int meant)
{
    const Box *sight = &map->place.sight;
    for (int t = first; t <= last && heatmap_there(setting, t) > 0; t++) {
        float y = map->place.corner.y + map->place.cell.y * ((float)t + 0.5f);
        if (y < sight->y + 4 || y > sight->y + sight->h - 4)
            continue;
        Box beside = {map->rows.x, y - map->place.cell.y / 2, map->rows.w, map->place.cell.y};
        if ((float)t + 1 <= setting->rows)
            kit_area(painter, beside, target_at(TARGET_WORD, t, 0, 0), map->trace->steps[t].token);
        kit_step_sign(painter, map->trace, painter->view->own, t, (Point){sight->x - 5, y},
                      fminf(3, map->place.cell.y * 0.4f));
        if (grid_word_shown(t, meant, map->place.cell.y, LABEL_PITCH, LABEL_PITCH))
            draw_row_word(painter, setting, map, t, t == meant);
    }
}

static void draw_words(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map)
{
    const Brush *brush = &painter->brush;
    int t0, t1, j0, j1;
    cells_in_sight(map, &t0, &t1, &j0, &j1);
    bool pointed = brush->at.kind != TARGET_NONE;
    bool known = setting->current >= 0 && setting->current < heatmap_rows(setting);
    int peak = known ? heat_peak(map->trace, setting->current) : -1;
    draw_columns(painter, map, j0, j1, pointed ? brush->position : peak);
    draw_rows(painter, setting, map, t0, t1, pointed && brush->step >= 0 ? brush->step : setting->current);
}

static void draw_cells(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map, const Grid *grid)
{
    const View *view = painter->view;
    int rows = heatmap_rows(setting), t0, t1, j0, j1;
    cells_in_sight(map, &t0, &t1, &j0, &j1);
    for (int t = t0; t <= t1; t++)
        for (int j = j0; j <= j1; j++) {
            GridWeight weight = {heat_value(view, rows, t, j), view->map, heatmap_there(setting, t), setting->values,
                                 map->place.sight};
            weight.changed = own_weight_differs(view->own, map->trace, t, j);
            grid_weight(painter, grid, t, j, &weight);
        }
}

void heat_map_draw(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map)
{
    const HeatLook *heat = &painter->view->heat;
    Grid grid = {map->place.corner, map->place.cell.x, map->place.cell.y};
    int rows = heatmap_rows(setting);
    draw_words(painter, setting, map);
    drawlist_clip(painter->list, box_inset(map->place.sight, -1.5f, -1.5f));
    draw_cells(painter, setting, map, &grid);
    if (heat->path)
        draw_path(painter, map, rows);
    if (!heat->hide_gold && heat->gold)
        draw_gold(painter, map, rows);
    if (setting->current >= 0) {
        Box row = cell_place(map, setting->current, 0);
        row.w = map->place.cell.x * (float)map->trace->n;
        drawlist_box(painter->list, row, 4, paint_stroke(painter->theme->fill[ROLE_CONTEXT], 2));
    }
    grid_brush(painter, &grid, rows, map->trace->n);
    drawlist_unclip(painter->list);
}
