#include "scene/kit/way.h"

#include "draw/ease.h"

#include <assert.h>
#include <cglm/struct/vec2.h>
#include <math.h>

#define ROUND    0.5523f /* reach of a cubic's control points in a quarter of a circle of radius 1 */
#define SAMPLES  8
#define STRAIGHT 10.0f /* px at the end, for the arrow head */

static float cubic_length(const Point points[4])
{
    float length = 0;
    Point last = points[0];
    for (int i = 1; i <= SAMPLES; i++) {
        Point next = cubic_point(points, (float)i / SAMPLES);
        length += glms_vec2_distance(last, next);
        last = next;
    }
    return length;
}

static void add_piece(Way *way, Point a, Point b, Point to)
{
    assert(way->pieces < WAY_PIECES);
    Point *piece = &way->points[3 * way->pieces];
    piece[1] = a, piece[2] = b, piece[3] = to;
    float before = way->pieces > 0 ? way->ends[way->pieces - 1] : 0;
    way->ends[way->pieces++] = before + cubic_length(piece);
}

static void add_line(Way *way, Point to)
{
    Point from = way->points[3 * way->pieces];
    add_piece(way, point_lerp(from, to, 1 / 3.0f), point_lerp(from, to, 2 / 3.0f), to);
}

/* How much of the line from point i - 1 to point i a corner at one of its ends may take: the last one ends straight. */
static float room(const Point *points, int count, int i)
{
    float length = glms_vec2_distance(points[i - 1], points[i]);
    return i + 1 == count ? fmaxf(length - STRAIGHT, length / 2) : i > 1 ? length / 2 : length;
}

Way way_through(const Point *points, int count, float radius)
{
    assert(count >= 2 && count <= WAY_POINTS);
    Way way = {.points = {points[0]}};
    for (int i = 1; i + 1 < count; i++) {
        float r = fminf(radius, fminf(room(points, count, i), room(points, count, i + 1)));
        Point before = glms_vec2_normalize(glms_vec2_sub(points[i - 1], points[i]));
        Point after = glms_vec2_normalize(glms_vec2_sub(points[i + 1], points[i]));
        add_line(&way, glms_vec2_muladds(before, r, points[i]));
        add_piece(&way, glms_vec2_muladds(before, r * (1 - ROUND), points[i]),
                  glms_vec2_muladds(after, r * (1 - ROUND), points[i]), glms_vec2_muladds(after, r, points[i]));
    }
    add_line(&way, points[count - 1]);
    return way;
}

/* The piece that the share ends in, and how much of it. */
static int find_piece(const Way *way, float share, float *part)
{
    float whole = way->ends[way->pieces - 1], at = fminf(fmaxf(share, 0), 1) * whole;
    int piece = 0;
    while (piece + 1 < way->pieces && way->ends[piece] < at)
        piece++;
    float from = piece > 0 ? way->ends[piece - 1] : 0, length = way->ends[piece] - from;
    *part = length > 0 ? fminf((at - from) / length, 1) : 1;
    return piece;
}

Point way_at(const Way *way, float share)
{
    float part;
    int piece = find_piece(way, share, &part);
    return cubic_point(&way->points[3 * piece], part);
}

void way_draw(DrawList *list, const Way *way, float share, float head, Color color, float width)
{
    float part;
    int last = find_piece(way, share, &part);
    Point end[4];
    cubic_split(&way->points[3 * last], part, end);
    if (last > 0) {
        drawlist_move(list, way->points[0].x, way->points[0].y);
        for (int i = 0; i < last; i++) {
            const Point *piece = &way->points[3 * i];
            drawlist_cubic(list, piece[1].x, piece[1].y, piece[2].x, piece[2].y, piece[3].x, piece[3].y);
        }
        drawlist_path_end(list, paint_stroke(color, width));
    }
    drawlist_arrow_cubic(list, end, head, color, width, 0, 0);
}
