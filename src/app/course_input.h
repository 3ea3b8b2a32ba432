/* The course page: its button, its lessons, the way to the next one. Internal to app/. */
#ifndef APP_COURSE_INPUT_H
#define APP_COURSE_INPUT_H

#include "app/app_state.h"

void course_press(App *app, Target target); /* its button, or a lesson on the page */
void course_move(App *app, int key);        /* an arrow */
void course_wheel(App *app, float lines);
void course_reveal(App *app); /* scrolls until what has the focus is in sight */
bool course_is_open(const App *app);
void course_update(App *app);   /* before every frame: pictures of models that have come */
bool app_next_lesson(App *app); /* behind the last card of this one */
void app_close_course(App *app);

#endif
