#include "scene/kit/matrix_cells.h"

#include <math.h>

#define NUMBER_W 33.0f /* px of a cell that has room for "−0.93" */
#define NUMBER_H 14.0f

bool matrix_has_numbers(float w, float h)
{
    return w >= NUMBER_W && h >= NUMBER_H;
}

Box matrix_cell(const Matrix *matrix, int row, int column)
{
    float w = matrix->box.w / (float)matrix->columns, h = matrix->box.h / (float)matrix->rows;
    return (Box){matrix->box.x + w * (float)column, matrix->box.y + h * (float)row, w, h};
}

static int cell_under(const Matrix *matrix, Point point)
{
    if (!box_contains(matrix->box, point))
        return -1;
    int column = (int)((point.x - matrix->box.x) / matrix->box.w * (float)matrix->columns);
    int row = (int)((point.y - matrix->box.y) / matrix->box.h * (float)matrix->rows);
    int index = row * matrix->columns + column;
    return index < INT16_MAX ? index : -1;
}

static void draw_cell(const Painter *painter, const Matrix *matrix, int row, int column, float there)
{
    const Theme *theme = painter->theme;
    Box whole = matrix_cell(matrix, row, column);
    float side = fminf(whole.w, whole.h), gap = side >= 10 ? 1.5f : side >= 5 ? 0.8f : 0, alpha = matrix->alpha * there;
    float value = matrix->values[(size_t)row * (size_t)matrix->stride + (size_t)column];
    bool weight = matrix->extent <= 0;
    Color color = weight ? color_weight(theme, painter->view->map, value) : color_signed(theme, value, matrix->extent);
    drawlist_box(painter->list, box_inset(whole, gap / 2, gap / 2), side >= 10 ? 2 : 0,
                 paint_fill(color_fade(color, alpha)));
    if (!matrix_has_numbers(whole.w, whole.h) || there < 0.5f)
        return;
    bool lit = row == matrix->row;
    TextStyle style = {lit ? FACE_SANS_BOLD : FACE_SANS, whole.w >= 44 && whole.h >= 20 ? TYPE_SMALL : TYPE_TINY,
                       color_fade(color_on(color), matrix->alpha), 0};
    if (weight)
        kit_cell_share(painter, whole, style, (double)value);
    else
        drawlist_text(painter->list, style, whole, ALIGN_CENTER,
                      slice_of(kit_number(painter->list, value, fabsf(value) < 9.995f ? 2 : 1, false)));
}

void matrix_draw(const Painter *painter, const Matrix *matrix)
{
    const Theme *theme = painter->theme;
    bool pointed = kit_pointed(painter, matrix->target);
    Box frame = box_inset(matrix->box, -3, -3);
    float filled = fminf(1, matrix->shown);
    Color outline = color_mix(theme->hairline, theme->fill[matrix->role], 0.25f + 0.75f * filled);
    Paint paint = paint_fill_stroke(theme->panel, pointed ? theme->text[matrix->role] : outline, 1.5f);
    drawlist_box(painter->list, frame, 5, paint_faded(paint, matrix->alpha));
    for (int row = 0; row < matrix->rows; row++) {
        float there = fminf(1, fmaxf(0, matrix->shown - (float)row));
        for (int column = 0; column < matrix->columns && there > 0; column++)
            draw_cell(painter, matrix, row, column, there);
    }
    if (matrix->row >= 0 && matrix->row < matrix->rows && matrix->rows > 1) {
        Box lit = matrix_cell(matrix, matrix->row, 0);
        lit.w = matrix->box.w;
        drawlist_box(painter->list, box_inset(lit, -1.5f, -1), 3, paint_stroke(theme->text[matrix->role], 2));
    }
    if (painter->passive || matrix->target.kind == TARGET_NONE)
        return;
    Target target = matrix->target;
    int cell = cell_under(matrix, painter->view->pointer);
    target.b = (int16_t)cell;
    kit_mark(painter, frame, target, true, NULL);
    if (pointed && cell >= 0 && painter->view->hover.kind == target.kind)
        drawlist_box(painter->list, matrix_cell(matrix, cell / matrix->columns, cell % matrix->columns), 1,
                     paint_stroke(theme->text[ROLE_INK], 1.5f));
    kit_focus(painter, frame, 5, target);
}
