/* The parts of the beam view. view_beam.c puts them together. */
#ifndef SCENE_VIEW_BEAM_H
#define SCENE_VIEW_BEAM_H

#include "scene/views/picture.h"

/* Draws the tree into `box`; returns how far it can scroll. */
float beam_tree_draw(const Painter *painter, Box box);

/* Do its chips have room for the score beside the probability? */
bool beam_shows_scores(float width);

/* The words of a hypothesis, joined; the arena's. */
const char *beam_words(const View *view, int node, Arena *arena);
/* What has become of it by now: finished, died, goes on. The arena's. */
const char *beam_fate(const View *view, int node, Arena *arena);

#endif
