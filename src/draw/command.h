/* Inside draw/ only: how commands come into a list. */
#ifndef DRAW_COMMAND_H
#define DRAW_COMMAND_H

#include "draw/drawlist.h"

#define CLIPS_MOST 32   /* inside one another */
#define SOFT_EDGE  1.0f /* px that anti-aliasing may reach beyond an outline */

/* A zeroed command at the end of the list; good until the next one is added. */
DrawCommand *drawlist_add(DrawList *list, DrawKind kind, Box bounds);

/* strong.c, where list->readable: the last command, a text. What is fainter than half is on its way, or meant to be. */
void text_be_readable(DrawList *list);
#define HALF_FADED 96 /* of 255 */

/* append.c: a copy at the end of the list, all that it points to in the list's arena; moved by `by` and `scale` times
 * as large. Where x and y differ, texts and lines go by the smaller one, and texts keep their middle. */
typedef struct CommandMove {
    Point by, scale;
} CommandMove;
DrawCommand *drawlist_add_moved(DrawList *list, const DrawCommand *from, CommandMove move);

Box points_box(const Point *points, int count); /* that holds them all */
Box box_around(Box a, Box b);                   /* that holds both */

#endif
