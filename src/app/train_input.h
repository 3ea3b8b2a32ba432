/* What the input of the train view remembers, and its handle. Internal to train_input.c and train_handle.c. */
#ifndef APP_TRAIN_INPUT_H
#define APP_TRAIN_INPUT_H

#include "app/view_input.h"
#include "study/learner.h"

/* How the handle moves by itself. */
typedef struct Motion {
    float from;   /* `back` when it began to be less */
    double since; /* when that was, or when the replay began */
    bool held;    /* the mouse has it */
} Motion;

struct LiveTraining {
    Learner *learner;
    Training training;         /* what view.training points to */
    char *model;               /* path of the lesson's model that is trained */
    char *probe, *translation; /* the sentence; what the lesson's model makes of it, NULL: nothing */
    Motion motion;
    Config config; /* the lesson's */
    TrainOptions options;
};

/* train_handle.c */
bool train_moves(const App *app);        /* it moves by itself: frames are wanted */
void train_move(App *app);               /* by the time */
void train_show(App *app, int look);     /* goes over to it; at the newest it follows again */
void train_show_frame(App *app, int by); /* the next or the previous one of the film */
void train_press_plot(App *app);
void train_drag(App *app, Point at);
void train_release(App *app, Target held); /* it comes to rest at the nearest look */
void train_replay(App *app);               /* begins or stops */

#endif
