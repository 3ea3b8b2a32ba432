/* What a card's question keeps out of sight until it is answered.
 *
 *   QuizMask mask = quiz_mask(&card->quizzes[0], &card->stage, trace);
 *   if (mask.gate >= 0)
 *       printf("no further than to moment %d before it is answered\n", mask.gate - 1);
 */
#ifndef STUDY_QUIZ_MASK_H
#define STUDY_QUIZ_MASK_H

#include "lesson/lesson.h"

typedef struct QuizMask {
    int gate;     /* the moment that would tell, which must not be reached; -1: no moment does */
    int reveal;   /* the moment that shows the answer; -1: none does */
    bool covered; /* nothing of the picture may be seen */
} QuizMask;

/* A question that the trace decides hides what decides it, `ask: first` the moment that the card is about; `hide` says
 * otherwise. The scores that a card shows are no answer to which weight is the largest. */
QuizMask quiz_mask(const Quiz *quiz, const StageSetting *stage, const Trace *trace);

/* Where the stage stands when it is answered: at what it hid, or where the card wants it if that lies behind;
 * -1: it stays. */
int quiz_reveals(const Quiz *quiz, const StageSetting *stage, const Trace *trace);

#endif
