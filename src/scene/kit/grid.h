/* Rows by columns of cells, with words along both sides: alignments of every size, matrices with their numbers.
 *
 *   Grid grid = {{60, 40}, 30, 24};
 *   grid_weight(painter, &grid, 2, 1, &(GridWeight){.value = 0.93f, .map = MAP_PAPER, .there = 1, .numbers = true});
 */
#ifndef SCENE_GRID_H
#define SCENE_GRID_H

#include "scene/kit/strokes.h"

typedef struct Grid {
    Point corner; /* of the first cell */
    float w, h;   /* of a cell */
} Grid;
Box grid_cell(const Grid *grid, int row, int column);

/* ---- words along the sides: source words over the columns, target words beside the rows ---- */

#define GRID_TURN (-0.96f) /* of words that have no room side by side */

float grid_longest(const Type *type, TextStyle style, const Trace *trace, bool target); /* px of a word */
float grid_type(float pitch, float least); /* the size of type that goes with rows or columns of `pitch` px */
/* Where words are `pitch` px apart and need more: every second or third has its own. The one that is meant (-1: none)
 * always has, with `around` px free on both sides. */
bool grid_word_shown(int index, int meant, float pitch, float needed, float around);
/* Do words have no room side by side? Where smaller type, down to TYPE_TINY, gives it, `size` becomes that; a long one
 * among many is cut instead. */
bool grid_words_turn(const Type *type, const Trace *trace, bool target, float *size, float room);
/* A word of the source from a baseline, level or turned about `at`, underlined where the model does not know it.
 * Returns its width. */
float grid_source_word(const Painter *painter, TextStyle style, Point at, float turn, Align align, Slice text,
                       bool unknown);
/* A dashed frame inside the chip of a word says the same. */
void grid_unknown_chip(const Painter *painter, Box chip, float alpha);
/* What the underlining says, with those words, each once: "not in the vocabulary, read as <unk>: zebra"; NULL: all are
 * known. */
const char *grid_unknown(const Painter *painter, const Trace *trace);

/* A word that arcs begin or end at, as a chip, or turned where the words of its sentence have no room side by side. */
enum { GRID_CHIP_H = 36 };
typedef struct GridWord {
    Point root;        /* where the arcs are: the middle of its upper or lower edge */
    bool above;        /* it stands over its root */
    float pitch, high; /* px to the next word; of a turned one */
    bool turned, lit;
    Role role;
    Target target;
    bool silent;  /* only its place is there: between many a word is left out */
    bool again;   /* it stands elsewhere too: here the pointer alone finds it */
    bool unknown; /* to the model: marked */
} GridWord;
bool grid_chips_turn(const Painter *painter, const Trace *trace, bool target, float pitch);
void grid_word(const Painter *painter, const GridWord *word, const char *text);

/* ---- a weight of step `row` for source word `column` ---- */

typedef struct GridWeight {
    float value;
    ColorMap map;
    float extent; /* signed numbers: the one that has the full colour; 0: it is a weight */
    int side;     /* c of its mark */
    float there;  /* how much of it */
    bool numbers; /* in cells that have room */
    Box sight;    /* the pointer finds what lies inside; w = 0: all of it */
    float before; /* the weight that the colour goes over from, */
    float back;   /* and how much of it is still that one's: 0 .. 1 */
    bool changed; /* the model by itself weighs otherwise: a corner of the cell says so */
    Value named;  /* its piece shows it; VALUE_NONE: it has none */
    bool largest; /* of its row: it has its number where there is no room for all of them */
} GridWeight;
Color grid_color(const Theme *theme, ColorMap map, float extent, float value); /* signed ones have a map of their own */
void grid_weight(const Painter *painter, const Grid *grid, int row, int column, const GridWeight *weight);
bool grid_has_numbers(const View *view, float w, float h); /* is there room for them in a cell of this size? */
/* Around what is pointed at, of a grid of steps by words: a row, a column, a cell. */
void grid_brush(const Painter *painter, const Grid *grid, int rows, int columns);

/* ---- matrices ---- */

typedef struct GridMatrix {
    Box box;
    const float *values; /* [rows, stride] */
    int rows, columns, stride;
    float extent; /* of the signed value that has the full colour; 0: weights on the sequential map */
    float shown;  /* rows that are there: 2.4 is two and 40 % of the third */
    int row;      /* the one that is lit, -1: none */
    Role role;    /* of the frame */
    float alpha;
    Target target; /* its b becomes the cell under the pointer */
    bool causal;   /* of words by words: a word looks at none behind it, and those cells are crossed out */
    Value named;   /* the first value of the row that is lit, whose cells are pieces; VALUE_NONE: none are */
    int first;     /* the row on top, where not all are shown: `rows` are; rows are counted in the whole */
    bool turned;   /* its vectors stand as columns: `values` is [columns, stride], `shown` and `row` count columns */
    bool by_cell;  /* a vector comes cell by cell, not as one */
    bool plain;    /* without numbers */
    float quiet;   /* 0 .. 1: how much colour vectors lose that are not lit */
    /* as `values`, 0 .. 1: each cell is filled on so much of its width alone; NULL: on all of it */
    const float *kept;
    bool gates; /* the values are 0 .. 1 and no weights: grey, printed as numbers */
} GridMatrix;

/* All of its rows are there, none is lit. */
GridMatrix grid_matrix(Box box, const float *values, int rows, int columns, int stride, float extent, Role role,
                       Target target);
void matrix_draw(const Painter *painter, const GridMatrix *matrix);
Box matrix_cell(const GridMatrix *matrix, int row, int column);

#endif
