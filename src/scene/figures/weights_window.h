/* The window of weights that another program made: all heads of all layers beside one another, or one of them alone.
 *
 *   StackPair *tabs;
 *   DrawList figures[2] = {0};
 *   int count = stack_pairs(&set, NULL, &arena, &tabs);
 *   WeightsWindow view = {.tabs = tabs, .tab_count = count, .stack = stack_lead(tabs), .names = {"heads.npz"},
 *                         .theme = theme_get(THEME_LIGHT), .width = 1440, .height = 900, .matrix = -1};
 *   float room = weights_window(&view, type, figures, &list);
 */
#ifndef SCENE_WEIGHTS_WINDOW_H
#define SCENE_WEIGHTS_WINDOW_H

#include "matrix/stack_pair.h"
#include "scene/weights/weights_figure.h"
#include "words/words.h"

typedef enum WeightsButton {
    WEIGHTS_ALL,
    WEIGHTS_ARCS,
    WEIGHTS_EXPORT,
    WEIGHTS_LANGUAGE,
    WEIGHTS_THEME,
    WEIGHTS_BACK,  /* to the lesson that it lies over */
    WEIGHTS_ARRAY, /* b: which */
    WEIGHTS_WORD_BACK,
    WEIGHTS_PLAY, /* word by word, or pause */
    WEIGHTS_WORD_ON,
    WEIGHTS_ALL_ROWS,
    WEIGHTS_DIFFERENCE,
    WEIGHTS_BUTTONS
} WeightsButton;

typedef struct WeightsWindow {
    const StackPair *tabs; /* [tab_count] the arrays of the file, or of two in pairs; tabs where there are several */
    int tab_count, tab;
    const MatrixStack *stack;      /* of the open one the stack_lead, whose heads are gone through */
    const MatrixStack *difference; /* of the two files, instead of both; NULL: they stand side by side */
    float differs;                 /* the largest number of it, without its sign */
    const char *names[2];          /* of the files; the second is NULL where there is one */
    const Theme *theme;
    Language language;
    float width, height, least, most; /* least, most: of the colours */
    int matrix;                       /* the one that is alone, layer by layer; -1: all are seen */
    int row;                          /* from 1: the word that is chosen, in every matrix; 0: none is */
    bool playing;                     /* from word to word */
    bool arcs;                        /* ribbons instead of cells, of one alone */
    float scroll;                     /* px */
    Target hover, focus;
    bool over;           /* it lies over a lesson, to which a button goes back */
    const char *message; /* instead of the hint; NULL: none */
    bool laid; /* `figures` are those of the last call, and still right: only what is around them has changed */
} WeightsWindow;

/* `figures`: two lists of the caller's that keep their memory. Returns how many px can be scrolled. Marks:
 * TARGET_CONTROL (a: a WeightsButton); of a row's word TARGET_WORD (a: row, from 0); of all, TARGET_HEAT (a and b: -1,
 * c: the matrix, of a second file behind those of the first); of one, TARGET_HEAT (a: row, b: column; as arcs one of
 * them is -1; of very many cells there is one mark, with both; c: 1 in the second file, else 0). */
float weights_window(const WeightsWindow *view, const Type *type, DrawList *figures, DrawList *list);

/* The matrix of the stack that such a mark opens; -1: that file's heads are others. */
int weights_window_matrix(const WeightsWindow *view, Target target);
bool weights_window_compares(const WeightsWindow *view); /* there is a difference to be seen */

/* What is seen, for a file: as large as it needs to be. `figures`: two lists as above, but others. */
MUST_USE bool weights_window_figure(const WeightsWindow *view, const Type *type, DrawList *figures, DrawList *list,
                                    Error *error);

#endif
