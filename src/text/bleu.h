/* Corpus BLEU of translations against one reference each (Papineni et al. 2002), as sacreBLEU 2 computes it: n-grams of
 * 1 to 4 tokens, clipped; the brevity penalty; where no n-gram of a length matches, the k-th such length counts as
 * 1 / 2^k of a match (its smoothing "exp"); 0 where not a single token matches or there is no n-gram of some length.
 *
 *   int translation[] = {4, 7, 9}, reference[] = {4, 7, 8, 9};
 *   Bleu bleu = {0};
 *   bleu_add(&bleu, translation, 3, reference, 4);
 *   printf("%.2f\n", bleu_score(&bleu));
 *
 * Tokens are the model's own (words where it writes pieces of them), where sacreBLEU cuts detokenised text by its rules
 * ("13a"): on word tokens the two are close, but a figure for a paper should be made by sacreBLEU from the printed
 * translations. */
#ifndef TEXT_BLEU_H
#define TEXT_BLEU_H

enum { BLEU_ORDERS = 4 };

typedef struct Bleu { /* start with zeros */
    long long matches[BLEU_ORDERS], totals[BLEU_ORDERS];
    long long length, reference_length; /* tokens */
} Bleu;

void bleu_add(Bleu *bleu, const int *translation, int length, const int *reference, int reference_length);
void bleu_join(Bleu *bleu, const Bleu *other); /* adds the counts of another part of the corpus */
double bleu_score(const Bleu *bleu);           /* 0 to 100 */
double bleu_brevity(const Bleu *bleu);         /* the brevity penalty, a factor from 0 to 1; 1: not too short */

#endif
