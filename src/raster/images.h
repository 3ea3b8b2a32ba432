/* Pictures of pixels: each pixel of the canvas is the mean of those that it covers. */
#ifndef RASTER_IMAGES_H
#define RASTER_IMAGES_H

#include "raster/sheet.h"

void images_paint(const Sheet *sheet, const DrawCommand *command);

#endif
