/* The alignment as a map: beside the stage, in views, figures and films. */
#ifndef SCENE_ALIGNMENT_MAP_H
#define SCENE_ALIGNMENT_MAP_H

#include "scene/kit/strokes.h"

#include <math.h>

/* `rows` of it are there already: of 2.4 the word of the third slides in from the left and has come 40 % of its way; with it
 * come its weights, unless they were `given` before. `current` is the step in the frame, -1 for none. */
typedef struct HeatmapSetting {
    const Trace *trace;
    ColorMap map;
    float rows;
    int current;
    bool values;
    float edge;          /* x from which rows slide in: nothing of them is seen on its left */
    const Trace *before; /* of the same sentence: the picture that this one goes over from; NULL: none */
    float back;          /* and how much of the colours is still that one's */
    const Trace *own;    /* what differs from it is marked; NULL: nothing is */
    bool unmarked;       /* rows whose word was given are no change by hand */
    bool words;          /* can be pointed at too; of arcs: they are found elsewhere by Tab */
    int side;            /* c of what is marked: in the compare view, which of the two */
    bool
        scrolls; /* rows too low for their words: those around `current`, or the one that is pointed at, are in sight */
    float given; /* how much of the weights of the row to come is there; its word is "…" */
} HeatmapSetting;

/* A trace's alignment at a cursor, the same in every view: a row has its weights from the softmax on and its word when the
 * word is written; what is not written yet is "…", and rows to come are empty. */
HeatmapSetting heatmap_at(const Trace *trace, ColorMap map, double cursor);

/* How much of the weights of a row: 0 .. 1. */
static inline float heatmap_there(const HeatmapSetting *setting, int t)
{
    return fminf(1, fmaxf(setting->rows - (float)t, t == (int)setting->rows ? setting->given : 0));
}

/* Those whose weights are there, or come, in their place. */
static inline int heatmap_rows(const HeatmapSetting *setting)
{
    return (int)setting->rows + (setting->given > 0);
}

/* Where numbers stand in them: is there a row whose numbers do not quite give what all its weights are? */
bool heatmap_rounds(const HeatmapSetting *setting, Arena *arena);

typedef struct HeatmapPlace {
    Box cells;       /* those in sight */
    int first, rows; /* the first row that is whole, and how many are in sight */
} HeatmapPlace;

HeatmapPlace heatmap_draw(const Painter *painter, const HeatmapSetting *setting, Box box);
void heatmap_legend(const Painter *painter, ColorMap map, Box box);

#endif
