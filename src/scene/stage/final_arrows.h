/* What the encoder ends with goes up into a strip: an arrow from each annotation that h_final is made of. */
#ifndef SCENE_STAGE_FINAL_ARROWS_H
#define SCENE_STAGE_FINAL_ARROWS_H

#include "scene/stage/stage_layout.h"

typedef struct FinalArrows {
    Box into;                /* they end below it, */
    float gap;               /* px away */
    float bend, head, width; /* bend: 0 .. 1, how long they go straight up; the stage has its own */
    Color color;
    float shown; /* 0 .. 1: how far they have come */
} FinalArrows;

/* `x`: the middles of the n columns; they begin at `y`. */
void final_arrows(DrawList *list, const Trace *trace, const float x[], float y, FinalArrows arrows);
void stage_final_arrows(const Painter *painter, const Trace *trace, const StageLayout *layout, FinalArrows arrows);

#endif
