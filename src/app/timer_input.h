/* timer_input.c: a count-down of 1 to 10 minutes while presenting. Internal to app/. */
#ifndef APP_TIMER_INPUT_H
#define APP_TIMER_INPUT_H

#include "app/app_state.h"

/* Starts it with the minutes that the open path says for the card, else with 3; pauses it, and lets it go on; puts it
 * away where it is over. `more`: a minute more instead, behind 10 of them 1 again. */
void timer_press(App *app, int more);
bool timer_end(App *app);          /* puts it away; false: there was none */
void timer_update(App *app);       /* once a frame */
double timer_wait(const App *app); /* seconds until it shows another number; INFINITY: it stands still */

#endif
