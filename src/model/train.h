/* Teacher-forced training with Adam on length-bucketed, padded batches. The same seed gives the same bytes, whatever
 * the number of threads and the processor.
 *
 *   Trainer *trainer = trainer_create(&model, &corpus, &options);
 *   while (trainer_epoch(trainer, progress, context)) ;
 *   trainer_destroy(trainer);
 */
#ifndef MODEL_TRAIN_H
#define MODEL_TRAIN_H

#include "model/model.h"
#include "text/corpus.h"

typedef struct TrainOptions {
    int epochs, batch, threads;
    double learning_rate, clip; /* clip: largest gradient norm; 0: none */
    double decay;               /* learning rate falls linearly over all steps to this share of itself; 1: constant */
    double unknown;             /* probability of <unk> for a source token */
    double dropout;             /* on embeddings and output layer's input */
    double smoothing;           /* label smoothing */
    uint64_t seed;
} TrainOptions;

TrainOptions train_default(void);
MUST_USE bool train_set(TrainOptions *options, const char *key, const char *value,
                        Error *error); /* "epochs", "lr", ... */

typedef struct TrainProgress {
    int epoch, epochs;        /* 1 .. epochs */
    int batch, batches;       /* done in this epoch, of how many */
    double loss;              /* mean per target token, of this epoch so far */
    double seconds;           /* since training began, monotonic */
    double tokens_per_second; /* source + target words, no padding */
} TrainProgress;

typedef struct Trainer Trainer;

/* The model and the corpus (encoded) stay the caller's and must outlive the trainer. */
Trainer *trainer_create(Model *model, const Corpus *corpus, const TrainOptions *options);

/* Runs one epoch; `progress` (may be NULL) is called after each batch and stops the training by returning false.
 * Returns false when all epochs are done or `progress` said stop. */
bool trainer_epoch(Trainer *trainer, bool (*progress)(const TrainProgress *, void *), void *context);
TrainProgress trainer_progress(const Trainer *trainer);
void trainer_destroy(Trainer *trainer);

typedef struct Evaluation {
    int pairs, tokens;  /* target words with </s> */
    double loss;        /* mean per target token, teacher-forced */
    double perplexity;  /* exp(loss) */
    double bleu;        /* of the greedy translations, 0 to 100: see text/bleu.h; NAN where none has four words */
    double exact_match; /* share of greedy translations that equal the target */
    double aer;         /* NAN where there are no gold links or no weights */
    double aer_best;    /* what a perfect argmax alignment would reach: a row has one argmax, gold may have more */
} Evaluation;

Evaluation model_evaluate(const Model *model, const Corpus *corpus, int threads);

#endif
