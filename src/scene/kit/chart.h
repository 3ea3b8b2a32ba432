/* Axes and curves: losses by epoch, exact match by sentence length.
 *
 *   float epochs[] = {0, 1, 2}, losses[] = {2.3f, 1.1f, 0.4f};
 *   ChartCurve curves[] = {{.name = "training", .xs = epochs, .values = losses, .count = 3, .role = ROLE_INK}};
 *   ChartTick ticks[] = {{0, "0"}, {2, "2"}, {1, "1"}};    // the ends come first
 *   Chart chart = {{0, 0, 300, 200}, .x1 = 2, .ticks = ticks, .tick_count = 3, .curves = curves, .curve_count = 1};
 *   ChartFrame frame = chart_draw(painter, &chart);
 *   Point newest = chart_point(&frame, 2, losses[2]);
 *
 * Ticks of y are round numbers; its range grows to the next tick on both ends. Names stand at the curves' ends, apart
 * from each other. */
#ifndef SCENE_CHART_H
#define SCENE_CHART_H

#include "scene/kit/strokes.h"

#define CHART_CURVES 6
#define CHART_TICKS  32

typedef struct ChartCurve {
    const char *name;    /* NULL: none */
    const float *xs;     /* [count] rising */
    const float *values; /* [count] what is no number is a gap */
    int count;
    Role role;
    bool dashed;
} ChartCurve;

typedef struct ChartTick { /* a number under the plot */
    float x;
    const char *text;
} ChartTick;

typedef struct Chart {
    Box box;                /* numbers and names included */
    float x1, y1;           /* least ranges, from 0; that of y grows to what the curves need */
    float y_most;           /* curves that go beyond are cut there; 0: none is */
    float mark;             /* a dashed line under the curves at that x; 0: none */
    float below;            /* px under the plot, for ticks and what the caller writes */
    const ChartTick *ticks; /* the more important first: those without room beside them are left out */
    int tick_count;
    const ChartCurve *curves;
    int curve_count; /* <= CHART_CURVES */
} Chart;

typedef struct ChartFrame {
    Box plot; /* x0 .. x1 by y1 .. y0 */
    float x0, x1, y0, y1;
} ChartFrame;

ChartFrame chart_draw(const Painter *painter, const Chart *chart);
/* The curves' names; last of all, so that no line runs through them. */
void chart_name(const Painter *painter, const Chart *chart, const ChartFrame *frame);

Point chart_point(const ChartFrame *frame, float x, float y); /* values outside of the ranges: on the edge */

#endif
