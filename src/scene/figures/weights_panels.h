/* Inside the window of weights: what is open as one figure, or of two files side by side, and what is pointed
 * at in them.
 *
 *   DrawList figures[2] = {0};
 *   float beyond = weights_panels(&window, (Box){24, 100, 1392, 700}, type, figures, &list);
 *   const char *text = weights_panels_told(&window, &list);
 */
#ifndef SCENE_WEIGHTS_PANELS_H
#define SCENE_WEIGHTS_PANELS_H

#include "scene/figures/weights_window.h"

/* Returns how many px of them are beyond the box. */
float weights_panels(const WeightsWindow *view, Box room, const Type *type, DrawList *figures, DrawList *list);

const char *weights_array_name(const WeightsWindow *view, int tab);

/* What is pointed at, in numbers; of two files both and their difference. NULL: nothing. The list's arena. */
const char *weights_panels_told(const WeightsWindow *view, DrawList *list);

/* Why the two files cannot be compared cell by cell, or not everywhere; NULL: they can. The arena's. */
const char *weights_panels_unlike(const WeightsWindow *view, Arena *arena);

#endif
