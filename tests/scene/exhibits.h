/* An exhibit of the bug museum as the app would fill it: each probe used once on one of the tests' sentences.
 *
 *   Exhibits exhibits;
 *   exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_MIRRORED);
 *   View view = moving_view(...);
 *   view.kind = VIEW_EXHIBIT, view.exhibit = &exhibits.exhibit, view.trace = &exhibits.trace;
 *   exhibits_close(&exhibits);
 */
#ifndef TESTS_SCENE_EXHIBITS_H
#define TESTS_SCENE_EXHIBITS_H

#include "pairs.h"

typedef struct Exhibits {
    Trace trace; /* the sentence's, as if that were wrong with its model; borrows its numbers */
    Exhibit exhibit;
    Swap swap;
    Notes notes;
} Exhibits;

void exhibits_open(Exhibits *out, const Moving *moving, Pairs *pairs, Sentence sentence, FaultKind fault);
void exhibits_close(Exhibits *exhibits);

#endif
