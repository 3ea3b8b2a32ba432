/* Text that is typed: the sentence field and the numbers of questions. Internal to app/. */
#ifndef APP_TYPING_H
#define APP_TYPING_H

#include "app/app_state.h"

/* typing.c: who takes it */
bool app_types(const App *app); /* somebody does */
void typing_end(App *app);
void caret_show(App *app);                                        /* it blinks anew */
int caret_after(const char *text, int caret, Key key, bool word); /* by a key that moves or erases; -1: it does not */
/* The same, but an arrow goes to what stands beside the caret, wherever that is in a text of which some runs
 * to the left. */
int caret_beside(const Type *type, const char *text, int caret, Key key, bool word);
void field_set(App *app, const char *text); /* it cannot be undone there */
void field_enter(App *app, bool active);
void quiz_enter(App *app, int quiz); /* types its number from now on; -1: none */

/* the same, or the nearest before it that is in the text and between letters */
int text_place(const char *text, int at);

/* typed.c, for input methods: EVENT_SELECT of whatever is typed into, and what is to be known of it
 * after every frame */
void typing_select(App *app, int anchor, int caret, bool erase);
void typing_show(App *app);

void field_copy(App *app, const Field *field); /* what is selected, to the clipboard */

/* field_input.c: the sentence field */
void field_go(App *app);                      /* leaves it and plays the sentence from its start */
bool field_key(App *app, const Event *event); /* true: it was for the field */
void field_type(App *app, const char *text);
void field_point(App *app, Point point, bool extend);

void field_select(App *app, int anchor, int caret, bool erase);
void field_put(App *app, const char *word); /* at the caret, as a word of its own */

/* words_input.c: the list of the words that the model knows, over the window or on the stage */
void words_open(App *app, int by); /* or closes it */
void terms_list_open(App *app);    /* the same list with the field's terms; Enter goes to a term's card */
/* On the stage, to be put in the place of that word; false: that is no word that can be replaced, or it was open for
 * it, and closes. */
bool words_offer(App *app, Target source);
void words_settle(App *app);       /* what is only pointed at leaves the stage */
void words_look(App *app);         /* once a frame: closes a list of another model's words */
void words_update(App *app);       /* once a frame of the view decode */
bool words_moving(const App *app); /* a line of it is to be decoded */
void words_close(App *app);
void words_forget(App *app);          /* frees it */
void words_take(App *app, int index); /* of those found: puts it into the sentence */
void words_type(App *app, const char *text);
void words_select(App *app, int anchor, int caret, bool erase); /* its caret stays at the end */
void words_wheel(App *app, float lines);
bool words_key(App *app, const Event *event); /* true: it was for the list */

/* quiz_input.c: the card's quizzes, by index */
void quiz_choose(App *app, Target target);
void quiz_hint(App *app, Target target);
void quiz_press_number(App *app, Target target); /* types there, or grades what is typed */
void quiz_focus(App *app, int by);               /* to the card's question, or from it to the next one */
void quiz_move(App *app, int by);                /* from choice to choice */
bool quiz_has_focus(const App *app);             /* a choice of it */
void quiz_typed(App *app, const char *text);
void quiz_select(App *app, int anchor, int caret, bool erase); /* of a number nothing is selected */
bool quiz_key(App *app, const Event *event);                   /* true: it was for the number */
void card_reveal(App *app, Target target); /* scrolls the card until it is in sight; nothing for what is not on it */

#endif
