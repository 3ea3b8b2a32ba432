/* The window of weights that another program made: all heads of all layers beside one another, or one of them alone.
 *
 *   StackSet set;
 *   DrawList figure = {0};
 *   if (!stack_set_parse(&bytes, "heads.npz", NULL, &set, &error)) return false;
 *   WeightsWindow window = {.set = &set, .stack = set.stacks, .theme = theme_get(THEME_LIGHT), .width = 1440, .height = 900,
 *                           .matrix = -1};
 *   float room = weights_window(&window, type, &figure, &list);
 */
#ifndef SCENE_WEIGHTS_WINDOW_H
#define SCENE_WEIGHTS_WINDOW_H

#include "matrix/stack_set.h"
#include "scene/figures/weights_figure.h"
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
    WEIGHTS_BUTTONS
} WeightsButton;

typedef struct WeightsWindow {
    const StackSet *set;      /* of the file; a tab for each array, where there are several */
    const MatrixStack *stack; /* the one of them that is open */
    const char *name;         /* of the file */
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
    bool laid;           /* `figure` is the one of the last call, and still right: only what is around it has changed */
} WeightsWindow;

/* `figure`: a list of the caller's that keeps its memory. Returns how many px can be scrolled. Marks: TARGET_CONTROL (a: a
 * WeightsButton); of a row's word TARGET_WORD (a: row, from 0); of all, TARGET_HEAT (a and b: -1, c: the matrix); of one,
 * TARGET_HEAT (a: row, b: column; as arcs one of them is -1; of very many cells there is one mark, with both). */
float weights_window(const WeightsWindow *view, const Type *type, DrawList *figure, DrawList *list);

/* What is seen, for a file: as large as it needs to be. */
MUST_USE bool weights_window_figure(const WeightsWindow *view, const Type *type, DrawList *list, Error *error);

#endif
