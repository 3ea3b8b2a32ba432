/* awaited.c, awaited_again.c: what needs a file that is still to come (base/arrival.h) is not begun; when the file is
 * there, it is done from its beginning, as it would have been at once. Until then the stage says so, and cards and
 * course are read as always; another card, lesson or view ends the waiting. Internal to app/. */
#ifndef APP_AWAITED_H
#define APP_AWAITED_H

#include "app/app_state.h"

/* Each begins to wait and returns true where the error is ERROR_LATER. */
bool awaited_wait(App *app, const Error *error, AwaitedKind kind);
bool awaited_view(App *app, const Error *error, ViewKind view);
bool awaited_target(App *app, const Error *error, Target target);
bool awaited_card(App *app, const Error *error, int model);
bool awaited_place(App *app, const Error *error, const char *place);
/* it, or a place in it, is opened */
bool awaited_lesson(App *app, const Error *error, AwaitedKind kind, const char *where);
bool awaited_opening(App *app, const Error *error, bool again);

void awaited_end(App *app);

/* awaited_again.c: each returns what is to be pressed now, TARGET_NONE: nothing is. */
Target awaited_update(App *app); /* before every frame */
Target awaited_again(App *app);  /* asks again for a file that is not there */

#endif
