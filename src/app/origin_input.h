/* The input of the panel that says where a number comes from; decode_input.c asks them. Internal to app/. */
#ifndef APP_ORIGIN_INPUT_H
#define APP_ORIGIN_INPUT_H

#include "app/view_input.h"

bool origin_open(App *app, Target target);  /* false: that is no number that was made */
bool origin_press(App *app, Target target); /* true, here and below: it was for the panel */
extern const KeyRow origin_keys[];
bool origin_wheel(App *app, float lines);

#endif
