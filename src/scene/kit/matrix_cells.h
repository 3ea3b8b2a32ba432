/* Matrices as cells with their numbers in them, and the row of controls that the views of lessons have on top. */
#ifndef SCENE_MATRIX_CELLS_H
#define SCENE_MATRIX_CELLS_H

#include "scene/window/panels.h"

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

/* The sentence field and beside it the view's pictures to choose from; where there is no room, under it. `looks` are
 * pairs of a look and its name, `heads` adds a button a head. Returns the stage that is left. Draws nothing where
 * `draw` is false. */
typedef struct LookChoice {
    LookKind look;
    const char *name;
} LookChoice;
typedef struct LookBar {
    Box field, rest;
} LookBar;
LookBar look_bar(const Painter *painter, Box stage, const LookChoice *choices, int count, int heads, bool draw);

/* The choices of the open view; returns how many. */
int look_choices(const View *view, LookChoice *out);
enum { LOOK_CHOICES = 4 };

/* scene_cell of those views. */
SceneCell unrolled_cell(const View *view, Target target);
SceneCell self_cell(const View *view, Target target);

/* Lines of text from the top of the box; returns their height. */
float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text);

#endif
