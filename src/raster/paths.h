/* Filled and stroked paths. Fills are non-zero, by the exact area that the outline cuts off each pixel. Strokes are
 * the points nearer to the path than half of the width: caps and joins are round by themselves, and a path that
 * touches itself is not painted twice there, because a pixel keeps the largest coverage. */
#ifndef RASTER_PATHS_H
#define RASTER_PATHS_H

#include "raster/sheet.h"

typedef struct Paths Paths; /* the scratch memory */

Paths *paths_create(void);
void paths_destroy(Paths *paths);
void paths_reserve(Paths *paths, int width); /* for canvases of that many px, before painting */

void paths_paint(Paths *paths, const Sheet *sheet, const DrawCommand *command);
void paths_paint_dashed_box(Paths *paths, const Sheet *sheet, const DrawCommand *command);

#endif
