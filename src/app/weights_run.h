/* A window of its own for weights that another program made: there is no model, no lesson and no decode. */
#ifndef APP_WEIGHTS_RUN_H
#define APP_WEIGHTS_RUN_H

#include "app/app.h"
#include "matrix/stack_set.h"
#include "sdl/window.h"

typedef struct WeightsFile {
    const char *name;
    StackSet set;
    const char *why; /* what it lacks for another window, said at first; NULL: nothing */
} WeightsFile;

/* One file, or two side by side. Runs until the person quits. Of the options it takes fonts, exports, language, theme
 * and size. ERROR_DISPLAY: there is no window to be had. */
MUST_USE bool weights_run(const AppOptions *options, const WeightsFile *files, int count, Error *error);

/* The same over a lesson, in the window that it has: whoever opens it brings it events and has it drawn.
 *
 *   WeightsRun *run = weights_open(&options, window, type, &file, 1);
 *   weights_event(run, &event);
 *   double next = weights_draw(run);    // seconds until something changes by itself; negative: nothing does
 *   if (weights_left(run)) weights_close(run);
 *
 * Options, window, type and files must outlive it; of the options it takes exports, language and theme. */
typedef struct WeightsRun WeightsRun;
WeightsRun *weights_open(const AppOptions *options, Window *window, Type *type, const WeightsFile *files, int count);
void weights_event(WeightsRun *run, const Event *event);
double weights_draw(WeightsRun *run);
bool weights_left(const WeightsRun *run); /* the person goes back */
void weights_close(WeightsRun *run);      /* NULL allowed */

#endif
