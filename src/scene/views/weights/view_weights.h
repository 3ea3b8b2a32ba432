/* Weights that another program made: all heads of all layers beside one another, or one of them alone; of two files
 * both, or their difference. view_weights.c draws what is around them, weights_panels.c the matrices and what is
 * pointed at in them, weights_row.c tells of the row that is chosen.
 *
 *   StackPair *tabs;
 *   WeightsFigures figures = {0};
 *   int count = stack_pairs(&set, NULL, &arena, &tabs);
 *   WeightsPage page = {.tabs = tabs, .tab_count = count, .stack = stack_lead(tabs), .names = {"heads.npz"}, .most = 1,
 *                       .matrix = -1, .figures = &figures};
 *   view.kind = VIEW_WEIGHTS;
 *   view.weights = &page;
 */
#ifndef SCENE_VIEW_WEIGHTS_H
#define SCENE_VIEW_WEIGHTS_H

#include "matrix/stack_pair.h"
#include "scene/views/picture.h"
#include "scene/weights/weights_figure.h"

typedef struct WeightsPage {
    const StackPair *tabs; /* [tab_count] the arrays of the file, or of two in pairs; tabs where there are several */
    int tab_count, tab;
    const MatrixStack *stack;       /* of the open one the stack_lead, whose heads are gone through */
    const MatrixStack *difference;  /* of the two files, instead of both; NULL: they stand side by side */
    bool is_signed;                 /* some of what is shown is below 0: colours go both ways from it */
    const char *names[2];           /* of the files; the second is NULL where there is one */
    float least, most;              /* of the colours */
    int matrix;                     /* the one that is alone, layer by layer; -1: all are seen */
    int row;                        /* from 1: the word that is chosen, in every matrix; 0: none is */
    bool playing;                   /* from word to word */
    bool arcs;                      /* ribbons instead of cells, of one alone */
    struct WeightsFigures *figures; /* the caller's, zeroed at first: their layout is kept, as long as it is right */
} WeightsPage;

typedef struct WeightsFigures {
    DrawList lists[2];
    WeightsPage of; /* what is laid out in them, */
    const Theme *theme;
    Language language;
    Box room; /* and where */
} WeightsFigures;
void weights_figures_finish(WeightsFigures *figures);

/* All functions are about view->weights. Marks: of a row's word TARGET_WORD (a: row, from 0); of all, TARGET_HEAT (a
 * and b: -1, c: the matrix, of a second file behind those of the first); of one, TARGET_HEAT (a: row, b: column; as
 * arcs one of them is -1; of very many cells there is one mark, with both; c: 1 in the second file, else 0). */

int weights_row(const WeightsPage *page); /* page->row; 0 where the stack has no such row */
/* The matrix of the stack that a mark opens; -1: that file's heads are others. */
int weights_matrix(const View *view, Target target);
bool weights_compare(const WeightsPage *page); /* there is a difference to be seen */
const char *weights_array_name(const View *view, int tab);
const char *weights_title(const View *view, Arena *arena); /* the files; the arena's */
/* "layers: 3 · heads: 4 · 5 × 6"; of one alone "layer 0, head 3". The arena's. */
const char *weights_size(const View *view, Arena *arena);
/* What is said of the row, of the matrix that is alone or pointed at, with so many of its largest numbers; NULL: none
 * is chosen. The arena's. */
const char *weights_row_told(const View *view, int terms, Arena *arena);

/* weights_panels.c. Returns how many px of them are beyond the box. */
float weights_panels(const Painter *painter, Box room);
/* What a mark says, in numbers; of two files both and their difference. NULL: nothing. The arena's. */
char *weights_told(const View *view, Target target, Arena *arena);
/* Why the two files cannot be compared cell by cell, or not everywhere; NULL: they can. The arena's. */
const char *weights_unlike(const View *view, Arena *arena);
/* What is seen, for a file: as large as it needs to be. `parts`: two lists of the caller's. */
MUST_USE bool weights_file_figure(const View *view, const Type *type, DrawList *parts, DrawList *list, Error *error);
/* The weights of it, which stay the view's, and what they are called where they are two. Returns how many. */
int weights_file_stacks(const View *view, MatrixStack stacks[2], const char *names[2], Arena *arena);

/* weights_row.c. "Word 3 of 7, “gejagt”: “chase” 0.81, “cat” 0.12, 5 others 0.07; sum 1.00, entropy 0.62 bits", of one
 * matrix, with so many of its largest numbers, from 1 to STACK_LARGEST. A row is chosen. The arena's. */
char *weights_row_text(const View *view, int matrix, int terms, Arena *arena);

#endif
