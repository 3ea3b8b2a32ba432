/* Lines, arrows and ribbons: paths that many pictures need. */
#include "draw/drawlist.h"

#include "draw/ease.h"

#include <cglm/struct/vec2.h>
#include <math.h>

#define RIBBON_PIECES 8     /* cubics a side */
#define HEAD_ANGLE    0.56f /* radians between an arrow's shaft and each side of its head */

void drawlist_segment(DrawList *list, Point from, Point to, Paint paint)
{
    drawlist_move(list, from.x, from.y);
    drawlist_line(list, to.x, to.y);
    drawlist_path_end(list, paint);
}

/* The two strokes of a head whose tip is at `tip`, coming from the direction of `behind`. */
static void add_head(DrawList *list, Point behind, Point tip, float head)
{
    Point back = glms_vec2_scale_as(glms_vec2_sub(behind, tip), head / cosf(HEAD_ANGLE));
    Point one = glms_vec2_add(tip, glms_vec2_rotate(back, -HEAD_ANGLE));
    Point other = glms_vec2_add(tip, glms_vec2_rotate(back, HEAD_ANGLE));
    drawlist_move(list, one.x, one.y);
    drawlist_line(list, tip.x, tip.y);
    drawlist_line(list, other.x, other.y);
}

void drawlist_arrow(DrawList *list, Point from, Point to, float head, Color color, float width)
{
    drawlist_move(list, from.x, from.y);
    drawlist_line(list, to.x, to.y);
    add_head(list, from, to, fminf(head, glms_vec2_distance(from, to)));
    drawlist_path_end(list, paint_stroke(color, width));
}

/* The last control point that differs from the end: where the curve comes from. */
static Point before_end(const Point points[4])
{
    int i = 2;
    while (i > 0 && glms_vec2_distance(points[3], points[i]) <= 0.01f)
        i--;
    return points[i];
}

void drawlist_arrow_cubic(DrawList *list, const Point points[4], float head, Color color, float width, float dash,
                          float gap)
{
    Paint solid = paint_stroke(color, width), line = solid;
    line.dash = dash;
    line.gap = gap;
    drawlist_move(list, points[0].x, points[0].y);
    drawlist_cubic(list, points[1].x, points[1].y, points[2].x, points[2].y, points[3].x, points[3].y);
    if (dash > 0)
        drawlist_path_end(list, line); /* the head stays solid: a path of its own */
    if (head > 0)
        add_head(list, before_end(points), points[3], head);
    drawlist_path_end(list, solid);
}

/* How far a band is measured along the horizontal instead of across its curve, 0 .. 1. A wide band on a short way from
 * row to row would fold over itself in its bends; measured along the horizontal it cannot. */
static float flatness(const Point points[4], float width)
{
    float way = fabsf(points[3].y - points[0].y);
    return way > 0 ? glm_smoothstep(0.12f, 0.42f, width / way) : 1;
}

/* A point at `t` beside the curve, half the band's width to the left (side = -1) or to the right of it. */
static Point beside(const Point points[4], float width, float t, float side)
{
    float dt = 1e-2f, half = width / 2 * side;
    Point at = cubic_point(points, t);
    Point way = glms_vec2_sub(cubic_point(points, fminf(t + dt, 1)), cubic_point(points, fmaxf(t - dt, 0)));
    float length = glms_vec2_norm(way);
    if (length <= 0)
        return at;
    Point across = {-way.y / length, way.x / length}, level = {points[3].y > points[0].y ? -1.0f : 1.0f, 0};
    return glms_vec2_muladds(glms_vec2_lerp(across, level, flatness(points, width)), half, at);
}

/* One side of the band as cubics through exact points, from parameter `from` to `to`. */
static void add_side(DrawList *list, const Point points[4], float width, float from, float to, float side)
{
    float step = (to - from) / RIBBON_PIECES, dt = step / 16;
    for (int i = 0; i < RIBBON_PIECES; i++) {
        float t0 = from + step * (float)i, t1 = i + 1 == RIBBON_PIECES ? to : t0 + step;
        Point p0 = beside(points, width, t0, side), p1 = beside(points, width, t1, side);
        Point after = beside(points, width, t0 + dt, side), before = beside(points, width, t1 - dt, side);
        float reach = step / dt / 3; /* a third of the derivative times the piece's length */
        Point c0 = glms_vec2_muladds(glms_vec2_sub(after, p0), reach, p0);
        Point c1 = glms_vec2_muladds(glms_vec2_sub(before, p1), reach, p1);
        drawlist_cubic(list, c0.x, c0.y, c1.x, c1.y, p1.x, p1.y);
    }
}

void drawlist_ribbon(DrawList *list, const Point points[4], float width, Color color)
{
    Point left = beside(points, width, 0, -1), right = beside(points, width, 1, 1);
    drawlist_move(list, left.x, left.y);
    add_side(list, points, width, 0, 1, -1);
    drawlist_line(list, right.x, right.y);
    add_side(list, points, width, 1, 0, 1);
    drawlist_close(list);
    drawlist_path_end(list, paint_fill(color));
}
