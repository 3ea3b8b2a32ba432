/* The parts of the beam view. view_beam.c puts them together. */
#ifndef SCENE_VIEW_BEAM_H
#define SCENE_VIEW_BEAM_H

#include "scene/views/picture.h"

/* Draws the tree into `box`; returns how far it can scroll. */
float beam_tree_draw(const Painter *painter, Box box);

/* Do its chips have room for the score beside the probability? */
bool beam_shows_scores(float width);

#endif
