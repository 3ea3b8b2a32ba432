/* Before and after: what the model does by itself beside what is changed by hand, on the step that is on the stage
 * (study/own_run.h). Where view->own is NULL, nothing of it is drawn. */
#ifndef SCENE_WHAT_IF_H
#define SCENE_WHAT_IF_H

#include "scene/stage/stage_layout.h"

void what_if_draw_well(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink);
/* Over the wells: the numbers of the model's own weights, and the weights at which the word changes
 * (view->stage.tippings). */
void what_if_draw_weights(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* Beside the state of word j, which is there: that it is muted; while it, or its word, is meant, the chip
 * that mutes it. */
void what_if_draw_mute(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float ink);

void what_if_draw_probability(const Painter *painter, const Scope *scope, Box track, int id, float ink);

/* The note of a change, in a hero's head, which ends at that point, its middle: the word now and before, each with its
 * probability, and what puts it all back. Returns its width; 0: nothing has changed. */
float what_if_draw_note(const Painter *painter, const Scope *scope, Point right);
void what_if_draw_legend(const Painter *painter, const Scope *scope, const StageLayout *layout);

#endif
