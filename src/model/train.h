/* Teacher-forced training with Adam on length-bucketed, padded batches. The same seed gives the same bytes, whatever
 * the number of threads and the processor, and however often it was interrupted.
 *
 *   TrainOptions options = train_default();
 *   Trainer *trainer = trainer_create(&model, &corpus, &options);
 *   if (file_exists("M.resume") && !trainer_restore(trainer, "M.resume", &error)) return false;
 *   while (trainer_epoch(trainer, NULL, NULL)) puts("one more epoch");
 *   trainer_destroy(trainer);
 */
#ifndef MODEL_TRAIN_H
#define MODEL_TRAIN_H

#include "model/cross_map.h"
#include "text/corpus.h"

/* How the learning rate goes on behind the warm-up. */
typedef enum ScheduleKind {
    SCHEDULE_LINEAR, /* it falls to `decay` times itself, at the end of the last step */
    SCHEDULE_CONSTANT,
    SCHEDULE_KINDS
} ScheduleKind;
extern const char *const SCHEDULE_NAMES[]; /* "linear", "constant", NULL */

typedef struct TrainOptions {
    int epochs, batch, threads;
    double learning_rate, clip; /* clip: largest gradient norm; 0: none */
    ScheduleKind schedule;
    double decay;             /* of SCHEDULE_LINEAR */
    int warmup;               /* steps: step k, from 1, of these has k / warmup of the learning rate; 0: none */
    double adam_beta2;        /* how slowly Adam's mean of the squared gradients moves */
    double unknown;           /* probability of <unk> for a source token */
    double dropout;           /* on embeddings and output layer's input */
    double smoothing;         /* label smoothing */
    double attention_entropy; /* what the loss is lessened by for each nat of the weights' entropy: softer attention */
    int patience;             /* stops after so many epochs without a better held-out loss; 0: never */
    uint64_t seed;
    const Corpus *heldout; /* encoded; its loss is measured after each epoch and the best model kept. NULL: neither */
} TrainOptions;

TrainOptions train_default(void);

/* The learning rate of a step, from 0, of so many in all. */
double train_rate(const TrainOptions *options, long long step, long long steps);

/* "epochs", "lr", ... */
MUST_USE bool train_set(TrainOptions *options, const char *key, const char *value, Error *error);

bool train_equal(const TrainOptions *a, const TrainOptions *b); /* in all that have a key */
void train_print(const TrainOptions *options, Bytes *out);      /* JSON of all that have a key */

typedef struct TrainProgress {
    int epoch, epochs;        /* 1 .. epochs */
    int complete;             /* epochs that have ended */
    int batch, batches;       /* done in this epoch, of how many */
    double loss;              /* mean per target token, of this epoch so far */
    double heldout;           /* after the last epoch that is complete; NAN if not measured */
    double best;              /* the least of these, */
    int best_epoch;           /* and when that was; 0: never */
    bool done;                /* nothing is left to do */
    double begun;             /* epochs that were done already when this process took the training up */
    double seconds, words;    /* of work and learned in this process: source + target words, no padding */
    double tokens_per_second; /* these */
} TrainProgress;

typedef struct Trainer Trainer;

/* The model and the corpora (encoded) stay the caller's and must outlive the trainer. */
Trainer *trainer_create(Model *model, const Corpus *corpus, const TrainOptions *options);

/* What a slice of a training ended with. */
typedef enum TrainSlice {
    TRAIN_CUT,      /* its time was over, within a batch or a measurement */
    TRAIN_BATCH,    /* a batch is learned */
    TRAIN_MEASURED, /* some of the held-out pairs are measured */
    TRAIN_EPOCH,    /* the epoch is over: no other batch was begun */
    TRAIN_DONE,     /* there was nothing left to do */
} TrainSlice;

/* Goes on where the last slice stopped, to the end of the batch at most, and until clock_seconds() is `until`
 * (INFINITY: that does not matter; at least one small piece is done). However it is cut, the bytes at the end are the
 * same; but within a cut batch the parameters are not to be looked at and nothing can be saved. */
TrainSlice trainer_slice(Trainer *trainer, double until);

/* Slices up to the end of an epoch; `progress` (may be NULL) is called after each batch and stops the training by
 * returning false: the next call goes on behind that batch. Returns false when all is done or `progress` said
 * stop. When all is done, the model holds the parameters of the best epoch if there is a held-out corpus, else
 * the last ones. */
