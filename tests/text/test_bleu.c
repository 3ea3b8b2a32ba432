/* Numbers worked by hand: each case says how. */
#include "support.h"

#include "text/bleu.h"
#include "text/vocab.h"

#include <math.h>

static Vocab words;

static int ids(const char *text, int out[32])
{
    int count = 0;
    Slice rest = slice_of(text), word;
    while (*text && slice_cut(&rest, ' ', &word))
        out[count++] = vocab_add(&words, word);
    return count;
}

static void add(Bleu *bleu, const char *translation, const char *reference)
{
    int a[32], b[32], n = ids(translation, a), m = ids(reference, b);
    bleu_add(bleu, a, n, b, m);
}

static void worked_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *pairs[3][2];
        long long matches[4], totals[4];
        double score, brevity; /* of the penalty; 0: 1, but for the empty translation */
    } cases[] = {
        /* The same sentence: every precision is 1. */
        {{{"the cat sat on the mat", "the cat sat on the mat"}}, {6, 5, 4, 3}, {6, 5, 4, 3}, 100},
        /* One word of six differs: 5/6, 3/5 (the cat, cat sat, sat on), 2/4, 1/3; their product is 1/12,
         * 100 (1/12)^(1/4) = 53.7285. */
        {{{"the cat sat on a mat", "the cat sat on the mat"}}, {5, 3, 2, 1}, {6, 5, 4, 3}, 53.7284965911771},
        /* Papineni's clipping: seven times "the", two in the reference: 2/7; the other orders match nothing and count
         * as 1/2, 1/4 and 1/8 of a match: 2/7 * 1/12 * 1/20 * 1/32 = 2 / 53760; 100 (1/26880)^(1/4) = 7.80984. */
        {{{"the the the the the the the", "the cat is on the mat"}}, {2, 0, 0, 0}, {7, 6, 5, 4}, 7.80984984230064},
        /* Too short: four words of six, all right: exp(1 - 6/4) = 0.606531. */
        {{{"the cat sat on", "the cat sat on the mat"}},
         {4, 3, 2, 1},
         {4, 3, 2, 1},
         60.6530659712633,
         0.606530659712633},
        /* Card 4.7, a part of the reference: exp(1 - 10/6) = 0.513417. */
        {{{"女孩 买 的 狗 喜欢 玛丽", "女孩 买 的 狗 喜欢 玛丽 喜欢 的 小 女孩"}},
         {6, 5, 4, 3},
         {6, 5, 4, 3},
         51.34171190325921,
         0.5134171190325921},
        /* Too long is punished by the precisions alone: 4/5 3/4 2/3 1/2 = 1/5; 100 (1/5)^(1/4) = 66.8740. */
        {{{"the cat sat on it", "the cat sat on"}}, {4, 3, 2, 1}, {5, 4, 3, 2}, 66.87403049764221},
        /* A corpus, not a mean: counts are added first. 5 + 2 of 6 + 2, 3 + 1 of 5 + 1, 2 of 4, 1 of 3:
         * 7/8 * 4/6 * 2/4 * 1/3 = 7/72; lengths 8 and 6 + 3 = 9: exp(1 - 9/8) = 0.882497; 88.2497 (7/72)^(1/4). */
        {{{"the cat sat on a mat", "the cat sat on the mat"}, {"it sat", "it sat down"}},
         {7, 4, 2, 1},
         {8, 6, 4, 3},
         49.27817047811716,
         0.8824969025845955},
        /* No four words in a row anywhere: undefined, and 0. */
        {{{"it sat down", "it sat down"}}, {3, 2, 1, 0}, {3, 2, 1, 0}, 0},
        /* Nothing right. */
        {{{"a b c d e", "v w x y z"}}, {0}, {5, 4, 3, 2}, 0},
        /* An empty translation. */
        {{{"", "v w x y z"}}, {0}, {0}, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Bleu bleu = {0}, parts = {0};
        for (int k = 0; k < 3 && cases[i].pairs[k][0]; k++) {
            Bleu part = {0};
            add(&bleu, cases[i].pairs[k][0], cases[i].pairs[k][1]);
            add(&part, cases[i].pairs[k][0], cases[i].pairs[k][1]);
            bleu_join(&parts, &part);
        }
        for (int n = 0; n < BLEU_ORDERS; n++) {
            assert_int_equal(bleu.matches[n], cases[i].matches[n]);
            assert_int_equal(bleu.totals[n], cases[i].totals[n]);
        }
        if (fabs(bleu_score(&bleu) - cases[i].score) > 1e-9)
            fail_msg("case %d: %.12f, and %.12f was expected", (int)i, bleu_score(&bleu), cases[i].score);
        double brevity = cases[i].brevity != 0 ? cases[i].brevity : bleu.length ? 1 : 0;
        if (fabs(bleu_brevity(&bleu) - brevity) > 1e-12)
            fail_msg("case %d: brevity %.15f, and %.15f was expected", (int)i, bleu_brevity(&bleu), brevity);
        assert_memory_equal(&bleu, &parts, sizeof bleu);
    }
    vocab_finish(&words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(worked_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
