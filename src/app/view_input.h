/* What each view does with what a person does, beside what all of them share. Internal to app/. A view leaves NULL what
 * it has no use for. */
#ifndef APP_VIEW_INPUT_H
#define APP_VIEW_INPUT_H

#include "app/app_state.h"

typedef struct ViewHands {
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
} ViewHands;

extern const ViewHands DECODE_HANDS;              /* decode_input.c */
extern const ViewHands HEAT_HANDS;                /* heatmap_input.c */
extern const ViewHands LOOK_HANDS, PATCHES_HANDS; /* variant_input.c, patches_input.c */
extern const ViewHands COMPARE_HANDS;             /* compare_input.c */
extern const ViewHands BEAM_HANDS;                /* beam_input.c */
extern const ViewHands TRAIN_HANDS;               /* train_input.c */
extern const ViewHands *const HANDS[VIEW_KINDS];  /* view_input.c; each view's own file has its own; NULL: none */

const ViewHands *app_hands(const App *app); /* of the view that is open, never NULL */

void app_show_view(App *app, ViewKind kind); /* nothing where this version has no such view */

#endif
