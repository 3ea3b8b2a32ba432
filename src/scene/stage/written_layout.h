/* Where things stand on the floor of a Transformer's decoder while it is the hero (floor_written.h): the words so far
 * as columns and what is added beside them; then, in the moment of the state, what is made of it, from left to right.
 */
#ifndef SCENE_WRITTEN_LAYOUT_H
#define SCENE_WRITTEN_LAYOUT_H

#include "scene/stage/stage_layout.h"

#define WRITTEN_NAME 19.0f /* px of a name over its strip */

/* The words so far: those that have room, the newest last. */
typedef struct WrittenColumns {
    Box box;
    int first, count; /* first: of those that have room */
    float pitch;
} WrittenColumns;

WrittenColumns written_columns(const Scope *scope, const StageLayout *layout);
float written_x(const WrittenColumns *columns, int i); /* middle of word i */
Box written_chip(const WrittenColumns *columns, int i);
Box written_added(const StageLayout *layout, int k); /* beside the columns: strip `k` of three, the highest first */

/* Strips of the step's second half: how many columns of them; one in such a column, of `rows` below one another. */
int written_made_columns(const StageLayout *layout);
Box written_made(const StageLayout *layout, int columns, int column, int rows, int row);
float written_name_room(const StageLayout *layout, int rows); /* px over each of so many rows; 0: there is none */

/* What it has in place of a recurrent decoder's cell: the parts of `layout` that others read, too. */
void written_lay(StageLayout *layout, const Scope *scope);

#endif
