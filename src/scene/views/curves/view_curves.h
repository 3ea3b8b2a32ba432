/* The log of a training as curves over its epochs: the losses, and below them what was measured on held-out sentences.
 * view_curves.c is the view, curves_figure.c draws the charts, for a figure too.
 *
 *   CurvesPage page = {.name = "loss.csv"};    // and its log, as opened_log (export/open_file.h) reads it
 *   view.kind = VIEW_CURVES;
 *   view.curves = &page;
 *   curves_figure(&view, type, &list);    // the charts alone, as large as the view is laid out for
 */
#ifndef SCENE_VIEW_CURVES_H
#define SCENE_VIEW_CURVES_H

#include "model/epoch_log.h"
#include "scene/kit/kit.h"
#include "scene/scene.h"

typedef struct CurvesPage {
    const char *name; /* of the file */
    EpochRows log;    /* without a row: its training has ended no epoch yet */
    int row;          /* from 1: the one that is chosen; 0: none is */
} CurvesPage;

/* All functions are about view->curves. A mark of row i, from 0, is TARGET_CONTROL {CURVES_ROW, i}. */

int curves_row(const CurvesPage *page); /* page->row; 0 where the log has no such row */
/* "Epoch 12: loss 1.34 · held-out loss 1.47 · ...", all that was measured; the arena's. */
const char *curves_row_told(const View *view, int row, Arena *arena);
const char *curves_size(const View *view, Arena *arena); /* "30 epochs" */

/* The log has a row. The view says theme, language and what is pointed at. */
void curves_draw(const Painter *painter, Box box);
void curves_figure(const View *view, const Type *type, DrawList *list);

#endif
