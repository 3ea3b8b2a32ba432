/* The input of the questions; decode_input.c asks them. Internal to app/. */
#ifndef APP_PREDICT_INPUT_H
#define APP_PREDICT_INPUT_H

#include "app/view_input.h"

void predict_off(App *app);
bool predict_press(App *app, Target target); /* true, here and below: it was for the questions */
extern const KeyRow predict_keys[];
void predict_update(App *app);

#endif
