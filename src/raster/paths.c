#include "raster/paths.h"

#include "raster/segments.h"

#include <cglm/struct/vec2.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH_MAX 1.0e5f /* px: half of a stroke's width is cut to this, so that squares stay exact enough */

struct Paths {
    Segments outline, dashes;
    int width; /* of the canvas */
    /* [TILE, width + 2], zeros between calls. Fills: what the outline adds to the coverage from this pixel on.
     * Strokes: how much nearer the path is than the stroke's reach, as a difference of squares. */
    float *sums;
    Run touched[TILE]; /* the part of each row that is not zeros */
};

Paths *paths_create(void)
{
    return heap_alloc(1, sizeof(Paths));
}

void paths_destroy(Paths *paths)
{
    if (!paths)
        return;
    segments_finish(&paths->outline);
    segments_finish(&paths->dashes);
    free(paths->sums);
    free(paths);
}

void paths_reserve(Paths *paths, int width)
{
    if (width <= paths->width)
        return;
    free(paths->sums);
    paths->width = width;
    paths->sums = heap_alloc((size_t)TILE * ((size_t)width + 2), sizeof *paths->sums);
}

static float *row_of(Paths *paths, int y)
{
    return paths->sums + (size_t)(y % TILE) * (size_t)(paths->width + 2);
}

static void touch_nothing(Paths *paths, const Band *band)
{
    for (int y = band->y0; y < band->y1; y++)
        paths->touched[y % TILE] = (Run){INT32_MAX, 0};
}

static void touch(Run *touched, int from, int to)
{
    if (from < touched->x0)
        touched->x0 = from;
    if (to > touched->x1)
        touched->x1 = to;
}

/* One row of one outline piece from xa to xb, which changes the winding by `d` times the height it crosses: every
 * pixel gets the area to the right of the piece, kept as differences so that a running sum gives the coverage. The
 * row is `width` px; what lies to its left counts for its first pixel. */
static void add_piece(float *sums, Run *touched, int width, float xa, float xb, float d)
{
    float left = least(xa, xb), right = most(xa, xb), end = (float)width;
    if (left >= end || right > end)
        touch(touched, width, width);
    if (left >= end)
        return;
    if (left < 0) {
        float outside = right <= 0 ? d : d * (-left / (right - left));
        sums[0] += outside;
        touch(touched, 0, 1);
        if (right <= 0)
            return;
        d -= outside;
        left = 0;
    }
    if (right > end) {
        d *= (end - left) / (right - left);
        right = end;
    }
    int first = (int)left, last = (int)ceilf(right);
    touch(touched, first, last + 1 < width ? last + 1 : width);
    if (last <= first + 1) {
        float middle = 0.5f * (left + right) - (float)first;
        sums[first] += d * (1 - middle);
        sums[first + 1] += d * middle;
        return;
    }
    float slope = d / (right - left), into = 1 - (left - (float)first), out = right - (float)(last - 1);
    float before = 0; /* coverage of the pixel before */
    for (int x = first; x < last; x++) {
        float covered = x == first      ? 0.5f * slope * into * into
                        : x == last - 1 ? d - 0.5f * slope * out * out
                                        : slope * (into + (float)(x - first) - 0.5f);
        sums[x] += covered - before;
        before = covered;
    }
    sums[last] += d - before;
}

static void add_segment(Paths *paths, const Segment *s, PixelRect area, const Band *band)
{
    bool down = s->from.y < s->to.y;
    Point top = down ? s->from : s->to, bottom = down ? s->to : s->from;
    if (top.y >= bottom.y || bottom.y <= (float)band->y0 || top.y >= (float)band->y1)
        return;
    float slope = (bottom.x - top.x) / (bottom.y - top.y), direction = down ? 1 : -1;
    float low = least(top.x, bottom.x), high = most(top.x, bottom.x);
    int first = top.y <= (float)band->y0 ? band->y0 : (int)floorf(top.y), width = area.x1 - area.x0;
    for (int y = first; y < band->y1 && (float)y < bottom.y; y++) {
        float from = most(top.y, (float)y), to = least(bottom.y, (float)(y + 1));
        float xa = least(most(top.x + (from - top.y) * slope, low), high);
        float xc = least(most(top.x + (to - top.y) * slope, low), high);
        add_piece(row_of(paths, y), paths->touched + y % TILE, width, xa - (float)area.x0, xc - (float)area.x0,
                  direction * (to - from));
    }
}

static void paint_filled_row(Paths *paths, const Sheet *sheet, PixelRect area, const Band *band, int y, Color color)
{
    float *sums = row_of(paths, y), total = 0;
    Run touched = paths->touched[y % TILE];
    uint8_t *coverage = sheet->coverage + area.x0;
    for (int x = touched.x0; x < touched.x1; x++) {
        total += sums[x];
        coverage[x] = to_byte(least(fabsf(total), 1));
    }
    if (touched.x0 <= touched.x1)
        memset(sums + touched.x0, 0, (size_t)(touched.x1 - touched.x0 + 2) * sizeof *sums);
    if (touched.x0 < touched.x1)
        sheet_mask(sheet, band, y, area.x0 + touched.x0, area.x0 + touched.x1, color, sheet->coverage, 0);
}

/* The pixels that the outline comes near, within the clip. */
static PixelRect extent(const Segments *segments, float margin, PixelRect clip)
{
    Point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int i = 0; i < segments->count; i++) {
        const Segment *s = segments->items + i;
        low = glms_vec2_minv(low, glms_vec2_minv(s->from, s->to));
        high = glms_vec2_maxv(high, glms_vec2_maxv(s->from, s->to));
    }
    return pixels_around(low.x - margin, low.y - margin, high.x + margin, high.y + margin, clip);
}

