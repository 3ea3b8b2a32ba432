/* An exam that is taken. Internal to app/. */
#ifndef APP_EXAM_INPUT_H
#define APP_EXAM_INPUT_H

#include "app/app_state.h"

/* exam_answers.c */
void exam_open(App *app);               /* of the lesson that is open now: what was answered in it */
void exam_show(App *app);               /* the answer of the card that is open now */
bool exam_choose(App *app, int choice); /* false: the question has had its try */
/* exam_input.c */
/* A student's result, dropped by the teacher: it is counted, and the course page offers the page for all. */
MUST_USE bool exam_take_result(App *app, const char *path, Error *error);
void exam_press(App *app, Target target);
void exam_close(App *app); /* with the window */

#endif
