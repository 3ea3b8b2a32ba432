#include "scene/kit/grid.h"

#include "base/clamp.h"
#include "words/common_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_W  33.0f /* px of a cell that has room for "−0.93" */
#define NUMBER_H  13.0f
#define FREE_W    36.0f /* and from which on its digits stand free of the edges; with less they are */
#define CLOSE     0.92f /* so much smaller */
#define FRAMED_W  42.0f /* of TYPE_SMALL, with a frame around it that touches no digit */
#define SHARE_H   17.0f /* the same of a map, whose cells stand apart */
#define GATE_GREY 0.38f /* how much ink the filling of a gate has */
#define LARGEST_W 21.0f /* and of a cell that has room for "0.93" alone */

Box grid_cell(const Grid *grid, int row, int column)
{
    return (Box){grid->corner.x + grid->w * (float)column, grid->corner.y + grid->h * (float)row, grid->w, grid->h};
}

/* ---- words along the sides ---- */

float grid_longest(const Type *type, TextStyle style, const Trace *trace, bool target)
{
    float most = 0;
    int count = target ? trace->step_count : trace->n;
    for (int i = 0; i < count; i++)
        most = fmaxf(most, text_width(type, style, slice_of(target ? trace->steps[i].token : trace->source[i])));
    return most;
}

float grid_type(float pitch, float least)
{
    return pitch >= 100 ? TYPE_LARGE : pitch >= 19 ? TYPE_BODY : fmaxf(least, fminf(TYPE_SMALL, pitch * 0.84f));
}

bool grid_word_shown(int index, int meant, float pitch, float needed, float around)
{
    int stride = needed > pitch ? (int)ceilf(needed / pitch) : 1;
    bool free = meant < 0 || (float)abs(index - meant) * pitch >= around;
    return index == meant || (index % stride == 0 && free);
}

#define LONG_ONES 6 /* one of so many is cut */

static bool too_wide(const Type *type, const Trace *trace, bool target, float size, float room)
{
    TextStyle style = {FACE_SANS_BOLD, size, {0}, 0};
    int count = target ? trace->step_count : trace->n, wide = 0;
    for (int i = 0; i < count; i++)
        wide += text_width(type, style, slice_of(target ? trace->steps[i].token : trace->source[i])) > room;
    return room < 3 * size ? wide > 0 : wide > 1 + count / LONG_ONES;
}

bool grid_words_turn(const Type *type, const Trace *trace, bool target, float *size, float room)
{
    TextStyle style = {FACE_SANS_BOLD, *size, {0}, 0};
    float longest = grid_longest(type, style, trace, target);
    float whole = longest > room ? floorf(2 * *size * room / longest) / 2 : *size; /* in which no word is cut */
    if (whole >= TYPE_TINY) {
        *size = whole;
        return false;
    }
    for (float smaller = *size; smaller >= TYPE_TINY; smaller -= 0.5f)
        if (!too_wide(type, trace, target, smaller, room)) {
            *size = smaller;
            return false;
        }
    return true;
}

float grid_source_word(const Painter *painter, TextStyle style, Point at, float turn, Align align, Slice text,
                       bool unknown)
{
    float width = drawlist_text_turned(painter->list, style, at, turn, align, text);
    if (!unknown)
        return width;
    float back = align == ALIGN_RIGHT ? width : align == ALIGN_CENTER ? width / 2 : 0, under = 0.27f * style.size;
    Point along = {cosf(turn), sinf(turn)}, foot = {at.x - under * along.y, at.y + under * along.x};
    Point start = {foot.x - back * along.x, foot.y - back * along.y};
    kit_line(painter, start, (Point){start.x + width * along.x, start.y + width * along.y},
             color_fade(painter->theme->text[ROLE_MUTED], (float)style.color.a / 255), 1.3f);
    return width;
}

void grid_unknown_chip(const Painter *painter, Box chip, float alpha)
{
    drawlist_box(painter->list, box_inset(chip, 3, 3), 6,
                 paint_dashed(color_fade(painter->theme->text[ROLE_MUTED], alpha), 1.2f, 3, 3));
}