static void fill(Paths *paths, const Sheet *sheet, Color color)
{
    PixelRect area = extent(&paths->outline, 0, sheet->clip);
    if (rect_empty(area))
        return;
    Band band;
    for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);) {
        touch_nothing(paths, &band);
        for (int i = 0; i < paths->outline.count; i++)
            add_segment(paths, paths->outline.items + i, area, &band);
        for (int y = band.y0; y < band.y1; y++)
            paint_filled_row(paths, sheet, area, &band, y, color);
    }
}

/* A thick line with round ends. */
typedef struct Capsule {
    Point at, way;   /* where it begins, and its direction */
    float length;    /* how far it goes */
    Point low, high; /* nothing is covered outside */
    float reach;     /* half of the width, and half a pixel */
} Capsule;

static Capsule capsule_of(const Segment *s, float reach)
{
    Capsule c = {.at = s->from, .way = glms_vec2_sub(s->to, s->from), .reach = reach};
    c.length = glms_vec2_norm(c.way);
    if (c.length > 0)
        c.way = glms_vec2_divs(c.way, c.length);
    c.low = glms_vec2_subs(glms_vec2_minv(s->from, s->to), reach);
    c.high = glms_vec2_adds(glms_vec2_maxv(s->from, s->to), reach);
    return c;
}

/* Brings the capsule near the pixels from x0 to x1 of a row whose middle is `height` below where it begins. */
static void near_row(const Capsule *c, float *nearness, int x0, int x1, float height)
{
    float dx = c->way.x, dy = c->way.y, length = c->length, reach = c->reach, start = c->at.x - 0.5f;
    for (int x = x0; x < x1; x++) {
        float across = (float)x - start;
        float along = least(most(across * dx + height * dy, 0), length);
        float ex = across - along * dx, ey = height - along * dy;
        nearness[x] = most(nearness[x], reach * reach - (ex * ex + ey * ey));
    }
}

static void near_band(Paths *paths, const Capsule *c, PixelRect area, const Band *band)
{
    PixelRect rows = {area.x0, band->y0, area.x1, band->y1};
    PixelRect box = pixels_around(c->low.x, c->low.y, c->high.x, c->high.y, rows);
    if (rect_empty(box))
        return;
    bool steep = fabsf(c->way.y) > 0.01f; /* then a row meets the endless line in a short piece */
    float slope = steep ? c->way.x / c->way.y : 0, across = steep ? c->reach / fabsf(c->way.y) + 1 : 0;
    for (int y = box.y0; y < box.y1; y++) {
        float height = (float)y + 0.5f - c->at.y;
        Run run = {box.x0, box.x1};
        if (steep) {
            float middle = c->at.x + height * slope, from = middle - across, to = middle + across;
            run.x0 = from > (float)run.x0 ? (int)from : run.x0;
            run.x1 = to < (float)run.x1 ? (int)to + 1 : run.x1;
        }
        if (run.x0 >= run.x1)
            continue;
        near_row(c, row_of(paths, y), run.x0, run.x1, height);
        touch(paths->touched + y % TILE, run.x0, run.x1);
    }
}

static void paint_stroked_row(Paths *paths, const Sheet *sheet, const Band *band, int y, float reach, Color color)
{
    float *nearness = row_of(paths, y), peak = least(2 * reach - 1, 1); /* a hairline never covers a pixel */
    Run touched = paths->touched[y % TILE];
    uint8_t *coverage = sheet->coverage;
    if (touched.x0 >= touched.x1)
        return;
    for (int x = touched.x0; x < touched.x1; x++) {
        float distance = sqrtf(most(reach * reach - nearness[x], 0));
        coverage[x] = to_byte(least(most(reach - distance, 0), peak));
    }
    sheet_mask(sheet, band, y, touched.x0, touched.x1, color, coverage, 0);
    memset(nearness + touched.x0, 0, (size_t)(touched.x1 - touched.x0) * sizeof *nearness);
}

static void stroke(Paths *paths, const Sheet *sheet, const Paint *paint)
{
    const Segments *segments = &paths->outline;
    float half = 0.5f * paint->width * sheet->scale;
    if (!(half > 0) || !isfinite(half))
        return;
    float reach = least(half, WIDTH_MAX) + 0.5f;
    if (paint->dash > 0) {
        segments_dash(&paths->dashes, segments, paint->dash * sheet->scale, paint->gap * sheet->scale, sheet->clip,
                      reach);
        segments = &paths->dashes;
    }
    PixelRect area = extent(segments, reach, sheet->clip);
    if (rect_empty(area))
        return;
    Band band;
    for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);) {
        touch_nothing(paths, &band);
        for (int i = 0; i < segments->count; i++) {
            Capsule capsule = capsule_of(segments->items + i, reach);
            if (capsule.high.y > (float)band.y0 && capsule.low.y < (float)band.y1)
                near_band(paths, &capsule, area, &band);
        }
        for (int y = band.y0; y < band.y1; y++)
            paint_stroked_row(paths, sheet, &band, y, reach, paint->stroke);
    }
}

void paths_paint(Paths *paths, const Sheet *sheet, const DrawCommand *command)
{
    const Paint *paint = &command->path.paint;
    if (paint->fill.a > 0) {
        segments_of_path(&paths->outline, command, sheet->scale, true);
        fill(paths, sheet, paint->fill);
    }
    if (paint->stroke.a > 0) {
        segments_of_path(&paths->outline, command, sheet->scale, false);
        stroke(paths, sheet, paint);
    }
}

void paths_paint_dashed_box(Paths *paths, const Sheet *sheet, const DrawCommand *command)
{
    segments_of_box(&paths->outline, command, sheet->scale);
    stroke(paths, sheet, &command->box.paint);
}
