/* What source words did to the written ones (model/cause.h), in double: gradient times input against central
 * differences, to 1e-6, and erasing against a decode of a model whose word is erased, by model_encode and model_step.
 */
#include "model/cause.h"
#include "model/gradient_reach.h"
#include "small.h"

#include <math.h>

#define STEP 1e-5

static const char *const CASES[] = {
    "attention=none bidirectional=false",
    "attention=fixed",
    "attention=uniform bridge=none",
    "",
    "bidirectional=false score=dot bridge=copy",
    "layers=2",
    "layers=2 cell=lstm temperature=0.5",
    "cell=rnn layers=2 attention=luong score=bilinear",
    "cell=lstm attention=none bidirectional=false bridge=copy",
    "cell=lstm bidirectional=false attention=luong score=dot",
    "attention=luong score=cosine",
    "attention=luong local=local_m window=1",
    "attention=luong local=local_p window=2 score=scaled_dot temperature=2",
    "decoder_layers=2",
    "decoder_layers=2 cell=lstm attention=luong score=bilinear",
    "cell=self",
    "cell=self embed=6 heads=3 attention=luong score=dot",
    "cell=self embed=4 heads=2 attention=none causal=true",
    "cell=self embed=6 heads=2 feed_forward=7 places=sinusoid",
    "cell=self places=none attention=uniform",
    "cell=transformer",
    "cell=transformer embed=6 heads=3 cross_heads=2 layers=2 feed_forward=5",
    "cell=transformer embed=6 heads=2 feed_forward=7 places=sinusoid temperature=2",
    "cell=self norm=pre embed=6 heads=2 feed_forward=7",
    "cell=transformer norm=pre embed=6 heads=3 cross_heads=2 layers=2 feed_forward=5",
    "cell=transformer cross_residual=false embed=6 heads=2 layers=2",
    "cell=transformer cross_residual=false norm=pre embed=6 layers=2 feed_forward=5",
    "fault=no_query",
    "fault=mirrored bidirectional=false cell=lstm",
    "fault=forward_only",
    "fault=embeddings embed=8",
    "fault=not_normalised",
    "fault=shifted attention=luong cell=lstm",
};

/* Every source word stands once: its embedding is that of one place. */
static const int IDS[] = {4, 6, 5, 7};
static const int WRITTEN[] = {5, 4, 4, 6, VOCAB_END};
static const int INPUTS[] = {VOCAB_START, 5, 4, 4, 6};

enum { WORDS = LENGTH(IDS), STEPS = LENGTH(WRITTEN), SOURCE_WORDS = 8, TARGET_WORDS = 8 };

static const CauseText TEXT = {IDS, WORDS, INPUTS, WRITTEN, STEPS, 0};

static Real *embedding_of(Model *model, int id)
{
    const Param *param = &model->table.items[params_find(&model->table, "source_embedding.weight")];
    return model->params + param->offset + (size_t)id * (size_t)model->config.embed;
}

/* ln p of every written word, by the functions that a trace is made with. */
static void decode(const Model *model, const int *ids, double *out)
{
    Arena arena = {0};
    Encoding encoding = model_encode(model, ids, WORDS, &arena);
    Step before;
    for (int t = 0; t < STEPS; t++) {
        before = model_step(model, &encoding, t, t ? &before : NULL, INPUTS[t], NULL, &arena);
        out[t] = log((double)before.probabilities[WRITTEN[t]]);
    }
    arena_finish(&arena);
}

/* ---- erasing ---- */

static void check_falls(Model *model, Cause *cause, int j, Eraser eraser, const char *name)
{
    double whole[STEPS], erased[STEPS], kept[64];
    int ids[WORDS];
    Real falls[STEPS], *embedding = embedding_of(model, IDS[j]);
    size_t size = sizeof *embedding * (size_t)model->config.embed;
    decode(model, IDS, whole);
    cause_erase(cause, j, eraser, falls);
    memcpy(ids, IDS, sizeof ids);
    memcpy(kept, embedding, size);
    if (eraser == ERASE_ZERO)
        memset(embedding, 0, size);
    else
        ids[j] = VOCAB_UNKNOWN;
    decode(model, ids, erased);
    memcpy(embedding, kept, size);
    for (int t = 0; t < STEPS; t++)
        if (!(fabs(falls[t] - (whole[t] - erased[t])) < 1e-12))
            fail_msg("%s, %s, word %d, step %d: %g is not %g", name, ERASER_NAMES[eraser], j, t, falls[t],
                     whole[t] - erased[t]);
}

/* ---- the gradient ---- */

static double log_at(const Model *model, int t)
{
    Cause *cause = cause_create(model, &TEXT);
    double value = cause_before(cause)[t];
    cause_destroy(cause);
    return value;
}

