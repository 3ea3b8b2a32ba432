/* The parts that every picture is put together from: headings, chips, buttons, strips of cells. */
#ifndef SCENE_KIT_H
#define SCENE_KIT_H

#include "scene/kit/markup.h"
#include "scene/scene.h"
#include "scene/view/brush.h"
#include "words/words.h"

/* What is passed to every part of a picture. */
typedef struct Painter {
    const View *view;
    const Theme *theme;
    DrawList *list;
    bool passive;        /* a figure: no marks, no hover */
    SceneLayout *layout; /* for what is laid out to write down where it is; NULL: nobody asks */
    Brush brush;         /* what is pointed at; of a figure nothing */
    Target traced;       /* the value of the panel that is open, as the stage marks it */
} Painter;

/* What of a value a piece is. */
typedef enum PieceOf { PIECE_BOX, PIECE_NUMBER, PIECE_WORD } PieceOf;

TextStyle style_plain(const Theme *theme, float size, Role role);
TextStyle style_bold(const Theme *theme, float size, Role role);
TextStyle style_code(const Theme *theme, float size, Role role); /* of programs */
TextStyle style_faded(TextStyle style, float alpha);
Paint paint_faded(Paint paint, float alpha);

/* Opacity of text that is dimmed, at least: 3:1 for every role on paper, panel and its own tint. */
#define INK_DIMMED 0.78f

/* A heading in small capitals, such as CONTEXT. Returns its width. */
float kit_heading(const Painter *painter, Point baseline, Role role, float alpha, const char *text);

/* A white rounded chip with a word in it, each with its opacity. `lit` 0..1 turns outline and tint to the role. */
void kit_chip(const Painter *painter, Box box, const char *text, Role role, float lit, float alpha, float ink,
              bool bold);
float kit_chip_size(float height); /* px of its type, where the word is not too wide */
/* The same with type of the style's size, smaller where the word is too wide. */
void kit_chip_styled(const Painter *painter, Box box, const char *text, Role role, float lit, float alpha,
                     TextStyle style);

/* A small diamond: this was changed by hand. */
bool kit_step_changed(const TraceStep *step); /* weights, word or temperature were given; NULL: no */
void kit_changed(const Painter *painter, Point center, float radius, float alpha);
/* The same of a step of `trace`; hollow where nothing was changed there, but word or weights are others than
 * `own`'s. */
void kit_step_sign(const Painter *painter, const Trace *trace, const Trace *own, int step, Point center, float radius);

/* What is painted up to drawlist_piece_end shows this value, of the model of that side: where the next picture shows it
 * too, it moves there. Of a number that stands twice one has the name. VALUE_NONE: it has none. */
void kit_piece(const Painter *painter, Value value, PieceOf of, int side);
/* The same of entry value.index of a row of n weights: the largest ones have names, as many as may move at once. */
void kit_weight_piece(const Painter *painter, const float *weights, int n, Value value, PieceOf of, int side);

/* The state of source word j, with PIECE_WORD the word, where so few of them are that they and their weights may move;
 * else VALUE_NONE. */
Value kit_word_value(const Painter *painter, int j);

/* ---- vectors ---- */

/* Cells of one vector in a grid of rows x cols inside `box`, row by row; `down` fills column by column. Of a
 * long vector CELLS_CHOSEN of its `of` values are shown, evenly spaced, so that each cell can be seen;
 * view->all_cells shows all. */
#define CELLS_CHOSEN 16
typedef struct CellGrid {
    Box box;
    const float *values; /* [first + of] */
    int of, count, rows, cols;
    bool down;
    int first; /* of a part of a vector: the index of its first value; `of` are the part's, `values` the whole's */
    int split; /* values from here on come later (the backward half of an annotation); 0: none do */
    float shown_split; /* how much of those is there */
} CellGrid;

/* A grid for `of` values that makes cells of a readable shape in the box. */
CellGrid cell_grid(const Painter *painter, Box box, const float *values, int of, bool down);
int cells_shown(const View *view, int of);          /* how many of so many values */
int cell_value(const CellGrid *grid, int cell);     /* the index of the value that a cell shows */
Box cell_box(const CellGrid *grid, int cell);       /* cell: 0 .. count - 1 */
int cell_of_value(const CellGrid *grid, int index); /* the cell that shows it, or stands for it */

/* Draws the cells, framed in the role's colour. `shown` 0..1: how much of the vector is there yet (0: an empty frame);
 * `extent`: the value that has the full colour; with less `alpha` cells have less of their colour too. Marks `target`
 * with b = cell under the pointer. */
void kit_vector(const Painter *painter, const CellGrid *grid, Role role, float extent, float shown, float alpha,
                float lit, Target target);

/* Of a cell: with less `alpha` it has less of its colour, and is fainter. */
Color kit_cell_color(const Theme *theme, float value, float extent, float alpha);

/* The largest absolute value, at least 1e-6. */
float values_extent(const float *values, int count);

/* For names on the picture; `trace` may be another than the view's. */
Maths kit_maths(const Painter *painter, const Trace *trace);

/* Is this what the pointer is on, or the value that is meant by what it is on or by the focus (cells aside)? */
bool kit_pointed(const Painter *painter, Target target);
bool kit_traced(const Painter *painter, Target target); /* the value of the panel that is open? */
/* Does it belong to what is pointed at: a step, a word (-1: it is of none), or one weight of both? */
bool kit_brushed(const Painter *painter, int step, int position);
bool kit_column_brushed(const Painter *painter, int step, int position); /* the same, where a word is meant */
void kit_mark(const Painter *painter, Box box, Target target, bool focusable, const char *name);
Paint kit_well(const Theme *theme);  /* of what is filled by a value, */
Paint kit_track(const Theme *theme); /* and by time */

void kit_focus(const Painter *painter, Box box, float radius, Target target);

/* Numbers in tabular figures: "0.93", "−1.31", "+2.52". The list's arena. */
const char *kit_number(DrawList *list, double value, int decimals, bool plus);
const char *kit_share(DrawList *list, double share); /* a weight or a probability: "0.93", "<0.01", ">0.99" */

/* A share in the middle of a cell: set smaller where it is too wide, left out where it still is. */
bool kit_cell_share(const Painter *painter, Box box, TextStyle style, double share);
bool kit_cell_number(const Painter *painter, Box box, TextStyle style, const char *number); /* any number, likewise */

#endif
