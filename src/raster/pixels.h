/* Rows of pixels: filling and mixing. All integer, mixing rounded to the nearest: c = (s a + d (255 - a)) / 255. */
#ifndef RASTER_PIXELS_H
#define RASTER_PIXELS_H

#include "draw/color.h"

#include <stdint.h>

uint32_t pixel_of(Color color); /* 0xffRRGGBB, alpha left out */

/* `color` over `count` pixels, everywhere with the same coverage. */
void pixels_paint(uint32_t *to, int count, Color color, uint8_t coverage);

/* `color` over `count` pixels, each with its own coverage. */
void pixels_mask(uint32_t *to, const uint8_t *coverage, int count, Color color);

#endif
