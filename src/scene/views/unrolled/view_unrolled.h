/* The network as a chain of steps: view_unrolled.c draws it unrolled, view_unrolled_fold.c folded to one cell with a
 * loop, view_unrolled_step.c what one step computes, view_unrolled_cell.c what happens in the cell, entry by entry. */
#ifndef SCENE_VIEW_UNROLLED_H
#define SCENE_VIEW_UNROLLED_H

#include "scene/kit/grid.h"
#include "scene/kit/pan.h"
#include "scene/views/variant_bar.h"
#include "trace/cell_math.h"

/* "ONE TO MANY", and in words what is read and written. */
const char *unrolled_shape(const View *view);
const char *unrolled_counts(const View *view, Arena *arena);

/* The source word and the decode step of the moment; -1: not yet, or no more. */
typedef struct UnrolledPlace {
    int word, step;
} UnrolledPlace;
UnrolledPlace unrolled_place(const Scope *scope);

void unrolled_draw_folded(const Painter *painter, const Scope *scope, Box box);
void unrolled_draw_step(const Painter *painter, const Scope *scope, Box box);
char *unrolled_describe_step(const View *view, Target target, Arena *arena);
SceneCell unrolled_step_asks(const View *view, Target target); /* Picture.cell */

/* The look `cell`; where the encoder has no states that follow each other, the decoder's cell is all there is. */
bool unrolled_is_inside(const View *view);
/* The inside of the cell: view_unrolled_cell.c, view_unrolled_history.c, cell_words.c. */
void unrolled_draw_cell(const Painter *painter, const Scope *scope, Box box);
char *unrolled_describe_cell(const View *view, Target target, Arena *arena);
SceneCell unrolled_cell_asks(const View *view, Target target);

#endif
