/* path_input.c: which card is next, and which before: of the lesson, or of the path through the course that is open.
 * Internal to app/. */
#ifndef APP_PATH_INPUT_H
#define APP_PATH_INPUT_H

#include "app/app_state.h"

void app_card_beside(App *app, int by); /* by = 1: the next one, -1: the one before */

/* That path is open, with PATH_NONE none; whatever card is. False where the course has no such path. */
MUST_USE bool path_take(App *app, PathKind kind, Error *error);
const CoursePath *app_paths(App *app, Error *error); /* [PATH_KINDS], read once; NULL: the file is damaged */
void path_press(App *app, Target target);            /* TARGET_PATH */
void path_leave(App *app, bool told);                /* the lesson's own order again; told: a message says so */

#endif
