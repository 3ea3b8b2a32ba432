#include "scene/stage/matrix_picture.h"

#include "base/digits.h"
#include "derive/remainder.h"
#include "scene/kit/glossed.h"
#include "scene/stage/scope.h"
#include "study/own_run.h"

#define COLUMN_PITCH 14.0f /* px that a turned word needs, */
#define LARGE_PITCH  18.0f /* and a large one, on both sides */

MatrixPicture matrix_at(const Trace *trace, ColorMap map, double cursor)
{
    return (MatrixPicture){.trace = trace,
                           .map = map,
                           .rows = scope_rows(trace, cursor),
                           .current = scope_at(trace, cursor).step,
                           .values = true,
                           .given = scope_given(trace, cursor)};
}

MatrixPicture matrix_whole(const Trace *trace, ColorMap map)
{
    return (MatrixPicture){.trace = trace, .map = map, .rows = (float)trace->step_count, .current = -1, .values = true};
}

bool matrix_rounds(const MatrixPicture *picture, Arena *arena)
{
    for (int t = 0; t < matrix_rows(picture); t++)
        if (!shares_add_up(picture->trace->steps[t].step.weights, picture->trace->n, arena))
            return true;
    return false;
}

float matrix_value(const MatrixPicture *picture, int t, int j)
{
    const TraceStep *steps = picture->trace->steps;
    const float *weights = steps[t].step.weights;
    if (picture->numbers)
        return picture->numbers[(size_t)t * (size_t)picture->trace->n + (size_t)j];
    if (!weights)
        return 0;
    if (!picture->heat || !picture->heat->columns)
        return weights[j];
    float sum = 0;
    for (int i = 0; i < matrix_rows(picture); i++) /* the last one's may be what is asked */
        sum += steps[i].step.weights ? steps[i].step.weights[j] : 0;
    return sum > 0 ? weights[j] / sum : 0;
}

int matrix_peak(const MatrixPicture *picture, int step)
{
    int n = picture->trace->n;
    const float *weights =
        picture->numbers ? picture->numbers + (size_t)step * (size_t)n : picture->trace->steps[step].step.weights;
    return weights ? values_largest(weights, n) : -1;
}

/* ---- words ---- */

/* The word that the current step looks at most; outside of the heatmap view only one that has more than half of it. */
static int best_word(const MatrixPicture *picture)
{
    int t = picture->current;
    bool known = t >= 0 && (picture->rows > (float)t || t < matrix_rows(picture));
    int best = known ? matrix_peak(picture, t) : -1;
    return best >= 0 && (picture->heat || picture->trace->steps[t].step.weights[best] > 0.5f) ? best : -1;
}

static void draw_column_word(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int j,
                             bool lit)
{
    const Trace *trace = picture->trace;
    TextStyle style = style_of(painter->theme, lit, layout->column_size, lit ? ROLE_CONTEXT : ROLE_INK);
    float x = layout->grid.corner.x + layout->grid.w * ((float)j + 0.5f), y = layout->sight.y - (picture->heat ? 8 : 7);
    float room = layout->grid.w - 4;
    if (layout->turned) {
        room = fminf(layout->word_most, (layout->edge - x) / cosf(GRID_TURN) - style.size);
        if (!picture->heat && kit_brushed(painter, -1, j))
            style.size = fmaxf(style.size, TYPE_BODY);
    }
    Slice text = drawlist_shorten(painter->list, style, slice_of(trace->source[j]), room);
    if (layout->turned)
        grid_source_word(painter, style, (Point){x + style.size * 0.3f, y}, GRID_TURN, ALIGN_LEFT, text,
                         trace->unknown[j]);
    else if (x + text_width(painter->list->type, style, text) / 2 < layout->edge)
        grid_source_word(painter, style, (Point){x, y - 3}, 0, ALIGN_CENTER, text, trace->unknown[j]);
}

/* Over the cells; each that is left out, too, is found by the pointer. */
static void draw_column_words(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    const Box *sight = &layout->sight;
    bool pointed = painter->brush.at.kind != TARGET_NONE;
    int best = best_word(picture), meant = pointed ? painter->brush.position : best;
    float pitch = layout->turned ? COLUMN_PITCH : 0, high = picture->heat ? 26 : 24, w = layout->grid.w;
    float around = picture->heat || meant == best ? COLUMN_PITCH : LARGE_PITCH;
    for (int j = layout->j0; j < layout->j1; j++) {
        float x = layout->grid.corner.x + w * ((float)j + 0.5f);
        if (x < sight->x || x > sight->x + sight->w)
            continue;
        if (grid_word_shown(j, meant, w, pitch, around))
            draw_column_word(painter, picture, layout, j, j == meant);
        if (picture->words)
            kit_area(painter, (Box){layout->grid.corner.x + w * (float)j, sight->y - high, w, high},
                     target_at(TARGET_SOURCE, j, 0, 0), picture->trace->source[j]);
    }
}

