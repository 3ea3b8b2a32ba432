/* The parts of the train view (train.png): view_train.c lays it out and draws the stage, view_train_foot.c the foot. */
#ifndef SCENE_VIEW_TRAIN_H
#define SCENE_VIEW_TRAIN_H

#include "scene/views/picture.h"

void train_foot_draw(const Painter *painter, const Training *training, Box box);

#endif
