/* Text set into lines, one thing below the other: what cards are made of. Internal to scene/. */
#ifndef SCENE_FLOW_H
#define SCENE_FLOW_H

#include "scene/window/panels.h"

/* Where the next thing goes. */
typedef struct Flow {
    const Painter *painter;
    const Card *card;
    Language language;
    float x, width, y;
    int block;   /* of the card's, whose text is set */
    float scale; /* of the type; 0 counts as 1 */
    float *more; /* how much higher the questions can become by answers; NULL: nobody asks */
} Flow;

float flow_size(const Flow *flow, float size); /* px of a type size of the look */
void flow_skip(Flow *flow, float gap);         /* smaller where the type is */

/* Whether a line ends between two pieces: code and formulas stay whole, and one that no line can hold ends
 * before a sign. */
typedef enum Tie { TIE_NONE, TIE_FORMULA, TIE_OPERAND } Tie;

/* A word or a CJK character with its style: the smallest piece that is never broken. */
typedef struct FlowPiece {
    Slice text;
    TextStyle style;
    float width, space; /* space: before it, if it does not begin a line */
    bool glued;         /* closing punctuation, or what an opening one is for: never begins a line */
    bool opens;         /* ends with opening punctuation: never ends a line */
    int code;           /* which run of code it is part of, from 1; 0: none */
    const char *math;   /* the markup of a formula instead of text; NULL: it is text */
    bool breaks;        /* a hard line break stands before it */
    Tie tie;            /* to the piece before it */
    Target target;
} FlowPiece;

typedef struct FlowPieces {
    FlowPiece *items;
    int count;
} FlowPieces;

/* Cuts text into pieces: at spaces, and around every CJK character. Closing punctuation stays with what it closes.
 * `space`: whether the last thing before was one; kept from call to call. */
void flow_cut(Flow *flow, FlowPieces *pieces, Slice text, TextStyle style, Target target, bool *space);

/* flow_ties.c */
/* Ties pieces that belong together; `words`: every Chinese word too, not only those in quotation marks. */
void flow_tie(FlowPieces *pieces, bool words);
float flow_run(const FlowPieces *pieces, int i); /* px of piece i with all that is tied to it */
/* Unties what begins with piece i, as far as it has to be for lines of `width`: formulas before their signs first. */
void flow_loosen(FlowPieces *pieces, int i, float width);

/* Sets pieces into lines of `width`; advances the flow. */
void flow_pieces(Flow *flow, FlowPieces *pieces, float x, float width, float leading);

void flow_spans(Flow *flow, const Span *spans, int count, float x, float width, float size);
void flow_text(Flow *flow, const char *text, TextStyle style, float x, float width);
/* The same of a choice or an answer, behind a lead: behind it stands, muted, what its words mean. */
void flow_glossed(Flow *flow, const char *lead, const char *text, TextStyle style, float x, float width);

/* A box behind what is set next, whose height is known only then: flow_ground puts it there and says where it is in the
 * list, flow_fit makes it reach from `top` to where the flow is now. */
int flow_ground(const Flow *flow, float radius, Paint paint);
Box flow_fit(const Flow *flow, int place, float x, float top, float width);

/* card.c: anything of the card, questions too; a table is one. Returns the number of the block behind it. */
int flow_block(Flow *flow, int index);

/* As wide as in one line; `least`: as its longest word. */
float flow_width(Flow *flow, const Span *spans, int count, float size, float *least);

/* card_table.c */
int card_table_draw(Flow *flow, const TextBlock *blocks, int count); /* its rows from the first on; returns how many */
void card_code_draw(Flow *flow, const TextBlock *block);
void card_quiz_draw(Flow *flow, int index); /* card_quiz.c: of the card's quizzes */
void card_exam_draw(Flow *flow);            /* card_exam.c: how many are answered, or the result */

#endif
