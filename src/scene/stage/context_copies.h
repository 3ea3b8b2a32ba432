/* Copies of the encoder states on their way into the context: where each is at an instant, and how it is drawn there.
 *
 *   CopiesWay way = copies_way(scope);
 *   CopyPose pose = copy_pose(layout, &way, 0, 0, 0.86f, 0);    // of the first state, alone, with a weight of 0.86
 */
#ifndef SCENE_CONTEXT_COPIES_H
#define SCENE_CONTEXT_COPIES_H

#include "scene/stage/stage_layout.h"

typedef struct CopyPose {
    Point middle;
    float length, thickness; /* px along its cells, and across */
    float upright;           /* 1: as the state stands; 0: lying */
    float opacity;           /* of its cells */
} CopyPose;

typedef struct CopiesWay { /* how far all of them have come: of each beat, eased */
    float lifted, weighed, stacked, pressed;
} CopiesWay;

CopiesWay copies_way(const Scope *scope);
bool copies_lift(const Scope *scope); /* they are leaving the states */

/* Of state j, in a tray of height 1 under those that weigh `before`; `empty`: what the weights leave of it. */
CopyPose copy_pose(const StageLayout *layout, const CopiesWay *way, int j, float before, float weight, float empty);
CopyPose copy_weighed(const StageLayout *layout, int j, float weight);        /* at the foot of its floor */
CopyPose copy_stacked(const StageLayout *layout, float before, float weight); /* in the tray */
CopyPose copy_home(const StageLayout *layout, int j);                         /* the state itself: lying, standing */

typedef struct CopiedStrip {
    const float *values, *into; /* [D] of the state; of what it becomes */
    int D, count;               /* count: cells that are shown */
    float become;               /* how much of `into` its colours are, 0 .. 1 */
    float alpha;                /* of all of it */
    Color outline;              /* alpha 0: none */
    int marked;                 /* the value whose cell has a line around it, */
    float marking;              /* so strong, 0 .. 1 */
} CopiedStrip;

void copy_draw(const Painter *painter, const StageLayout *layout, const CopiedStrip *strip, const CopyPose *pose);

#endif
