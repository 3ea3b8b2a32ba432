/* What is pointed at, as a place in the alignment: whatever belongs to it is lit, in every view.
 *
 *   Brush brush = brush_find(&view, NULL, &arena);
 *   bool row = brush_lights(&brush, 2, -1);         // the third step: its row, its word
 *   bool cell = brush_lights(&brush, 2, 0);         // the weight that it has for the first word
 */
#ifndef SCENE_BRUSH_H
#define SCENE_BRUSH_H

#include "scene/view/view.h"

typedef struct Brush {
    Target at;          /* the value that is meant, as the stage marks it; TARGET_NONE: nothing is pointed at */
    int step, position; /* the decode step and the source word that it belongs to; -1: to none in particular */
    bool words;         /* of self-attention: the step is the word that asks */
} Brush;

/* A name in a card, an operand in the panel, a cell of the map mean the value itself. TARGET_NONE: no
 * value is meant. */
Brush brush_at(const View *view, Target target, Arena *arena);
/* By the pointer, else by the focus, else by the panel that is open. `own`: of what the open view alone knows;
 * may be NULL. */
Brush brush_find(const View *view, Brush (*own)(const View *view, Target target), Arena *arena);

/* Does what belongs to that step, that word, or (where neither is -1) to both of them belong to the brush? */
bool brush_lights(const Brush *brush, int step, int position);
bool target_equal_but_cell(Target a, Target b); /* of vectors */
bool brush_same(Target a, Target b);            /* marks of one value, in whatever view */

Target live_target(LiveKind kind, int step, int position); /* from 0 */
Target live_name(const View *view, Value value); /* the TARGET_LIVE that stands for the value, or its vector; or none */

#endif
