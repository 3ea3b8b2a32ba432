/* Your class's model: the page where pairs are typed, the training, and the lesson that is kept. Internal to app/. */
#ifndef APP_CLASS_ROOM_H
#define APP_CLASS_ROOM_H

#include "app/app_state.h"
#include "scene/window/class_page.h"
#include "study/learner.h"

#define CLASS_BYTES ((size_t)1 << 16) /* of the text, with its NUL */
#define CLASS_PAIRS 300               /* that are taken of a file */

struct ClassRoom {
    Arena arena; /* of `lines` */
    char text[CLASS_BYTES];
    EditHistory history;
    PairLines lines;
    ClassPage page; /* the View's, while OVERLAY_CLASS is open */
    char *cleared;  /* the lines before they were cleared, on the heap; NULL: none were */
    bool unsaved;
    double typed_at;
    Learner *learner; /* NULL: none learns */
    Training training;
    char *folder; /* of its lesson, on the heap; it is written over by the next one */
};

/* class_text.c: the lines */
void class_type(App *app, const char *text);
void class_set_text(App *app, const char *text); /* one step of undo */
void class_undo(App *app, bool again);
void class_compose(App *app, const char *text); /* NULL: nothing any more */
void class_replace(App *app, Slice text);       /* what is selected; what does not fit is left out, and said */
void class_move_caret(App *app, int to, bool extend);
void class_select(App *app, int anchor, int caret, bool erase);
Slice class_clean(App *app, Slice text); /* as it may be typed; the arena's */
void class_save(App *app);
void class_load(App *app);
char *class_file(const char *name, Arena *arena);        /* among the person's data; NULL: there is no such place */
int class_line_of(const char *text, int at, int *begin); /* from 0, and where it begins */
int class_begin_of(const char *text, int line);          /* of one behind the last: the last's */
int class_end_of(const char *text, int begin);

/* class_train.c: what is made of them */
void class_train(App *app);
void class_stop(struct ClassRoom *room); /* the training; nothing where there is none */
void class_keep(App *app);

/* class_input.c: the page */
void class_enter(App *app, bool active);
void class_press(App *app, Target target);
bool class_key(App *app, const Event *event); /* true: it was for the page */
void class_point(App *app, Point point, bool extend);
void class_wheel(App *app, float lines);
void class_take_file(App *app, const char *path); /* opens the page with its pairs */
void class_update(App *app);
void class_finish(App *app);

#endif
