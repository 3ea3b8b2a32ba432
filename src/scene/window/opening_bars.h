/* The first minute's picture: the sentence, a bar over each of its words, half a window high, and above them the words
 * that are written. No vector, no score and no formula is there; a bar is a weight, and a ribbon runs from each bar to
 * the word of the step, as wide as the weight.
 *
 *   opening_bars_draw(painter, (Box){0, 0, 1440, 808});
 */
#ifndef SCENE_OPENING_BARS_H
#define SCENE_OPENING_BARS_H

#include "scene/window/panels.h"

void opening_bars_draw(const Painter *painter, Box box);

/* Whole per cents of `count` shares that add up to those of their sum: each is cut, and the largest remainders get what
 * is left. */
void opening_percents(const float *shares, int count, int *out);

/* The step whose weights the bars show, once they have got there; -1: none yet. */
int opening_step_shown(const Trace *trace, double cursor);

#endif