const char *grid_unknown(const Painter *painter, const Trace *trace)
{
    Arena *arena = &painter->list->arena;
    const char *list = NULL;
    for (int j = 0; j < trace->n; j++) {
        bool again = !trace->unknown[j];
        for (int k = 0; k < j && !again; k++)
            again = trace->unknown[k] && strcmp(trace->source[k], trace->source[j]) == 0;
        if (!again)
            list = arena_printf(arena, "%s%s%s", list ? list : "", list ? ", " : "", trace->source[j]);
    }
    return list ? arena_printf(arena, "%s: %s", kit_said(painter, W_UNKNOWN), list) : NULL;
}

bool grid_chips_turn(const Painter *painter, const Trace *trace, bool target, float pitch)
{
    float size = TYPE_LARGE;
    return grid_words_turn(painter->list->type, trace, target, &size, pitch - 20);
}

void grid_word(const Painter *painter, const GridWord *word, const char *text)
{
    float x = word->root.x, high = word->turned ? word->high : GRID_CHIP_H, width = word->pitch;
    float y = word->above ? word->root.y - high : word->root.y;
    if (!word->turned) {
        TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
        width = fminf(word->pitch - 8, fmaxf(kit_width(painter, style, text) + 26, 76));
        Box chip = {x - width / 2, y, width, high};
        kit_chip(painter, chip, text, word->role, word->lit, 1, 1, true);
        if (word->unknown)
            grid_unknown_chip(painter, chip, 1);
    } else if (!word->silent) {
        Role role = word->lit ? word->role : ROLE_INK;
        float size = word->lit ? TYPE_BODY : fmaxf(TYPE_TINY, fminf(TYPE_BODY, word->pitch * 0.6f));
        TextStyle style = style_of(painter->theme, word->lit, size, role);
        Slice shown = drawlist_shorten(painter->list, style, slice_of(text), high / sinf(-GRID_TURN) - style.size);
        Point at = {x + style.size * 0.3f, word->above ? word->root.y - 6 : y + 2 + style.size};
        grid_source_word(painter, style, at, GRID_TURN, word->above ? ALIGN_LEFT : ALIGN_RIGHT, shown, word->unknown);
    }
    Box place = {x - width / 2, y, width, high};
    if (word->again)
        kit_area(painter, place, word->target, text);
    else
        kit_press(painter, place, word->turned ? 5 : 8, word->target, text);
}

/* ---- weights ---- */

static float grid_gap(const Grid *grid)
{
    float side = fminf(grid->w, grid->h);
    return side >= 12 ? 2 : side >= 6 ? 1 : 0;
}

bool grid_has_numbers(const View *view, float w, float h)
{
    float smaller = view_type_least(view) / TYPE_TINY;
    return w >= NUMBER_W * smaller && h >= SHARE_H * smaller;
}

/* For the largest number of a row, where its neighbours' are not there. */
static bool has_one(const View *view, float w, float h)
{
    float smaller = view_type_least(view) / TYPE_TINY;
    return w >= LARGEST_W * smaller && h >= NUMBER_H * smaller;
}

Color grid_color(const Theme *theme, ColorMap map, float extent, float value)
{
    return extent > 0 ? color_weight(theme, MAP_DIVERGING, 0.5f + 0.5f * value / extent)
                      : color_weight(theme, map, value);
}

/* The least type, where a cell has room for it. */
static float tiny_in(float w)
{
    return w < FREE_W ? TYPE_TINY * CLOSE : TYPE_TINY;
}