/* What is left of a row, or of a part of it, where not all rows are in sight. */
static Box in_sight(const MatrixLayout *layout, Box row)
{
    float top = fmaxf(row.y, layout->sight.y), end = fminf(row.y + row.h, layout->sight.y + layout->sight.h);
    return layout->scrolls ? (Box){row.x, top, row.w, end - top} : row;
}

/* Under it, or towards the reader. */
static void draw_row_gloss(const Painter *painter, const MatrixLayout *layout, Point at, float size, float width,
                           const char *word)
{
    if (layout->gloss == ROW_GLOSS_LEFT)
        kit_gloss(painter, size, 1, (Point){at.x - width - 8, at.y}, ALIGN_RIGHT, word);
    else if (layout->gloss == ROW_GLOSS_BELOW)
        kit_gloss(painter, size, 1, (Point){at.x, at.y + kit_gloss_below(painter, size)}, ALIGN_RIGHT, word);
}

/* Beside its cells. */
static void draw_row_word(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int t)
{
    const TraceStep *step = &picture->trace->steps[t];
    bool zoomed = picture->heat, written = zoomed ? (float)t + 1 <= picture->rows : (float)t < picture->rows;
    float h = layout->grid.h, pitch = layout->pitch;
    Box row = {layout->sight.x - layout->words_w, layout->grid.corner.y + h * (float)t, layout->words_w, h};
    row.w -= zoomed ? 0 : 10;
    if (picture->words && written)
        kit_area(painter, in_sight(layout, row), target_at(TARGET_WORD, t, 0, 0), kit_word_name(painter, step->token));
    row = box_inset(row, 0, fminf(0, (h - pitch) / 2));
    int meant = matrix_meant_step(painter, picture);
    if (!grid_word_shown(t, meant, h, pitch, pitch) || row.y + row.h > layout->bottom + pitch)
        return;
    Role role = kit_brushed(painter, t, -1)                     ? ROLE_OUTPUT
                : step->id == VOCAB_END && (written || !zoomed) ? ROLE_MUTED
                                                                : ROLE_INK;
    TextStyle style = style_of(painter->theme, t == meant, layout->row_size, role);
    style = written ? style : style_faded(style, matrix_there(picture, t));
    Slice text = slice_of(written ? step->token : "…");
    Point at = {layout->sight.x - 10, layout->grid.corner.y + h * ((float)t + 0.5f) + layout->row_size * 0.36f};
    float width = 0;
    if (zoomed)
        width = drawlist_text_at(painter->list, style, at, ALIGN_RIGHT,
                                 drawlist_shorten(painter->list, style, text, layout->word_most));
    else
        width = drawlist_text(painter->list, style, row, ALIGN_RIGHT, text);
    if (written)
        draw_row_gloss(painter, layout, at, layout->row_size, width, step->token);
}

/* That it was changed by hand: `away` px from its cells. */
static void draw_sign(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int t,
                      float away)
{
    Point at = {layout->sight.x - away, layout->grid.corner.y + layout->grid.h * ((float)t + 0.5f)};
    if (!picture->unmarked)
        kit_step_sign(painter, picture->trace, picture->own, t, at, fminf(3, layout->grid.h * 0.4f));
}

/* ---- cells ---- */

static const float *row_before(const MatrixPicture *picture, int t)
{
    const Trace *before = picture->before;
    return before && before->n == picture->trace->n && t < before->step_count ? before->steps[t].step.weights : NULL;
}

/* One row of cells; `there`: 0: they are empty. */
static void draw_cells(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int t,
                       float there)
{
    const float *before = row_before(picture, t);
    bool known = picture->heat || picture->trace->steps[t].step.weights;
    int largest = picture->heat ? -1 : matrix_peak(picture, t);
    there *= before || !picture->before ? 1 : 1 - picture->back;
    for (int j = layout->j0; j < layout->j1; j++) {
        GridWeight weight = {.value = matrix_value(picture, t, j),
                             .map = picture->map,
                             .extent = picture->extent,
                             .side = picture->side,
                             .there = known ? there : 0,
                             .numbers = picture->values,
                             .changed = own_weight_differs(picture->own, picture->trace, t, j),
                             .named = matrix_named(picture, t, j),
                             .largest = j == largest};
        if (before)
            weight.before = before[j], weight.back = picture->back;
        if (picture->heat || layout->scrolls)
            weight.sight = layout->sight;
        grid_weight(painter, &layout->grid, t, j, &weight);
    }
}

