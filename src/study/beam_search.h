/* A beam search as a tree: what the picture of the beam view is made of. The app fills it, the scene draws it.
 *
 *   BeamSearch search = {.trace = trace, .shown = trace, .node = trace->beam->best, .step = 3.4};
 *   int best = beam_leader(trace->beam, 3);      // the best hypothesis when three steps are done
 */
#ifndef STUDY_BEAM_SEARCH_H
#define STUDY_BEAM_SEARCH_H

#include "lesson/lesson.h"

typedef struct BeamSearch {
    const Trace *trace; /* with its beam */
    const Trace *shown; /* one hypothesis of it, up to `node`: its alignment stands at the side */
    int node;
    int chosen;  /* the node that a person pressed, -1: none, and the best so far is shown */
    int steps;   /* of the whole search */
    double step; /* 0: nothing is written yet; 2.4: two steps are done and 40 % of the third */
    bool playing;
} BeamSearch;

int beam_steps(const Beam *beam);
/* The hypothesis with the best score after so many steps, finished ones among them; -1 before the first. */
int beam_leader(const Beam *beam, int steps);
bool beam_descends(const Beam *beam, int node, int ancestor); /* a node descends from itself */

#endif
