/* later.c, go_on.c: what needs a file that is still to come (base/arrival.h) is done again when it has. Until then the stage says
 * so, and cards and course are read as always; another card or lesson ends the waiting. Internal to app/. */
#ifndef APP_LATER_H
#define APP_LATER_H

#include "app/app_state.h"

/* Each begins to wait and returns true where the error is ERROR_LATER. */
bool later_wait(App *app, const Error *error, LaterKind kind);
bool later_model(App *app, const Error *error, LaterKind kind, int model);
bool later_where(App *app, const Error *error, LaterKind kind, const char *where); /* LATER_LESSON, LATER_PLACE */
bool later_opening(App *app, const Error *error, bool again);

void later_end(App *app);

/* go_on.c */
void later_update(App *app);               /* before every frame */
void later_press(App *app, Target target); /* a TARGET_LATER */

#endif
