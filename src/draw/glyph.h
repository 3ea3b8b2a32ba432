/* Inside draw/ only: glyphs with their measures, and text walked glyph by glyph.
 *
 *   float x = 0;
 *   Walk walk = walk_start(type, style, text);
 *   for (Step step; walk_next(&walk, &step);)
 *       x += step.glyph.advance * style.size;
 */
#ifndef DRAW_GLYPH_H
#define DRAW_GLYPH_H

#include "draw/type.h"

typedef struct Glyph {
    uint32_t id;                    /* in the face's own numbers */
    uint32_t codepoint;             /* whose glyph it is in the face; 0: the letter before shows this mark too */
    Face face;                      /* the one that has it */
    bool missing;                   /* none has: it is a box */
    float advance;                  /* em */
    float left, top, right, bottom; /* em, y down from the baseline: what is inked; right <= left: nothing is */
} Glyph;

Glyph glyph_find(const Type *type, Face wanted, uint32_t codepoint);
void glyph_miss(const Type *type, uint32_t codepoint); /* for type_missing */

typedef struct Walk {
    const Type *type;
    Face face;
    float tracking; /* em */
    Slice rest;
    uint32_t before; /* the code point before `rest`, 0 at the start */
    bool wide;       /* and whether it was shown in full width */
    uint32_t mark;   /* a combining mark that its letter's glyph already shows */
} Walk;

typedef struct Step {
    Glyph glyph;
    uint32_t codepoint;
    float space; /* em between the glyph before and this one, beyond advances: the tracking */
} Step;

Walk walk_start(const Type *type, TextStyle style, Slice text);
bool walk_next(Walk *walk, Step *step); /* false at the end */

#endif
