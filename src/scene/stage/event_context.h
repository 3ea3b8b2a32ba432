/* The weighted sum as it happens: copies of the states rise, pass their weights, lie on one another in a tray, and are
 * pressed into the context; at rest the way from every state through its weight to the context.
 *
 *   event_context_draw(painter, scope, layout);            // over columns and wells, under the context
 *   float alpha = 1 - event_context_clears(scope); // of scores: the copies pass where they stand
 */
#ifndef SCENE_EVENT_CONTEXT_H
#define SCENE_EVENT_CONTEXT_H

#include "scene/stage/stage_layout.h"

void event_context_draw(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* How far what stands between states and wells gives way, 0 .. 1, to the copies that pass there. */
float event_context_clears(const Scope *scope);
bool event_context_lifts(const Scope *scope);                       /* the copies leave the states */
int event_context_cell(const Painter *painter, const Scope *scope); /* the entry that is worked out, and outlined */
float event_context_made(const Scope *scope);                       /* how much of the context is there, 0 .. 1 */

#endif
