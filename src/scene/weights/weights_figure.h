/* Matrices of weights as a figure for a page: of an exact width, with type of an exact size, one map or a grid of small
 * ones with one scale and one set of words.
 *
 *   FigureLook look = {.theme = theme_get(THEME_LIGHT), .most = 1, .digits = DIGITS_FIT, .width = 317.48f};
 *   FigureReport report;
 *   MatrixStack stack;
 *   if (!stack_parse(&input, NULL, LINKS_PHARAOH, &stack, &error)) return false;
 *   if (!weights_figure(&stack, &look, type, &list, &report, &error)) return false;
 *
 * weights_figure.c says how wide everything is; _panels.c where each matrix stands and what stands over it, _cells.c
 * draws cells and the bar of colours, _words.c the words along the sides, _arcs.c ribbons between the two sentences. */
#ifndef SCENE_WEIGHTS_FIGURE_H
#define SCENE_WEIGHTS_FIGURE_H

#include "draw/drawlist.h"
#include "matrix/matrix_stack.h"
#include "words/words.h"

typedef enum FigureBar { BAR_BELOW, BAR_RIGHT, BAR_NONE } FigureBar;

enum { FIGURE_CELLS = 20000 };              /* so many are drawn one by one; more are one picture */
enum { DIGITS_NONE = -1, DIGITS_FIT = -2 }; /* DIGITS_FIT: two, where cells have room for them */

typedef struct FigurePart { /* what has words of its own */
    const MatrixStack *stack;
    const char *const *titles; /* over each of its matrices; NULL: layer and head */
    const StackLink *gold;     /* [gold_count] dashed frames, of possible links dotted */
    int gold_count;
} FigurePart;

typedef struct FigureLook {
    const Theme *theme;
    Color ground; /* alpha 0: what is behind the figure is seen */
    ColorMap map;
    float least, most, center; /* of the colours; center: where a signed map has its middle */
    float gamma;               /* power that levels of colour are raised to; 0: 1 */
    int digits;                /* decimals of the numbers in the cells, or one of DIGITS_ */
    bool signs;                /* numbers of 0 and above have their sign too */
    bool shares; /* of a model: a number that is not quite 0 or 1 is "<0.01" or ">0.99", where there is room for that */
    float threshold; /* what is smaller, without its sign, is left out */
    float width;     /* px of the page, exactly; 0: as wide as the cells ask for */
    float height;    /* px of the page, exactly, where its width is given too; 0: as the cells ask for */
    float tall;      /* px that the page has: cells get flatter to stay within; 0: as tall as it gets */
    float size;      /* px of all type; 0: what goes with the cells, or 8 pt where a width is given */
    float cell;      /* px of a cell; 0: chosen by the length, or what the width leaves */
    int across;      /* matrices side by side, in a figure of free width; 0: as layers and heads ask for */
    int angle;       /* degrees that words over columns rise by: 0, 45 or 90; -1: the first of them that fits */
    Face face;
    bool bare;                                     /* no words along the sides */
    Language language;                             /* of what stands over each of several matrices */
    const char *title, *xlabel, *ylabel, *caption; /* NULL: none */
    FigureBar bar;
    bool arcs;
    bool turned;  /* source words are beside the rows, those of the target over the columns */
    bool maxima;  /* a frame around the largest number of each word of the target */
    bool letters; /* each of several matrices has one in front of its title: "(a)" */
    const char *const
        *glosses;        /* [rows] what their words mean, NULL of one that has none; NULL: nobody asks. No arcs */
    const bool *unknown; /* of each source word: it is underlined; NULL: none is */
    const bool *changed; /* [rows] words with the sign of what a person changed; NULL: none */
    bool told;    /* each cell, of arcs each word, is marked and says its numbers; so does each of several matrices */
    bool blank;   /* without the cells: how large it would be */
    bool apart;   /* each matrix is marked: TARGET_HEAT, c: which */
    int first;    /* the number of the first matrix in the marks, where the figure is one of several */
    int row;      /* from 1: the row that stands out, of every matrix; 0: none does */
    bool chooses; /* of maps the word of each row is marked: TARGET_WORD, a: which, from 0 */
} FigureLook;

typedef struct FigureReport { /* what a person is told of it */
    float size;               /* px of the type that was taken */
    bool smaller;             /* nobody asked for a size, and it is below 8 pt */
    float numbers;            /* px of the numbers in the cells; 0: they have no room */
    int pooled;               /* each point is the largest of so many weights a side; 0: all are there */
    bool cut;                 /* a word or a title ends in an ellipsis */
} FigureReport;

/* All matrices of the parts, with one scale; of several parts each has one matrix. What cannot fit into `width` and
 * `height` is an error that says what would. What the look says of words (glosses, unknown, changed) is of one part. */
MUST_USE bool weights_figures(const FigurePart *parts, int count, const FigureLook *look, const Type *type,
                              DrawList *list, FigureReport *report, Error *error);
/* The same of one stack, without gold links. */
MUST_USE bool weights_figure(const MatrixStack *stack, const FigureLook *look, const Type *type, DrawList *list,
                             FigureReport *report, Error *error);

/* What the words of its rows mean, as the view shows it: for look.glosses. The arena's. */
struct View;
const char *const *figure_glosses(const MatrixStack *stack, const struct View *view, Arena *arena);

/* Can so many matrices stand side by side, each layer in full lines of its own? */
bool figure_across(const MatrixStack *stack, int across);
/* "layer 0, head 3", as the file numbers them; in all figures and windows. The arena's. */
char *figure_matrix_name(const MatrixStack *stack, int matrix, Language language, Arena *arena);
/* "(a)" of the first of several panels. The arena's. */
char *figure_letter(int place, Arena *arena);
/* "Word 3 of 7, “gejagt”"; row: from 1. The arena's. */
char *figure_row_name(const MatrixStack *stack, int row, Language language, Arena *arena);
/* A number of those whose colours go from `least` to `most`: a share as share_text has it, else three
 * digits. The arena's. */
const char *figure_number(float least, float most, double value, Arena *arena);

#define FIGURE_TYPE (8 / 0.75f) /* px: 8 pt */

#endif
