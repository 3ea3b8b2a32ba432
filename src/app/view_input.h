/* How each view handles keys and the pointer, beside what all views share. Internal to app/. A view leaves NULL what it
 * has no use for.
 *
 *   App *app = NULL;
 *   Event event = {.kind = EVENT_KEY, .key = {KEY_R}};
 *   static const KeyRow KEYS[] = {{KEY_R, WITH_SHIFT, NULL, true, W_KEY_RESTORE_THIS_STEP_ALL_OF_THEM}, {0}};
 *   bool taken = keys_press(app, KEYS, &event);
 */
#ifndef APP_VIEW_INPUT_H
#define APP_VIEW_INPUT_H

#include "app/app_state.h"

/* ---- keys ---- */

enum { WITH_SHIFT = 1, WITH_CONTROL = 2, AND_ON = 4 };

/* A row of a table of keys; the last one has no `act`. */
typedef struct KeyRow {
    Key key;
    /* a row without Shift takes the key with Shift too; AND_ON: the rows behind it are asked all the same */
    unsigned with;
    void (*act)(App *app, int by);
    int by;
    Word line;                    /* of the page of keys, where it shows this very key; else 0 */
    bool (*when)(const App *app); /* NULL: always */
    int more;                     /* so many keys behind this one do it too, each with a `by` that is one more */
} KeyRow;

bool keys_press(App *app, const KeyRow *rows, const Event *event); /* NULL: no rows. True: a row has taken it */
extern const KeyRow *const WINDOW_KEYS[3];                         /* keyboard.c: what all views share */

/* ---- views ---- */

enum { VIEW_KEY_TABLES = 7 };

typedef struct ViewInput {
    void (*enter)(App *app); /* the view is opened, or another lesson, model or sentence has come while it is */
    void (*leave)(App *app);
    /* With that model of the lesson on the stage, it opens with a file that is still to come (ERROR_LATER): it is
     * entered when that is there. NULL: with none. */
    bool (*waits)(App *app, int model, Error *error);
    const KeyRow *keys[VIEW_KEY_TABLES];           /* asked in this order, outside text fields */
    void (*move)(App *app, Move move);             /* NULL: the app's own cursor moves */
    bool (*press)(App *app, Target target);        /* a TARGET_CONTROL, or a value; true: it was for this view */
    bool (*grips)(const App *app, Target target);  /* it is there to be dragged */
    void (*drag)(App *app, Target held, Point at); /* the pointer moves with the button held down on what it grips */
    void (*release)(App *app, Target held);
    /* of weight_input.c: a weight or the temperature is that now */
    bool (*change)(App *app, Target held, double value);
    bool (*wheel)(App *app, float lines);  /* true: it was for this view */
    void (*update)(App *app);              /* once before every frame; `app->now` is the time */
    bool (*moving)(const App *app);        /* it changes by itself: frames are wanted */
    void (*finish)(App *app);              /* the program ends; also where it was never entered */
    const Trace *(*trace)(const App *app); /* that is exported; NULL: the one that is open */
    /* What is told beside the picture, the arena's; NULL: of the moment, by explain_beat. */
    const char *(*caption)(const View *view, Arena *arena);
} ViewInput;

#define VIEW(identifier, prefix, name, english, chinese, input, ...) extern const ViewInput input;
#include "lesson/views.def"
#undef VIEW
extern const ViewInput no_input;                       /* of a view that has none of its own */
extern const ViewInput *const VIEW_INPUTS[VIEW_KINDS]; /* view_inputs.c, from lesson/views.def; for app.c alone */

const ViewInput *app_input(const App *app); /* of the view that is open, never NULL */
ViewKind app_lesson_view(const App *app);   /* the open one, or the one that a file lies over */
/* What the open card sets, where it is of the open view; NULL: of another, or nothing. */
const StageSetting *app_own_stage(const App *app);

/* nothing where this version has no such view; or later, when it can open */
void app_show_view(App *app, ViewKind kind);
bool view_waits(App *app, ViewKind kind, int model, Error *error); /* what that view's `waits` says */
void app_enter_view(App *app);                                     /* the open one again: what it shows has changed */
void app_move(App *app, int move);                                 /* as the open view does a Move */

#endif
