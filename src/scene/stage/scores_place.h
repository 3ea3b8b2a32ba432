/* Where query, keys and terms stand during the visit (scores_visit.h).
 *
 *   Scope scope = scope_at(trace, 12.7);
 *   StageLayout layout = stage_layout(&view, list.type, &scope, (Box){0, 0, 900, 700});
 *   Pose pose = pose_of(&scope, &layout, true);           // of the query's copy, on its way from home
 */
#ifndef SCENE_SCORES_PLACE_H
#define SCENE_SCORES_PLACE_H

#include "scene/stage/stage_layout.h"

typedef struct Bench { /* where a state and the query meet */
    Box card;          /* the ground that hides what is beneath it; w = 0: there is room beside the column */
    Box key, terms, query;
} Bench;

typedef struct Pose { /* of cells in a frame */
    Box box;
    float upright; /* 0: side by side; 1: one over the other */
} Pose;

bool place_is_wide(const StageLayout *layout); /* a query has room beside its state */

/* `made`: keys are made of the states and stand beside them; else the states are the keys. */
Box place_of_key(const StageLayout *layout, int j, bool made);
Bench bench_of(const StageLayout *layout, int j, bool made);
Pose pose_of(const Scope *scope, const StageLayout *layout, bool made);
Pose pose_between(Pose a, Pose b, float t);

/* Parts of the beat in which the query asks: keys and query are made, the way along the line, standing up. */
#define ASK_MAKING 0.12f
#define ASK_MADE   0.55f
#define ASK_LEAVES 0.1f
#define ASK_STANDS 0.75f

#endif
