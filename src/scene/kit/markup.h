/* Formulas on one line, from a small markup:
 *   letters are italic, runs of two and more letters upright (exp, softmax, GRU), digits upright;
 *   _{...} and ^{...} set below and above (a single character needs no braces);
 *   "..." is a word of a sentence, in the sans face;
 *   @g{...} colours by role: g encoder, p decoder, o context, b query, k output, m muted;
 *   @B{...} is bold ink in the sans face; @h is h with a tilde.
 * Unicode signs (α, ŷ, Σ, ·, −) are written as themselves. */
#ifndef SCENE_MARKUP_H
#define SCENE_MARKUP_H

#include "draw/drawlist.h"

typedef struct MathStyle {
    const Theme *theme;
    float size;
    Color color;
} MathStyle;

/* Draws from a baseline and returns the width; `align` as in drawlist_text_at. */
float math_draw(DrawList *list, MathStyle style, Point origin, Align align, const char *markup);
float math_width(const Type *type, MathStyle style, const char *markup);

/* A part of a formula, in the order in which they are written. */
typedef enum MarkupKind {
    MARKUP_RUN,   /* signs of one face */
    MARKUP_TILDE, /* a letter with a tilde above */
    MARKUP_BELOW, /* a group, which has parts of its own, as do the next three */
    MARKUP_ABOVE,
    MARKUP_ROLE,
    MARKUP_BOLD
} MarkupKind;
typedef struct MarkupPart {
    MarkupKind kind;
    Slice text;
    Face face; /* of a run: italic for a letter, sans for a word of a sentence */
    Role role; /* MARKUP_ROLE */
} MarkupPart;
bool markup_take(Slice *rest, MarkupPart *out); /* off the front; false: `rest` is empty */

Role markup_role(const char *markup); /* that it is coloured by first; ROLE_INK: none */

/* The same at the left of `width` px: made smaller down to `least` of its size; then said in fewer words,
 * whole operands (remarks go first, then the middle of a chain of equations, then what a list ends with);
 * then smaller still. */
void math_fit(DrawList *list, MathStyle style, Point origin, float width, float least, const char *markup);

/* Broken in two before a sign of equality or a remark, where the longer line is shortest; the arena's. False:
 * nowhere. */
bool math_break(DrawList *list, MathStyle style, const char *markup, const char *lines[2]);

#endif
