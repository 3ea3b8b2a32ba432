/* What the columns of the softmax and what stands beside them share. */
#ifndef SCENE_SOFTMAX_PARTS_H
#define SCENE_SOFTMAX_PARTS_H

#include "derive/shares.h"
#include "scene/stage/event_softmax.h"

#define SOFTMAX_LABEL_W 60.0f /* px: from so much on a column has its own numbers */
#define SOFTMAX_LANE    8.0f  /* px between the wells and what stands beside them */

struct SoftmaxEvent {
    const Painter *painter;
    const Scope *scope;
    const StageLayout *layout;
    Maths maths;
    Shares shares;
    const bool *numbered; /* [n] the words whose numbers are printed */
    bool narrow;          /* they stand in rows over and under the columns, not at their ends */
    float zero, unit;     /* y of the score 0 before the shift, px for 1 */
    float rise, temper, shift, grow, stack, share;
    float hero; /* how much of what stays is there */
    Box lane;   /* between the wells and the decoder */
    Box bar;    /* on which the powers are stacked */
};

float softmax_foot(const SoftmaxEvent *event); /* y on which the powers stand */
float softmax_zero(const SoftmaxEvent *event); /* y of the zero line now */
float softmax_power_height(const SoftmaxEvent *event, int j);
Box softmax_standing(const SoftmaxEvent *event, int j,
                     float height); /* a column that stands at the foot of the wells */
void softmax_draw_piece(const SoftmaxEvent *event, int j, Box box, float radius, float alpha);

#endif
