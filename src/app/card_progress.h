/* card_progress.c: what is completed, and kept from run to run. Internal to app/. */
#ifndef APP_CARD_PROGRESS_H
#define APP_CARD_PROGRESS_H

#include "app/app_state.h"

void app_reached(App *app, GoalKind goal); /* completes the card, if that is its goal */
void app_answered_right(App *app);         /* one of its quizzes; perhaps all of them */
void app_tried_sentence(App *app);         /* the person is done with choosing one */
void app_left_card(App *app);              /* with Next */
void app_fooled(App *app);                 /* the weights were moved: a record, perhaps the goal */
char *progress_path(Arena *arena);         /* NULL: the person has no folder to keep it in */
void progress_keep(App *app);              /* writes what is completed */
void progress_card_done(App *app);         /* the open card is completed */
void progress_open(App *app);              /* of the lesson that is open now */
void progress_close(App *app);
bool progress_none(const App *app); /* nothing is kept yet */
void progress_opened(App *app);     /* the opening was shown, and is not again by itself */
void progress_look(App *app);       /* before every frame: what is reached by time */

#endif
