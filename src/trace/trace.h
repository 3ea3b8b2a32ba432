/* The recording of one decode: every number between the sentence and its translation (DESIGN section 4). Everything
 * that is shown, printed or exported comes from here.
 *
 *   Trace *trace = trace_decode(&model, slice_of("cat chase mouse"), NULL);
 *   for (int t = 0; t < trace->step_count; t++) puts(trace->steps[t].token);
 *   trace_destroy(trace);
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "model/model.h"

#define TRACE_TOP         5
#define TRACE_LIMIT_WORDS 200 /* of a source sentence: longer ones are cut, and `cut` says so */

typedef enum ChosenHow {
    CHOSEN_GREEDY,
    CHOSEN_FORCED,
    CHOSEN_CHANGED, /* the model's choice after the weights of this step were set by hand */
} ChosenHow;
extern const char *const CHOSEN_NAMES[]; /* "greedy", "forced", "changed", NULL */

typedef struct Candidate {
    int id;
    const char *token;
    float p;
} Candidate;

typedef struct TraceStep {
    Step step;                /* the numbers, see model.h */
    const char *input_token;  /* y_{t-1} as it is written */
    const float *replaced;    /* the weights that were given from outside, or NULL */
    Candidate top[TRACE_TOP]; /* the likeliest of all words, those that may not be written included */
    int top_count;
    int id; /* what was written */
    const char *token;
    float p;
    ChosenHow how;
} TraceStep;

typedef struct Trace {
    Arena arena;
    Config config;       /* of the model; its temperature is the one that was used */
    const char **source; /* [n] as typed */
    bool *unknown;       /* [n] */
    int n;
    bool cut; /* the sentence was longer than TRACE_LIMIT_WORDS */
    Encoding encoding;
    TraceStep *steps;
    int step_count; /* the last one writes </s> unless truncated */
    int word_count; /* steps that write a word: step_count without the one of </s> */
    float log_probability;
    bool truncated;
    bool forced_cut; /* forced_only, and the model's own next word at the last step is not </s> */
} Trace;

typedef struct StepWeights { /* an intervention: weights of one step given from outside */
    int step;                /* from 0 */
    const float *weights;    /* [count], >= 0; they are divided by their sum */
    int count;               /* n of the sentence */
} StepWeights;

typedef struct DecodeOptions {
    const Slice *forced; /* target words to feed in turn (forced prefix); NULL: the model's own */
    int forced_count;
    bool forced_only; /* stop one step after the last forced word, as --force does */
    const StepWeights *weights;
    int weights_count;
    double temperature; /* 0: the model's */
} DecodeOptions;

/* Decodes greedily. The model must outlive the trace (tokens point into its vocabulary). An empty sentence, a forced
 * word that the model does not know, and changes that do not fit (all ERROR_USAGE) give NULL, as does a model whose
 * numbers overflow (ERROR_FORMAT); `error` may be NULL. So every number of a trace is finite.
 * Weights for a step that is never reached are not looked at. */
Trace *trace_decode(const Model *model, Slice sentence, const DecodeOptions *options, Error *error);
void trace_destroy(Trace *trace);

char *trace_translation(const Trace *trace, Arena *arena); /* the words, joined for people */

/* The whole trace as JSON, as DESIGN section 4 lists it. */
void trace_print_json(const Trace *trace, const Model *model, Bytes *out);

/* ---- moments: what is shown, in order ---- */

typedef enum MomentKind {
    MOMENT_START, /* the source unread: cursor 0 */
    MOMENT_EMBED, /* of source word `position` */
    MOMENT_FORWARD,
    MOMENT_BACKWARD,
    MOMENT_BRIDGE,
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

typedef struct Moment {
    MomentKind kind;
    int step;      /* from 0; -1 while encoding */
    int position;  /* of the source word, from 0; -1 else */
    int index, of; /* place among the moments of its step (or of the encoder), from 0, and how many there are */
} Moment;

/* cursor i (a whole number) shows moment i. Every trace has at least MOMENT_START. */
int moment_count(const Trace *trace);
Moment moment_at(const Trace *trace, int index);                              /* 0 <= index < moment_count */
int moment_find(const Trace *trace, MomentKind kind, int step, int position); /* -1 where there is none */
MomentKind moment_kind(const char *name, bool *known);

/* ---- words for a moment: --explain, captions, and screen readers ---- */

typedef enum Language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE } Language;

/* One or two sentences with the real numbers. The arena's. */
char *trace_explain(const Trace *trace, const Model *model, int moment, Language language, Arena *arena);

/* A number for people: sign as U+2212, two decimals where `decimals` < 0, "0.00" never "-0.00". The arena's. */
char *number_text(Arena *arena, double value, int decimals, bool plus);

#endif
