/* Self-attention of an encoder, or of a Transformer's decoder: self_matrices.c draws the matrices of one head,
 * view_self_heads.c what all heads look at and how it is mixed, self_step.c how one word's row comes about. */
#ifndef SCENE_VIEW_SELF_H
#define SCENE_VIEW_SELF_H

#include "scene/kit/grid.h"
#include "scene/views/variant_bar.h"

/* How far the cursor has come. */
typedef struct SelfPlace {
    int row;                       /* the word that looks; -1: none in particular */
    float read;                    /* rows of X, Q, K, V that are there */
    float scored, weighed, summed; /* rows of the scores, the weights, what comes of them */
} SelfPlace;
SelfPlace self_place(const View *view, const Scope *scope); /* of the decode's own scope */
int self_lit_row(const Painter *painter, SelfPlace place);  /* what is pointed at, else the word that looks */

/* TARGET_VALUE, a; c: the head. From SELF_OUTPUT on they are of one word, the last three of its feed-forward block. */
enum {
    SELF_INPUTS,
    SELF_QUERIES,
    SELF_KEYS,
    SELF_VALUES,
    SELF_SCORES,
    SELF_WEIGHTS,
    SELF_MIXED,
    SELF_OUTPUT,
    SELF_INPUT,
    SELF_STATE,
    SELF_MIDDLE,
    SELF_INNER,
    SELF_OUTER,
    SELF_QUERY_W, /* the learned matrices, of the head */
    SELF_KEY_W,
    SELF_VALUE_W,
    SELF_OUTPUT_W
};

/* of SELF_QUERY_W .. SELF_OUTPUT_W: the parameter */
void self_learned_name(const View *view, int what, char name[PARAM_NAME]);
const float *self_learned(const View *view, int what); /* [E,E]; NULL: nobody knows it */

/* What is shown: the trace, or where view_written asks for it trace_of_written, as far as words are there. */
const Trace *self_trace(const View *view, const Scope *scope, Arena *arena);
int self_count(const View *view);                           /* its words */
int self_part(const View *view);                            /* of its values */
bool self_has_block(const View *view);                      /* does a feed-forward block follow it at once? */
Value self_state_value(const View *view, int j, int index); /* what a word becomes */
bool self_is_there(const Trace *trace, int j);              /* of that trace: is the word written? */

/* What starts with the letter of a matrix, which of the decoder has an s above, as its values have. */
const char *self_symbol(const Painter *painter, const char *markup);
const char *self_learned_symbol(const Painter *painter, int what);

ValueKind self_read_kind(const Trace *trace); /* of what goes through W_Q, W_K and W_V: X, with norm pre normalized */
int self_head(const View *view);              /* view->pick, within the model's heads */
int self_width(const Trace *trace);           /* d: columns of a head */

#define SELF_ROW_LEAST 14.0f /* px of a row that has room for its word */

/* The words whose rows are shown: all, or as many as `room` px have room for, around the one that looks. */
typedef struct SelfRows {
    int first, count;
} SelfRows;
SelfRows self_rows(const Painter *painter, SelfPlace place, float room);
/* "5 – 12 of 27", its right end; of all nothing */
void self_rows_note(const Painter *painter, SelfRows rows, Point at);

/* Words along the rows (at the right end of `box`) or over the columns of a matrix, from its upper edge. */
void self_row_words(const Painter *painter, const GridMatrix *matrix, float width);
void self_column_words(const Painter *painter, const GridMatrix *matrix, float height, int meant);
/* The word with the largest weight in the row that is lit; -1: it has none yet. It stands out over the columns. */
int self_meant(const Painter *painter, SelfPlace place, int head);
/* Px that the words over columns of this width need. */
float self_column_room(const Painter *painter, float column);
float self_row_room(const Painter *painter, float most);

void self_draw_matrices(const Painter *painter, const Scope *scope, Box box);
void self_draw_heads(const Painter *painter, const Scope *scope, Box box);

/* One word's row of a head, beat by beat: self_step.c. */
float self_draw_step(const Painter *painter, Box box); /* returns how far it can scroll */
const View *self_step(const View *view, Arena *arena); /* as Picture has it */
char *self_describe_step(const View *view, Target target, Arena *arena);

#endif