/* d ln p(y_t) / d x, by central differences. */
static double slope_of(const Model *model, Real *x, int t)
{
    Real own = *x;
    *x = own + STEP;
    double above = log_at(model, t);
    *x = own - STEP;
    double slope = (above - log_at(model, t)) / (2 * STEP);
    *x = own;
    return slope;
}

static double slope_at(Model *model, int j, int t)
{
    Real *embedding = embedding_of(model, IDS[j]);
    double sum = 0;
    for (int d = 0; d < model->config.embed; d++)
        sum += slope_of(model, &embedding[d], t) * embedding[d];
    return sum;
}

static void check_slopes(Model *model, Cause *cause, int t, const char *name)
{
    Real slopes[WORDS];
    cause_gradient(cause, t, slopes);
    for (int j = 0; j < WORDS; j++) {
        double wanted = slope_at(model, j, t);
        if (!(fabs(slopes[j] - wanted) < 1e-6))
            fail_msg("%s, word %d, step %d: %g is not %g", name, j, t, slopes[j], wanted);
    }
}

/* |d ln p(y_t) / d e_j| */
static double length_at(Model *model, int j, int t)
{
    Real *embedding = embedding_of(model, IDS[j]);
    double squares = 0;
    for (int d = 0; d < model->config.embed; d++)
        squares += pow(slope_of(model, &embedding[d], t), 2);
    return sqrt(squares);
}

static void check_lengths(Model *model, Cause *cause, int t, const char *name)
{
    Real lengths[WORDS];
    cause_gradient_lengths(cause, t, lengths);
    for (int j = 0; j < WORDS; j++) {
        double wanted = length_at(model, j, t);
        if (!(fabs(lengths[j] - wanted) < 1e-6))
            fail_msg("%s, word %d, step %d: a gradient as long as %g, not %g", name, j, t, lengths[j], wanted);
    }
}

/* ---- both ---- */

static void check_case(const char *settings)
{
    Model model = small_model(small_config(settings, 3, 4), SOURCE_WORDS, TARGET_WORDS, 5);
    Cause *cause = cause_create(&model, &TEXT);
    double whole[STEPS];
    decode(&model, IDS, whole);
    for (int t = 0; t < STEPS; t++)
        assert_true(fabs(cause_before(cause)[t] - whole[t]) < 1e-12);
    for (int t = STEPS - 1; t >= 0; t--) /* in an order of its own: nothing is left from one to the next */
        check_slopes(&model, cause, t, settings);
    for (int j = 0; j < WORDS; j++)
        for (int eraser = 0; eraser < ERASERS; eraser++)
            check_falls(&model, cause, j, (Eraser)eraser, settings);
    check_slopes(&model, cause, 2, settings);
    check_lengths(&model, cause, 1, settings);
    cause_destroy(cause);
    model_finish(&model);
}

static void every_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++)
        check_case(CASES[i]);
}

/* A temperature of the decode is that of the maps. */
static void a_temperature(void **state)
{
    (void)state;
    Config config = small_config("", 3, 4);
    Model model = small_model(config, SOURCE_WORDS, TARGET_WORDS, 5);
    config.temperature = 0.25;
    Model sharp = small_model(config, SOURCE_WORDS, TARGET_WORDS, 5);
    CauseText text = TEXT;
    text.temperature = 0.25;
    Cause *given = cause_create(&model, &text), *own = cause_create(&sharp, &TEXT),
          *plain = cause_create(&model, &TEXT);
    assert_memory_equal(cause_before(given), cause_before(own), sizeof(Real) * STEPS);
    assert_true(fabs(cause_before(given)[1] - cause_before(plain)[1]) > 1e-9);
    cause_destroy(given);
    cause_destroy(own);
    cause_destroy(plain);
    model_finish(&model);
    model_finish(&sharp);
}

/* The factor of one word, against central differences; a sentence of one word does not count. */
static void from_word_to_word(void **state)
{
    (void)state;
    Model model = small_model(small_config("cell=rnn attention=none bidirectional=false bridge=copy", 3, 4),
                              SOURCE_WORDS, TARGET_WORDS, 5);
    Pair pairs[] = {{.source = {.count = WORDS}, .source_ids = (int *)IDS, .target_ids = (int *)WRITTEN},
                    {.source = {.count = 1}, .source_ids = (int *)IDS, .target_ids = (int *)WRITTEN}};
    Corpus corpus = {.pairs = pairs, .count = LENGTH(pairs)};
    GradientReach reach = gradient_reach(&model, &corpus, 0, 0);
    double wanted = pow(length_at(&model, 0, 0) / length_at(&model, WORDS - 1, 0), 1.0 / (WORDS - 1));
    assert_int_equal(reach.sentences, 1);
    assert_true(fabs(reach.factor - wanted) < 1e-6);
    reach = gradient_reach(&model, &corpus, WORDS + 1, WORDS + 2);
    assert_int_equal(reach.sentences, 0);
    assert_true(isnan(reach.factor));
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model), cmocka_unit_test(a_temperature),
                                       cmocka_unit_test(from_word_to_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
