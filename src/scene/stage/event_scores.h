/* The query meets every state: what is seen of the visit (scores_visit.h), and what a bar shows meanwhile. */
#ifndef SCENE_EVENT_SCORES_H
#define SCENE_EVENT_SCORES_H

#include "scene/stage/stage_layout.h"

/* What there is of score j. */
typedef struct ScoreBar {
    double value; /* of the cells that have been added up */
    double end;   /* of all */
    double full;  /* the value whose bar is as long as bars are */
    bool there;   /* something has been added up */
    bool going;   /* it is being added up: its end is outlined */
} ScoreBar;
ScoreBar scores_bar(const Painter *painter, const Scope *scope, const StageLayout *layout, int j);

/* How the column of word j is lit meanwhile. */
void scores_light(Scope *own, const Visit *visit, int j);

void scores_draw_keys(const Painter *painter, const Scope *scope, const StageLayout *layout); /* inside the columns */
/* under the legend of the cells, while they meet */
void scores_draw_scale(const Painter *painter, const Scope *scope, const StageLayout *layout, Point at);
void scores_draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout); /* over all else */

#endif
