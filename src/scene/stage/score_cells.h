/* What a score is added up from, as it is drawn: the numbers of the query and of the keys of a step, cell by cell, and
 * the arithmetic of some of them in a line.
 *
 *   ScoreCells cells = score_cells(painter, trace, 2);
 *   Box box = {20, 20, 60, 12};
 *   cells_draw(painter, box, score_key(&cells, 1) + 8, 4, cells.key_extent, 1); // four of them beside one another
 */
#ifndef SCENE_SCORE_CELLS_H
#define SCENE_SCORE_CELLS_H

#include "derive/addends.h"
#include "scene/kit/strokes.h"

typedef struct ScoreCells {
    const Trace *trace;
    const float *query, *keys;      /* [A], [n,A] */
    float query_extent, key_extent; /* the values that have the full colour */
    Role query_role, key_role;      /* of their frames */
    bool makes_query, makes_keys;   /* of the state, of the annotations, by a matrix; else they are these */
} ScoreCells;
ScoreCells score_cells(const Painter *painter, const Trace *trace, int step);
/* Of one word's row of a head (trace/head_row.h): its query, keys and values share one scale of colours. */
float row_extent(const Trace *row);
const float *score_key(const ScoreCells *cells, int j);

void cell_draw(const Painter *painter, Box box, Color color, float alpha);
void cells_draw(const Painter *painter, Box box, const float *values, int count, float extent, float alpha);
void cells_frame(const Painter *painter, Box box, Role role, float alpha);

/* "0.31 · −1.20 = −0.37" of `count` cells from `first` on: operands are coloured and have as many decimals as it takes
 * to give `number` to `decimals`; else it stands behind ≈. */
const char *score_arithmetic(const Maths *maths, const Addends *all, int first, int count, double number, int decimals);

#endif
