/* What the two parts of the inside of a cell share: its columns, and the memory over the sentence. */
#ifndef SCENE_VIEW_UNROLLED_CELL_H
#define SCENE_VIEW_UNROLLED_CELL_H

#include "scene/views/unrolled/cell_place.h"

enum {
    CELL_HISTORY = CELL_SLOTS
}; /* TARGET_VALUE, a: a column, from here on + how many words are shown; c: the first
      of them; b: a row, or row by row a cell of the table */

typedef enum HistoryPlace { HISTORY_NONE, HISTORY_BESIDE, HISTORY_BELOW } HistoryPlace;

typedef struct CellLayout {
    const Painter *painter;
    const CellPlace *place;
    HistoryPlace history;
    Box title, window, line, table; /* window: names and rows of the columns; table: the rows of the history */
    float right;                    /* where the picture ends */
    float cell_w, row_h, rows_y, x[CELL_SLOTS];
    int rows, first; /* that are in sight; the one on top, */
    float into;      /* and px of it that are above */
    Pan pan;
    float extent; /* of the memory */
} CellLayout;

/* "layer 2 of 2  ·  reads from the right"; "": there is one layer and one direction. */
const char *cell_where(const View *view, const CellPlace *place, Arena *arena);

/* The memory after each word, of the same rows. px that stand over its rows, and that it takes of `room` px. */
float history_over(const Painter *painter, const CellPlace *place, float room);
float history_width(const Painter *painter, const CellPlace *place, float room);
/* Where the rows of a column stand: those in sight, and one more where two are in sight in part. */
Box rows_box(const CellLayout *lay, float x, float y, float w);
void history_draw(const CellLayout *lay, const Scope *scope);

#endif
