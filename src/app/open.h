/* Opening lessons, and what of them is on the stage. Internal to app/. */
#ifndef APP_OPEN_H
#define APP_OPEN_H

#include "app/app_state.h"

/* open_lesson.c: all of the new lesson that can fail is made before anything of the old one goes; on failure all is as
 * it was. `model`: a name, NULL: the lesson's first. */
bool app_open_lesson(App *app, const char *folder, const char *model, Error *error);
/* A lesson, a model or a trace, and in files[1] another trace to be compared with it, if any: they are empty
 * afterwards. */
bool app_open_file(App *app, OpenFile files[2], const char *model, Error *error);
bool app_visit_lesson(App *app, const char *folder); /* with its first model; else it is waited for, or said why not */
void app_close_lesson(App *app);
void app_set_title(App *app); /* of the window */

/* The same in two steps, for a lesson that is read again: what a lesson needs to be shown at all, read; then it is the
 * app's, on its first card, nothing set on the stage. `where`: a lesson's folder, or a model file alone. */
/* `beside`: where that is a trace, another one to be compared with it; NULL: none. */
/* false: empty again */
MUST_USE bool open_begin(OpenLesson *fresh, const char *where, const char *model, const char *beside, Error *error);
void app_replace_lesson(App *app, const OpenLesson *fresh);

/* open_model.c */
const Model *opened_model(OpenLesson *open, int index, Error *error); /* NULL on failure */
bool app_choose_model(App *app, int index);                           /* puts it on the stage; false after a message */
bool app_decode(App *app, const char *sentence);         /* nothing changed by hand; false: no word in it */
bool app_decode_leaving(App *app, const char *sentence); /* not taken up by the open view, which is left */
bool app_decode_changed(App *app, Error *error);         /* the same sentence with the changes; the place is kept */
bool app_show_changed(App *app); /* the same on the stage, where columns stay; false after a message */
void app_show_card(App *app, int card);
void app_return(App *app, int by); /* all that is changed by hand is put back, and the lesson goes on where it waits */
void app_show_setting(App *app, int model);             /* what the open card sets, with a model as below */
void app_show_card_with(App *app, int card, int model); /* -1: the card's own model */

/* gold.c: gold links of the sentence on the stage, into the view; and none, where other sentences come */
void gold_find(App *app);
void gold_forget(App *app);

/* reload.c: about once a second looks at the files; reads the lesson again where they changed */
void reload_look(App *app);

/* train_input.c: the training that runs outlives its lesson's being read again, where `next` trains that model in the
 * same way. NULL: there is none, or it does not. */
struct LiveTraining *training_take(App *app, const Lesson *next);
void training_give(App *app, struct LiveTraining *live); /* NULL allowed */

void app_take_file(App *app, const char *path); /* drop_input.c: a file or folder that was dropped onto the window */

#endif
