/* How scores become shares: the way to the softmax, drawn in the place of the wells of the weights. The scores rise
 * as columns, are divided by T, the zero line goes to the largest; each grows into its power; the powers stand on
 * one bar, as high as a well, and are dealt from there. The unit of the powers is such that dividing by their sum
 * changes no height.
 *
 *   const SoftmaxEvent *event = softmax_event(painter, scope, layout);   // NULL: nothing of it is seen
 *   softmax_draw_columns(event);
 *   softmax_draw_beside(event);
 */
#ifndef SCENE_EVENT_SOFTMAX_H
#define SCENE_EVENT_SOFTMAX_H

#include "scene/stage/stage_layout.h"

typedef struct SoftmaxEvent SoftmaxEvent;

/* Between the scores and the softmax of a step whose weights are made of them; the list's arena. */
const SoftmaxEvent *softmax_event(const Painter *painter, const Scope *scope, const StageLayout *layout);

float softmax_wells(const SoftmaxEvent *event); /* opacity of the empty wells */
/* How much of the share of word j has come to its well and onto the strip: 1 from the softmax on. */
float softmax_dealt(const Scope *scope, int j);

void softmax_draw_columns(const SoftmaxEvent *event); /* what stays in the columns; these three: NULL draws nothing */
void softmax_draw_numbers(const SoftmaxEvent *event); /* the numbers of that */
void softmax_draw_beside(const SoftmaxEvent *event);  /* the bar beside them, and what moves to and from it */

#endif
