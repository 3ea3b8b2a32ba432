/* What the input of the train view remembers, and its handle. Internal to train_input.c and train_handle.c. */
#ifndef APP_TRAIN_INPUT_H
#define APP_TRAIN_INPUT_H

#include "app/view_input.h"
#include "study/learner.h"
#include "study/one_step.h"

/* How the handle moves by itself. */
typedef struct Motion {
    float from;   /* `back` when it began to be less */
    double since; /* when that was, or when the replay began */
    bool held;    /* the mouse has it */
} Motion;

struct LiveTraining {
    Learner *learner;
    Training training;         /* what view.training points to */
    char *model;               /* path of the lesson's model that is trained, */
    int learned;               /* and its row */
    char *probe, *translation; /* the sentence; what the lesson's model makes of it, NULL: nothing */
    Motion motion;
    OneStep *step; /* of the look `step`, what view.step points to; NULL: none is made, */
    char *problem; /* and why; NULL: nobody asked */
    int stepped;   /* open.taken of the trace that it was made of, */
    int step_look; /* and the look of the training whose model it is of; -1: of the model on the stage */
    double rate;   /* that the pointer asks for; NAN: none */
    Config config; /* the lesson's */
    TrainOptions options;
};

void train_say_rounding(App *app); /* where that makes it slow, or the model another one */

/* train_handle.c */
bool train_moves(const App *app);        /* it moves by itself: frames are wanted */
void train_move(App *app);               /* by the time */
void train_show(App *app, int look);     /* goes over to it; at the newest it follows again */
void train_show_frame(App *app, int by); /* the next or the previous one of the film */
void train_press_plot(App *app);
void train_drag(App *app, Point at);
void train_release(App *app, Target held); /* it comes to rest at the nearest look */
void train_replay(App *app);               /* begins or stops */

/* step_input.c: the look `step`. Its step is of the model at the handle once a training has learned something, before
 * that of the model on the stage; steps that were taken stay, whatever the handle does. */
void step_enter(App *app); /* a look of the view is there; where it is that one the step is made, unless it is kept */
void step_leave(App *app);
void step_update(App *app);               /* the rate that the pointer asks for */
bool step_move(App *app, Move move);      /* true: it was for this look */
bool step_press(App *app, Target target); /* likewise */
bool step_drag(App *app, Target held, Point at);
void step_finish(struct LiveTraining *live);
extern const KeyRow STEP_KEYS[];

#endif
