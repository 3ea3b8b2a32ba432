/* Which tiles of the canvas must be painted again: a tile's hash is that of the commands that touch it, in order. What
 * an opaque box hides does not count. */
#ifndef RASTER_TILES_H
#define RASTER_TILES_H

#include "raster/sheet.h"

/* A zeroed Tiles is an empty one. */
typedef struct Tiles {
    int columns, rows, capacity; /* of the arrays: columns * rows in use */
    uint64_t *painted;           /* hash of what the pixels show */
    uint64_t *wanted;            /* hash of what the list says */
    int32_t *first;              /* see Sheet; -1: the ground too */
    PixelRect *areas;            /* [commands] where each may paint: its bounds within its clips and the canvas */
    int area_capacity;
    PixelRect *clips; /* the stack of clips */
    int clip_capacity;
} Tiles;

void tiles_finish(Tiles *tiles);

/* Makes room for a canvas; all its tiles are to be painted. */
void tiles_resize(Tiles *tiles, int width, int height);

/* Compares the list with what was painted and fills `first` and `areas`. Afterwards the list counts as painted. */
void tiles_compare(Tiles *tiles, const DrawList *list, float scale, int width, int height);

/* The tiles to be painted as rectangles; returns how many, at most `capacity` >= 1 (the last one then
 * holds the rest). */
int tiles_damaged(const Tiles *tiles, int width, int height, PixelRect *rects, int capacity);

#endif
