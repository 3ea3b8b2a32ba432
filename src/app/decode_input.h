/* The decode view: what is changed by hand, the panel that says where a number comes from, the questions.
 * Internal to app/. */
#ifndef APP_DECODE_INPUT_H
#define APP_DECODE_INPUT_H

#include "app/view_input.h"

#include "derive/addends.h"

/* decode_input.c */
void app_undo(App *app, int again); /* or redo; a key */

/* origin_input.c */
void origin_begin(App *app, Value value);
bool origin_open(App *app, Target target);  /* false: that is no number that was made */
bool origin_press(App *app, Target target); /* true, here and below: it was for the panel */
bool origin_wheel(App *app, float lines);
void origin_close(App *app);
extern const KeyRow origin_keys[];

/* pair_input.c */
bool pair_open(App *app, Target score);   /* false: that is no score, or none that is a sum */
bool pair_press(App *app, Target target); /* true: it was for the pair, or has let it go */
void pair_close(App *app);
void pair_update(App *app); /* lets it go where the cursor has left it */
extern const KeyRow pair_keys[];

/* norm_input.c */
bool norm_open_here(App *app, int which); /* behind what the moment makes: the last sum is 1 */
int norm_place(App *app);                 /* which of them is open; 0: none */
bool norm_press(App *app, Target target); /* true: it was for it */
void norm_close(App *app);
void norm_update(App *app); /* moves it, and closes it where the cursor has left it */
bool norm_moving(const App *app);
extern const KeyRow norm_keys[];

/* floors_input.c */
void floors_open(App *app, Floor floor);    /* by hand: it is the hero, where the model has it */
bool floors_press(App *app, Target target); /* true: it was a floor's name */
void floors_update(App *app);               /* what jumps goes over to its new size */
bool floors_moving(const App *app);
extern const KeyRow floors_keys[];

/* predict_input.c: the cursor waits before each answer */
void predict_off(App *app);
bool predict_press(App *app, Target target); /* true: it was for the questions */
void predict_update(App *app);
extern const KeyRow predict_keys[];

#endif
