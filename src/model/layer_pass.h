/* The numbers of one layer made of attention: what heads.c and layer.c work on. B rows, m steps that ask, n steps that
 * answer, E the size of a state, F that of a feed-forward block's inside. Row (j,b) of a buffer is row j B + b of it.
 */
#ifndef MODEL_LAYER_PASS_H
#define MODEL_LAYER_PASS_H

#include "model/dropout.h"
#include "model/space.h"
#include "model/weights.h"

/* Where the rows of a batch stand: place (j,b) of step j, b < rows. */
typedef struct Places {
    int rows, steps;    /* B, m */
    const int *lengths; /* [B] steps that a row has; NULL: `active` says it exactly */
    const int *active;  /* [m] rows that a step has to look at: 1 + the last one that is not over */
} Places;

/* How many of the rows b0 .. b1 - 1 a step has to look at, from `active`. */
static inline int active_rows(const int *active, int step, int b0, int b1)
{
    int end = active[step] < b1 ? active[step] : b1;
    return end > b0 ? end - b0 : 0;
}

static inline bool places_has(const Places *places, int j, int b)
{
    return places->lengths ? j < places->lengths[b] : b < places->active[j];
}

typedef struct HeadsPass {
    const HeadLinears *linears; /* NULL: this layer has no such attention */
    const Kernels *kernels;
    Places asks;
    int size, heads;     /* E; the heads share it */
    int answers;         /* n */
    const int *lengths;  /* [B] answers that a row has; NULL: those up to the step that asks */
    bool causal;         /* a step looks at the answers up to its own alone */
    bool given;          /* keys and values are another's, and so are their gradients: set by the caller */
    int past;            /* answers of the steps before the first one; they come first in keys and values */
    Real sharpness;      /* of the softmax: 1 / temperature */
    const Real *forced;  /* [n] these weights in place of every head's, or NULL */
    Real entropy;        /* what the loss is lessened by for each nat of a head's weights; 0: nothing */
    Real *queries;       /* [m B, E] */
    Real *keys, *values; /* [n B, E] */
    Real *scores;        /* [m B, heads, n] */
    Real *alphas;        /* [m B, heads, n] 0 where a step does not look */
    Real *mixed;         /* [m B, E] the heads side by side */
    Real *output;        /* [m B, E] mixed through W_o */
    /* training */
    Real *d_queries, *d_mixed; /* [m B, E] */
    Real *d_keys, *d_values;   /* [n B, E] */
    Real *d_alphas;            /* [B, n] of the step and head at hand */
} HeadsPass;

/* y = norm(x + added) */
typedef struct NormPass {
    const Norm *norm;
    Real *normed;  /* [m B, E] x + added, then y without the norm's weight and bias */
    Real *inverse; /* [m B] one over the deviation */
    /* training */
    Real *d_sum;   /* [m B, E] of x + added */
    Real *d_added; /* [m B, E] of what is added before its dropout; without one d_sum */
    Real *d_norm;  /* [m B, E] to be summed: gradient of the norm's weight */
} NormPass;

typedef struct LayerPass {
    const LayerLinears *linears;
    const Kernels *kernels;
    Places places;
    int E, F;              /* F 0: no feed-forward block */
    Real *x;               /* [m B, E] what comes in */
    HeadsPass self;        /* the words of x among themselves */
    NormPass self_norm;    /* of x + self.output */
    HeadsPass cross;       /* what that gives looks at another's answers; without `linears` there is none of it */
    Real *asked;           /* [m B, E] what it asks with; middle or y where there is no cross */
    NormPass cross_norm;   /* of asked + cross.output */
    Real *middle;          /* [m B, E] goes into the feed-forward block */
    Real *inner, *outer;   /* [m B, F] relu(W_F middle + b_F); [m B, E] through W_G */
    NormPass forward_norm; /* of middle + outer */
    Real *y;               /* [m B, E] what comes out: without a feed-forward block the middle */
    Dropout dropout;       /* of what each part adds; training alone */
    /* training */
    Real *d_x, *d_y; /* [m B, E] zeros where a row is over */
    Real *d_asked;   /* [m B, E] where there is a cross */
    Real *d_middle;  /* [m B, E] d_y where there is no feed-forward block */
    Real *d_inner;   /* [m B, F] before the relu */
} LayerPass;

#endif
