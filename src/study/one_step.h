/* One step of training on one sentence, taken apart: the error of each wanted word, what it sends back to each source
 * word, where one weight's gradient comes from, and the loss behind the step, really measured, for many learning rates.
 * The step is plain: w - rate * gradient, of all weights at once. No window in here.
 *
 *   Slice wanted[] = {slice_of("猫"), slice_of("捉"), slice_of("老鼠")};
 *   OneStep *step = one_step_create(&model, trace, wanted, 3, &error);
 *   if (!step) return false;                       // these words are none of the model's
 *   step->loss;                                    // the sum of -ln p of the wanted words, </s> among them
 *   step->errors[2 * step->words + VOCAB_END];     // p - y of </s> at step 3
 *   one_step_matrix(step, 1);                      // the cell is of the next matrix that the model has
 *   one_step_rate(step, 0.05);                     // step->after is the model behind the step
 *   one_step_take(step);                           // from there on
 *   one_step_destroy(step);
 *
 * The wanted words are fed (teacher forcing), whatever the model would write itself; step->free says that, decoded with
 * nothing fed. Places in the source, steps, rows and columns count from 0. A step of a model of 100 thousand weights
 * takes some hundredths of a second to make, and a millisecond for another rate: make it once, and keep it. */
#ifndef STUDY_ONE_STEP_H
#define STUDY_ONE_STEP_H

#include "model/sentence_step.h"
#include "study/compare_models.h"

enum { STEP_TRIES = 81 }; /* learning rates that are tried, 0 among them */

typedef struct StepTry {
    float rate, loss;
} StepTry;

/* The model with some learning rate. */
typedef struct StepAfter {
    double rate, loss;  /* of the sentence, the wanted words fed */
    double output_only; /* the loss if the output layer alone had moved */
    const Trace *free;  /* written with nothing fed */
    const Real *alphas; /* [steps, n] attention, the wanted words fed; NULL: the model has none */
} StepAfter;

/* A cell of a matrix, and its gradient: the sum over all reads of the matrix of error times input. */
typedef struct StepCell {
    int param;           /* of the model's table */
    int row, column;     /* in the matrix */
    int first;           /* the first column of the part that `reads` is of: what it reads can be two vectors */
    GradientReads reads; /* in the order in which the batch has them */
    bool of_words;       /* their places are source words, else steps */
    int read;            /* the one of the step that is looked at, or of its source word; -1: there is none */
    const Real *sent;    /* [n] what each source word's score sends back to the row's error at the step that is looked
                          * at; NULL: the row is none of the query's */
    double before, gradient;
} StepCell;

/* Where the wanted words come from: the lesson's data, what its first model writes, what the model itself does. */
typedef enum WantedFrom { WANTED_DATA, WANTED_LEARNED, WANTED_OWN } WantedFrom;

typedef struct OneStep {
    const Model *model; /* as it is before the step: its own copy, behind the steps that were taken */
    const Trace *fed;   /* the wanted words fed; its last step is fed the last word and wants </s> */
    int n, steps, words;
    const int *wanted; /* [steps] ids */
    double loss;
    const Real *losses;         /* [steps] -ln p */
    const Real *errors;         /* [steps, words] p - y: the gradient of the logits; a step's sum to 0 */
    int heads;                  /* of the top layer's attention to the source, 1 but in a Transformer */
    const Real *weights;        /* [steps, heads, n] of attention, the wanted words fed; NULL: the model has none */
    const Real *slopes, *pulls; /* [steps, heads, n] gradient of these, and of the scores; NULL: likewise */
    const Gradient *gradient;   /* of all weights */
    StepTry tries[STEP_TRIES];  /* rising in rate from 0 to `most` */
    int least;                  /* of them the one with the least loss: beyond it a step goes too far */
    double most;
    StepAfter now, after, far; /* rate 0, the chosen rate, three quarters of the axis */

    WantedFrom from;
    int step, word; /* that is looked at, and its source word with the largest pull, or another */
    int head;       /* likewise, from 0 */
    StepCell cell;
    int taken;       /* steps, */
    double at_first; /* and the loss before the first of them */
    struct StepWork *work;
} OneStep;

/* `trace`: of the sentence, by the model, of which both vocabularies must outlive it. `wanted` [count]: target words
 * without </s>. The step with the largest loss is looked at, and the cell whose gradient there is the largest of W_q,
 * or of W_o in a model without. ERROR_USAGE: a wanted word is none that the model can write. */
OneStep *one_step_create(const Model *model, const Trace *trace, const Slice *wanted, int count, Error *error);
void one_step_look(OneStep *step, int at); /* at this step; the cell is chosen anew */
void one_step_word(OneStep *step, int j);
void one_step_head(OneStep *step, int head);
size_t one_step_row(const OneStep *step); /* in weights, slopes and pulls: of the step and the head looked at */
void one_step_cell(OneStep *step, int row, int column); /* of the same matrix */
void one_step_matrix(OneStep *step, int by);            /* the next one that the run read, or the one before */
void one_step_rate(OneStep *step, double rate);         /* 0 .. step->most */
void one_step_take(OneStep *step);                      /* with the chosen rate */
void one_step_restore(OneStep *step);                   /* all weights as they were before the first */
void one_step_destroy(OneStep *step);                   /* NULL allowed */

/* The same with the words wanted that the lesson knows: see WantedFrom. `from`: the lesson's row of the model;
 * `learned`: its first model, NULL: it cannot be asked. */
OneStep *one_step_of(const Model *model, const Trace *trace, const LessonModel *from, Sentences *sentences,
                     const Model *learned, Error *error);

double one_step_read(const OneStep *step, int read); /* what a read adds to the cell's gradient */
double one_step_pull_mean(const OneStep *step);      /* the mean slope of the step looked at, weighted by attention */

#endif
