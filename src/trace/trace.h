/* The recording of one decode: every number between the sentence and its translation (docs/design.md#trace).
 * Everything that is shown, printed or exported comes from here.
 *
 *   Trace *trace = trace_decode(&model, slice_of("cat chase mouse"), NULL, &error);
 *   for (int t = 0; t < trace->step_count; t++) puts(trace->steps[t].token);
 *   trace_destroy(trace);
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "model/model.h"
#include "words/words.h"

#define TRACE_TOP         5
#define TRACE_LIMIT_WORDS 200 /* of a source sentence: longer ones are cut, and `cut` says so */

typedef enum ChosenHow {
    CHOSEN_GREEDY,
    CHOSEN_FORCED,
    CHOSEN_CHANGED, /* the model's choice after the weights of this step were set by hand */
    CHOSEN_BEAM,    /* part of the best translation that a beam search found */
    CHOSEN_SAMPLED, /* drawn by chance */
} ChosenHow;
extern const char *const CHOSEN_NAMES[]; /* "greedy", "forced", "changed", "beam", "sampled", NULL */

typedef struct Candidate {
    int id;
    const char *token;
    float p;
} Candidate;

typedef struct TraceStep {
    Step step;               /* the numbers, see model.h */
    const char *input_token; /* y_{t-1} as it is written */
    const double *asked; /* [A] the query as the keys meet it, of a trace that was read; NULL: trace_query makes it */
    bool replaced;       /* its weights were given from outside */
    double temperature;  /* of its softmax; 0: the trace's */
    bool tempered;       /* it was given for the steps from this one on */
    Candidate top[TRACE_TOP]; /* the likeliest of all words, those that may not be written included */
    int top_count;
    int id; /* what was written */
    const char *token;
    float p;
    ChosenHow how;
} TraceStep;

typedef struct BeamNode { /* a word that a hypothesis went on with; its number is its place in the tree */
    int parent;           /* always smaller; -1: the first word */
    int step, id;
    const char *token;
    ChosenHow how;
    float p;                /* of this word, behind those before it */
    double log_probability; /* of the hypothesis up to this word */
    double score;           /* that divided by its words, </s> counted */
    int died;               /* the step at which nothing that came of it was kept any more; -1: it never died */
    /* the numbers of the step that it was chosen at, the same for its brothers; of a trace that was read only the
     * weights, where the step is not one of the trace's own */
    const TraceStep *made;
} BeamNode;

typedef struct Beam {
    int size; /* hypotheses that are kept at each step */
    BeamNode *nodes;
    int count;
    int best;         /* the last word of the translation with the highest score */
    int limit;        /* steps at most */
    bool forced_only; /* as in the options */
} Beam;

typedef struct Trace {
    Arena arena;
    Config config;       /* of the model; its temperature is the one that was used */
    const char **source; /* [n] as typed */
    bool *unknown;       /* [n] */
    const bool *muted;   /* [n] states that are 0 for attention, by model_mute; NULL: none is */
    int n;               /* places: the words, then </s> and <pad> where the model reads them */
    int words;           /* that were typed; they come first */
    bool cut;            /* the sentence was longer than TRACE_LIMIT_WORDS */
    Encoding encoding;
    TraceStep *steps;
    int step_count; /* the last one writes </s> unless truncated */
    int word_count; /* steps that write a word: step_count without the one of </s> */
    float log_probability;
    bool truncated;
    bool forced_cut;              /* forced_only, and the model's own next word at the last step is not </s> */
    const Beam *beam;             /* the whole search; NULL where there was none */
    const struct CauseMaps *maps; /* what its words needed: cause_map.h; NULL: nobody has asked */
    int hypothesis;               /* with a beam: the node whose words these are */
    const struct HeadRow *row;    /* it is no decode but one word's self-attention: head_row.h; else NULL */
    bool cell_told;               /* states come by the instants of their cell; else each is one movement */
    bool of_written;              /* it is no decode but what trace_of_written made of one */
    int head_told;     /* the head, from 1, whose moments of self-attention go beat by beat; 0: each is one movement */
    bool written_told; /* of a Transformer: those of the decoder's own self-attention, instead of the encoder's */
} Trace;

typedef struct StepWeights { /* an intervention: weights of one step given from outside */
    int step;                /* from 0 */
    const float *weights;    /* [count], >= 0; they are divided by their sum */
    int count;               /* n of the sentence */
} StepWeights;

