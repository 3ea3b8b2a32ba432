/* The loop: the word that is written goes into the translation (BEAT_SLIDE) and from there back to the decoder, as the
 * next step's input (BEAT_RETURN); the state that was made comes to where the next step has its previous one.
 *
 *   loop_draw(painter, scope, layout);    // over the stage
 */
#ifndef SCENE_EVENT_LOOP_H
#define SCENE_EVENT_LOOP_H

#include "scene/stage/stage_layout.h"

void loop_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout); /* the words so far */
void loop_draw(const Painter *painter, const Scope *scope, const StageLayout *layout);       /* what moves */

/* Of the step on the stage: has the word that it is given arrived, with the state? How much of its
 * embedding is there? */
bool loop_arrived(const Scope *scope);
float loop_unpacked(const Scope *scope);

#endif
