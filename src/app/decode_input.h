/* The decode view: what is changed by hand, the panel that says where a number comes from, the questions. Internal to app/. */
#ifndef APP_DECODE_INPUT_H
#define APP_DECODE_INPUT_H

#include "app/view_input.h"

/* decode_input.c */
void app_undo(App *app, int again); /* or redo; a key */

/* origin_input.c */
bool origin_open(App *app, Target target);  /* false: that is no number that was made */
bool origin_press(App *app, Target target); /* true, here and below: it was for the panel */
bool origin_wheel(App *app, float lines);
void origin_close(App *app);
extern const KeyRow origin_keys[];

/* predict_input.c: the cursor waits before each answer */
void predict_off(App *app);
bool predict_press(App *app, Target target); /* true: it was for the questions */
void predict_update(App *app);
extern const KeyRow predict_keys[];

#endif
