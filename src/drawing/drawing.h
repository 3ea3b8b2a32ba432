/* A picture of lines, areas and words from an SVG file, for the cards of lessons: drawn as paths and texts, so that it is
 * sharp at any size. What it cannot draw (gradients, filters, pixels) is an error that says so.
 *
 *   Drawing drawing;
 *   if (!drawing_read("lessons/mine/gate.svg", &arena, &drawing, &error)) return false;
 */
#ifndef DRAWING_DRAWING_H
#define DRAWING_DRAWING_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

#include <stdbool.h>

#define DRAWING_SIDE  4096              /* px of a side, at most */
#define DRAWING_BYTES ((size_t)1 << 20) /* of the file */
#define DRAWING_PARTS 10000             /* and so many things in it, uses counted each time */

typedef enum DrawingKind { DRAWING_PATH, DRAWING_TEXT, DRAWING_CLIP, DRAWING_UNCLIP } DrawingKind;
typedef enum DrawingAnchor { DRAWING_START, DRAWING_MIDDLE, DRAWING_END } DrawingAnchor;

/* Lengths in px from the top left corner, y down. Colours are 0xAARRGGBB, not premultiplied; alpha 0: not painted. */
typedef struct DrawingPart {
    DrawingKind kind;
    union {
        struct {
            const char *verbs;   /* [verb_count] 'M', 'L', 'C' or 'Z', with 1, 1, 3 or 0 points */
            const float *points; /* x, y, ... */
            int verb_count;
            uint32_t fill, stroke;
            float width, dash, gap; /* of the stroke; dash 0: solid */
            bool even_odd;
        } path;
        struct {
            const char *text;
            float x, y, size, angle; /* of the baseline's start, or where the anchor says; radians, clockwise */
            uint32_t color;
            DrawingAnchor anchor; /* of the run with all that goes on behind it */
            bool bold, italic;
            bool goes_on; /* behind the text before it: x and y are the way from its end */
        } text;
        struct {
            float x, y, w, h;
        } clip; /* until the unclip that belongs to it */
    };
} DrawingPart;

typedef struct Drawing {
    float width, height; /* px */
    DrawingPart *parts;
    int count;
} Drawing;

/* All of it is the arena's. An error has the path and the line of the file. */
MUST_USE bool drawing_read(const char *path, Arena *arena, Drawing *out, Error *error);
MUST_USE bool drawing_parse(Slice svg, const char *path, Arena *arena, Drawing *out, Error *error);

#endif
