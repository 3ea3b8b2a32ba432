/* What the window of weights shows, as files. */
#ifndef APP_WEIGHTS_EXPORT_H
#define APP_WEIGHTS_EXPORT_H

#include "scene/figures/weights_window.h"

/* A PNG and a PDF that did not exist before, in `folder`; NULL: the working folder. Returns what is told of it: their
 * names, or what went wrong; the arena's. */
const char *weights_export(const WeightsWindow *view, const char *folder, const Type *type, Arena *arena);

#endif
