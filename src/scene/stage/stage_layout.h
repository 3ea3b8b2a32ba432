/* The stage: source words, embeddings, encoder states, scores, weights, ribbons, context, decoder:
 * where each of them stands. */
#ifndef SCENE_STAGE_LAYOUT_H
#define SCENE_STAGE_LAYOUT_H

#include "scene/stage/scores_visit.h"

#define NAME_BESIDE 60.0f /* px from column to column, from which on a state's name stands beside it */

typedef struct StageLayout {
    Visit visit;
    Box area;
    float left;  /* of the row labels */
    bool labels; /* there is room for them */
    float flex;  /* how far the tall parts stretch */
    Box columns; /* where source words stand; they scroll inside */
    float spacing, scroll, scroll_limit;
    float followed;         /* the scroll that the cursor asks for, without stage_scroll and limits */
    bool turned;            /* words turned, for want of width */
    float formula_y;        /* baseline */
    bool low;               /* of a head alone: no line over the context, no keys under the values */
    bool tight;             /* too low for all gaps between the rows, and for embeddings over words that are turned */
    Box context, tray;      /* tray: as wide as the context, as high as a well */
    float strip_w, strip_t; /* of a state that is turned: how long, how thick at a weight of 1 */
    Box strip;              /* all attention; h = 0: nothing is weighed. Ribbons start above it */
    float number_y;         /* baseline of the weights' numbers */
    float bar_y, bar_h, bar_w;
    float weights_y; /* baseline of the weights' heading */
    Box slider;      /* of the temperature: its track; w = 0: nothing is scored */
    float score_number_y, score_y, score_w;
    bool score_rows;  /* the scores' numbers stand in two rows, in turn: side by side they have no room */
    float score_full; /* the score whose bar is score_w long: the largest of the sentence */
    float lane;       /* beside the score, from the middle of the column: the way from a state to its well */
    float dash_y;
    float state_y, state_h, state_w;
    float query_y; /* of the decoder's state before; where nothing is weighed the encoder's states reach higher */
    float extent;  /* the entry of a state or of the context that has the full colour */
    float names_h; /* of the states' names below them; 0: they stand beside them, or have no room */
    float embed_y, embed_h, embed_w;
    float word_y, word_h;
    float word_turn, word_most; /* of words that are turned: radians, negative; how long they may be, px */
    float decoder_x, decoder_w; /* centre, width */
    float output_y, output_row;
    int output_rows;       /* words; one row more is what all others have */
    Box strip_attentional; /* of luong; w = 0 elsewhere */
    Box strip_state, cell, strip_query, strip_previous, chip_previous;
} StageLayout;

/* `area` on the picture; `view->stage.scroll` is what a person added to the scroll that follows the cursor. */
StageLayout stage_layout(const View *view, const Type *type, const Scope *scope, Box area);
float stage_column_x(const StageLayout *layout, int j);  /* centre */
Box stage_output_name(const StageLayout *layout, int k); /* where the word of output row k ends, at the right */
/* how many neighbours a number of `width` px covers on a side */
int stage_reach(const StageLayout *layout, float width);
Box stage_well(const StageLayout *layout, int j);
float stage_score_baseline(const StageLayout *layout, int j); /* of the number of its score */
/* The middle of a text of `width` px over or under column j: at the ends of columns that scroll it stays between
 * them. */
float stage_text_x(const StageLayout *layout, int j, float width);

/* Numbers of the columns, in a row: those of `first` (-1: none) and of the largest values have room before others. */
typedef struct Numbers {
    const float *values; /* [n] */
    int n, first;
    float least; /* smaller ones are left out where not all have room */
    float width; /* px of one that is not smaller */
    float whole; /* px of any */
    int rows;    /* in which they stand in turn */
} Numbers;

#define SCORE_NUMBER_W 46.0f /* px of a score: "+5.568" */

#define SHARE_LEAST 0.005f /* smaller ones would be printed as "<0.01" */

bool *stage_numbered(const StageLayout *layout, const Numbers *numbers, Arena *arena); /* [n], the arena's */

bool stage_has_labels(const View *view, float width);     /* is there room for what is said beside the rows? */
bool stage_tempers(const View *view, const Scope *scope); /* does a temperature count that can be pulled? */
StageHandles stage_handles(const StageLayout *layout);    /* for painter->layout */

/* Luong's query is the new state s_t, Bahdanau's the one before it. */
bool stage_asks_anew(const Scope *scope);

/* The values of the step on the stage, NULL while encoding. */
const TraceStep *stage_step(const Scope *scope);

#endif
