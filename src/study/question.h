/* Predict, then reveal: the questions of a trace, in the order of its moments, each with the moment that must
 * not be reached.
 *
 *   Question question;
 *   if (predict_next(trace, 12, &question))                       // the first that lies behind moment 12
 *       printf("no further than to moment %d before it is answered\n", question.gate - 1);
 */
#ifndef STUDY_QUESTION_H
#define STUDY_QUESTION_H

#include "derive/value.h"

#define PREDICT_CHOICES 5

typedef enum QuestionKind {
    QUESTION_WEIGHT, /* which source word gets the most weight? Before the scores, which would tell. */
    QUESTION_WORD    /* which word is written? Before the distribution. */
} QuestionKind;

typedef struct Question {
    QuestionKind kind;
    int step;
    int gate;                     /* the moment that must not be reached */
    int reveal;                   /* the moment that shows the answer */
    int choices[PREDICT_CHOICES]; /* source positions, or ids of words; in an order that tells nothing */
    int count, right;
} Question;

/* The first question whose gate lies behind moment `open` (-1: the first of all); false: there is none left. */
bool predict_next(const Trace *trace, int open, Question *out);

bool predict_right(const Trace *trace, const Question *question, int choice); /* equal weights are equally right */

const char *predict_ask(const Question *question, Language language, Arena *arena);
const char *predict_choice(const Trace *trace, const Model *model, const Question *question, int choice);

/* Why the choice is right or wrong, with the numbers of the trace. */
const char *predict_explain(const Maths *maths, const Question *question, int choice);

#endif
