/* A row of a box is three pieces: a soft part at the left, a part of even coverage, a soft part at the right. Where a
 * pixel lies beside a round corner its coverage is 1/2 minus its centre's distance from the outline, cut to 0 .. 1;
 * elsewhere it is the overlap itself. A stroke is the box grown by half of the width minus the box shrunk by it. */
#include "raster/boxes.h"

/* A box in pixels; empty if x0 >= x1. */
typedef struct Shape {
    float x0, y0, x1, y1, radius;
} Shape;

/* One row of a shape. */
typedef struct Slab {
    const Shape *shape;
    float overlap; /* of the row with the shape, top to bottom */
    float depth;   /* how far the row's middle lies inside the height of a round corner; <= 0: not */
} Slab;

static Shape shape_of(const DrawCommand *command, float scale)
{
    Box box = command->box.box;
    Shape shape = {box.x * scale, box.y * scale, (box.x + box.w) * scale, (box.y + box.h) * scale, 0};
    shape.radius = least(most(command->box.radius, 0) * scale, 0.5f * least(box.w, box.h) * scale);
    return shape;
}

static bool shape_sensible(const Shape *shape)
{
    float sum = shape->x0 + shape->y0 + shape->x1 + shape->y1 + shape->radius;
    return isfinite(sum) && shape->x0 <= shape->x1 && shape->y0 <= shape->y1;
}

/* Sharp corners stay sharp. */
static Shape shape_grown(Shape shape, float by)
{
    float radius = shape.radius > 0 ? most(shape.radius + by, 0) : 0;
    Shape grown = {shape.x0 - by, shape.y0 - by, shape.x1 + by, shape.y1 + by, radius};
    if (grown.x0 >= grown.x1 || grown.y0 >= grown.y1)
        grown = (Shape){0};
    if (grown.radius < 0.5f) /* less than a pixel across: the overlap says it better */
        grown.radius = 0;
    return grown;
}

static float overlap(float from, float to, int pixel)
{
    return clamp_unit(least(to, (float)(pixel + 1)) - most(from, (float)pixel));
}

static Slab slab_of(const Shape *shape, int y)
{
    float middle = (float)y + 0.5f, r = shape->radius;
    float depth = r > 0 ? most(shape->y0 + r - middle, middle - (shape->y1 - r)) : 0;
    return (Slab){shape, overlap(shape->y0, shape->y1, y), depth};
}

static float slab_coverage(const Slab *slab, int x)
{
    const Shape *shape = slab->shape;
    float middle = (float)x + 0.5f, r = shape->radius;
    float depth = most(shape->x0 + r - middle, middle - (shape->x1 - r));
    if (slab->depth > 0 && depth > 0)
        return clamp_unit(r + 0.5f - sqrtf(depth * depth + slab->depth * slab->depth));
    return overlap(shape->x0, shape->x1, x) * slab->overlap;
}

static int clamped(float value, Run within)
{
    return value <= (float)within.x0 ? within.x0 : value >= (float)within.x1 ? within.x1 : (int)value;
}

/* The even part of the row, within `all`; empty where there is none. */
static Run slab_even(const Slab *slab, Run all)
{
    const Shape *shape = slab->shape;
    if (slab->overlap <= 0)
        return all;
    float soft = slab->depth > 0 ? shape->radius - 0.5f : 0;
    Run even = {clamped(ceilf(shape->x0 + soft), all), clamped(floorf(shape->x1 - soft), all)};
    if (even.x1 < even.x0)
        even.x1 = even.x0;
    return even;
}

/* A row of one shape less another: its pixels from all.x0 to all.x1, of which `even` have one coverage. */
typedef struct Row {
    Slab outer, inner;
    Run all, even;
    uint8_t coverage; /* of the even part; of the rest it is in Sheet.coverage */
} Row;

