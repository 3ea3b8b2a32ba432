/* What every painter of the rasteriser works on: the canvas, how large a px is, where the current command may paint,
 * and which tiles want it. A painter asks for the bands (rows of tiles) of an area and paints the runs it is given:
 *
 *   Band band;
 *   for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);)
 *       for (int y = band.y0; y < band.y1; y++)
 *           sheet_paint(sheet, &band, y, area.x0, area.x1, color, 255);
 */
#ifndef RASTER_SHEET_H
#define RASTER_SHEET_H

#include "base/clamp.h"
#include "draw/drawlist.h"
#include "raster/pixels.h"

#include <math.h>
#include <stdbool.h>

#define TILE      32
#define TILE_KEPT INT32_MAX /* of Sheet.first: no command is to be painted */

typedef struct Sheet {
    Canvas canvas;
    float scale;          /* pixels a px */
    PixelRect clip;       /* of the current command: its bounds within all clips and the canvas, not empty */
    int index;            /* the current command's */
    const int32_t *first; /* [rows, columns] of the tiles: the first command that counts, what lies below is hidden */
    int columns, rows;
    uint8_t *coverage; /* [canvas.width + 8] scratch for one row */
} Sheet;

typedef struct Run {
    int x0, x1;
} Run;

typedef struct Band {
    int y0, y1; /* rows of pixels, inside one row of tiles */
    int count;
    Run runs[RASTER_SIZE_MAX / TILE / 2 + 1]; /* from left to right, not touching */
} Band;

static inline int sheet_row(int y)
{
    return y / TILE;
}

/* What is to be painted of `area` (inside the clip) in one row of tiles; false: nothing. */
bool sheet_band(const Sheet *sheet, int row, PixelRect area, Band *band);
/* The same in the first rows of tiles below band->y1 that have any; false: there are none. */
bool sheet_next_band(const Sheet *sheet, PixelRect area, Band *band);

/* `color` on row y from x0 to x1, everywhere with one coverage, or each pixel with its own: `coverage[x - origin]`. */
void sheet_paint(const Sheet *sheet, const Band *band, int y, int x0, int x1, Color color, uint8_t coverage);
void sheet_mask(const Sheet *sheet, const Band *band, int y, int x0, int x1, Color color, const uint8_t *coverage,
                int origin);

/* The pixels that a rectangle touches, inside `within`; NaN gives an empty one. */
PixelRect pixels_around(float x0, float y0, float x1, float y1, PixelRect within);
PixelRect rect_intersect(PixelRect a, PixelRect b);
bool rect_empty(PixelRect rect);

/* Narrows from..to, the part of a line at + t step, to where it lies between low and high. */
void line_narrow(float at, float step, float low, float high, float *from, float *to);

/* 0 .. 1 to 0 .. 255. */
static inline uint8_t to_byte(float coverage)
{
    return (uint8_t)(coverage * 255.0f + 0.5f);
}

#endif
