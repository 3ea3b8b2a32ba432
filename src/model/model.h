/* A sequence-to-sequence model: its config, its vocabularies and one block of parameters.
 *
 *   Model model;
 *   if (!model_load("model.safetensors", &model, &error)) return false;
 *   Encoding encoding = model_encode(&model, ids, n, &arena);
 *   Step step = model_step(&model, &encoding, 0, NULL, VOCAB_START, NULL, &arena);
 *   model_finish(&model);
 *
 * Letters as in docs/design.md#equations: E embedding, H hidden, A attention, D annotation size; n source length;
 * V target words. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/random.h"
#include "model/params.h"
#include "nn/real.h"
#include "text/vocab.h"

#define MODEL_LAYERS 2
#define MODEL_GATES  CELL_GATES

/* `attend.training` of the file; `present` is false where the file has none. */
typedef struct TrainingNote {
    bool present;
    char data[256], sha256[65];
    uint64_t seed;
    int epochs;
    char sentence[1024];           /* of its data, to be opened with; empty: none is kept, as in a lesson's models */
    double loss, exact_match, aer; /* of held-out data where there was some; NAN if not measured */
} TrainingNote;

typedef struct Model {
    Config config;
    Vocab source, target;
    ParamTable table;
    Real *params; /* [table.total] */
    TrainingNote note;
} Model;

/* Fresh parameters from a seed, in PyTorch's ranges (uniform +-1/sqrt(H), embeddings normal(0,1) scaled).
 * Takes over both vocabularies (they are empty afterwards). The config must have passed config_check. */
void model_create(Model *model, const Config *config, Vocab *source, Vocab *target, uint64_t seed);

/* A model of which its config and its words are known, as of one that a trace was made with: every parameter is
 * absent, until its numbers are told. Such a model names things and computes nothing. Takes over both
 * vocabularies, as above. */
void model_create_absent(Model *model, const Config *config, Vocab *source, Vocab *target);
void model_tell(Model *model, int param, const Real *numbers); /* of an absent one */
bool model_is_whole(const Model *model);                       /* nothing is absent: it can decode */

/* Files: safetensors. Loading checks everything (a model file is untrusted input) and names what was expected. */
MUST_USE bool model_load(const char *path, Model *out, Error *error);
MUST_USE bool model_save(const Model *model, const char *path, Error *error);
/* of a file's bytes; `name` for errors */
MUST_USE bool model_parse(Slice bytes, const char *name, Model *out, Error *error);
void model_print(const Model *model, Bytes *out);
void model_checksum(const Model *model, char out[65]); /* SHA-256 of the file that it would be, in hexadecimal */

void model_finish(Model *model);
bool model_is_finite(const Model *model); /* every parameter is a number: the training did not go astray */

/* NULL if this model has no such tensor, or it is absent */
const Real *model_param(const Model *model, const char *name);

const char *cell_gate_name(CellKind kind, int gate); /* "r"; NULL past the last */

/* ---- one sentence, everything kept: what a trace records ---- */

typedef struct EncoderRun {   /* one layer in one direction; a direction that is not there has NULLs */
    Real *states;             /* [n,H], row j belongs to source word j in both directions */
    Real *cells;              /* [n,H] LSTM alone */
    Real *gates[MODEL_GATES]; /* each [n,H] */
} EncoderRun;

/* A layer of self-attention, `heads` heads of d = E / heads columns. Of word j:
 * inputs -> queries, keys, values -> scores -> weights -> mixed -> output -> normed -> annotations (of a layer below
 * the top one: the inputs of the next). */
typedef struct SelfRun {
    Real *inputs; /* [n,E] x_j = embedding + position; above the first layer what the one below gives */
    Real *queries, *keys, *values; /* [n,E] x_j W, head k has the columns k d .. k d + d - 1 */
    Real *scores;                  /* [heads,n,n] of head k: q_j . k_i / sqrt(d), row j asks, column i answers */
    Real *weights;                 /* [heads,n,n] softmax of each row: how word j looks at all words, sum 1 */
    Real *mixed;                   /* [n,E] sum_i weights_ji v_i of each head, the heads side by side */
    Real *output;                  /* [n,E] mixed through W_o */
    Real *normed;                  /* [n,E] inputs + output (the residual), mean 0 and deviation 1; then annotations =
                                    * encoder.norm.weight * normed + encoder.norm.bias */
    Real *evened;                  /* [n,E] with norm pre, else NULL: `normed` is of the inputs, and this, that norm's
                                    * weight and bias in it, gives queries, keys and values */
    /* with a feed-forward block of F numbers inside (else NULLs) that gives `middle`, and then */
    Real *middle;         /* [n,E] */
    Real *inner;          /* [n,F] relu(W_F middle + b_F) */
    Real *outer;          /* [n,E] W_G inner + b_G */
    Real *forward_normed; /* [n,E] as normed, of middle + outer; it gives the annotations; with norm pre of
                           * inputs + output, and it gives `middle` */
} SelfRun;

typedef struct EncoderLayer { /* either or; NULLs where the encoder is another */
    EncoderRun forward, backward;
    SelfRun self;
    Real *cross_keys, *cross_values; /* [n,E] what the annotations give to this layer of a Transformer's decoder */
} EncoderLayer;

/* A layer of a Transformer's decoder at one step t (docs/design.md#equations); E numbers each but where said:
 * inputs -> queries, keys, values -> scores -> weights -> mixed -> output -> normed -> asked, then the same of the
 * attention to the source, then of the feed-forward block. */
