/* Measures the open lesson's models on its held-out sentences, beside the window, one model after the other. Every view
 * gets the figures that are known. */
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
/* Copies the known figures into the pair. */
void measuring_tell(const App *app, const int models[2], Comparison *pair);
/* Begins with this model where nothing else is measured and it is not known. `shown`: where its sentences are. */
void measuring_ask(App *app, int model, const LessonModel *shown);
/* Stops. A model that was measured in part is measured again from its start. */
void measuring_stop(App *app);

#endif
