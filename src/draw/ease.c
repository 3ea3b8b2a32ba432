#include "draw/ease.h"

#include <cglm/struct.h>
#include <string.h>

float ease_in_out(float t)
{
    return glm_ease_cubic_inout(glm_clamp_zo(t));
}

float ease_phase(float t, float from, float to)
{
    if (to <= from)
        return t < from ? 0 : 1;
    return ease_in_out((t - from) / (to - from));
}

float lerp(float a, float b, float t)
{
    return glm_lerp(a, b, t);
}

Point point_lerp(Point a, Point b, float t)
{
    return glms_vec2_lerp(a, b, t);
}

Box box_lerp(Box a, Box b, float t)
{
    return (Box){lerp(a.x, b.x, t), lerp(a.y, b.y, t), lerp(a.w, b.w, t), lerp(a.h, b.h, t)};
}

Point cubic_point(const Point points[4], float t)
{
    return (Point){glm_bezier(t, points[0].x, points[1].x, points[2].x, points[3].x),
                   glm_bezier(t, points[0].y, points[1].y, points[2].y, points[3].y)};
}

/* De Casteljau: the first points of each round of halving. */
void cubic_split(const Point points[4], float t, Point first[4])
{
    Point a = point_lerp(points[0], points[1], t), b = point_lerp(points[1], points[2], t);
    Point c = point_lerp(points[2], points[3], t);
    Point ab = point_lerp(a, b, t), bc = point_lerp(b, c, t);
    memcpy(first, (Point[]){points[0], a, ab, point_lerp(ab, bc, t)}, 4 * sizeof *first);
}

void cubic_rise(Point from, Point to, float bend, Point points[4])
{
    float reach = (from.y - to.y) * bend;
    memcpy(points, (Point[]){from, {from.x, from.y - reach}, {to.x, to.y + reach}, to}, 4 * sizeof *points);
}
