/* What a model is made of: `attend.config` of docs/design.md#model-files, key by key. */
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include "base/error.h"
#include "base/file.h"
#include "model/fault.h"
#include "nn/cell.h"
#include "nn/score.h"
#include "text/tokens.h"

typedef enum AttentionKind {
    ATTENTION_NONE,     /* the final state starts the decoder, and that is all (Sutskever et al. 2014) */
    ATTENTION_FIXED,    /* it is also part of every step's input (Cho et al. 2014) */
    ATTENTION_UNIFORM,  /* every annotation weighs 1/n */
    ATTENTION_BAHDANAU, /* query s_{t-1} (Bahdanau et al. 2014) */
    ATTENTION_LUONG,    /* query s_t, then an attentional vector (Luong et al. 2015) */
    ATTENTION_KINDS
} AttentionKind;
typedef enum LocalKind { LOCAL_NONE, LOCAL_M, LOCAL_P, LOCAL_KINDS } LocalKind; /* windows of Luong et al. 2015 */
typedef enum BridgeKind { BRIDGE_TANH, BRIDGE_COPY, BRIDGE_NONE, BRIDGE_KINDS } BridgeKind;

/* What self-attention knows of where a word stands. */
typedef enum PlaceKind {
    PLACES_LEARNED,  /* a vector for each place, trained like an embedding */
    PLACES_SINUSOID, /* sines and cosines of the place (Vaswani et al. 2017, section 3.5), never trained */
    PLACES_NONE,     /* a word is the same wherever it stands */
    PLACES_KINDS
} PlaceKind;

typedef enum DecoderKind {
    DECODER_CELL, /* recurrent: as `cell` says, behind self-attention a GRU */
    DECODER_SELF, /* that of a Transformer (Vaswani et al. 2017), behind cell self alone */
    DECODER_KINDS
} DecoderKind;

typedef enum NormKind {
    NORM_POST, /* behind each addition, as in Vaswani et al. 2017 */
    NORM_PRE,  /* before each attention and each feed-forward block (Xiong et al. 2020), and one behind the top layer */
    NORM_KINDS
} NormKind;

typedef struct Config {
    CellKind cell;
    int layers;         /* of the encoder, and of a Transformer's decoder */
    bool bidirectional; /* config_check makes this false for self-attention, which looks both ways by itself */
    AttentionKind attention;
    ScoreKind score; /* of the modes that score */
    LocalKind local;
    int window;          /* half the width of a local one, in words; 0, of local_m: word t alone at step t */
    int embed, hidden;   /* E, H */
    int attention_size;  /* A, of queries and keys; 0 means H, and config_check puts that in; other than H: with W_q */
    int heads;           /* of self-attention; they share E */
    DecoderKind decoder; /* DECODER_SELF: config_check sets sizes, score, bridge to what goes with it */
    int decoder_layers;  /* of a recurrent decoder; of a Transformer's `layers` says it */
    int cross_heads;     /* of its attention to the source */
    bool cross_residual; /* what asked the source is added to what the source gives; false: it is left behind */
    PlaceKind places;    /* of self-attention, as are the next three */
    bool causal;         /* word j looks at the words 1 .. j alone */
    int feed_forward;    /* F, inner size of the block behind attention; 0: there is none */
    NormKind norm;       /* where the layer norms stand */
    BridgeKind bridge;
    double temperature;
    TokenKind source_tokens, target_tokens;
    int source_merges, target_merges; /* of TOKENS_BPE: how many are learned at most; of others 0 */
    bool lowercase;                   /* looking words up folds the case of the source */
    bool source_end;                  /* source sentences end in </s> */
    double limit_factor;              /* decoding stops after limit_factor n + limit_extra words */
    int limit_extra;
    FaultKind fault; /* written into files only where there is one */
} Config;

#define CONFIG_POSITIONS  256  /* rows of encoder.position.weight; words further on have the last one */
#define CONFIG_PADDED     12   /* places that a sentence has at least, with fault no_mask */
#define CONFIG_SIZE_LIMIT 4096 /* of E, H and A: sizes from files are checked before memory is asked for */

Config config_default(void);                          /* bidirectional GRU, Bahdanau, additive, E 64, H 64 */
int config_reach(const Config *config, int j, int n); /* at how many of n words self-attention's word j looks */
int config_annotation(const Config *config);          /* D: H, or 2H bidirectional */
bool config_feeds_context(const Config *config);      /* the context is part of the decoder cell's input */
CellKind config_decoder_cell(const Config *config);
bool config_is_transformer(const Config *config); /* encoder and decoder are made of attention */
bool config_norms_before(const Config *config);   /* norm pre */
bool config_adds_asked(const Config *config); /* of a Transformer: what the source gives is added to what asked it */
int config_places(const Config *config, int words); /* n: of a sentence of so many words, </s> and <pad> counted */
void config_source(const Config *config, const int *ids, int words, int *out); /* [n] with those; may be `ids` */
bool config_from_right(const Config *config, int reverse); /* the direction reads the last word first */
int config_word_read(const Config *config, int j, int n);  /* which of n words state j has just read; both from 0 */
/* h_final, what the encoder ends with: the mean of all annotations (of self-attention), else what each direction has
 * read last. Whether annotation j of n, from 0, is part of it. */
bool config_final_is_mean(const Config *config);
bool config_final_takes(const Config *config, int j, int n);
bool config_makes_keys(const Config *config); /* of the annotations, with a tensor called so: */
const char *config_key_weight(const Config *config);
bool config_scores(const Config *config); /* has scores, queries, keys and weights of its own */
bool config_weighs(const Config *config); /* has weights at all: as above, or uniform */
/* Several heads of a Transformer look at the source: what a step has of scores and weights are their means, which no
 * softmax connects and no head adds values up by. */
bool config_mixes_heads(const Config *config);
/* Step t is told of source word t alone, whatever its score: the window is one word wide. And where the encoder's own
 * attention then is all that is chosen. */
bool config_in_step(const Config *config);
bool config_looks_inside(const Config *config);

/* Names as files and options write them; the arrays end in NULL and are indexed by the enumerations. */
extern const char *const CELL_NAMES[],
    *const ATTENTION_NAMES[], *const LOCAL_NAMES[], *const BRIDGE_NAMES[], *const PLACE_NAMES[],
                                                                               *const DECODER_NAMES[],
                                                                                   *const NORM_NAMES[],
                                                                                       *const TOKEN_NAMES[];

/* Sets one key ("hidden", "bidirectional", ...) from text ("64", "true"): options, lessons and files all come here.
 * "bpe:4000" of source_tokens and target_tokens sets their merges, too, any other value puts these back to 0.
 * Fails with a sentence that lists what was expected. */
MUST_USE bool config_set(Config *config, const char *key, const char *value, Error *error);

const char *const *config_keys(Arena *arena); /* all of them, NULL behind the last; the arena's */

/* Ranges and combinations, for a config put together from the outside; an attention_size of 0 becomes `hidden`. Every
 * config passes here, once, before a model is made of it. */
MUST_USE bool config_check(Config *config, Error *error);

/* Checked. Absent keys take their defaults, unknown ones are errors. */
MUST_USE bool config_parse(Slice json, Config *out, Error *error);

bool config_equal(const Config *a, const Config *b);
void config_print(const Config *config, Bytes *out); /* JSON, every key */

#endif
