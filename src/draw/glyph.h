/* Inside draw/ only: glyphs with their measures, and text walked glyph by glyph.
 *
 *   float width = 0;
 *   Walk walk = walk_start(type, style, text);
 *   for (LetterStep step; walk_next(&walk, &step);)
 *       width += (step.space + step.glyph.advance) * style.size;
 *
 * A walk is over shaped text, and good until another text is walked or measured. */
#ifndef DRAW_GLYPH_H
#define DRAW_GLYPH_H

#include "base/file.h"
#include "base/recent.h"
#include "draw/type.h"

typedef struct Glyph {
    uint32_t id;                    /* in the face's own numbers */
    uint32_t codepoint;             /* whose glyph it is in the face; 0: the letter before shows this mark too */
    Face face;                      /* the one that has it */
    bool missing;                   /* none has: it is a box */
    float advance;                  /* em; shaped: with kerning */
    float left, top, right, bottom; /* em, y down from the baseline: what is inked; right <= left: nothing is */
    float x, y;                     /* em: how far from its place it stands, for marks */
} Glyph;

Glyph glyph_find(const Type *type, Face wanted, uint32_t codepoint);
void glyph_miss(const Type *type, uint32_t codepoint); /* for type_missing */
Glyph glyph_measure(const Type *type, Face face, uint32_t id, uint32_t codepoint);

typedef struct LetterStep {
    Glyph glyph;
    uint32_t codepoint; /* for those who copy the text; 0: one glyph more of the letter before */
    uint32_t read;      /* as it stands in the text */
    size_t end;         /* bytes of the text up to here */
    float space;        /* em between the glyph before and this one, beyond advances: the tracking */
    uint8_t level;      /* of UAX 9: odd where the letters run to the left */
    bool whole;         /* of a run whose letters take their shapes from each other: it is set in one */
    uint16_t run;       /* which one of the text it belongs to: of one face, one level, one script where it is whole */
    float at, left;     /* em from the text's left end to the glyph's place and its run's; only where the text turns */
} LetterStep;

typedef struct Walk {
    const struct Shaped *shaped;
    int at;         /* steps taken */
    float tracking; /* em */
    Slice text, rest;
    uint32_t before; /* the code point before `rest`, 0 at the start */
} Walk;

Walk walk_start(const Type *type, TextStyle style, Slice text);
bool walk_next(Walk *walk, LetterStep *step); /* false at the end */

/* ---- below the walk ---- */

/* Code points one by one, each with the glyph that its face has for it. */
typedef struct Items {
    const Type *type;
    Face face;
    Slice rest;
    uint32_t before; /* as in Walk */
    bool wide;       /* whether that one was shown in full width */
    uint32_t mark;   /* a combining mark that its letter's glyph already shows */
    Face last;       /* of the glyph before */
} Items;

bool items_next(Items *items, LetterStep *step);

typedef struct Shaped {
    int count;
    bool turns; /* some of it runs to the left: steps come as it is read, and stand elsewhere */
    bool whole; /* some of it is: there is no tracking */
    LetterStep steps[];
} Shaped;

/* Good until the next call. */
const Shaped *text_shape(const Type *type, Face face, Slice text);

/* What text_shape works with; a Type has one. */
typedef struct Shapes {
    Recent kept;
    struct hb_buffer_t *buffer;
    Bytes key;
    LetterStep *steps; /* of the text at hand */
    size_t step_capacity;
    LetterStep *shaped; /* what becomes of them */
    int shaped_count, shaped_capacity;
} Shapes;

/* A script, as HarfBuzz numbers them; of spaces, figures and marks it is any; in some, letters take their shapes
 * from each other. */
uint32_t script_of(uint32_t codepoint);
bool script_is_any(uint32_t script);
bool script_joins(uint32_t script);
bool script_is_sign(uint32_t codepoint); /* no letter: an emoji, an arrow, the colour of a hand */

/* Gives each its level; false: none runs to the left. */
bool steps_level(LetterStep *steps, int count);

Shapes *type_shapes(const Type *type);
struct hb_font_t *type_shaper(const Type *type, Face face); /* in the font's own units */

#endif