void grid_weight(const Painter *painter, const Grid *grid, int row, int column, const GridWeight *weight)
{
    Box whole = grid_cell(grid, row, column);
    float gap = grid_gap(grid), radius = gap >= 2 ? 3 : 0;
    Box box = box_inset(whole, gap / 2, gap / 2);
    if (weight->there < 1)
        drawlist_box(painter->list, box, radius, paint_fill(painter->theme->faint));
    if (weight->there <= 0)
        return;
    Color color = grid_color(painter->theme, weight->map, weight->extent, weight->value);
    if (weight->back > 0)
        color = color_mix(color, color_weight(painter->theme, weight->map, weight->before), weight->back);
    kit_piece(painter, weight->named, PIECE_BOX, 0);
    drawlist_box(painter->list, box, radius, paint_fill(color_fade(color, weight->there)));
    drawlist_piece_end(painter->list);
    Target target = target_at(TARGET_HEAT, row, column, weight->side);
    kit_mark(painter, weight->sight.w > 0 ? box_intersect(whole, weight->sight) : whole, target, false, NULL);
    if (kit_traced(painter, target))
        drawlist_box(painter->list, box, radius, paint_stroke(painter->theme->text[ROLE_INK], 2));
    if (weight->sight.w > 0)
        kit_focus(painter, box_inset(box, 3, 3), radius, target);
    float corner = fminf(8, 0.35f * fminf(box.w, box.h)), right = box.x + box.w;
    if (weight->changed && corner >= 1)
        kit_triangle(painter, (Point){right - corner, box.y}, (Point){right, box.y}, (Point){right, box.y + corner},
                     color_fade(color_on(color), weight->there));
    bool all = grid_has_numbers(painter->view, grid->w, grid->h);
    if (!weight->numbers || (!all && !(weight->largest && has_one(painter->view, grid->w, grid->h))))
        return;
    if (!all) /* its neighbours' are not there: it takes the gaps too */
        box = box_inset(whole, -1, 0);
    bool tight = grid->w < NUMBER_W || grid->h < SHARE_H;
    TextStyle style = {FACE_SANS,
                       tight                                ? view_type_least(painter->view)
                       : grid->h < 26 || grid->w < FRAMED_W ? tiny_in(grid->w)
                       : grid->h < 90                       ? TYPE_SMALL
                                                            : TYPE_LARGE,
                       color_on(color), 0};
    kit_piece(painter, weight->named, PIECE_NUMBER, 0);
    kit_cell_number(painter, box, style_faded(style, weight->there),
                    weight->extent > 0 ? kit_number(painter->list, (double)weight->value, 2, true)
                                       : kit_share(painter->list, (double)weight->value));
    drawlist_piece_end(painter->list);
}

void grid_brush(const Painter *painter, const Grid *grid, int rows, int columns)
{
    const Brush *brush = &painter->brush;
    bool row = brush->step >= 0 && brush->step < rows, column = brush->position >= 0 && brush->position < columns;
    if (brush->at.kind == TARGET_NONE || (!row && !column) || (brush->step >= 0 && !row))
        return;
    Box box = grid_cell(grid, row ? brush->step : 0, column ? brush->position : 0);
    box.w *= column ? 1 : (float)columns;
    box.h *= row ? 1 : (float)rows;
    float gap = grid_gap(grid);
    drawlist_box(painter->list, box_inset(box, gap / 2, gap / 2), gap >= 2 ? 3 : 0,
                 paint_stroke(painter->theme->text[ROLE_INK], 1.5f));
}

/* ---- matrices ---- */

/* px of the numbers in cells of this size; 0: there is no room for them. */
static float number_size(const View *view, float w, float h)
{
    float least = view_type_least(view), smaller = least / TYPE_TINY;
    if (w >= 44 && h >= 20)
        return TYPE_SMALL;
    if (w >= NUMBER_W && h >= NUMBER_H)
        return tiny_in(w);
    return w >= NUMBER_W * smaller && h >= NUMBER_H * smaller ? least : 0;
}

GridMatrix grid_matrix(Box box, const float *values, int rows, int columns, int stride, float extent, Role role,
                       Target target)
{
    return (GridMatrix){box, values, rows, columns, stride, extent, (float)rows, -1, role, 1, target};
}

static Grid matrix_grid(const GridMatrix *matrix)
{
    Box box = matrix->box;
    float high = box.h / (float)matrix->rows;
    return (Grid){{box.x, box.y - high * (float)matrix->first}, box.w / (float)matrix->columns, high};
}

/* Is it one of those that are shown? */
static bool matrix_has_row(const GridMatrix *matrix, int row)
{
    return row >= matrix->first && row < matrix->first + matrix->rows;
}

Box matrix_cell(const GridMatrix *matrix, int row, int column)
{
    Grid grid = matrix_grid(matrix);
    return grid_cell(&grid, row, column);
}