/* Whether a row of these slabs looks like the one before. */
static bool row_repeats(const Row *row, const Slab *outer, const Slab *inner)
{
    return row->outer.depth <= 0 && outer->depth <= 0 && row->inner.depth <= 0 && inner->depth <= 0
           && row->outer.overlap == outer->overlap && row->inner.overlap == inner->overlap;
}

static void cover_row(Row *row, uint8_t *coverage)
{
    Run even = slab_even(&row->outer, row->all), hole = slab_even(&row->inner, row->all);
    even.x0 = hole.x0 > even.x0 ? hole.x0 : even.x0;
    even.x1 = hole.x1 < even.x1 ? hole.x1 : even.x1;
    if (even.x1 < even.x0)
        even.x0 = even.x1 = row->all.x1;
    for (int x = row->all.x0; x < even.x0; x++)
        coverage[x] = to_byte(clamp_unit(slab_coverage(&row->outer, x) - slab_coverage(&row->inner, x)));
    for (int x = even.x1; x < row->all.x1; x++)
        coverage[x] = to_byte(clamp_unit(slab_coverage(&row->outer, x) - slab_coverage(&row->inner, x)));
    row->even = even;
    row->coverage = to_byte(clamp_unit(row->outer.overlap - row->inner.overlap));
}

static void paint_row(const Sheet *sheet, const Band *band, int y, const Row *row, Color color)
{
    Run all = row->all, even = row->even;
    if (all.x0 < even.x0)
        sheet_mask(sheet, band, y, all.x0, even.x0, color, sheet->coverage, 0);
    if (even.x0 < even.x1 && row->coverage > 0)
        sheet_paint(sheet, band, y, even.x0, even.x1, color, row->coverage);
    if (even.x1 < all.x1)
        sheet_mask(sheet, band, y, even.x1, all.x1, color, sheet->coverage, 0);
}

static void paint_shape(const Sheet *sheet, const Shape *outer, const Shape *inner, Color color)
{
    PixelRect area = pixels_around(outer->x0, outer->y0, outer->x1, outer->y1, sheet->clip);
    if (rect_empty(area))
        return;
    Band band;
    Row row = {.outer = {.depth = 1}, .all = {area.x0, area.x1}}; /* no row before the first */
    for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);) {
        for (int y = band.y0; y < band.y1; y++) {
            Slab out = slab_of(outer, y), in = slab_of(inner, y);
            if (!row_repeats(&row, &out, &in)) {
                row.outer = out;
                row.inner = in;
                cover_row(&row, sheet->coverage);
            }
            paint_row(sheet, &band, y, &row, color);
        }
    }
}

void boxes_paint(const Sheet *sheet, const DrawCommand *command)
{
    Shape shape = shape_of(command, sheet->scale), none = {0};
    if (!shape_sensible(&shape))
        return;
    const Paint *paint = &command->box.paint;
    if (paint->fill.a > 0) {
        Shape fill = shape_grown(shape, 0);
        paint_shape(sheet, &fill, &none, paint->fill);
    }
    float half = 0.5f * paint->width * sheet->scale;
    if (paint->stroke.a > 0 && half > 0 && isfinite(half) && !(paint->dash > 0)) {
        Shape outer = shape_grown(shape, half), inner = shape_grown(shape, -half);
        paint_shape(sheet, &outer, &inner, paint->stroke);
    }
}

bool boxes_hide(const DrawCommand *command, float scale, PixelRect tile)
{
    Shape shape = shape_of(command, scale);
    if (command->box.paint.fill.a != 255 || !shape_sensible(&shape))
        return false;
    float x0 = (float)tile.x0, y0 = (float)tile.y0, x1 = (float)tile.x1, y1 = (float)tile.y1, r = shape.radius + 1;
    if (x0 < shape.x0 || y0 < shape.y0 || x1 > shape.x1 || y1 > shape.y1)
        return false;
    return (x0 >= shape.x0 + r && x1 <= shape.x1 - r) || (y0 >= shape.y0 + r && y1 <= shape.y1 - r);
}
