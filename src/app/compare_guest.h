/* A second model for the compare view, where the lesson has only one. Internal to compare_input.c. */
#ifndef APP_COMPARE_GUEST_H
#define APP_COMPARE_GUEST_H

#include "app/app_state.h"

#define SENTENCES_TRIED 200 /* held-out ones, to find one in which two models differ */

/* A model of another lesson of the course, for a lesson that has one alone; zeroed: it was not looked for. */
typedef struct Guest {
    bool sought, there;
    Lesson *lesson; /* whose model it is */
    Model model;
    LessonModel shown; /* without sentences of its own: it is not measured on others than the lesson's */
} Guest;

/* The first model of the course that weighs where the lesson's does not, or the other way round, and differs from it in
 * a held-out sentence. */
/* false: its file is still to come; it is sought again */
MUST_USE bool guest_seek(App *app, Guest *guest, Error *error);
void guest_finish(Guest *guest);

#endif
