/* The script of the opening: where it rests and what is told on the way there.
 *
 *   OpeningScene scenes[OPENING_SCENES];
 *   int count = opening_script(trace, scenes);
 *   double seconds = count * (OPENING_WAY + OPENING_HOLD);
 */
#ifndef SCENE_OPENING_SCRIPT_H
#define SCENE_OPENING_SCRIPT_H

#include "trace/trace.h"

#define OPENING_SCENES 16
#define OPENING_WAY    2.6 /* seconds of each, however many moments it has, */
#define OPENING_HOLD   2.0 /* and at its end */

typedef enum OpeningTells {
    OPENING_READS,  /* a state for every word */
    OPENING_ASKS,   /* scores */
    OPENING_SHARES, /* weights */
    OPENING_WRITES  /* the word of a step */
} OpeningTells;

typedef struct OpeningScene {
    OpeningTells tells;
    int step;
    double end; /* the cursor */
} OpeningScene;

/* Returns how many; the last one is of the last word. 0: this trace has nothing to steer. */
int opening_script(const Trace *trace, OpeningScene out[OPENING_SCENES]);

#endif
