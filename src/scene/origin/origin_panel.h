/* What the files of the panel that says where a number comes from share; for this folder alone. */
#ifndef SCENE_ORIGIN_PANEL_H
#define SCENE_ORIGIN_PANEL_H

#include "derive/printed.h"
#include "scene/scene.h"

/* origin_value.c */
const Value *origin_shown(const View *view); /* NULL: the panel is closed */

#endif
