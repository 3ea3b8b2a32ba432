/* The outlines of SVG's shapes, placed. Inside drawing/ only. */
#ifndef DRAWING_OUTLINE_H
#define DRAWING_OUTLINE_H

#include "base/file.h"

#include <stdbool.h>

typedef struct Matrix {
    float a, b, c, d, e, f; /* x' = a x + c y + e, y' = b x + d y + f */
} Matrix;

Matrix matrix_product(Matrix m, Matrix n);       /* n first */
bool matrix_read(const char *text, Matrix *out); /* "translate(3 4) rotate(90)" */
float matrix_scale(Matrix matrix);               /* of lengths, on the whole */
bool number_read(const char **at, float *out);   /* behind spaces and a comma, as SVG has them */

float placed(float at); /* px, brought within what can be drawn; no NaN */

typedef struct Outline {
    Matrix matrix;
    Bytes verbs, points; /* 'M', 'L', 'C', 'Z'; floats, placed by the matrix */
} Outline;

void outline_move(Outline *outline, float x, float y);
void outline_line(Outline *outline, float x, float y);
void outline_close(Outline *outline);
void outline_box(Outline *outline, float x, float y, float w, float h, float rx, float ry);
void outline_ellipse(Outline *outline, float x, float y, float rx, float ry);
bool outline_points(Outline *outline, const char *points); /* of a polyline; false: not pairs of numbers */
bool outline_path(Outline *outline, const char *d);        /* false: no path data */
void outline_finish(Outline *outline);

#endif
