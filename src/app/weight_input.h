/* A weight of the stage, or the temperature, that is changed by hand: dragged, or with the arrow keys. Internal to
 * app/: a view that allows it has these in its ViewInput, and a `change` that says what a new value does. */
#ifndef APP_WEIGHT_INPUT_H
#define APP_WEIGHT_INPUT_H

#include "app/view_input.h"

bool weight_is_slider(Target target);     /* the temperature's */
bool weight_has_focus(const App *app);    /* a bar of the trace on the stage */
void weight_take(App *app, Target taken); /* the mouse has gone down on it */

bool weight_grips(const App *app, Target target);
void weight_drag(App *app, Target held, Point at);
void weight_follow(App *app, Target held);  /* before each frame: many moves between two frames are one change */
bool weight_release(App *app, Target held); /* false: it was a click */
extern const KeyRow weight_keys[];

#endif
