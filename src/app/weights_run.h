/* A window of its own for weights that another program made: there is no model, no lesson and no decode. */
#ifndef APP_WEIGHTS_RUN_H
#define APP_WEIGHTS_RUN_H

#include "app/app.h"
#include "matrix/matrix_stack.h"

/* Runs until the person quits. `name`: of the file. Of the options it takes fonts, exports, language, theme and size.
 * ERROR_DISPLAY: there is no window to be had. */
MUST_USE bool weights_run(const AppOptions *options, const MatrixStack *stack, const char *name, Error *error);

#endif
