/* The script of the opening: where it rests and what is told on the way there.
 *
 *   OpeningScene scenes[OPENING_SCENES];
 *   int count = opening_script(trace, scenes);
 *   double seconds = scenes[0].seconds + OPENING_HOLD;
 */
#ifndef SCENE_OPENING_SCRIPT_H
#define SCENE_OPENING_SCRIPT_H

#include "trace/trace.h"

#define OPENING_SCENES 16
#define OPENING_HOLD   2.0 /* seconds at the end of each */

typedef enum OpeningTells {
    OPENING_READS,  /* a state for every word */
    OPENING_ASKS,   /* scores */
    OPENING_SHARES, /* weights */
    OPENING_WRITES  /* the word of a step */
} OpeningTells;

typedef struct OpeningScene {
    OpeningTells tells;
    int step;
    double end, seconds; /* the cursor; of the way to it */
} OpeningScene;

/* Returns how many; the last one is of the last word. 0: this trace has nothing to steer. */
int opening_script(const Trace *trace, OpeningScene out[OPENING_SCENES]);

#endif
