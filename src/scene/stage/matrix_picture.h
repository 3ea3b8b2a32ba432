/* Weights as a picture of their matrix: source words across, target words down, each row the weights of one step.
 * Beside the stage, in views, handouts and films.
 *
 *   MatrixPicture picture = matrix_at(trace, view.map, view.cursor);
 *   Box cells = matrix_picture(painter, &picture, (Box){0, 0, 400, 300}).sight;
 *   color_bar(painter, view.map, 0, (Box){cells.x, cells.y + cells.h + 12, cells.w, 30});
 */
#ifndef SCENE_MATRIX_PICTURE_H
#define SCENE_MATRIX_PICTURE_H

#include "scene/kit/grid.h"

#include <math.h>

/* `rows` of it are there already: of 2.4 the word of the third slides in from the left and has come 40 % of its way;
 * with it come its weights, unless they were `given` before. `current` is the step in the frame, -1 for none. */
typedef struct MatrixPicture {
    const Trace *trace;
    ColorMap map;
    float rows;
    int current;
    bool values;
    const HeatLook
        *heat;  /* of the heatmap view: zoom, shares of a column, path, gold links; NULL: all columns have room */
    float edge; /* x from which rows slide in: nothing of them is seen on its left */
    const Trace *before; /* of the same sentence: the picture that this one goes over from; NULL: none */
    float back;          /* and how much of the colours is still that one's */
    const Trace *own;    /* what differs from it is marked; NULL: nothing is */
    bool unmarked;       /* rows whose word was given are no change by hand */
    bool words;          /* can be pointed at too; of arcs: they are found elsewhere by Tab */
    int side;            /* c of what is marked: in the compare view, which of the two */
    bool scrolls; /* of rows too low for their words those around `current`, or what is pointed at, are in sight */
    float given;  /* how much of the weights of the row to come is there; its word is "…" */
    bool maxima;  /* of the heatmap view: an ink frame around the largest of each row */
    const float *numbers; /* [steps, n] signed ones in place of the weights, and */
    float extent;         /* the one of them that has the full colour; NULL and 0: the weights */
} MatrixPicture;

/* A trace's alignment at a cursor, the same in every view: a row has its weights from the softmax on and its word when
 * the word is written; what is not written yet is "…", and rows to come are empty. */
MatrixPicture matrix_at(const Trace *trace, ColorMap map, double cursor);
MatrixPicture matrix_whole(const Trace *trace, ColorMap map); /* with numbers, and no row in the frame */

/* How much of the weights of a row: 0 .. 1. */
static inline float matrix_there(const MatrixPicture *picture, int t)
{
    return fminf(1, fmaxf(picture->rows - (float)t, t == (int)picture->rows ? picture->given : 0));
}

/* Those whose weights are there, or come, in their place. */
static inline int matrix_rows(const MatrixPicture *picture)
{
    return (int)picture->rows + (picture->given > 0);
}

/* The weight that a piece shows: of the current row of the first map, and not where it is small beside the stage. */
static inline Value matrix_named(const MatrixPicture *picture, int t, int j)
{
    bool weight = picture->heat && t == picture->current && !picture->numbers && picture->side == 0;
    return (Value){weight ? VALUE_WEIGHT : VALUE_NONE, .place = t, .index = j};
}

/* What a cell says: the weight, or its share of what its column has. */
float matrix_value(const MatrixPicture *picture, int t, int j);
/* The source word with the largest weight, or number, the first on ties; -1 where the step has none. */
int matrix_peak(const MatrixPicture *picture, int step);
/* The step that is pointed at, else the current one. */
int matrix_meant_step(const Painter *painter, const MatrixPicture *picture);
/* Where numbers stand in them: is there a row whose numbers do not quite give what all its weights are? */
bool matrix_rounds(const MatrixPicture *picture, Arena *arena);

/* Where all rows have room for what their words mean. */
typedef enum RowGloss { ROW_GLOSS_NONE, ROW_GLOSS_LEFT, ROW_GLOSS_BELOW } RowGloss;

typedef struct MatrixLayout {
    Grid grid;
    Box sight;                   /* of the cells, as far as they are in sight */
    float first, seen;           /* rows over those in sight, and those */
    int t0, t1, j0, j1;          /* rows and columns in sight: from t0 to before t1 */
    bool turned, scrolls;        /* the words over the columns; not all rows are in sight */
    float column_size, row_size; /* px of the words' type */
    float word_most, words_w;    /* px of a word over a column; of the words beside rows */
    float edge, bottom;          /* no word over a column ends behind it; none of a row stands below it */
    float pitch;                 /* px that a row's word needs */
    RowGloss gloss;
} MatrixLayout;

MatrixLayout matrix_lay(const Painter *painter, const MatrixPicture *picture, Box box);
void matrix_picture_draw(const Painter *painter, const MatrixPicture *picture, const MatrixLayout *layout);
MatrixLayout matrix_picture(const Painter *painter, const MatrixPicture *picture, Box box); /* both */

/* The weights alone, small; what a step does not know is left out. */
void matrix_small(const Painter *painter, const Trace *trace, Box box, float inset, float radius);

/* From 0 to 1, or of signed numbers from -extent to extent, with its numbers under it. */
void color_bar(const Painter *painter, ColorMap map, float extent, Box box);

#endif
