/* What the open lesson's held-out sentences say of its models, measured beside the window, one model after the other. What is
 * known stays, whichever view has asked. */
#ifndef APP_MEASURING_H
#define APP_MEASURING_H

#include "app/app.h"
#include "lesson/lesson.h"
#include "study/comparison.h"
#include "study/measure.h"

typedef struct Measuring {
    Measure *measure; /* that goes on; NULL: none does */
    int model;        /* of it */
    Accuracy known[LESSON_MODELS];
    bool is_known[LESSON_MODELS];
    char problem[300]; /* why nothing can be measured; empty: it can */
} Measuring;

/* Once a frame: takes up what is new of these two models, and stops measuring another. */
void measuring_turn(App *app, const int models[2], Comparison *pair);
/* What is known now goes into the pair. */
void measuring_tell(const App *app, const int models[2], Comparison *pair);
/* Begins with this model where nothing else is measured and it is not known. `shown`: where its sentences are. */
void measuring_ask(App *app, int model, const LessonModel *shown);
/* What was measured of a model in part is measured again from its start. */
void measuring_stop(App *app);

#endif
