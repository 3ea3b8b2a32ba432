/* The heatmap view: view_heatmap.c lays it out and draws what is around the map, view_heatmap_cells.c the map. */
#ifndef SCENE_VIEW_HEATMAP_H
#define SCENE_VIEW_HEATMAP_H

#include "scene/stage/alignment_map.h"
#include "scene/views/picture.h"

typedef struct HeatMap {
    const Trace *trace;
    HeatPlace place;
    Box rows, columns; /* where the words stand: left of the map and over it */
    bool turned;       /* the words over it are */
    float row_size, column_size;
} HeatMap;

/* `area` holds the map and its words. */
HeatMap heat_map_lay(const Painter *painter, Box area);
/* As far as the cursor has come: `setting` is heatmap_at's. */
void heat_map_draw(const Painter *painter, const HeatmapSetting *setting, const HeatMap *map);

/* The source word with the largest weight, the first on ties; -1 where the step has none. */
int heat_peak(const Trace *trace, int step);

#endif
