/* How often the largest cell of a row is a gold link, for each map of cause_map.h, over held-out pairs.
 *
 *   Agreement found = agreement_measure(&model, &corpus, 2);
 *   printf("%.2f\n", agreement_share(&found, CAUSE_ZERO));
 *
 * Counted are the linked words of the sentences that the model translates exactly: then the words that are fed are its
 * own. The largest is the largest signed number, the first on ties; a word with several links has its link if it is any
 * of them. No map is the truth: the links say what people saw, the maps what this model did. */
#ifndef TRACE_AGREEMENT_H
#define TRACE_AGREEMENT_H

#include "text/corpus.h"
#include "trace/cause_map.h"

typedef struct Agreement {
    int pairs, exact;      /* of the corpus; translated exactly */
    int words;             /* of those, target words with a gold link */
    int hits[CAUSE_KINDS]; /* of these, whose row's largest cell is one */
    bool weighs;           /* the model has weights: else none of attention */
} Agreement;

/* The corpus is encoded. */
Agreement agreement_measure(const Model *model, const Corpus *corpus, int threads);
double agreement_share(const Agreement *agreement, CauseKind kind); /* NAN where there is nothing to share */

#endif
