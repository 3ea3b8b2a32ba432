/* What the views are, by their rows in views.def: names, tabs, keys, traits.
 *
 *   if (view_has(VIEW_HEATMAP, HAS_MOMENTS))
 *       printf("%s\n", VIEW_INFO[VIEW_HEATMAP].title[LANGUAGE_CHINESE]);
 */
#ifndef LESSON_VIEW_KIND_H
#define LESSON_VIEW_KIND_H

#include <stdbool.h>

typedef enum ViewKind {
#define VIEW(identifier, ...) VIEW_##identifier,
#include "lesson/views.def"
#undef VIEW
    VIEW_KINDS
} ViewKind;
extern const char *const VIEW_NAMES[];

/* Which of its pictures a view shows, where it has several. */
typedef enum LookKind {
    LOOK_WHOLE,
    LOOK_FOLDED,     /* unrolled: one cell with a loop */
    LOOK_ONE_STEP,   /* unrolled: what one step computes */
    LOOK_HEADS,      /* self-attention: what each head looks at, and how it is mixed */
    LOOK_ONE_WORD,   /* self-attention: what one word's row of a head is made of */
    LOOK_TENSORFLOW, /* code: that listing, instead of PyTorch's */
    LOOK_ERASE,      /* heatmap: what each word was needed for, with <unk> in its place, */
    LOOK_ERASE_ZERO, /* and with an embedding of 0 */
    LOOK_GRADIENT,   /* heatmap: what would tip the written word */
    LOOK_MAPS,       /* heatmap: these and the weights side by side */
    LOOK_SENTENCE,   /* compare: the sentence alone, without what is measured on held-out ones */
    LOOK_CELL,       /* unrolled: the inside of a recurrent cell, entry by entry */
    LOOK_STEP,       /* train: one step on one sentence, taken apart */
    LOOK_LAYERS,     /* heatmap: what each layer and head of a Transformer's decoder looks at, side by side */
    LOOK_KINDS
} LookKind;
extern const char *const LOOK_NAMES[];

/* When a view has a tab. */
typedef enum ViewTab {
    TAB_ALWAYS,
    TAB_WISHED, /* where the lesson or a card of it asks for the view; self-attention where a model is a Transformer */
    TAB_OF_FILE /* where a file that no lesson has is open: it opens without a decode, and shows nothing of a lesson */
} ViewTab;

/* Where a trace alone is open, without the model, a view has its tab with: */
typedef enum ViewTrace { TRACE_NONE, TRACE_ANY, TRACE_TWO, TRACE_BEAM, TRACE_SELF } ViewTrace;

typedef enum ViewTrait {
    IS_WIDE = 1 << 0,     /* the stage takes the side panel's room too */
    HAS_STAGE = 1 << 1,   /* the stage of a decode, whose values can be changed, held still and predicted */
    HAS_MOMENTS = 1 << 2, /* steps through a decode: figures of it are of a moment */
    HAS_ARCS = 1 << 3,    /* the alignment, as arcs too: key O */
    HAS_MAP = 1 << 4,     /* it is the alignment: it opens at its end, since empty it would say nothing */
    HAS_HEADS = 1 << 5,   /* one of them can be picked */
    HAS_UNDO = 1 << 6,    /* of what is changed by hand */
    TWO_MODELS = 1 << 7,
    TELLS_ALL = 1 << 8,     /* its own traces, all at once: nothing of it can be seen while something is asked */
    HIDES_BUILD = 1 << 9,   /* it shows nothing of how the model is built */
    GOES_DOWN = 1 << 10,    /* a figure with more than it has room for is higher, not wider */
    HIGH_FOOT = 1 << 11,    /* on a telephone too */
    CHOOSES_LOOK = 1 << 12, /* a person goes from look to look, and a place says which */
    NOTES_FOOT = 1 << 13    /* a list of notes stands in the foot, which has what the stage does not need */
} ViewTrait;

typedef struct ViewInfo {
    const char *title[2]; /* of its tab, by Language */
    ViewTab tab;
    int key; /* the digit that opens it; 0: none does */
    ViewTrace trace;
    unsigned looks, traits; /* a bit of each LookKind that can be named for it; of ViewTrait */
} ViewInfo;
extern const ViewInfo VIEW_INFO[VIEW_KINDS];

/* One of them? */
static inline bool view_has(ViewKind kind, unsigned traits)
{
    return VIEW_INFO[kind].traits & traits;
}

static inline bool view_has_look(ViewKind kind, LookKind look)
{
    return VIEW_INFO[kind].looks >> look & 1;
}

static inline bool view_is_of_lesson(ViewKind kind)
{
    return VIEW_INFO[kind].tab != TAB_OF_FILE;
}

ViewKind view_of_key(int digit); /* VIEW_KINDS: of none */

#endif
