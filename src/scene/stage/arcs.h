/* The alignment as arcs between the two sentences: the weights of the map, each as thick as it is large. */
#ifndef SCENE_ARCS_H
#define SCENE_ARCS_H

#include "scene/stage/alignment_map.h"

/* `setting` as for the map; its current step is lit where nothing is pointed at. Chips are TARGET_SOURCE and TARGET_WORD. */
void arcs_draw(const Painter *painter, const HeatmapSetting *setting, Box box);

/* The size that shows all of it: words side by side where that is not too wide. */
Box arcs_size(const Painter *painter, const Trace *trace);

#endif
