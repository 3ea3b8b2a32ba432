/* How each view handles keys and the pointer, beside what all views share. Internal to app/. A view leaves NULL what it
 * has no use for. */
#ifndef APP_VIEW_INPUT_H
#define APP_VIEW_INPUT_H

#include "app/app_state.h"

typedef struct ViewInput {
    void (*enter)(App *app); /* the view is opened, or another lesson, model or sentence has come while it is */
    void (*leave)(App *app);
    bool (*key)(App *app, const Event *event); /* a key outside text fields; true: it was for this view */
    bool (*press)(App *app, Target target);    /* a TARGET_CONTROL, or a value; true: it was for this view */
    bool (*drag)(App *app, Target held,
                 Point at); /* the pointer moves with the button held down on `held`; true: taken */
    void (*release)(App *app, Target held);
    bool (*wheel)(App *app, float lines, bool control); /* true: it was for this view */
    void (*update)(App *app);                           /* once before every frame; `app->now` is the time */
    bool (*moving)(const App *app);                     /* it changes by itself: frames are wanted */
    void (*finish)(App *app);                           /* the program ends; also where it was never entered */
} ViewInput;

#define VIEW(identifier, prefix, name, english, chinese, wide, input) extern const ViewInput input;
#include "lesson/views.def"
#undef VIEW
extern const ViewInput no_input;                       /* of a view that has none of its own */
extern const ViewInput *const VIEW_INPUTS[VIEW_KINDS]; /* view_inputs.c, from lesson/views.def; for app.c alone */

const ViewInput *app_input(const App *app); /* of the view that is open, never NULL */

void app_show_view(App *app, ViewKind kind); /* nothing where this version has no such view */

#endif