/* Around the row of the step in the frame. */
static void draw_frame(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, Point around,
                       Paint paint)
{
    Box row = grid_cell(&layout->grid, picture->current, 0);
    row.w = layout->grid.w * (float)picture->trace->n;
    drawlist_box(painter->list, box_inset(row, -around.x, -around.y), 4 + around.x, paint);
}

/* ---- with rows that come one by one ---- */

/* Its word, its cells and the sign that it was changed. */
static void draw_row(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int t,
                     bool cells)
{
    draw_row_word(painter, picture, layout, t);
    if (cells)
        draw_cells(painter, picture, layout, t, 1);
    draw_sign(painter, picture, layout, t, 6);
}

/* The word that comes in from beyond the edge, with its row where that is not there. */
static void draw_sliding(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout, int t)
{
    MatrixLayout moved = *layout;
    const Box *sight = &layout->sight;
    float left = (sight->x + sight->w - picture->edge) * (1 - (picture->rows - (float)t));
    moved.sight.x -= left;
    moved.grid.corner.x -= left;
    Box seen = {picture->edge, sight->y, sight->x + sight->w + 1 - picture->edge, sight->h + 13};
    drawlist_clip(painter->list, seen);
    draw_row(painter, picture, &moved, t, picture->given <= 0);
    drawlist_unclip(painter->list);
}

/* The rows in sight, the frame around the current one (dashed as long as its place is empty), and what
 * is pointed at. */
static void draw_rows(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    int sliding = (int)picture->rows, rows = matrix_rows(picture), current = picture->current;
    for (int t = layout->t0; t < layout->t1; t++) {
        if ((float)t + 1 <= picture->rows)
            draw_row(painter, picture, layout, t, true);
        else
            draw_cells(painter, picture, layout, t, t < rows ? picture->given : 0);
    }
    if (sliding >= layout->t0 && sliding < layout->t1 && picture->rows > (float)sliding)
        draw_sliding(painter, picture, layout, sliding);
    else if (sliding >= layout->t0 && sliding < layout->t1 && picture->given > 0)
        draw_row(painter, picture, layout, sliding, false);
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    if (current >= layout->t0 && current < layout->t1)
        draw_frame(painter, picture, layout, (Point){2, 1},
                   current < rows ? paint_stroke(orange, 2)
                                  : paint_dashed(color_mix(painter->theme->paper, orange, 0.6f), 1.5f, 5, 4));
    grid_brush(painter, &layout->grid, rows, picture->trace->n);
}

static void draw_whole(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    Box cells = layout->sight;
    float left = cells.x - layout->words_w, limit = ((float)picture->trace->step_count - layout->seen) * layout->grid.h;
    if (layout->scrolls)
        drawlist_clip(painter->list, (Box){left, cells.y - 2, cells.x + cells.w + 4 - left, cells.h + 4});
    draw_rows(painter, picture, layout);
    if (!layout->scrolls)
        return;
    drawlist_unclip(painter->list);
    kit_scroll_bar(painter, (Box){cells.x + cells.w + 5, cells.y, 4, cells.h}, layout->first * layout->grid.h, limit);
}

/* ---- zoomed ---- */

/* Links that people made: an outline in ink inside the cell, which no colour map has. */
static void draw_gold(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    const HeatLook *heat = picture->heat;
    for (int i = 0; i < heat->gold_count && !heat->hide_gold; i++) {
        Link link = heat->gold[i];
        if (link.target >= matrix_rows(picture)) /* it is not there yet, or a question hides it */
            continue;
        Box cell = grid_cell(&layout->grid, link.target, link.source);
        float inset = fminf(cell.w, cell.h) >= 44 ? 4 : 1.5f; /* no number is crossed */
        Color under =
            grid_color(painter->theme, picture->map, picture->extent, matrix_value(picture, link.target, link.source));
        Paint paint = paint_stroke(color_on(under), 1.5f);
        if (cell.w >= 16)
            paint.dash = link.possible ? 1.5f : 4, paint.gap = 3;
        drawlist_box(painter->list, box_inset(cell, inset, inset), 3, paint);
    }
}

static void draw_maxima(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    for (int t = layout->t0; t < layout->t1 && t < matrix_rows(picture); t++) {
        int peak = matrix_peak(picture, t);
        Box cell = grid_cell(&layout->grid, t, peak < 0 ? 0 : peak);
        if (peak >= 0)
            drawlist_box(painter->list, box_inset(cell, 1, 1), fminf(3, cell.h * 0.15f),
                         paint_stroke(painter->theme->text[ROLE_INK], fminf(2, cell.h * 0.12f)));
    }
}

/* From the largest weight of a row to that of the next, as far as the rows are there, and a question lets
 * them be seen. */
