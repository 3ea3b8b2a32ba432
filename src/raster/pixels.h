/* Pixels: a canvas of them, rectangles, and rows that are filled and mixed. All integer, mixing rounded to the nearest:
 * c = (s a + d (255 - a)) / 255. */
#ifndef RASTER_PIXELS_H
#define RASTER_PIXELS_H

#include "draw/color.h"

#include <stdint.h>

#define RASTER_SIZE_MAX 16384 /* px of a canvas: what lies to the right and below is not painted */

/* Pixels as 0xffRRGGBB; `stride` counts pixels from one row to the next. */
typedef struct Canvas {
    uint32_t *pixels;
    int width, height, stride;
} Canvas;

typedef struct PixelRect {
    int x0, y0, x1, y1; /* right and bottom exclusive */
} PixelRect;

/* `color` over `count` pixels, everywhere with the same coverage. */
void pixels_paint(uint32_t *to, int count, Color color, uint8_t coverage);

/* `color` over `count` pixels, each with its own coverage. */
void pixels_mask(uint32_t *to, const uint8_t *coverage, int count, Color color);

#endif
