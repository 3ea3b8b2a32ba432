/* What Tab stops at: the focusable marks of a picture, in the order of drawing.
 *
 *   Stops stops = stops_find(&list, false, view.focus, &arena);
 *   view.focus = stops_next(&stops, 1);
 */
#ifndef APP_STOPS_H
#define APP_STOPS_H

#include "draw/drawlist.h"

typedef struct Stops {
    const DrawCommand **marks;
    int count, at; /* at: which has the focus, -1: none */
} Stops;

/* `overlay`: one is open, and only its own count. The marks are the list's, their array is the arena's. */
Stops stops_find(const DrawList *list, bool overlay, Target focus, Arena *arena);
Target stops_next(const Stops *stops, int by); /* 1 or -1, around; TARGET_NONE where there are none */

#endif
