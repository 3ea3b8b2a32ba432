/* passage.c: where the view or its look changes, the old picture becomes the new one (drawlist_between). */
#ifndef APP_PASSAGE_H
#define APP_PASSAGE_H

#include "app/app_state.h"

/* Before app->list is laid out for the View as it is now: is that another view's picture? */
void passage_begin(App *app);
/* What is shown now: app->list, or what is on its way there. */
const DrawList *passage_list(App *app);
/* The old picture's parts are about to go. */
void passage_end(App *app);

#endif
