/* What a word's row of a head (trace/head_row.h) has on the tower: the asker stands in its own place, a band rises
 * from it; a key stands over its word, its value behind it; a copy of the query goes from key to key. */
#ifndef SCENE_FLOOR_ROW_H
#define SCENE_FLOOR_ROW_H

#include "scene/stage/stage_layout.h"

void row_draw_band(const Painter *painter, const Scope *scope, const StageLayout *layout);
void row_draw_word(const Painter *painter, const Scope *own, const StageLayout *layout, int j, float lit);
/* Over all words: the query, its way and its visits, the arrows from keys to scores, the lines of the values. */
void row_draw_query(const Painter *painter, const Scope *scope, const StageLayout *layout);
void row_draw_lines(const Painter *painter, const Scope *scope, const StageLayout *layout);

#endif