typedef struct StepToken { /* another: the word of one step, "</s>" included */
    int step;
    Slice word;
} StepToken;

typedef struct StepTemperature { /* a third: the temperature from one step on, up to the next of these */
    int step;
    double temperature;
} StepTemperature;

#define TRACE_BEAM_LIMIT  64
#define TRACE_TOP_K_LIMIT 1000

typedef struct DecodeOptions {
    const Slice *forced; /* target words to feed in turn (forced prefix); `tokens` win over them; NULL: none */
    int forced_count;
    bool forced_only; /* stop one step after the last forced word, as --force does */
    const StepWeights *weights;
    int weights_count;
    const StepToken *tokens;
    int tokens_count;
    double temperature;                  /* of the scores before their softmax; 0: the model's */
    const StepTemperature *temperatures; /* in any order */
    int temperatures_count;
    const int *muted; /* states, from 0, that attention gets as 0: model_mute */
    int muted_count;
    int beam;    /* hypotheses kept at each step; 0: greedy */
    bool sample; /* draws each word by its probability instead; not with a beam */
    uint64_t seed;
    double sample_temperature; /* divides the logits that are drawn from; 0: 1 */
    int top_k;                 /* draws from that many likeliest words; 0: from all */
} DecodeOptions;

/* Forces the words of `text` in turn, cut as the model's target sentences are; NULL: none. The arena must outlive the
 * decode. */
void trace_force(DecodeOptions *options, const Model *model, const char *text, Arena *arena);

/* Mutes the states of `text`, counted from 1: "2", or "2, 4"; NULL: none. The options keep the array, which
 * is the arena's. */
MUST_USE bool trace_mute(DecodeOptions *options, const char *text, Arena *arena, Error *error);
char *muted_text(const bool *muted, int n, Arena *arena); /* the same again; NULL where none is */

/* "3:0.1,0,0.9", "2:mouse", "2:0.5": for one step, counted from 1. Texts stay the caller's. False: it is
 * no such thing. */
bool given_weights(const char *text, Arena *arena, StepWeights *out);
bool given_token(const char *text, StepToken *out);
bool given_temperature(const char *text, StepTemperature *out);

/* Decodes greedily where the options say nothing else. The model must outlive the trace (tokens point into its
 * vocabulary). An empty sentence, a forced word that the model does not know, and changes that do not fit (all
 * ERROR_USAGE) give NULL, as does a model whose numbers overflow (ERROR_FORMAT); `error` may be NULL. So every number
 * of a trace is finite. Weights and tokens for a step that is never reached are not looked at.
 *
 * Beam: of all continuations of the K hypotheses by one word, those among the best K that end are finished, and the
 * best K that do not end go on (by log-probability; on ties those of the better hypothesis, then the lowest id). It is
 * over when K are finished, or at the limit of words. The translation is the finished hypothesis with the highest
 * score, or where none is the unfinished one. Sampling: step t takes the t-th number of the seed, forced or not, and
 * looks it up in the summed probabilities. */
Trace *trace_decode(const Model *model, Slice sentence, const DecodeOptions *options, Error *error);
void trace_destroy(Trace *trace);

/* Another hypothesis of a beam search as a trace of its own, up to and with `node`. It borrows the numbers of `trace`,
 * which must outlive it. */
Trace *trace_of_hypothesis(const Trace *trace, int node);

double step_temperature(const Trace *trace, int step); /* of its softmax */
bool trace_muted(const Trace *trace, int j);
const SelfRun *trace_self(const Trace *trace); /* the layer of self-attention that is shown: the top one */

/* What queries are compared with [n,A], NULL where nothing makes it of the annotations, and what the context adds up
 * [n,D]: the annotations, or what the top layer of a Transformer's decoder makes of them. */
const Real *trace_keys(const Trace *trace);
const Real *trace_values(const Trace *trace);

char *trace_translation(const Trace *trace, Arena *arena); /* the words, joined for people */

/* The whole trace as JSON, as docs/design.md#trace lists it. */
void trace_print_json(const Trace *trace, const Model *model, Bytes *out);

