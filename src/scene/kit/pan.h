/* A picture that needs more room than it has is drawn whole behind a window, where it is dragged: view->stage.pan.
 *
 *   Pan pan = pan_begin(painter, (Box){20, 120, 350, 400}, (Point){640, 300}, (Point){0, 0});
 *   kit_heading(painter, (Point){pan.whole.x, pan.whole.y + 10}, ROLE_MUTED, 1, "INPUT");
 *   pan_end(painter, &pan);
 */
#ifndef SCENE_PAN_H
#define SCENE_PAN_H

#include "scene/kit/strokes.h"

typedef struct Pan {
    Box window, whole; /* the same where there is room for all of it */
    Point at, most;    /* px that it is dragged to the left and up, and can be */
} Pan;

/* `least`: px across and down that it needs; `from`: how far it stands to the left and up before anybody drags it,
 * as far as it can. Until pan_end what is drawn is seen, and found, in the window alone. A picture has one of them
 * at a time. A figure is not dragged: the window is all it has, and painter->layout says what it lacks. */
Pan pan_begin(const Painter *painter, Box window, Point least, Point from);
void pan_end(const Painter *painter, const Pan *pan); /* says by bars that it goes on */

#endif
