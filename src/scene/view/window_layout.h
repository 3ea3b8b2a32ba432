/* Which panels the window has, and where. */
#ifndef SCENE_WINDOW_LAYOUT_H
#define SCENE_WINDOW_LAYOUT_H

#include "scene/view/view.h"

typedef struct WindowLayout { /* a panel that is folded away has w = 0 */
    Box bar, card, stage, side, foot, caption;
    Box field; /* of the sentence, below the stage: while it is typed where no side panel has it; h = 0: it is elsewhere
                */
    Box timer; /* a class's, at the right of the foot; w = 0: there is none */
    Box strip; /* over the stage, of a lying window over the side, while a person plays; h = 0: no lesson waits */
    /* of a folded card, at the left edge or the foot; w = 0: it stands beside the stage. With view->panel.open it
     * lies over it */
    Box tab;
} WindowLayout;

#define WINDOW_FOOT_H    130.0f /* px */
#define WINDOW_FOOT_LINE 96.0f  /* of the timeline alone */
#define WINDOW_FOOT_LOW  80.0f  /* one that is lower has a single line of words */
#define WINDOW_CAPTION_H 62.0f
#define WINDOW_LYING_W   628.0f /* that stage and side need of a lying window; with less they are dragged, */
#define WINDOW_LYING_H   388.0f /* and then they are as high */
#define WINDOW_STRIP_H   34.0f
#define WINDOW_FIELD_H   62.0f
#define WINDOW_FOOT_ASKS 204.0f /* of a question to a class */
#define WINDOW_TIMER_W   150.0f

/* The size of the picture in a window, both in px: at that scale, smaller where it would not be whole. */
Point window_picture(Point window, float scale, bool captions);

/* A telephone held upright: bar, stage, translation and sentence, foot and the card's tab stand one below the other,
 * and the card is a sheet over them. */
bool window_upright(const View *view);

/* A telephone that lies, any window as low, or one so small that its type would have less than 9 px: the bar stands at
 * the left, with the card's tab at its foot; the card lies over the stage, translation and sentence stand beside it,
 * and the foot is a line with the timeline. */
bool window_lying(const View *view);

/* Upright, or small and lying: texts stand below one another. */
bool window_narrow(const View *view);

/* In front of people, neither upright nor lying: what has no room beside other things stands alone, and large. */
bool window_presents(const View *view);

WindowLayout window_layout(const View *view);
float window_side(const View *view); /* px of the side panel's width, also where a view has none of its own */
/* A question of Predict, or its answer, stands in the foot in large type, with letters: in front of people. */
bool window_asks_class(const View *view);
bool window_card_folds(const View *view);  /* to a tab for want of room, away while presenting */
bool window_card_floats(const View *view); /* over the stage, until one presses beside it; not while presenting */

#endif
