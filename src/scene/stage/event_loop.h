/* The loop: the word that is written goes into the translation (BEAT_SLIDE) and from there back to the decoder, as the
 * next step's input (BEAT_RETURN); the state that was made comes down to where the next step has its previous one.
 *
 *   LoopHomes homes = {0};                        // where the words of the translation stand: none is in sight
 *   loop_draw(painter, scope, layout, &homes);    // over them and the stage
 */
#ifndef SCENE_EVENT_LOOP_H
#define SCENE_EVENT_LOOP_H

#include "scene/stage/stage_layout.h"

typedef struct LoopHomes {
    const Box *words; /* [count] of the translation, in sight; the list's arena */
    int count;        /* 0: no translation is in sight, and the word that is written last stands over the output */
    float over;       /* y that a word may go along at over the first line */
    float below;      /* px free under the last line */
} LoopHomes;

/* The faint arc from the last word of the translation to the previous word, and what moves. */
void loop_draw(const Painter *painter, const Scope *scope, const StageLayout *layout, const LoopHomes *homes);

/* Of the step on the stage: has the word that it is given arrived, with the state? How much of its
 * embedding is there? */
bool loop_arrived(const Scope *scope);
float loop_unpacked(const Scope *scope);

#endif
