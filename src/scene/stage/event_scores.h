/* The query meets every state: what there is of a score meanwhile (scores_visit.h says when). */
#ifndef SCENE_EVENT_SCORES_H
#define SCENE_EVENT_SCORES_H

#include "scene/stage/stage_layout.h"

/* What there is of score j. */
typedef struct ScoreBar {
    double value; /* of the cells that have been added up */
    int cells;    /* so many; -1: all of them */
    bool there;   /* something has been added up */
    bool going;   /* it is being added up */
} ScoreBar;
ScoreBar scores_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j);

#endif
