/* What a person does with keyboard and mouse, before the open view takes it. Internal to app/. */
#ifndef APP_INPUT_H
#define APP_INPUT_H

#include "app/app_state.h"

/* keyboard.c, pointer.c */
void app_key(App *app, const Event *event);
void app_pointer(App *app, const Event *event);
void app_leave_pointer(App *app); /* it is nowhere then */
void app_update_hover(App *app);
bool can_be_pressed(Target target);     /* it is no ground on which such things lie */
void app_scroll(App *app, float lines); /* what is under the pointer, up by so many lines */
void pan_to(App *app, Point at);        /* a picture that is dragged (scene/kit/pan.h) stands there */
bool app_pan(App *app, Point by); /* what is under the pointer, by px; false: all of it is in sight, or it scrolls */
bool app_scrolls(App *app);       /* the wheel would move something */
void app_zoom(App *app, float factor); /* the whole picture; 0: as large as it was at first */

/* touch.c: a tap presses, also from beside a small thing; a finger drags what can be dragged and scrolls everything
 * else; a finger that rests shows the note that the mouse would show; two fingers that move apart zoom in. */
void app_touch(App *app, const Event *event);
void touch_update(App *app);       /* once a frame */
double touch_wait(const App *app); /* seconds until it has rested; INFINITY: none does */
/* A frame took so many seconds, in which nobody could say that the finger had gone: they are no rest. */
void touch_missed(App *app, double seconds);

/* press.c, card_link.c */
void app_press(App *app, Target target);
void app_open_link(App *app, Target target);    /* of the open card */
void app_press_beside(App *app, Target target); /* a control, from beside the picture */

void screen_reader_update(App *app); /* screen_reader.c: what is read beside the picture, once that is drawn */

/* focus.c */
void app_focus(App *app, int by);      /* to the next thing that takes it */
bool app_focus_ends(App *app, int by); /* it is on the last one that way, or there is none */
/* nothing that has left the picture keeps the focus or is dragged */
void app_forget_gone(App *app, const DrawList *list);
void app_settle_focus(App *app); /* the same where the cursor comes to rest */

#endif
