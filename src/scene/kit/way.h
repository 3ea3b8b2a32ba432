/* A line with round corners: it can be drawn, with an arrow head where it ends, and something can go along it.
 *
 *   Way way = way_through((Point[]){{20, 20}, {20, 90}, {140, 90}}, 3, 14);
 *   way_draw(&list, &way, 1, 7, theme->fill[ROLE_OUTPUT], 2);
 *   Point at = way_at(&way, 0.4f); // 40 % of its length from the beginning
 */
#ifndef SCENE_WAY_H
#define SCENE_WAY_H

#include "draw/drawlist.h"

enum { WAY_POINTS = 5, WAY_PIECES = 2 * WAY_POINTS - 3 }; /* at most: points; straight and round pieces */

typedef struct Way {
    Point points[3 * WAY_PIECES + 1]; /* of cubics, one behind the other */
    float ends[WAY_PIECES];           /* px from the beginning to the end of each */
    int pieces;
} Way;

/* Through two or more points; the corners have `radius`, less where the lines between them are short. */
Way way_through(const Point *points, int count, float radius);

/* The point behind that share of the length, 0 .. 1. */
Point way_at(const Way *way, float share);

/* Its first part, up to `share`. The colour is opaque: pieces meet in it. */
void way_draw(DrawList *list, const Way *way, float share, float head, Color color, float width);

#endif
