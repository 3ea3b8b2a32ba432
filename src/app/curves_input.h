/* The curves view: the log of a training, which is followed while it grows. Internal to app/. */
#ifndef APP_CURVES_INPUT_H
#define APP_CURVES_INPUT_H

#include "app/app_state.h"

/* The log of that path, `dropped` over the lesson that Escape goes back to. On failure what was open stays. */
MUST_USE bool curves_open(App *app, const char *path, bool dropped, Error *error);
void curves_close(App *app);        /* nothing where none is open */
double curves_wait(const App *app); /* seconds until it is looked at again; INFINITY: never */

#endif
