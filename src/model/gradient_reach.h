/* How a gradient fares on its way back through a sentence: the one that a word written behind it sends to its words.
 *
 *   GradientReach reach = gradient_reach(&model, &corpus, 32, 32);
 *   printf("from word to word times %.3f\n", reach.factor);
 *
 * g_j is the length of d ln p(y_1 | x) / d e_j, with e_j the embedding of source word j, 1 to n, and y_1 the first word
 * of the reference. From the last word to the first it goes n - 1 words back; the factor f of one word is the geometric
 * mean: f^(n-1) = |g_1| / |g_n|, and over sentences the mean of its logarithms. Below 1 the gradient vanishes, above 1
 * it explodes (Bengio, Simard and Frasconi 1994). Both lengths hold the same p - y, so how sure the model is does not
 * count. */
#ifndef MODEL_GRADIENT_REACH_H
#define MODEL_GRADIENT_REACH_H

#include "model/model.h"
#include "text/corpus.h"

typedef struct GradientReach {
    int sentences; /* that count */
    double factor; /* NAN where none does */
} GradientReach;

/* Of the sentences of a corpus, encoded for the model, with `shortest` to `longest` source words, two at least;
 * `longest` 0: of all. A backward pass each. */
GradientReach gradient_reach(const Model *model, const Corpus *corpus, int shortest, int longest);

#endif
