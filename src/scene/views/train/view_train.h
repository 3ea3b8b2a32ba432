/* The parts of the train view: view_train.c lays it out. */
#ifndef SCENE_VIEW_TRAIN_H
#define SCENE_VIEW_TRAIN_H

#include "scene/views/picture.h"

void train_foot_draw(const Painter *painter, const Training *training, Box box);
void train_chart_draw(const Painter *painter, const Training *training, Box box);
/* Between chart and film: which words the rows are, and the replay. */
void train_row_draw(const Painter *painter, const Training *training, Box row);
float train_row_height(const Painter *painter, const Training *training, float width); /* of an upright picture's */

/* "12", or within the first epoch "0.25", to the nearest twentieth. */
const char *train_epoch(const Painter *painter, const Training *training, int look);

/* ---- what the model wrote ---- */

const char *train_said(const Painter *painter, const Trace *probe); /* its words, or that there are none */
/* The words from a baseline on, as many as there is room for, marked right or wrong. look->probe is there. */
void train_words(const Painter *painter, const TrainingLook *look, float size, Point at, float width);
/* "epoch 0.25: ..." of the looks in the film. */
void train_sayings_draw(const Painter *painter, const Training *training, const int *film, int frames, Box box);

#endif
