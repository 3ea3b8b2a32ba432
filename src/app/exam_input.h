/* exam_input.c: an exam that is taken. Internal to app/. */
#ifndef APP_EXAM_INPUT_H
#define APP_EXAM_INPUT_H

#include "app/app_state.h"

void exam_open(App *app);               /* of the lesson that is open now: what was answered in it */
void exam_show(App *app);               /* the answer of the card that is open now */
bool exam_choose(App *app, int choice); /* false: the question has had its try */
void exam_press(App *app, Target target);

#endif