static int cell_under(const GridMatrix *matrix, Point point)
{
    if (!box_contains(matrix->box, point))
        return -1;
    int column = (int)((point.x - matrix->box.x) / matrix->box.w * (float)matrix->columns);
    int row = (int)((point.y - matrix->box.y) / matrix->box.h * (float)matrix->rows);
    int index = (matrix->first + row) * matrix->columns + column;
    return index < INT16_MAX ? index : -1;
}

static bool is_largest(const GridMatrix *matrix, int row, int column)
{
    return values_largest(matrix->values + (size_t)row * (size_t)matrix->stride, matrix->columns) == column;
}

/* How much of a cell is there: of its vector, or of itself where one comes after the other. */
static float cell_there(const GridMatrix *matrix, int row, int column)
{
    int vector = matrix->turned ? column : row, cell = matrix->turned ? row : column;
    float there = fminf(1, fmaxf(0, matrix->shown - (float)vector));
    int cells = matrix->turned ? matrix->rows : matrix->columns;
    return matrix->by_cell ? fminf(1, fmaxf(0, there * (float)cells - (float)cell)) : there;
}

typedef struct CellFill {
    Box box;
    Color color;
    float kept; /* 0 .. 1: how much of the width it has */
} CellFill;

static void fill_cell(const Painter *painter, const CellFill *fill, float radius, float alpha)
{
    Box part = fill->box;
    part.w *= fill->kept;
    if (fill->kept < 1)
        drawlist_box(painter->list, fill->box, radius, paint_fill(color_fade(painter->theme->faint, alpha)));
    if (part.w > 0.5f)
        drawlist_box(painter->list, part, fminf(radius, part.w / 2), paint_fill(color_fade(fill->color, alpha)));
}

/* For a number on a cell that is filled in part: where the edge runs through the number, that has a plate. */
static Color ink_on(const Painter *painter, const CellFill *fill, TextStyle style, const char *number)
{
    const Theme *theme = painter->theme;
    float width = kit_width(painter, style, number) + 3, height = style.size * 0.8f + 3;
    float edge = fill->box.x + fill->box.w * fill->kept;
    Point middle = box_middle(fill->box);
    Box plate = {middle.x - width / 2, middle.y - height / 2, width, height}; /* over and under it the edge is seen */
    if (edge >= plate.x + plate.w)
        return color_on(fill->color);
    if (edge <= plate.x)
        return color_on(theme->faint);
    drawlist_box(painter->list, plate, 2, paint_fill(theme->panel));
    return color_on(theme->panel);
}