typedef struct WrittenRun {
    Real *inputs; /* of the first layer: sqrt(E) times the embedding, and the place */
    Real *queries;
    Real *keys, *values;    /* [t+1,E] of all steps so far */
    Real *scores, *weights; /* [heads,t+1] */
    Real *mixed, *output, *normed;
    Real *evened; /* as a SelfRun's; with norm pre cross_normed is of inputs + output and gives `asked`, and
                   * forward_normed of that + cross_output and gives `middle` */
    Real *asked;  /* normed through the norm's weight and bias */
    Real *cross_queries;
    Real *cross_scores, *cross_weights; /* [cross_heads,n] */
    Real *cross_mixed, *cross_output, *cross_normed;
    Real *middle; /* goes into the feed-forward block; this and the next three NULL where there is none */
    Real *inner;  /* [F] */
    Real *outer, *forward_normed;
    Real *given; /* what comes out: of the last layer the state */
} WrittenRun;

typedef struct DecoderRun {   /* a recurrent layer of the decoder at one step, or before the first, without gates */
    Real *state;              /* [H] */
    Real *cell;               /* [H] LSTM alone */
    Real *gates[MODEL_GATES]; /* each [H] */
} DecoderRun;

typedef struct Encoding {
    int n;
    int *ids;         /* [n] */
    Real *embeddings; /* [n,E] */
    EncoderLayer layers[MODEL_LAYERS];
    Real *normed;        /* [n,E] with norm pre: what the top layer gives, mean 0 and deviation 1; it gives the next */
    Real *annotations;   /* [n,D] */
    Real *final;         /* [D] last forward, first backward; of self-attention the mean of the annotations */
    Real *keys;          /* [n,A], NULL where nothing is scored, and of a Transformer: layers have their own */
    Real *initial_state; /* [H] of the decoder's top layer */
    Real *initial_cell;  /* [H], NULL without one */
    DecoderRun initial_lower;      /* of the lower one of two recurrent layers, else NULLs */
    const struct Weights *weights; /* for model_step: the model's parameters by what they are for */
} Encoding;

/* The reader of a layer and a direction: run 2 layer, one more backward. */
static inline const EncoderRun *encoding_run(const Encoding *encoding, int run)
{
    const EncoderLayer *layer = &encoding->layers[run / 2];
    return run % 2 ? &layer->backward : &layer->forward;
}

/* The recurrent layer of the decoder that is meant, before the first step and at one. */
static inline DecoderRun encoding_start(const Encoding *encoding, bool lower)
{
    return lower ? encoding->initial_lower
                 : (DecoderRun){.state = encoding->initial_state, .cell = encoding->initial_cell};
}

typedef struct StepChange { /* interventions */
    const Real *weights;    /* [n] instead of the softmax, or NULL */
    double temperature;     /* instead of the model's; 0: the model's */
} StepChange;

typedef struct Step {
    int input;                /* id of y_{t-1} */
    Real *embedding;          /* [E] */
    Real *query;              /* [H], s_{t-1} or s_t, NULL where nothing is scored, as are scores */
    Real *scores;             /* [n] */
    Real *weights;            /* [n], >= 0, sum 1 within 1e-6; local_p: at most 1; fault not_normalised: less */
    Real *centre;             /* [1] of a local window, counted from 1; NULL without local attention */
    int first, count;         /* the words that may have weights: of a local window, or all n */
    Real *context;            /* [D]; fixed: h_final; NULL in mode none */
    Real *gates[MODEL_GATES]; /* each [H] */
    Real *normed;             /* [E] with norm pre: what the top layer gives, as an Encoding's; it gives the state */
    Real *state;              /* [H] */
    int layer_count;          /* of a Transformer, else 0 */
    WrittenRun *layers; /* [layers] of a Transformer, whose query, scores, weights and context are those of the last
                         * layer's attention to the source, scores and weights the means of its heads; else NULL */
    Real *cell;         /* [H] or NULL */
    DecoderRun lower;  /* of two recurrent layers the first, whose new state the second reads; gates, state and cell are
                        * the second's. Else NULLs */
    Real *attentional; /* [H] or NULL */
    Real *logits;      /* [V] */
    Real *probabilities; /* [V], softmax of all logits */
} Step;

static inline DecoderRun step_run(const Step *step, bool lower)
{
    DecoderRun run = {.state = step->state, .cell = step->cell};
    for (int i = 0; i < MODEL_GATES; i++)
        run.gates[i] = step->gates[i];
    return lower ? step->lower : run;
}

/* n >= 1, ids within the source vocabulary. Everything returned is the arena's. Cannot fail. */
Encoding model_encode(const Model *model, const int *ids, int n, Arena *arena);
/* Mutes state j (from 0): for attention it is 0 from now on, so that its key is what W_k makes of 0 and its value adds
 * nothing. What the encoder has made of it before stays: the states beside it, the final and the
 * decoder's initial one. */
void model_mute(Encoding *encoding, int j);
/* t: which step of the sentence this is, from 0 (local attention asks); `before`: the step before it, NULL
 * for the first. */
Step model_step(const Model *model, const Encoding *encoding, int t, const Step *before, int input,
                const StepChange *change, Arena *arena);

/* The likeliest word that may be written (never <pad>, <s>, <unk>), the lowest id on ties. */
int model_best(const Model *model, const Real *probabilities);

/* floor(limit_factor n) + limit_extra. */
int model_limit(const Model *model, int n);

/* Indices of the largest values into `places` [most], falling, the first on ties; returns how many. And of the largest,
 * count >= 1. */
int values_top(const Real *values, int count, int most, int *places);
int values_largest(const Real *values, int count);

#endif
