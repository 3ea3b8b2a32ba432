/* opening_input.c: the first minute. Internal to app/. */
#ifndef APP_OPENING_H
#define APP_OPENING_H

#include "app/app_state.h"

void opening_offer(App *app);                     /* begins it where this is the first start of all */
void opening_begin(App *app, bool again);         /* again: what is open comes back behind it */
bool opening_event(App *app, const Event *event); /* true: taken */
void opening_update(App *app);                    /* by the time, before every frame */
bool opening_moves(const App *app);               /* frames are wanted */
void opening_press(App *app, Target target);

#endif
