/* How long the first word of a sentence lives in the encoder's state.
 *
 *   FirstWord found;
 *   if (!first_word_measure(&model, &corpus, 32, 32, &arena, &found, &error)) return false;
 *   double after_eight = found.words >= 8 ? found.told[7] : 0;
 *
 * The state after word k is what the readers from left to right hold then: h_k of each layer, and with an LSTM m_k
 * beside it. The sentences are two halves, those with an even and those with an odd number in the corpus. For each
 * first word of a half the mean of its states after word k is taken. A sentence of the other half is told after word k
 * where the nearest of these means (by Euclidean distance; the first on ties) is that of its own first word. So no
 * sentence is asked about with a mean that it is part of. A classifier by the nearest centroid: Manning, Raghavan and
 * Schuetze 2008, section 14.2. */
#ifndef MODEL_FIRST_WORD_H
#define MODEL_FIRST_WORD_H

#include "model/model.h"
#include "text/corpus.h"

typedef struct FirstWord {
    int sentences; /* that count */
    int firsts;    /* different words that they begin with; who guesses is right in 1 of `firsts` */
    int words;     /* of the longest sentence */
    int *asked;    /* [words] sentences of k words and more, k from 1 */
    double *told;  /* [words] the share of them whose first word the state after word k tells, 0 to 1 */
} FirstWord;

/* Of the sentences of a corpus, encoded for the model, with `shortest` to `longest` source words; `longest` 0: of all.
 * The arrays are the arena's. An error where the model has no such state, no sentence counts, or there are too many
 * different first words to keep their means. */
MUST_USE bool first_word_measure(const Model *model, const Corpus *corpus, int shortest, int longest, Arena *arena,
                                 FirstWord *out, Error *error);

#endif
