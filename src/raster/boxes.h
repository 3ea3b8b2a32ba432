/* Boxes with straight or round corners: exact coverage, no outlines. */
#ifndef RASTER_BOXES_H
#define RASTER_BOXES_H

#include "raster/sheet.h"

/* Paints the fill and then the stroke. A dashed stroke is left to paths.h. */
void boxes_paint(const Sheet *sheet, const DrawCommand *command);

/* Whether all of `tile` ends up in the fill's colour or the stroke's, whatever was there before: within the box, its
 * rounded corners and soft edges left out, and fill opaque. */
bool boxes_hide(const DrawCommand *command, float scale, PixelRect tile);

#endif
