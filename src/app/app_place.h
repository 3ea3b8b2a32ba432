/* Where the person is, as a line of text: shared with Ctrl+L, given with --at, kept between runs. Internal to app/. */
#ifndef APP_APP_PLACE_H
#define APP_APP_PLACE_H

#include "app/app_state.h"

void app_share(App *app, int what);                /* ShareKind; a key */
char *app_here(App *app, Arena *arena);            /* the place, as app_go_to takes it */
char *app_here_for_others(App *app, Arena *arena); /* the same without a path of this machine */
/* or, where its files are still to come, when they are there */
bool app_go_to(App *app, const char *place, Error *error);
void app_check_model(App *app, const char *checksum); /* says so where the model on the stage is another; NULL: any */
/* Of any lesson, as the page's address has it. False: it does not fit, and is told; or it is waited for. */
bool app_visit(App *app, const char *place);
void app_resume(App *app, const char *text, bool look_only);
void app_remember(App *app);
void app_check_home(App *app); /* where nothing can be kept there, says so once, and nothing is */

#endif
