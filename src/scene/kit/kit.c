#include "scene/kit/kit.h"

#include "base/clamp.h"
#include "study/own_run.h"

#include <math.h>

TextStyle style_plain(const Theme *theme, float size, Role role)
{
    return (TextStyle){FACE_SANS, size, theme->text[role], 0};
}

TextStyle style_code(const Theme *theme, float size, Role role)
{
    return (TextStyle){FACE_MONO, size, theme->text[role], 0};
}

TextStyle style_bold(const Theme *theme, float size, Role role)
{
    return (TextStyle){FACE_SANS_BOLD, size, theme->text[role], 0};
}

TextStyle style_faded(TextStyle style, float alpha)
{
    style.color = color_fade(style.color, alpha);
    return style;
}

Paint paint_faded(Paint paint, float alpha)
{
    paint.fill = color_fade(paint.fill, alpha);
    paint.stroke = color_fade(paint.stroke, alpha);
    return paint;
}

float kit_heading(const Painter *painter, Point baseline, Role role, float alpha, const char *text)
{
    TextStyle style = style_faded(style_bold(painter->theme, TYPE_TINY, role), alpha);
    style.tracking = 0.9f;
    return drawlist_text_at(painter->list, style, baseline, ALIGN_LEFT, slice_of(text));
}

float kit_chip_size(float height)
{
    return height >= 30 ? TYPE_LARGE : height >= 24 ? TYPE_BODY : TYPE_SMALL;
}

void kit_chip_styled(const Painter *painter, Box box, const char *text, Role role, float lit, float alpha,
                     TextStyle style)
{
    const Theme *theme = painter->theme;
    Color fill = color_mix(theme->panel, theme->tint[role], lit);
    Color outline = color_mix(theme->hairline, theme->fill[role], lit);
    Paint paint = paint_fill_stroke(fill, outline, 1.5f);
    drawlist_box(painter->list, box, 8, paint_faded(paint, alpha));
    while (style.size > TYPE_TINY && text_width(painter->list->type, style, slice_of(text)) > box.w - 8)
        style.size -= 0.5f;
    drawlist_text(painter->list, style, box_inset(box, 3, 0), ALIGN_CENTER, slice_of(text));
}

void kit_chip(const Painter *painter, Box box, const char *text, Role role, float lit, float alpha, float ink,
              bool bold)
{
    TextStyle style = style_plain(painter->theme, kit_chip_size(box.h), ROLE_INK);
    if (bold)
        style.face = FACE_SANS_BOLD;
    kit_chip_styled(painter, box, text, role, lit, alpha, style_faded(style, ink));
}

bool kit_step_changed(const TraceStep *step)
{
    return step && (step->replaced || step->tempered || step->how == CHOSEN_FORCED);
}

static void diamond(const Painter *painter, Point center, float radius, Paint paint)
{
    DrawList *list = painter->list;
    drawlist_move(list, center.x, center.y - radius);
    drawlist_line(list, center.x + radius, center.y);
    drawlist_line(list, center.x, center.y + radius);
    drawlist_line(list, center.x - radius, center.y);
    drawlist_close(list);
    drawlist_path_end(list, paint);
}

void kit_changed(const Painter *painter, Point center, float radius, float alpha)
{
    diamond(painter, center, radius, paint_fill(color_fade(painter->theme->text[ROLE_QUERY], alpha)));
}

void kit_step_sign(const Painter *painter, const Trace *trace, const Trace *own, int step, Point center, float radius)
{
    if (kit_step_changed(&trace->steps[step]))
        kit_changed(painter, center, radius, 1);
    else if (own_word_differs(own, trace, step) || own_weights_differ(own, trace, step))
        diamond(painter, center, radius, paint_stroke(painter->theme->text[ROLE_QUERY], 1.2f));
}

void kit_piece(const Painter *painter, Value value, PieceOf of, int side)
{
    uint64_t what = (uint64_t)side << 24 | (uint64_t)of << 16 | (uint64_t)value.kind << 8 | (uint8_t)value.run;
    uint64_t name = what << 32 | (uint64_t)(uint16_t)value.place << 16 | (uint16_t)value.index;
    drawlist_piece(painter->list, value.kind == VALUE_NONE ? 0 : name);
}

#define FLY_MOST 12

void kit_weight_piece(const Painter *painter, const float *weights, int n, Value value, PieceOf of, int side)
{
    int larger = 0, j = value.index;
    for (int i = 0; i < n; i++)
        larger += weights[i] > weights[j] || (weights[i] == weights[j] && i < j);
    if (larger < FLY_MOST)
        kit_piece(painter, value, of, side);
}

