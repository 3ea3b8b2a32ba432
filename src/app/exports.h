/* What leaves the window: figures, and the lesson on paper. Internal to app/. */
#ifndef APP_EXPORTS_H
#define APP_EXPORTS_H

#include "app/app_state.h"

void exports_offer(App *app); /* the folders that Ctrl+E can write to: the desktop's and the working one */
void exports_choose(App *app, Target target);
/* These bytes as a file of that name and ending, or NAME-2 where it is there; its path lies on the clipboard. */
void app_export_as(App *app, const char *name, const char *ending, const Bytes *bytes);
void app_export(App *app, Target format); /* and its path lies on the clipboard */

void app_print(App *app); /* the open lesson as HTML, where a page is printed */

#endif