bool trainer_epoch(Trainer *trainer, bool (*progress)(const TrainProgress *, void *), void *context);
TrainProgress trainer_progress(const Trainer *trainer);
void trainer_destroy(Trainer *trainer);

/* All that a training consists of, to be taken up again by a trainer that was created with the same model, data and
 * settings (the number of threads may differ, and epochs be more where the learning rate does not depend on how many
 * they are; anything else is an error): the end is the same to the byte. Saving is atomic and fine between epochs,
 * after a stop, from within `progress`, and behind a slice that was not cut. After a failed trainer_restore the trainer
 * is as it was. M.resume of docs/design.md#model-files. */
MUST_USE bool trainer_save(const Trainer *trainer, const char *path, Error *error);
MUST_USE bool trainer_restore(Trainer *trainer, const char *path, Error *error);

/* The model so far as a model file, with a note of its training: as it is now, or that of the best epoch, where
 * progress.best_epoch is not 0. When it may be called: as trainer_save. */
MUST_USE bool trainer_save_model(const Trainer *trainer, bool best, const char *path, Error *error);

typedef struct Evaluation {
    int pairs, tokens;  /* target words with </s> */
    double loss;        /* mean per target token, teacher-forced */
    double perplexity;  /* exp(loss) */
    double bleu;        /* of the greedy translations, 0 to 100: see text/bleu.h; NAN where none has four words */
    double brevity;     /* its brevity penalty, a factor from 0 to 1 */
    double exact_match; /* share of greedy translations that equal the target; of pieces the words count, as in bleu */
    double aer;         /* NAN where there are no gold links or no weights */
    double aer_best;    /* what a perfect argmax alignment would reach: a row has one argmax, gold may have more */
    double map_aer[CROSS_MAPS_MOST]; /* aer of each map of cross_map.h; the first is aer */
} Evaluation;

/* The encoder over the source of a pair, which is encoded. All of it is the arena's. */
Encoding model_encode_pair(const Model *model, const Pair *pair, Arena *arena);

/* Whether greedy decoding writes the target and </s>, in whichever pieces: as soon as a word is another, nothing more
 * is decoded, unless words are in pieces. */
bool model_is_exact(const Model *model, const Pair *pair, Arena *arena);

/* What an alignment error is made of. A: for each target word with a gold link, fed one after the other, the source
 * word of its largest weight. S: the gold links that are sure; P: these and those that are possible. */
typedef struct LinkCounts {
    int chosen;         /* |A| */
    int sure, possible; /* |A and S|, |A and P| */
    int links;          /* |S| */
    int words;          /* target words with a sure link: the most that |A and S| can be */
} LinkCounts;

/* Adds those of a pair, which is encoded; without weights S alone. */
void model_links(const Model *model, const Pair *pair, LinkCounts *to, Arena *arena);
void links_add(LinkCounts *to, const LinkCounts *from);
/* 1 - (|A and S| + |A and P|) / (|A| + |S|) (Och and Ney, 2003, section 5.1); NAN without A. */
double alignment_error(const LinkCounts *counts);

/* Of one pair at least, encoded. */
Evaluation model_evaluate(const Model *model, const Corpus *corpus, int threads);

/* The same bit by bit, sentence by sentence; model and corpus must outlive it and stay as they are. */
typedef struct Evaluator Evaluator;

Evaluator *evaluator_create(const Model *model, const Corpus *corpus, int threads);
bool evaluator_slice(Evaluator *evaluator, double until); /* as trainer_slice's; true: all is measured */
Evaluation evaluator_result(const Evaluator *evaluator);  /* then */

/* And of one of its pairs: what the model wrote (the evaluator's, without </s>), whether that is the target, and the
 * sums that the figures are made of. */
typedef struct Judged {
    const int *words;
    int count;
    bool exact;
    double loss; /* over its target words and </s>, natural logarithms */
    LinkCounts links;
} Judged;
Judged evaluator_pair(const Evaluator *evaluator, int index);
void evaluator_destroy(Evaluator *evaluator); /* at any time; NULL allowed */

/* Writes into the model's note what its file says of the training that has ended; `found` on held-out pairs, NULL:
 * there are none. */
void training_note(Model *model, const Corpus *corpus, const TrainOptions *options, const TrainProgress *end,
                   const Evaluation *found);

#endif
