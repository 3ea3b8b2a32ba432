/* Text set into lines, one thing below the other: what cards are made of. Internal to scene/. */
#ifndef SCENE_FLOW_H
#define SCENE_FLOW_H

#include "scene/panels.h"

/* Where the next thing goes. */
typedef struct Flow {
    const Painter *painter;
    const Card *card;
    Language language;
    float x, width, y;
    float scale; /* of the type; 0 counts as 1 */
} Flow;

float flow_size(const Flow *flow, float size); /* px of a type size of the look */
void flow_skip(Flow *flow, float gap);         /* smaller where the type is */

/* A word or a CJK character with its style: the smallest piece that is never broken. */
typedef struct Piece {
    Slice text;
    TextStyle style;
    float width, space; /* space: before it, if it does not begin a line */
    bool glued;         /* closing punctuation: never begins a line */
    Target target;
} Piece;

typedef struct Pieces {
    Piece *items;
    int count, capacity;
} Pieces;

/* Cuts text into pieces: at spaces, and around every CJK character. Closing punctuation stays with what it closes.
 * `space`: whether the last thing before was one; kept from call to call. */
void flow_cut(Flow *flow, Pieces *pieces, Slice text, TextStyle style, Target target, bool *space);

/* Sets pieces into lines of `width`; advances the flow. */
void flow_pieces(Flow *flow, const Pieces *pieces, float x, float width, float leading);

void flow_spans(Flow *flow, const Span *spans, int count, float x, float width, float size);
void flow_text(Flow *flow, const char *text, TextStyle style, float x, float width);

void flow_block(Flow *flow, const TextBlock *block); /* card.c: anything of a card, questions too */
void card_quiz_draw(Flow *flow, int index);          /* card_quiz.c: of the card's quizzes */

#endif
