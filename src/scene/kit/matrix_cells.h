/* Matrices as cells with their numbers in them. */
#ifndef SCENE_MATRIX_CELLS_H
#define SCENE_MATRIX_CELLS_H

#include "scene/kit/strokes.h"

typedef struct Matrix {
    Box box;
    const float *values; /* [rows, stride] */
    int rows, columns, stride;
    float extent; /* of the signed value that has the full colour; 0: weights on the sequential map */
    float shown;  /* rows that are there: 2.4 is two and 40 % of the third */
    int row;      /* the one that is lit, -1: none */
    Role role;    /* of the frame */
    float alpha;
    Target target; /* its b becomes the cell under the pointer */
} Matrix;

void matrix_draw(const Painter *painter, const Matrix *matrix);
Box matrix_cell(const Matrix *matrix, int row, int column);

/* "0.41" where a cell of this size has room for it, else NULL. */
bool matrix_has_numbers(float w, float h);

#endif
