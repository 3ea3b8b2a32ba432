/* The parameters of a model by what they are for, with the packed copies that training multiplies with.
 *
 *   Weights weights;
 *   weights_view(&model, kernels(), &weights);
 *   linear_apply(&weights.bridge[0], 1, x, false, y);
 *
 * A Weights owns nothing but points into the model's parameters. */
#ifndef MODEL_WEIGHTS_H
#define MODEL_WEIGHTS_H

#include "model/model.h"
#include "nn/kernels.h"

/* y = W x + b, or its columns that belong to one part of x. */
typedef struct Linear {
    int outputs, inputs, stride; /* outputs 0: this model has no such layer */
    int apart;                   /* from one x to the next; 0: as many as there are inputs */
    const Kernels *kernels;      /* what multiplies */
    const Real *weight, *bias;   /* bias NULL: none */
    size_t at, bias_at;          /* where they lie in the block: gradients lie there too */
    Real *panels, *panels_back;  /* W for y = W x and for d_x = W^T d_y; NULL outside training */
} Linear;

typedef struct Norm { /* of a layer norm, [E] */
    const Real *weight, *bias;
    size_t weight_at, bias_at;
} Norm;

typedef struct HeadLinears { /* of multi-head attention, [E, E] each */
    Linear query, key, value, output;
} HeadLinears;

typedef struct LayerLinears { /* of one layer made of attention */
    HeadLinears self, cross;  /* cross: of a decoder's alone */
    Linear inner, outer;      /* its feed-forward block */
} LayerLinears;

typedef struct LayerNorms {
    Norm self, cross, forward; /* behind each attention and the feed-forward block, or with norm pre before each */
    Norm last;                 /* behind the top layer, with norm pre; else `weight` is NULL */
} LayerNorms;

enum { LINEARS = 4 * MODEL_LAYERS + 2 * 10 * MODEL_LAYERS + 4 * MODEL_LAYERS + 8 };

typedef struct Weights { /* model.h knows it by name */
    const Config *config;
    const Kernels *kernels;
    const RecurrentCell *cell; /* of the decoder and, but for self-attention, the encoder */
    const Score *score;        /* NULL where nothing is scored */
    int E, F, H, A, D, V;      /* F: inner size of the feed-forward block or 0; V: target words */
    int gates;                 /* G H: rows of a cell's matrices */
    union {
        struct {
            Linear input[MODEL_LAYERS][2], recurrent[MODEL_LAYERS][2]; /* encoder, [layer][reverse] */
            LayerLinears encoder_layers[MODEL_LAYERS];                 /* cell self */
            LayerLinears decoder_layers[MODEL_LAYERS];                 /* decoder self */
            Linear bridge[MODEL_LAYERS];                               /* to s_0 of each recurrent layer */
            Linear bridge_cell[MODEL_LAYERS];                          /* LSTM alone, to its cell state */
            Linear decoder_input[MODEL_LAYERS]; /* columns of the embedding (with b_ih); above, of the state below */
            Linear decoder_recurrent[MODEL_LAYERS];
            Linear decoder_context;                /* columns of the context, which the first layer reads */
            Linear query, key;                     /* no `outputs`: the state and the annotations themselves */
            Linear position, position_energy;      /* local_p: W_p, v_p */
            Linear combine_context, combine_state; /* Luong's W_c: columns of the context, of the state */
            Linear output;
        };
        Linear all[LINEARS]; /* those above */
    };
    const Real *energy;                              /* [A] additive's v */
    const Real *source_embedding, *target_embedding; /* [words, E] */
    const Real *positions;                           /* [CONFIG_POSITIONS, E] cell self; NULL without places */
    const Real *written_positions;                   /* likewise, of the decoder; of sinusoids the same */
    LayerNorms encoder_norms[MODEL_LAYERS], decoder_norms[MODEL_LAYERS];
    Real scale; /* of embeddings: sqrt(E) in a Transformer, else 1 */
    size_t positions_at, written_positions_at;
    size_t energy_at, source_embedding_at, target_embedding_at;
} Weights;

void weights_view(const Model *model, const Kernels *k, Weights *out);

/* Room for the panels of all layers, not filled: the caller's, by free(). */
Real *weights_make_panels(Weights *weights);
void linear_pack(const Linear *linear, int panel);      /* fills one panel for y = W x */
void linear_pack_back(const Linear *linear, int panel); /* and one for d_x = W^T d_y */
Real *weights_pack(Weights *weights);                   /* makes and fills them all */

/* y = W x + b for `rows` rows, without b if there is none, or y += W x (`add`). */
void linear_apply(const Linear *linear, int rows, const Real *x, bool add, Real *y);

/* d_x = W^T d_y, or d_x += W^T d_y (`add`). Training alone: wants panels. */
void linear_back(const Linear *linear, int rows, const Real *d_y, bool add, Real *d_x);

#endif
