/* What a person does with keyboard and mouse, before the open view takes it. Internal to app/. */
#ifndef APP_HANDS_H
#define APP_HANDS_H

#include "app/app_state.h"

/* keyboard.c, pointer.c */
void app_key(App *app, const Event *event);
void app_pointer(App *app, const Event *event);
void app_update_hover(App *app);

void app_press(App *app, Target target); /* press.c */

/* focus.c */
void app_focus(App *app, int by); /* to the next thing that takes it */
void app_forget_gone(App *app,
                     const DrawList *list); /* nothing that has left the picture keeps the focus or is dragged */
void app_settle_focus(App *app);            /* the same where the cursor comes to rest */

#endif
