/* Inside draw/ only: how commands come into a list. */
#ifndef DRAW_COMMAND_H
#define DRAW_COMMAND_H

#include "draw/drawlist.h"

#define SOFT_EDGE 1.0f /* px that anti-aliasing may reach beyond an outline */

/* A zeroed command at the end of the list; good until the next one is added. */
DrawCommand *drawlist_add(DrawList *list, DrawKind kind, Box bounds);

/* strong.c, where list->readable: the last command, a text. What is fainter than half is on its way, or meant to be. */
void text_be_readable(DrawList *list);
#define HALF_FADED 96 /* of 255 */

Box points_box(const Point *points, int count); /* that holds them all */

#endif
