/* Opening a lesson in two steps, for going to another one and for reading the same one again. Internal to app/. */
#ifndef APP_RELOAD_H
#define APP_RELOAD_H

#include "app/app_state.h"

/* What a lesson needs to be shown at all. */
typedef struct Opened {
    Lesson *lesson;
    int index; /* of the model */
    Model model;
    bool loaded;
    Trace *trace; /* of the lesson's sentence */
} Opened;

/* open_lesson.c. `where`: a lesson's folder, or a model file alone. `opened` is zeroed before; on failure it has to be discarded. */
MUST_USE bool lesson_open(Opened *opened, const char *where, const char *model, Error *error);
void lesson_discard(Opened *opened);
void app_replace_lesson(App *app, Opened *opened); /* takes all of it; on its first card, nothing set on the stage */

#endif
