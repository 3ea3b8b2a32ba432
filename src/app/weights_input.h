/* The weights view: files of any program, which lie beside the lesson until others are opened. Internal to app/. */
#ifndef APP_WEIGHTS_INPUT_H
#define APP_WEIGHTS_INPUT_H

#include "app/app_state.h"
#include "scene/views/weights/view_weights.h"

/* The files of app->options.weights, which stay the caller's. */
void weights_show(App *app);
/* Of a file that was dropped; what it lacks for more is said. On failure what was open stays. */
MUST_USE bool weights_open(App *app, OpenFile *file, Error *error);
void weights_close(App *app); /* nothing where none are open */

/* weights_export.c: a PNG and a PDF that did not exist before, in `folder`. Returns what is told of it: their names, or
 * what went wrong; the arena's. */
const char *weights_export(const View *view, const char *folder, const Type *type, Arena *arena);

#endif
