/* The inside of a Trainer, for train.c, which trains, and train_resume.c, which saves and restores. */
#ifndef MODEL_TRAIN_STATE_H
#define MODEL_TRAIN_STATE_H

#include "model/gradient.h"
#include "model/train.h"
#include "nn/relay.h"

struct Trainer {
    Model *model;
    const Corpus *corpus;
    TrainOptions options;
    Random random;
    Pool *pool;
    const Kernels *kernels;
    BatchMaker *maker;
    Gradient *gradient;
    Real *m, *v;           /* Adam's moments, laid out as the parameters */
    double power1, power2; /* its betas to the number of steps */
    double *norms;         /* of the blocks, squared */
    AdamStep adam;
    const Batch *batch;            /* begun and not done; of the held-out pairs once the epoch's last is; NULL: none */
    bool stepping;                 /* its gradient is there, */
    Relay step;                    /* and its step goes on */
    int measured;                  /* held-out pairs that are done, */
    double held_loss, held_tokens; /* their losses in sum and tokens */
    int *order;                    /* [pairs] */
    int *turn;                     /* [batches] in which order they come */
    const Pair **chosen;           /* [batch] */
    uint64_t *keys;                /* [pairs, held-out ones too] scratch of the sort */
    int batches;
    bool open;           /* an epoch has begun and not ended: progress.batch of its batches are done */
    long long steps;     /* done so far */
    double loss, tokens; /* of this epoch */
    int *heldout_order;  /* [held-out pairs] by length; NULL without */
    Real *best;          /* parameters of the best epoch; NULL without */
    TrainProgress progress;
};

/* Nothing is begun: neither a batch nor a measurement. */
void trainer_forget_cut(Trainer *trainer);

/* Adam's state after so many steps in all. */
void trainer_set_steps(Trainer *trainer, long long steps);

#endif
