/* The script of the opening: a scene for each word that is written.
 *
 *   OpeningScene scenes[OPENING_SCENES];
 *   int count = opening_script(trace, scenes);
 *   double seconds = count * (OPENING_WAY + OPENING_HOLD);
 */
#ifndef SCENE_OPENING_SCRIPT_H
#define SCENE_OPENING_SCRIPT_H

#include "trace/trace.h"

#define OPENING_SCENES 16
#define OPENING_WAY    1.6 /* seconds of each word's, however many moments it has, */
#define OPENING_FIRST  2.4 /* of the first one, in which the bars rise, */
#define OPENING_HOLD   1.5 /* and at its end */

typedef struct OpeningScene {
    int step;
    double end; /* the cursor */
} OpeningScene;

/* Returns how many; the last one is of the last word. 0: this trace has nothing to steer. */
int opening_script(const Trace *trace, OpeningScene out[OPENING_SCENES]);

#endif