static void draw_cell(const Painter *painter, const GridMatrix *matrix, int row, int column)
{
    const Theme *theme = painter->theme;
    Box whole = matrix_cell(matrix, row, column);
    float there = cell_there(matrix, row, column);
    float side = fminf(whole.w, whole.h), gap = side >= 10 ? 1.5f : side >= 5 ? 0.8f : 0, alpha = matrix->alpha * there;
    int vector = matrix->turned ? column : row, cell = matrix->turned ? row : column;
    float value = matrix->values[(size_t)vector * (size_t)matrix->stride + (size_t)cell];
    bool weight = matrix->extent <= 0 && !matrix->gates;
    if (there < 1)
        drawlist_box(painter->list, box_inset(whole, gap / 2, gap / 2), side >= 10 ? 2 : 0,
                     paint_fill(color_fade(theme->faint, matrix->alpha)));
    if (there <= 0)
        return;
    if (matrix->causal && column > row) {
        Color line = color_fade(theme->hairline, alpha);
        kit_line(painter, (Point){whole.x + 3, whole.y + whole.h - 3}, (Point){whole.x + whole.w - 3, whole.y + 3},
                 line, 1);
        return;
    }
    Color color = matrix->gates ? color_mix(theme->panel, theme->text[ROLE_MUTED], GATE_GREY)
                  : weight      ? color_weight(theme, painter->view->map, value)
                                : color_signed(theme, value, matrix->extent);
    if (vector != matrix->row)
        color = color_mix(color, theme->panel, matrix->quiet);
    Value named = vector == matrix->row ? matrix->named : (Value){VALUE_NONE};
    named.index += cell;
    CellFill fill = {box_inset(whole, gap / 2, gap / 2), color, 1};
    if (matrix->kept)
        fill.kept = clamp_unit(matrix->kept[(size_t)vector * (size_t)matrix->stride + (size_t)cell]);
    kit_piece(painter, named, PIECE_BOX, 0);
    fill_cell(painter, &fill, side >= 10 ? 2 : 0, alpha);
    drawlist_piece_end(painter->list);
    float size = matrix->plain ? 0 : number_size(painter->view, whole.w, whole.h);
    bool one = size == 0 && weight && is_largest(matrix, row, column) && has_one(painter->view, whole.w, whole.h);
    if (there < 0.5f || (size == 0 && !one))
        return;
    bool lit = vector == matrix->row;
    TextStyle style = {lit ? FACE_SANS_BOLD : FACE_SANS, one ? view_type_least(painter->view) : size,
                       color_fade(color_on(color), matrix->alpha), 0};
    const char *number = kit_number(painter->list, value, fabsf(value) < 9.995f ? 2 : 1, false);
    if (fill.kept < 1)
        style.color = color_fade(ink_on(painter, &fill, style, number), matrix->alpha);
    kit_piece(painter, named, PIECE_NUMBER, 0);
    if (weight)
        kit_cell_share(painter, one ? box_inset(whole, -1, 0) : whole, style, (double)value);
    else
        drawlist_text(painter->list, style, whole, ALIGN_CENTER, slice_of(number));
    drawlist_piece_end(painter->list);
}

/* For a page where every cell says its number. */
static void mark_cells(const Painter *painter, const GridMatrix *matrix)
{
    Target target = matrix->target;
    for (int row = matrix->first; row < matrix->first + matrix->rows; row++)
        for (int column = 0; column < matrix->columns && cell_there(matrix, row, column) > 0; column++) {
            Box cell = matrix_cell(matrix, row, column);
            target.b = (int16_t)cell_under(matrix, box_middle(cell));
            if (target.b >= 0)
                kit_mark(painter, cell, target, false, NULL);
        }
}

void matrix_draw(const Painter *painter, const GridMatrix *matrix)
{
    const Theme *theme = painter->theme;
    bool pointed = kit_pointed(painter, matrix->target);
    Box frame = box_inset(matrix->box, -3, -3);
    float filled = fminf(1, matrix->shown);
    Color outline = color_mix(theme->hairline, theme->fill[matrix->role], 0.25f + 0.75f * filled);
    Paint paint = paint_fill_stroke(theme->panel, pointed ? theme->text[matrix->role] : outline, 1.5f);
    drawlist_box(painter->list, frame, 5, paint_faded(paint, matrix->alpha));
    for (int row = matrix->first; row < matrix->first + matrix->rows; row++)
        for (int column = 0; column < matrix->columns; column++)
            draw_cell(painter, matrix, row, column);
    if ((matrix->turned ? matrix->row >= 0 : matrix_has_row(matrix, matrix->row)) && matrix->rows > 1) {
        Box lit = matrix_cell(matrix, matrix->turned ? 0 : matrix->row, matrix->turned ? matrix->row : 0);
        *(matrix->turned ? &lit.h : &lit.w) = matrix->turned ? matrix->box.h : matrix->box.w;
        drawlist_box(painter->list, box_inset(lit, -1.5f, -1), 3, paint_stroke(theme->text[matrix->role], 2));
    }
    if (matrix->target.kind == TARGET_NONE)
        return;
    Target target = matrix->target;
    int cell = cell_under(matrix, painter->view->pointer);
    target.b = (int16_t)cell;
    kit_mark(painter, frame, target, true, NULL);
    if (painter->view->window.told)
        mark_cells(painter, matrix);
    if (pointed && cell >= 0 && painter->view->hover.kind == target.kind)
        drawlist_box(painter->list, matrix_cell(matrix, cell / matrix->columns, cell % matrix->columns), 1,
                     paint_stroke(theme->text[ROLE_INK], 1.5f));
    kit_focus(painter, frame, 5, target);
}
