/* A film of weights that any program made: each target word in turn has its row, in all matrices at once; of one matrix
 * also its arcs, beside the map or below it, and at the end those of all rows. Type is as large as the words leave it,
 * and at least 1/45 of the picture's smaller side where they do; arcs between words that have no room for that are left
 * out.
 *
 *   MatrixStack stack;
 *   if (!stack_parse(&input, NULL, LINKS_PHARAOH, &stack, &error)) return false;
 *   WeightsFilm film = {.stack = &stack, .theme = theme, .most = 1, .width = 960, .height = 720};
 *   if (!weights_film_open(&film, type, &error)) return false;
 *   weights_film_frame(&film, 2.5, &list);    // two rows are there, the third is coming
 *   weights_film_close(&film);
 */
#ifndef SCENE_WEIGHTS_FILM_H
#define SCENE_WEIGHTS_FILM_H

#include "scene/weights/weights_figure.h"

typedef struct WeightsFilm {
    const MatrixStack *stack;
    const Theme *theme;
    ColorMap map;
    float least, most; /* of the colours */
    const char *caption;
    bool turned;         /* its rows are source words: a map alone */
    Language language;   /* of what stands over each of several matrices */
    float width, height; /* px of a frame */
    /* made by weights_film_open: */
    const Type *type;
    Box map_box, arcs_box;
    bool beside;               /* the arcs are on the right of the map, not below */
    float map_type, arcs_type; /* px; map_type 0: the map is too large for type that can be read, and made smaller */
    DrawList map_list, arcs;
    float *values; /* [rows, columns] of the arcs that are drawn */
    bool has_arcs;
    int arcs_of; /* the row whose arcs those are, from 0; [rows]: of all; -1: none are drawn yet */
} WeightsFilm;

/* Too many cells to show one by one are an error. weights_film_close takes it away, after a failure too. */
MUST_USE bool weights_film_open(WeightsFilm *film, const Type *type, Error *error);
void weights_film_close(WeightsFilm *film);

/* So many rows, 0 to all of them, have come. */
void weights_film_frame(WeightsFilm *film, double rows, DrawList *list);

#endif