static void draw_path(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    const Grid *grid = &layout->grid;
    Color color = painter->theme->fill[ROLE_QUERY];
    Point *at = ARENA_ARRAY(&painter->list->arena, Point, (size_t)matrix_rows(picture) + 1);
    int count = 0, peak;
    for (; count < matrix_rows(picture) && (peak = matrix_peak(picture, count)) >= 0; count++) {
        Box cell = grid_cell(grid, count, peak);
        at[count] = (Point){cell.x + cell.w / 2, cell.y + cell.h * 0.86f};
        (count ? drawlist_line : drawlist_move)(painter->list, at[count].x, at[count].y);
    }
    if (count > 0)
        drawlist_path_end(painter->list, paint_stroke(color, 2));
    float r = fminf(4, fminf(grid->w, grid->h) * 0.3f);
    for (int t = 0; t < count; t++)
        drawlist_box(painter->list, (Box){at[t].x - r, at[t].y - r, 2 * r, 2 * r}, r,
                     paint_fill_stroke(painter->theme->panel, color, 1.5f));
}

static void draw_zoomed(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    const Box *sight = &layout->sight;
    const Grid *grid = &layout->grid;
    for (int t = layout->t0; t < layout->t1 && matrix_there(picture, t) > 0; t++) {
        float y = grid->corner.y + grid->h * ((float)t + 0.5f);
        if (y < sight->y + 4 || y > sight->y + sight->h - 4)
            continue;
        draw_sign(painter, picture, layout, t, 5);
        draw_row_word(painter, picture, layout, t);
    }
    drawlist_clip(painter->list, box_inset(*sight, -1.5f, -1.5f));
    for (int t = layout->t0; t < layout->t1; t++)
        draw_cells(painter, picture, layout, t, matrix_there(picture, t));
    if (picture->heat->path)
        draw_path(painter, picture, layout);
    if (picture->maxima)
        draw_maxima(painter, picture, layout);
    draw_gold(painter, picture, layout);
    if (picture->current >= 0)
        draw_frame(painter, picture, layout, (Point){0, 0}, paint_stroke(painter->theme->fill[ROLE_CONTEXT], 2));
    grid_brush(painter, grid, matrix_rows(picture), picture->trace->n);
    drawlist_unclip(painter->list);
}

void matrix_picture_draw(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout)
{
    draw_column_words(painter, picture, layout);
    (picture->heat ? draw_zoomed : draw_whole)(painter, picture, layout);
}

MatrixLayout matrix_picture(const Painter *painter, const MatrixPicture *picture, Box box)
{
    MatrixLayout layout = matrix_lay(painter, picture, box);
    matrix_picture_draw(painter, picture, &layout);
    return layout;
}

void matrix_small(const Painter *painter, const Trace *trace, Box box, float inset, float radius)
{
    Grid grid = {{box.x, box.y}, box.w / (float)trace->n, box.h / (float)trace->step_count};
    for (int t = 0; t < trace->step_count && trace->steps[t].step.weights; t++)
        for (int j = 0; j < trace->n; j++) {
            Color color = color_weight(painter->theme, painter->view->map, trace->steps[t].step.weights[j]);
            drawlist_box(painter->list, box_inset(grid_cell(&grid, t, j), inset, inset), radius, paint_fill(color));
        }
}

/* An end of the scale: a small one is no "0.00". */
static const char *bar_end(const Painter *painter, double value)
{
    char text[DIGITS_SIZE];
    if (fabs(value) >= 0.005)
        return kit_number(painter->list, value, 2, true);
    return arena_printf(&painter->list->arena, "%s%s", value < 0 ? "−" : "+", digits_print(text, fabs(value), 2));
}

void color_bar(const Painter *painter, ColorMap map, float extent, Box box)
{
    box.x = roundf(box.x);
    box.w = roundf(box.w);
    for (float x = 0; x < box.w; x += 2) {
        float wide = fminf(4, box.w - x); /* each runs under the next: no seams between the strips */
        Color color = color_weight(painter->theme, extent > 0 ? MAP_DIVERGING : map, x / (box.w - 2));
        drawlist_box(painter->list, (Box){box.x + x, box.y, wide, 9}, 0, paint_fill(color));
    }
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    kit_text_at(painter, style, (Point){box.x, box.y + 24}, ALIGN_LEFT,
                extent > 0 ? bar_end(painter, -(double)extent) : "0");
    kit_text_at(painter, style, (Point){box.x + box.w, box.y + 24}, ALIGN_RIGHT,
                extent > 0 ? bar_end(painter, (double)extent) : "1");
    if (extent > 0)
        kit_text_at(painter, style, (Point){box.x + box.w / 2, box.y + 24}, ALIGN_CENTER, "0");
}
