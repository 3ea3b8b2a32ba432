/* One of every view with all that it shows: the fixed model of tests/data, random ones from a seed, a lesson of its
 * own, a comparison, a search, a training, weights, a log. Nothing of it changes with the lessons.
 *
 *   cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
 *   View view = every_view(VIEW_BEAM);                    // on the way to a moment
 *   moving_draw(&every.moving, &view);
 */
#ifndef TESTS_SCENE_EVERY_VIEW_H
#define TESTS_SCENE_EVERY_VIEW_H

#include "exhibits.h"

#include "scene/views/curves/view_curves.h"
#include "scene/views/weights/view_weights.h"
#include "study/one_step.h"

enum { EVERY_LOOKS = 6 }; /* epochs of the training that have been looked at */

typedef struct EveryView {
    Moving moving;
    Lesson *lesson; /* a card of every kind of block, two questions */
    Model self, colors;
    Trace *self_trace, *colors_trace, *beam_trace;
    Pairs pairs;
    BeamSearch search;
    Exhibits exhibits;
    TrainingLook looks[EVERY_LOOKS];
    float places[EVERY_LOOKS], losses[EVERY_LOOKS], heldout[EVERY_LOOKS];
    Training training;
    OneStep *step;
    MatrixStack heads; /* of another program */
    StackPair arrays;
    WeightsFigures figures;
    WeightsPage weights;
    CurvesPage curves;
} EveryView;
extern EveryView every;

int every_view_set_up(void **state);
int every_view_tear_down(void **state);
View every_view(ViewKind kind); /* 1024 x 640 */

#endif
