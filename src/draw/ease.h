/* Easing and interpolation for pictures that move: all pure functions of a time in [0, 1]. Built on cglm. */
#ifndef DRAW_EASE_H
#define DRAW_EASE_H

#include "draw/drawlist.h"

float ease_in_out(float t);                      /* cubic in-out; clamps t to [0, 1] */
float ease_phase(float t, float from, float to); /* 0 before `from`, 1 after `to`, eased between */
float lerp(float a, float b, float t);
Point point_lerp(Point a, Point b, float t);
Box box_lerp(Box a, Box b, float t);
Point cubic_point(const Point points[4], float t); /* on a Bezier curve */
/* The first part of a cubic, up to t, which may be written over the whole: for arrows that grow. */
void cubic_split(const Point points[4], float t, Point first[4]);
/* One that leaves `from` straight up and comes to `to` from straight below; `bend`: of the height, how far. */
void cubic_rise(Point from, Point to, float bend, Point points[4]);

#endif