struct cJSON;
/* The same from its JSON, and the model that made it as far as the trace tells of it (model_create_absent): what is
 * drawn and said of both together is what is drawn and said of the decode itself. `model` is the caller's to finish,
 * the trace points into it. NULL: a trace that lacks something or does not fit together (ERROR_FORMAT, `name` is the
 * file's); without an error: it is JSON, but no trace. `kept`: the JSON, the caller's then, NULL where it is none;
 * NULL: it is not kept. */
Trace *trace_parse(Slice json, const char *name, struct cJSON **kept, Model *model, Error *error);
extern const char *const TRACE_ENDINGS[]; /* of such files, for path_check_ending */

/* Entry i of a product of a parameter with the state that asks at step t: of the query W_q s, which the
 * trace may have. */
double trace_query(const Trace *trace, const Model *model, int t, int i);
double trace_product(const Model *model, const char *weight, const float *state, int i);

/* ---- moments: what is shown, in order ---- */

typedef enum MomentKind {
    MOMENT_START, /* the source unread: cursor 0 */
    MOMENT_EMBED, /* of source word `position` */
    MOMENT_FORWARD,
    MOMENT_BACKWARD,
    MOMENT_SELF, /* word `position` looks at all words: self-attention alone, in place of the two above; in a step of a
                  * Transformer the newest word looks at those that are written */
    MOMENT_BRIDGE,   /* of a recurrent decoder alone */
    MOMENT_PREVIOUS, /* from here on of decode step `step` */
    MOMENT_QUERY,
    MOMENT_SCORES,
    MOMENT_SOFTMAX,
    MOMENT_CONTEXT,
    MOMENT_STATE,
    MOMENT_COMBINE,
    MOMENT_OUTPUT,
    MOMENT_WORD,
    MOMENT_KINDS
} MomentKind;
extern const char *const MOMENT_NAMES[]; /* "start", "embedding", "forward", ..., NULL */
/* Those of a decode step, from MOMENT_PREVIOUS on, for other lists of names that they are part of. */
#define STEP_MOMENT_NAMES "previous", "query", "scores", "softmax", "context", "state", "combine", "output", "word"

typedef struct Moment {
    MomentKind kind;
    int step;      /* from 0; -1 while encoding */
    int position;  /* of the source word, from 0; -1 else */
    int index, of; /* place among the moments of its step (or of the encoder), from 0, and how many there are */
    int layer;     /* of encoder or decoder, from 0, whose state it makes; 0 where it makes none */
} Moment;

/* cursor i (a whole number) shows moment i. Every trace has at least MOMENT_START. */
int moment_count(const Trace *trace);
int moment_encoded(const Trace *trace);            /* the last one of the encoder, the bridge where there is one */
Moment moment_at(const Trace *trace, int index);   /* 0 <= index < moment_count */
Moment moment_near(const Trace *trace, int index); /* of any index: the first or the last moment beyond the ends */
/* -1 where there is none. Of a state of the encoder that of the top layer, which is, or is part of, its annotation; the
 * second finds those of the layers below, too. Of a decoder of two layers that of the top layer. */
int moment_find(const Trace *trace, MomentKind kind, int step, int position);
int moment_reading(const Trace *trace, MomentKind kind, int layer, int position);
/* Of encoding_run: a layer in a direction; of self-attention a layer, run 2 layer. */
int moment_of_run(const Trace *trace, int run, int position);
/* As a person names it: the layer from 1, 0 where it is not said. And what there is to say of a moment's: 0 of the top
 * layer, and where it makes no state. */
int moment_layer_told(const Trace *trace, Moment moment);
int moment_named(const Trace *trace, MomentKind kind, int step, int position, int layer);
MomentKind moment_weighing(const Trace *trace); /* the softmax, without scores the context */
MomentKind moment_kind(const char *name, bool *known);

/* ---- words and numbers for people ---- */

/* A number for people: sign as U+2212, two decimals where `decimals` < 0, "0.00" never "-0.00". The arena's. */
char *number_text(Arena *arena, double value, int decimals, bool plus);

/* A weight or a probability: "<0.01" where it is not 0 but would be printed so, ">0.99" where it is not 1. The second
 * with its sign: "= 0.93", "< 0.01". The arena's. */
char *share_text(Arena *arena, double share, int decimals);
char *share_equals(Arena *arena, double share, int decimals);
char *percent_text(Arena *arena, double share); /* the same digits as share_text's with two decimals: "93 %", "<1 %" */

#endif
