/* The weighted sum as it happens: copies of the states rise, become as thick as their weights, lie on one another in a
 * tray, and are pressed into the context. At rest all of it stays: a weight is a thickness, in a copy and in the tray.
 *
 *   event_context_draw(painter, scope, layout);
 */
#ifndef SCENE_EVENT_CONTEXT_H
#define SCENE_EVENT_CONTEXT_H

#include "scene/stage/stage_layout.h"

void event_context_draw(const Painter *painter, const Scope *scope, const StageLayout *layout); /* all of the floor */

/* context_heads.c: what it draws where several heads look at the source; nothing where there is no room. `made`: how
 * much of the context is there. */
void context_heads_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, float made);

int event_context_cell(const Painter *painter, const Scope *scope); /* the entry that is worked out, and outlined */
float event_context_made(const Scope *scope);                       /* how much of the context is there, 0 .. 1 */

#endif
