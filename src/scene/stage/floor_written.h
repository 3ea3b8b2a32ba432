/* The floor of a Transformer's decoder. No state is carried over: the words so far stand there as columns. The newest
 * one looks at them and becomes what asks the source (D); what the source gives (C) and the feed-forward block then
 * make the state of it (Vaswani et al. 2017, section 3). Where the floor is no hero, what it has made last. */
#ifndef SCENE_FLOOR_WRITTEN_H
#define SCENE_FLOOR_WRITTEN_H

#include "scene/stage/stage_layout.h"

void written_draw(const Painter *painter, const Scope *scope, const StageLayout *layout);

#endif
