/* The states of an encoder of several layers: every reader, a layer in a direction, is a row of strips, in the order in
 * which they read, from below. The two on top are the annotations. */
#ifndef SCENE_FLOOR_LAYERS_H
#define SCENE_FLOOR_LAYERS_H

#include "scene/stage/stage_layout.h"

/* What is drawn of word j in place of one state: its strips, and the arrows that lead to them from below and from the
 * words beside it. `lit`: it is pointed at, 0 .. 1. */
void layers_draw_links(const Painter *painter, const Scope *scope, const StageLayout *layout, int j);
void layers_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit);

/* Where the annotation's name stands: over its strips, its middle. False: there is no room for it. */
bool layers_name(const Trace *trace, const StageLayout *layout, int j, Point *out);

/* Left of the rows: which layer it is, and which way it reads. */
void layers_draw_names(const Painter *painter, const Scope *scope, const StageLayout *layout);

#endif
