/* cursor.c: where the stage stands, and how it moves in time. Internal to app/. */
#ifndef APP_CURSOR_H
#define APP_CURSOR_H

#include "app/app_state.h"

int app_moment(const App *app);         /* the one that is made where the cursor is, or goes to */
void app_go(App *app, double cursor);   /* moves there: to a moment, or the end of a beat */
void app_jump(App *app, double cursor); /* is there at once */
void app_begin(App *app);               /* where nobody has gone anywhere yet: the start, of the heatmap view the end */
void app_stop_at(App *app, double cursor); /* the same, and plays no more */
void app_scrub(App *app, float x);         /* to where the knob of the timeline is dragged; x: of the pointer */
void cursor_move(App *app, Move move);
void app_play(App *app, bool play);
void app_advance(App *app); /* up to `now` */
bool app_moving(const App *app);
void predict_begin_again(App *app); /* all questions are asked again */

#endif