Value kit_word_value(const Painter *painter, int j)
{
    const Trace *trace = painter->view->trace;
    return (Value){!trace->row && 3 * trace->n <= FLY_MOST ? VALUE_ANNOTATION : VALUE_NONE, .place = j};
}

int cells_shown(const View *view, int of)
{
    return of > CELLS_CHOSEN && !view->all_cells ? CELLS_CHOSEN : of;
}

CellGrid cell_grid(const Painter *painter, Box box, const float *values, int of, bool down)
{
    int count = cells_shown(painter->view, of), lanes = 1;
    float along = down ? box.h : box.w, across = down ? box.w : box.h;
    bool single = painter->view->trace->row; /* of one head: every vector is one row or one column of its matrix */
    /* More lanes while the cells would be thinner than half their width across. */
    while (!single && count == of && lanes < 8 && along * (float)lanes / (float)count < 0.6f * across / (float)lanes)
        lanes *= 2;
    int length = (count + lanes - 1) / lanes;
    CellGrid grid = {.box = box, .values = values, .of = of, .count = count, .down = down};
    grid.rows = down ? length : lanes;
    grid.cols = down ? lanes : length;
    return grid;
}

int cell_value(const CellGrid *grid, int cell)
{
    return grid->first + part_first(cell, grid->count, grid->of);
}

int cell_of_value(const CellGrid *grid, int index)
{
    return part_of(index - grid->first, grid->count, grid->of);
}

Box cell_box(const CellGrid *grid, int cell)
{
    /* A lane holds a contiguous part of the vector, so a column of h_j turned by 90 degrees is a row of c. */
    int length = grid->down ? grid->rows : grid->cols;
    int lane = cell / length, place = cell % length;
    float w = grid->box.w / (float)grid->cols, h = grid->box.h / (float)grid->rows;
    float x = (float)(grid->down ? lane : place), y = (float)(grid->down ? place : lane);
    return (Box){grid->box.x + x * w, grid->box.y + y * h, w, h};
}

/* The index of the value there; -1 outside. */
static int cell_at(const CellGrid *grid, Point point)
{
    if (!box_contains(grid->box, point))
        return -1;
    int col = (int)((point.x - grid->box.x) * (float)grid->cols / grid->box.w);
    int row = (int)((point.y - grid->box.y) * (float)grid->rows / grid->box.h);
    int cell = grid->down ? col * grid->rows + row : row * grid->cols + col;
    return cell < grid->count ? cell_value(grid, cell) : -1;
}

Color kit_cell_color(const Theme *theme, float value, float extent, float alpha)
{
    Color color = color_signed(theme, value, extent);
    return color_fade(color_mix(color_grey(color), color, alpha), alpha);
}

static void draw_cells(const Painter *painter, const CellGrid *grid, float extent, float shown, float alpha)
{
    float side = fminf(grid->box.w / (float)grid->cols, grid->box.h / (float)grid->rows);
    float gap = side >= 8 ? 1.5f : side >= 4 ? 0.8f : 0;
    float radius = side >= 8 ? 2 : 0;
    int length = grid->down ? grid->rows : grid->cols;
    for (int i = 0; i < grid->count; i++) {
        /* cells appear one after the other along the vector */
        float place = (float)(i % length) / (float)length;
        int index = cell_value(grid, i);
        float part = grid->split && index >= grid->split ? grid->shown_split : shown;
        float there = clamp_unit(part * 1.5f - place * 0.5f);
        if (there <= 0)
            continue;
        Box box = box_inset(cell_box(grid, i), gap / 2, gap / 2);
        Color color = kit_cell_color(painter->theme, grid->values[index], extent, alpha);
        drawlist_box(painter->list, box, radius, paint_fill(color_fade(color, there)));
    }
}

