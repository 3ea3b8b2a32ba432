/* Where everything on the stage stands: the floors, the columns of the source words through all of them, and on each
 * floor what it shows, as large as the floor is now. */
#ifndef SCENE_STAGE_LAYOUT_H
#define SCENE_STAGE_LAYOUT_H

#include "scene/stage/floors.h"
#include "scene/stage/scores_visit.h"

#define LIST_BESIDE 28.0f /* px beside the likely words, where the arrow from the new state comes to them */

typedef struct StageLayout {
    Visit visit;
    Box area;
    Floors floors;
    Box floor[FLOOR_COUNT];
    bool labels; /* names stand beside the floors with room for more; else they are small */
    float head;  /* px of a hero's head */
    float large; /* 1, or how many times larger things are on a stage that is higher than a laptop's */
    float wide;  /* 1, or how many times wider columns and wells may be while presenting */
    Box columns; /* where source words stand; they scroll inside */
    Box lane;    /* right of them: the softmax's stack, a sum's terms */
    float rail;  /* x of the query's way down */
    float spacing, scroll, scroll_limit;
    float followed; /* the scroll that the cursor asks for, without stage_scroll and limits */
    bool turned;    /* words turned, for want of width */
    float panel_w;  /* px of a strip in a column */
    float sum_w;    /* of a word's own sum */
    /* source */
    float word_y, word_h;
    float word_foot;            /* how far down may stand what belongs to them; of pieces the whole words */
    Box offers;                 /* words to put in the place of one, over them; h = 0: they are not asked for */
    float word_turn, word_most; /* of words that are turned: radians, negative; how long they may be, px */
    /* states */
    float state_y, state_h, state_w; /* standing, of a hero */
    float stands;                    /* 1: they stand, 0: they lie */
    bool row;                        /* of a head of self-attention: */
    float forward;                   /* how far values have stepped in front of keys */
    float embed_y, embed_h, embed_w;
    float lying_y, lying_w, lying_h; /* y: of its middle */
    float extent;                    /* the entry of a state or of the context that has the full colour */
    /* scores */
    float score_low, score_high; /* of all steps, 0 among them */
    Box score_bars;              /* y, h: of the bars that say a score, outside of its sum; w: of a track */
    bool score_stand;            /* they stand, for want of width */
    bool sums_each;              /* every word has room for its own sum */
    float score_number_y;        /* baseline */
    /* weights */
    float number_y, bar_y, bar_h, bar_w; /* number_y: baseline */
    Box slider;                          /* of the temperature: its track; w = 0: it cannot be pulled here */
    /* context */
    Box made;               /* of a word's row: what the word becomes; h = 0: no room */
    Box context, tray;      /* the context's cells; the tray as wide, as high as a weight of 1 */
    float strip_w, strip_t; /* of a copy: how long, how thick at a weight of 1 */
    float copies_y;         /* where the weighed copies stand */
    /* decoder */
    Box decoder; /* of a hero: where its parts have room */
    Box strip_query, strip_state, cell, strip_previous, chip_previous;
    Box strip_attentional;                    /* of luong; w = 0 elsewhere */
    Box lower_query, lower_state, lower_cell; /* of the lower of two layers, of a hero; w = 0: no row of its own */
    float decoder_x;                          /* centre of the cell */
    /* words */
    float output_y, output_row;
    int output_rows;                 /* words; one row more is what all others have */
    float output_x, output_w;        /* of the bars */
    Box written;                     /* where the word of the step stands when it is written */
    float line_x, line_y, line_size; /* the words so far: left end where no hero, baseline, type */
} StageLayout;

/* `area` on the picture; `view->stage.scroll` is what a person added to the scroll that follows the cursor. */
StageLayout stage_layout(const View *view, const Type *type, const Scope *scope, Box area);
float stage_column_x(const StageLayout *layout, int j);  /* centre */
Box stage_output_name(const StageLayout *layout, int k); /* where the word of output row k ends, at the right */
/* how many neighbours a number of `width` px covers on a side */
int stage_reach(const StageLayout *layout, float width);
Box stage_well(const StageLayout *layout, int j);
Box stage_score_bar(const StageLayout *layout, int j, double score); /* outside of its sum */
/* Of the hero: where query and key of a word meet and their sum grows; without sums_each one for all. */
Box stage_sum(const StageLayout *layout, int j);
Box stage_lying(const StageLayout *layout, int j); /* a state's strip, without its frame */
/* Of a word's row. */
Box stage_key(const StageLayout *layout, int j);
Box stage_value(const StageLayout *layout, int j);
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
} Numbers;

#define SHARE_LEAST 0.005f /* smaller ones would be printed as "<0.01" */

bool *stage_numbered(const StageLayout *layout, const Numbers *numbers, Arena *arena); /* [n], the arena's */

bool stage_has_labels(const View *view, float width);     /* is there room for what is said beside the floors? */
bool stage_tempers(const View *view, const Scope *scope); /* does a temperature count that can be pulled? */
StageHandles stage_handles(const StageLayout *layout);    /* for painter->layout */

/* Luong's query is the new state s_t, Bahdanau's the one before it. */
bool stage_asks_anew(const Scope *scope);

/* The values of the step on the stage, NULL while encoding. */
const TraceStep *stage_step(const Scope *scope);

#endif
