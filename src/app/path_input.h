/* path_input.c: the path through the course that is open. Internal to app/. */
#ifndef APP_PATH_INPUT_H
#define APP_PATH_INPUT_H

#include "app/app_state.h"

const CoursePath *app_paths(App *app, Error *error); /* [PATH_KINDS], read once; NULL: the file is damaged */

/* That path is open, with PATH_NONE none; whatever card is. False where the course has no such path. */
MUST_USE bool path_take(App *app, PathKind kind, Error *error);
void path_leave(App *app, bool told); /* the lesson's own order again; told: a message says so */

#endif
