/* Who sets text for the painter: given a run of one face, it says what the run covers. The window has one that calls
 * SDL2_ttf (sdl/typeset.h); the painter itself knows no SDL. */
#ifndef RASTER_TEXT_SOURCE_H
#define RASTER_TEXT_SOURCE_H

#include "base/utf8.h"
#include "draw/type.h"

#include <stdbool.h>

#define TEXT_UNITS 72 /* in a pixel: sizes are given in 1/72 px */

typedef struct TextRun {
    Face face;
    int size;         /* 1/TEXT_UNITS px of an em */
    int across, down; /* samples a pixel: the coverage is as much larger */
    bool whole, left; /* as in DrawCommand */
    Slice text;
} TextRun;

typedef struct Coverage {
    const uint8_t *bytes; /* [height, stride], 0 .. 255; good until the next call */
    int width, height, stride;
    int left, top; /* from the run's origin on the baseline to the first column and row, in samples */
} Coverage;

typedef struct TextSource {
    /* False where there is nothing to paint. The same run must always give the same coverage. */
    bool (*set)(void *context, const TextRun *run, Coverage *out);
    void *context;
} TextSource;

#endif
