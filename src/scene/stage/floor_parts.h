/* What all floors share: how much of a floor's parts is there, text beside it, columns in sight. */
#ifndef SCENE_FLOOR_PARTS_H
#define SCENE_FLOOR_PARTS_H

#include "scene/stage/stage_layout.h"

/* Of what belongs to a hero alone; of what a neighbour has too. */
float stage_is_hero(const StageLayout *layout, Floor floor);
float stage_readable(const StageLayout *layout, Floor floor);

/* Text under a hero's name, in `line` from 0. */
void stage_note(const Painter *painter, const StageLayout *layout, Floor floor, int line, Role role,
                const char *markup);

/* The word that is pointed at or has the focus, by itself or by a value of this step; -1: none. */
int stage_meant_word(const Painter *painter, const Scope *scope);

bool stage_sees_column(const StageLayout *layout, int j); /* is it in sight, or beside what is? */

/* Where the lesson is while a floor is opened by hand that is not the moment's: it ends there, where it has `room`.
 * Returns its width. */
float stage_tell_still(const Painter *painter, Point right, float room);

/* How the column of word j is lit while the query goes from word to word. */
void stage_light_visit(Scope *own, const Visit *visit, int j);

/* From what the decoder has made up to the list of likely words: both are heroes then. */
void stage_draw_given(const Painter *painter, const Scope *scope, const StageLayout *layout, Box state, float alpha);

#endif
