/* From word to word in the window of weights: by hand, or playing.
 *
 *   Pace pace = {0};
 *   weights_go(&window, &pace, MOVE_ON, 10.0);             // at 10 seconds: the first word, then the second, ...
 *   double next = weights_advance(&window, &pace, 10.4);   // seconds until the next word; negative: it stands still
 */
#ifndef APP_WEIGHTS_STEPS_H
#define APP_WEIGHTS_STEPS_H

#include "app/pace.h"
#include "scene/figures/weights_window.h"

void weights_choose(WeightsWindow *view, Pace *pace, int row); /* from 1; 0: all rows; stops playing */
/* MOVE_ON and MOVE_BACK not around; MOVE_PLAY from the word that is chosen, or from the first, or pauses. */
void weights_go(WeightsWindow *view, Pace *pace, Move move, double now);
double weights_advance(WeightsWindow *view, Pace *pace, double now);

#endif
