#include "text/bleu.h"

#include <math.h>
#include <string.h>

/* How often the n tokens at `gram` stand in the first `length` tokens. */
static int occurrences(const int *gram, int n, const int *tokens, int length)
{
    int count = 0;
    for (int at = 0; at + n <= length; at++)
        count += memcmp(gram, tokens + at, sizeof *gram * (size_t)n) == 0;
    return count;
}

void bleu_add(Bleu *bleu, const int *translation, int length, const int *reference, int reference_length)
{
    bleu->length += length;
    bleu->reference_length += reference_length;
    for (int n = 1; n <= BLEU_ORDERS; n++)
        for (int at = 0; at + n <= length; at++) {
            const int *gram = translation + at;
            int before = occurrences(gram, n, translation, at + n - 1); /* clipped: each one of the reference once */
            bleu->totals[n - 1]++;
            bleu->matches[n - 1] += before < occurrences(gram, n, reference, reference_length);
        }
}

void bleu_join(Bleu *bleu, const Bleu *other)
{
    for (int n = 0; n < BLEU_ORDERS; n++) {
        bleu->matches[n] += other->matches[n];
        bleu->totals[n] += other->totals[n];
    }
    bleu->length += other->length;
    bleu->reference_length += other->reference_length;
}

double bleu_brevity(const Bleu *bleu)
{
    if (bleu->length >= bleu->reference_length)
        return 1;
    return bleu->length ? exp(1 - (double)bleu->reference_length / (double)bleu->length) : 0;
}

double bleu_score(const Bleu *bleu)
{
    double logs = 0, smooth = 1;
    if (bleu->matches[0] == 0)
        return 0;
    for (int n = 0; n < BLEU_ORDERS; n++) {
        if (bleu->totals[n] == 0)
            return 0;
        double matches = (double)bleu->matches[n];
        if (bleu->matches[n] == 0)
            matches = 1 / (smooth *= 2);
        logs += log(matches / (double)bleu->totals[n]);
    }
    return 100 * bleu_brevity(bleu) * exp(logs / BLEU_ORDERS);
}
