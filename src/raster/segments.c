#include "raster/segments.h"

#include <cglm/struct/vec2.h>
#include <stdlib.h>

#define FLATNESS   0.1f       /* px that a curve may differ from its segments */
#define PIECES_MAX 200        /* of one curve */
#define FAR_AWAY   1.0e6f     /* px: coordinates are cut to this, so that products stay finite */
#define PERIOD_MIN 0.5f       /* px: finer dashes are painted solid */
#define CIRCLE     0.5522848f /* a quarter of a circle as a cubic */

void segments_finish(Segments *segments)
{
    free(segments->items);
    *segments = (Segments){0};
}

static void add(Segments *segments, Point from, Point to, bool begins)
{
    if (segments->count == segments->capacity) {
        segments->capacity = segments->capacity ? 2 * segments->capacity : 256;
        segments->items = heap_resize(segments->items, (size_t)segments->capacity, sizeof *segments->items);
    }
    segments->items[segments->count++] = (Segment){from, to, begins};
}

/* Walks along an outline. */
typedef struct SegmentWalk {
    Segments *segments;
    Point start, at; /* of this part, in pixels */
    bool begins;     /* the next segment does */
} SegmentWalk;

static void walk_move(SegmentWalk *walk, Point to)
{
    walk->start = walk->at = to;
    walk->begins = true;
}

static void walk_line(SegmentWalk *walk, Point to)
{
    add(walk->segments, walk->at, to, walk->begins);
    walk->begins = false;
    walk->at = to;
}

/* How long their second difference is. */
static float bend(Point a, Point b, Point c)
{
    return glms_vec2_norm(glms_vec2_add(glms_vec2_muladds(b, -2, a), c));
}

/* As many pieces as the second differences ask for (Wang's bound). */
static void walk_cubic(SegmentWalk *walk, Point b, Point c, Point d)
{
    Point a = walk->at;
    float pieces = ceilf(sqrtf(0.75f / FLATNESS * most(bend(a, b, c), bend(b, c, d))));
    int count = pieces < 1 ? 1 : pieces > PIECES_MAX ? PIECES_MAX : (int)pieces;
    for (int i = 1; i < count; i++) {
        float t = (float)i / (float)count, s = 1 - t;
        Point at = glms_vec2_muladds(b, 3 * s * s * t, glms_vec2_scale(a, s * s * s));
        walk_line(walk, glms_vec2_muladds(d, t * t * t, glms_vec2_muladds(c, 3 * s * t * t, at)));
    }
    walk_line(walk, d);
}

static void walk_close(SegmentWalk *walk)
{
    if (walk->at.x != walk->start.x || walk->at.y != walk->start.y)
        walk_line(walk, walk->start);
    walk->at = walk->start;
    walk->begins = true;
}

static Point pixel_point(Point point, float scale)
{
    return glms_vec2_clamp(glms_vec2_scale(point, scale), -FAR_AWAY, FAR_AWAY);
}

static bool all_finite(const Point *points, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return false;
    return true;
}

void segments_of_path(Segments *segments, const DrawCommand *command, float scale, bool closed)
{
    segments->count = 0;
    const Point *points = command->path.points;
    if (!all_finite(points, command->path.point_count))
        return;
    SegmentWalk walk = {.segments = segments};
    for (int i = 0; i < command->path.verb_count; i++) {
        switch (command->path.verbs[i]) {
        case PATH_MOVE:
            if (closed)
                walk_close(&walk);
            walk_move(&walk, pixel_point(*points++, scale));
            break;
        case PATH_LINE:
            walk_line(&walk, pixel_point(*points++, scale));
            break;
        case PATH_CUBIC:
            walk_cubic(&walk, pixel_point(points[0], scale), pixel_point(points[1], scale),
                       pixel_point(points[2], scale));
            points += 3;
            break;
        case PATH_CLOSE:
            walk_close(&walk);
            break;
        }
    }
    if (closed)
        walk_close(&walk);
}

void segments_of_box(Segments *segments, const DrawCommand *command, float scale)
{
    segments->count = 0;
    Box box = command->box.box;
    float radius = least(most(command->box.radius, 0), 0.5f * least(box.w, box.h)), k = radius * (1 - CIRCLE);
    Point corners[4] = {{box.x + box.w, box.y}, {box.x + box.w, box.y + box.h}, {box.x, box.y + box.h}, {box.x, box.y}};
    static const Point along[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}; /* towards each corner, clockwise */
    if (!isfinite(box.x + box.y + box.w + box.h + radius) || box.w < 0 || box.h < 0)
        return;
    SegmentWalk walk = {.segments = segments}; /* from where cairo begins, so that dashes fall alike */
    walk_move(&walk, pixel_point((Point){radius > 0 ? box.x + box.w - radius : box.x, box.y}, scale));
    for (int i = 0; i < 4; i++) {
        Point corner = corners[i], in = along[i], out = along[(i + 1) % 4];
        walk_line(&walk, pixel_point(glms_vec2_muladds(in, -radius, corner), scale));
        if (radius > 0)
            walk_cubic(&walk, pixel_point(glms_vec2_muladds(in, -k, corner), scale),
                       pixel_point(glms_vec2_muladds(out, k, corner), scale),
                       pixel_point(glms_vec2_muladds(out, radius, corner), scale));
    }
    walk_close(&walk);
}

void segments_dash(Segments *to, const Segments *from, float dash, float gap, PixelRect area, float margin)
{
    to->count = 0;
    float period = dash + gap;
    bool solid = !(gap > 0) || !(period >= PERIOD_MIN) || !isfinite(period);
    double phase = 0; /* how much of the period is behind us */
    for (int i = 0; i < from->count; i++) {
        Segment s = from->items[i];
        Point way = glms_vec2_sub(s.to, s.from);
        float length = hypotf(way.x, way.y); /* dashes show its last bit, which glms_vec2_norm may miss */
        phase = s.begins ? 0 : phase;
        if (solid)
            add(to, s.from, s.to, s.begins);
        if (solid || length == 0)
            continue;
        way = glms_vec2_divs(way, length);
        float begin = 0, end = length;
        line_narrow(s.from.x, way.x, (float)area.x0 - margin, (float)area.x1 + margin, &begin, &end);
        line_narrow(s.from.y, way.y, (float)area.y0 - margin, (float)area.y1 + margin, &begin, &end);
        int first = 0, last = -1;
        if (begin <= end) {
            first = (int)floor((begin + phase) / period);
            last = (int)floor((end + phase) / period);
        }
        for (int k = first; k <= last; k++) {
            float a = most((float)(k * (double)period - phase), begin);
            float b = least((float)(k * (double)period - phase) + dash, end);
            if (a < b || (a == b && a == 0))
                add(to, glms_vec2_muladds(way, a, s.from), glms_vec2_muladds(way, b, s.from), true);
        }
        phase = fmod(phase + length, period);
    }
}