void kit_vector(const Painter *painter, const CellGrid *grid, Role role, float extent, float shown, float alpha,
                float lit, Target target)
{
    const Theme *theme = painter->theme;
    bool pointed = kit_pointed(painter, target);
    Box frame = box_inset(grid->box, -3, -3);
    Color outline = color_mix(theme->hairline, theme->fill[role], 0.25f + 0.75f * fmaxf(shown, lit));
    Paint paint = paint_fill_stroke(theme->panel, pointed ? theme->text[role] : outline, 1.5f + 0.8f * lit);
    if (target.kind == TARGET_ANNOTATION)
        kit_piece(painter, kit_word_value(painter, target.a), PIECE_BOX, target.c);
    drawlist_box(painter->list, frame, 5, paint_faded(paint, alpha));
    if (fmaxf(shown, grid->shown_split) > 0 && grid->values)
        draw_cells(painter, grid, extent, shown, alpha);
    drawlist_piece_end(painter->list);
    if (target.kind == TARGET_NONE)
        return;
    int cell = cell_at(grid, painter->view->pointer);
    target.b = (int16_t)cell;
    kit_mark(painter, frame, target, true, NULL);
    for (int i = 0; painter->view->window.told && shown > 0 && grid->values && i < grid->count; i++) {
        target.b = (int16_t)cell_value(grid, i);
        kit_mark(painter, cell_box(grid, i), target, false, NULL);
    }
    if (pointed && shown > 0 && cell >= 0 && painter->view->hover.kind == target.kind)
        drawlist_box(painter->list, cell_box(grid, cell_of_value(grid, cell)), 1,
                     paint_stroke(theme->text[ROLE_INK], 1.5f));
    if (shown > 0 && kit_traced(painter, target))
        drawlist_box(painter->list, box_inset(cell_box(grid, cell_of_value(grid, painter->traced.b)), -1, -1), 1.5f,
                     paint_stroke(theme->text[ROLE_INK], 2));
    kit_focus(painter, frame, 5, target);
}

float values_extent(const float *values, int count)
{
    float extent = 1e-6f;
    for (int i = 0; i < count; i++)
        extent = most(fabsf(values[i]), extent); /* NaN is passed over */
    ;
    return extent;
}

bool scene_shows(const DrawList *list, Target target)
{
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_MARK && target_equal_but_cell(list->commands[i].mark.target, target))
            return true;
    return false;
}

bool kit_pointed(const Painter *painter, Target target)
{
    return !painter->passive && target.kind != TARGET_NONE
           && (target_equal_but_cell(painter->view->hover, target) || brush_same(painter->brush.at, target));
}

bool kit_traced(const Painter *painter, Target target)
{
    return brush_same(painter->traced, target);
}

bool kit_brushed(const Painter *painter, int step, int position)
{
    return brush_lights(&painter->brush, step, position);
}

bool kit_column_brushed(const Painter *painter, int step, int position)
{
    return painter->brush.position >= 0 && kit_brushed(painter, step, position);
}

void kit_mark(const Painter *painter, Box box, Target target, bool focusable, const char *name)
{
    if (!painter->passive || painter->view->window.told)
        drawlist_mark(painter->list, box, target, focusable, name);
}

Paint kit_well(const Theme *theme)
{
    return theme->strong ? paint_fill_stroke(theme->faint, theme->hairline, 1) : paint_fill(theme->faint);
}

Paint kit_track(const Theme *theme)
{
    return theme->strong ? kit_well(theme) : paint_fill(color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.1f));
}

/* The ring around what has the focus. */
static Paint kit_ring(const Theme *theme)
{
    return theme->strong ? paint_stroke(theme->text[ROLE_QUERY], 4) : paint_stroke(theme->fill[ROLE_QUERY], 2);
}

void kit_focus(const Painter *painter, Box box, float radius, Target target)
{
    if (painter->passive || target.kind == TARGET_NONE || !target_equal_but_cell(painter->view->focus, target))
        return;
    drawlist_box(painter->list, box_inset(box, -3, -3), radius + 3, kit_ring(painter->theme));
}

Maths kit_maths(const Painter *painter, const Trace *trace)
{
    const View *view = painter->view;
    return (Maths){trace, view->model, view->language, &painter->list->arena, .veiled = scene_exhibit_asks(view)};
}

const char *kit_number(DrawList *list, double value, int decimals, bool plus)
{
    return number_text(&list->arena, value, decimals, plus);
}

const char *kit_share(DrawList *list, double share)
{
    return share_text(&list->arena, share, 2);
}

bool kit_cell_share(const Painter *painter, Box box, TextStyle style, double share)
{
    return kit_cell_number(painter, box, style, kit_share(painter->list, share));
}

bool kit_cell_number(const Painter *painter, Box box, TextStyle style, const char *number)
{
    Slice text = slice_of(number);
    float width = text_width(painter->list->type, style, text), least = view_type_least(painter->view) * 0.9f;
    float whole = style.size * fminf(1, (box.w - 2) / width), apart = style.size * fminf(1, (box.w - 5) / width);
    style.size = fmaxf(apart, fminf(whole, least)); /* free of the edges, as far as it can be read */
    bool room_for_it = style.size >= least;
    if (room_for_it)
        drawlist_text(painter->list, style, box, ALIGN_CENTER, text);
    return room_for_it;
}
