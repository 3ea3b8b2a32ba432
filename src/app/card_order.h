/* card_order.c: which card is next, and which before: of the lesson, or of the path through the course that is open.
 * Internal to app/. */
#ifndef APP_CARD_ORDER_H
#define APP_CARD_ORDER_H

#include "app/app_state.h"

void app_card_beside(App *app, int by);   /* by = 1: the next one, -1: the one before */
void path_press(App *app, Target target); /* TARGET_PATH: that card of that path, which is open then */

#endif
