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
    bool keeps;          /* what is sent back to weights and scores stays */
    Real entropy;        /* what the loss is lessened by for each nat of a head's weights; 0: nothing */
    Real *queries;       /* [m B, E] */
    Real *keys, *values; /* [n B, E] */
    Real *scores;        /* [m B, heads, n] */
    Real *alphas;        /* [m B, heads, n] 0 where a step does not look */
    Real *mixed;         /* [m B, E] the heads side by side */
    Real *output;        /* [m B, E] mixed through W_o */
    /* training */
    Real *d_queries, *d_mixed;       /* [m B, E] */
    Real *d_keys, *d_values;         /* [n B, E] */
    Real *d_alphas;                  /* [B, n] of the step and head at hand */
    Real *kept_alphas, *kept_scores; /* [m B, heads, n] what was sent back to weights and scores; NULL: not kept */
} HeadsPass;

/* A part of a layer, attention or the feed-forward block, with its residual and its norm:
 *   y = norm(x + part(x)), or with norm pre y = x + part(norm(x)); alone, without the `x +`. */
typedef struct PartPass {
    const Norm *norm;
    bool alone;    /* without a residual: what it makes is all */
    int dropout;   /* which of a layer's (dropout.h), of what the part adds */
    Real *x, *y;   /* [m B, E] */
    Real *in;      /* [m B, E] what the part takes: x, or with norm pre what the norm gives */
    Real *normed;  /* [m B, E] x and what is added, with norm pre x; then that without the norm's weight and bias */
    Real *inverse; /* [m B] one over the deviation */
    Real *out;     /* [m B, E] what the norm gives: y, or with norm pre `in` */
    /* training */
    Real *d_x, *d_y, *d_in, *d_out; /* [m B, E] zeros where a row is over */
    Real *d_sum;                    /* [m B, E] of what is normed */
    Real *d_added;                  /* [m B, E] of what is added before its dropout; without one d_sum or d_y */
    Real *d_norm;                   /* [m B, E] to be summed: gradient of the norm's weight */
} PartPass;

typedef struct LayerPass {
    const LayerLinears *linears;
    const Kernels *kernels;
    Places places;
    int E, F;              /* F 0: no feed-forward block */
    bool before;           /* norm pre */
    Real *x;               /* [m B, E] what comes in */
    HeadsPass self;        /* the words of x among themselves */
    HeadsPass cross;       /* what that gives looks at another's answers; without `linears` there is none of it */
    Real *inner, *outer;   /* [m B, F] relu(W_F in + b_F); [m B, E] through W_G */
    PartPass self_part;    /* adds self.output; */
    PartPass cross_part;   /* cross.output; */
    PartPass forward_part; /* outer */
    PartPass last;         /* the norm behind the top layer alone: from x to out; without `norm` there is none of it */
    Real *y;               /* [m B, E] what comes out */
    Dropout dropout;       /* of what each part adds; training alone */
    /* training */
    Real *d_x, *d_y; /* [m B, E] zeros where a row is over */
    Real *d_inner;   /* [m B, F] before the relu */
} LayerPass;

#endif
