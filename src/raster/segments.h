/* Paths as straight segments in pixels: curves flattened to within a tenth of a pixel, dashes cut. */
#ifndef RASTER_SEGMENTS_H
#define RASTER_SEGMENTS_H

#include "raster/sheet.h"

typedef struct Segment {
    Point from, to;
    bool begins; /* does not continue the one before */
} Segment;

/* A growing list, emptied and filled again for each path; a zeroed one is empty. */
typedef struct Segments {
    Segment *items;
    int count, capacity;
} Segments;

void segments_finish(Segments *segments);

/* The outline of a path command, or of a box command with its round corners. `closed`: every part is closed, for
 * filling. A path with a coordinate that is not finite gives nothing. */
void segments_of_path(Segments *segments, const DrawCommand *command, float scale, bool closed);
void segments_of_box(Segments *segments, const DrawCommand *command, float scale);

/* Cuts `from` into dashes, as far as they come within `margin` px of `area`. dash > 0. */
void segments_dash(Segments *to, const Segments *from, float dash, float gap, PixelRect area, float margin);

#endif
