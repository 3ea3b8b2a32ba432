/* The log of a training as curves over its epochs: the losses, and below them what was measured on held-out sentences.
 *
 *   EpochRows log = {0};
 *   curves_figure(&view, &log, type, &list);    // as large as the view is laid out for
 */
#ifndef SCENE_CURVES_H
#define SCENE_CURVES_H

#include "model/epoch_log.h"
#include "scene/scene.h"

/* The view says its size, theme and language. The log has a row. */
void curves_figure(const View *view, const EpochRows *log, const Type *type, DrawList *list);

#endif
