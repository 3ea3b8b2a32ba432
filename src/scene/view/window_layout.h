/* Which panels the window has, and where. */
#ifndef SCENE_WINDOW_LAYOUT_H
#define SCENE_WINDOW_LAYOUT_H

#include "scene/view/view.h"

typedef struct WindowLayout { /* a panel that is folded away has w = 0 */
    Box bar, card, stage, side, foot, caption;
} WindowLayout;

#define WINDOW_FOOT_H    130.0f /* px, less in a very low window */
#define WINDOW_CAPTION_H 62.0f

WindowLayout window_layout(const View *view);

#endif
