/* In double: the gradient of the loss by every single parameter against central differences, to 1e-6.
 * The differences themselves, at a step of 1e-5, are good to about 1e-9 for these sizes. */
#include "model/attention_step.h"
#include "small.h"

#include <math.h>

#define STEP 1e-5

typedef struct Case {
    const char *settings; /* of the model: what differs from the default */
    double dropout, smoothing, entropy;
} Case;

static const Case CASES[] = {
    {"attention=none bidirectional=false", 0, 0},
    {"attention=none", 0, 0},
    {"attention=fixed bidirectional=false", 0, 0},
    {"attention=fixed", 0, 0},
    {"attention=fixed bidirectional=false bridge=none", 0, 0},
    {"attention=fixed bridge=none", 0, 0},
    {"attention=uniform bidirectional=false", 0, 0},
    {"attention=uniform", 0, 0},
    {"attention=uniform bidirectional=false bridge=none", 0, 0},
    {"attention=uniform bridge=none", 0, 0},
    {"bidirectional=false", 0, 0},
    {"", 0, 0},
    {"bidirectional=false bridge=none", 0, 0},
    {"bridge=none", 0, 0},
    {"layers=2", 0, 0},
    {"temperature=0.5", 0, 0},
    {"", 0.3, 0},
    {"", 0, 0.1},
    {"source_end=true", 0, 0},
    {"cell=rnn attention=none bidirectional=false", 0, 0},
    {"cell=rnn attention=fixed", 0, 0},
    {"cell=rnn layers=2", 0, 0},
    {"cell=rnn attention=uniform bridge=none", 0, 0},
    {"cell=lstm attention=none bidirectional=false", 0, 0},
    {"cell=lstm attention=uniform layers=2", 0, 0},
    {"cell=lstm layers=2 bidirectional=false", 0, 0},
    {"cell=lstm bridge=none", 0, 0},
    {"cell=lstm", 0.3, 0.1},
    {"bidirectional=false score=dot", 0, 0},
    {"bidirectional=false score=cosine", 0, 0},
    {"attention=luong score=dot bidirectional=false bridge=copy", 0, 0},
    {"attention=luong score=dot layers=2", 0, 0},
    {"attention=luong score=scaled_dot bridge=none", 0, 0},
    {"attention=luong score=cosine bidirectional=false cell=lstm bridge=copy", 0, 0},
    {"attention=luong score=bilinear cell=rnn temperature=0.7", 0, 0},
    {"attention=luong local=local_m window=1", 0, 0},
    {"attention=luong local=local_m window=2 score=dot bidirectional=false", 0, 0},
    {"attention=luong local=local_p window=1", 0, 0},
    {"attention=luong local=local_p window=2 score=scaled_dot temperature=2", 0, 0},
    {"attention=luong local=local_p window=3 score=bilinear cell=lstm layers=2", 0, 0},
    {"bidirectional=false bridge=copy cell=lstm attention=none", 0, 0},
    {"bidirectional=false bridge=copy layers=2", 0, 0},
    {"decoder_layers=2", 0, 0},
    {"decoder_layers=2 bridge=none", 0.3, 0.1, 0.5},
    {"decoder_layers=2 attention=luong score=dot layers=2", 0.3, 0},
    {"decoder_layers=2 attention=luong score=bilinear local=local_p window=1 cell=lstm", 0, 0.1},
    {"decoder_layers=2 attention=luong cell=rnn temperature=0.7", 0, 0},
    {"decoder_layers=2 attention=none cell=lstm layers=2", 0.3, 0},
    {"decoder_layers=2 attention=none bidirectional=false bridge=copy cell=rnn", 0, 0},
    {"decoder_layers=2 attention=none bidirectional=false bridge=copy cell=lstm", 0, 0},
    {"decoder_layers=2 attention=fixed", 0, 0},
    {"decoder_layers=2 attention=uniform cell=lstm", 0, 0},
    {"decoder_layers=2 cell=lstm score=bilinear source_end=true", 0, 0},
    {"decoder_layers=2 cell=rnn bidirectional=false score=dot", 0, 0},
    {"decoder_layers=2 cell=self embed=4 heads=2", 0.3, 0.1},
    {"decoder_layers=2 cell=self attention=luong score=dot", 0, 0},
    {"decoder_layers=2 fault=shifted", 0.3, 0},
    {"decoder_layers=2 fault=shifted attention=luong cell=lstm", 0, 0.1},
    {"decoder_layers=2 fault=answer_fed", 0, 0},
    {"cell=self", 0, 0},
    {"cell=self embed=6 heads=3 attention=luong score=dot", 0, 0},
    {"cell=self embed=4 heads=2 attention=none", 0, 0},
    {"cell=self embed=4 heads=2 attention=fixed bridge=copy", 0, 0},
    {"cell=self embed=4 heads=4 attention=uniform bridge=none", 0, 0},
    {"cell=self embed=6 heads=2 score=bilinear source_end=true", 0, 0},
    {"cell=self embed=4 attention=luong score=dot local=local_p window=1", 0, 0},
    {"cell=self embed=4 heads=2", 0.3, 0.1},
    {"cell=self embed=4 heads=2 causal=true", 0, 0},
    {"cell=self embed=4 heads=2 places=sinusoid attention=luong score=dot", 0.3, 0},
    {"cell=self places=none", 0, 0},
    {"cell=self embed=4 heads=2 feed_forward=5", 0, 0},
    {"cell=self embed=6 feed_forward=7 causal=true places=sinusoid source_end=true", 0.3, 0.1},
    {"cell=self layers=2", 0, 0},
    {"cell=self layers=2 embed=4 heads=2 feed_forward=5", 0.3, 0.1},
    {"cell=self layers=2 embed=6 heads=3 feed_forward=3 causal=true places=none source_end=true", 0, 0, 0.5},
    {"cell=self norm=pre embed=4 heads=2", 0, 0},
    {"cell=self norm=pre layers=2 embed=6 heads=3 feed_forward=5 causal=true source_end=true", 0.3, 0.1},
    {"cell=transformer embed=4", 0, 0},
    {"cell=transformer cross_residual=false embed=4", 0, 0, 0.5},
    {"cell=transformer cross_residual=false embed=6 heads=2 cross_heads=3 feed_forward=5 layers=2", 0.3, 0.1},
    {"cell=transformer cross_residual=false norm=pre embed=4 places=none", 0, 0.1},
    {"cell=transformer cross_residual=false norm=pre embed=6 heads=2 feed_forward=5 layers=2 source_end=true", 0.3,
     0.1},
    {"cell=transformer norm=pre embed=4", 0, 0, 0.5},
    {"cell=transformer norm=pre embed=6 heads=2 cross_heads=3 feed_forward=5 places=sinusoid", 0, 0.1},
    {"cell=transformer norm=pre embed=4 heads=2 feed_forward=3 layers=2 source_end=true", 0.3, 0.1},
    {"cell=transformer norm=pre embed=4 layers=2 places=none temperature=0.7", 0, 0},
    {"cell=transformer embed=6 heads=2 cross_heads=3 feed_forward=5 places=sinusoid", 0, 0.1},
    {"cell=transformer embed=4 heads=2 feed_forward=3 layers=2 causal=true source_end=true", 0.3, 0.1},
    {"cell=transformer embed=4 layers=2 places=none temperature=0.7", 0, 0},
    {"cell=transformer embed=4 heads=4 feed_forward=5 temperature=0.5", 0.2, 0, 0.5},
    {"attention=luong score=dot", 0.3, 0.1},
    {"", 0, 0, 0.5},
    {"temperature=0.5", 0, 0.1, 0.5},
    {"attention=luong score=bilinear local=local_p window=1", 0, 0, 0.5},
    {"attention=luong local=local_m window=1", 0.3, 0, 0.5},
    {"fault=no_query", 0, 0},
    {"fault=no_query attention=luong", 0.3, 0, 0.5},
    {"fault=no_mask", 0, 0},
    {"fault=no_mask source_end=true attention=luong layers=2", 0.3, 0},
    {"fault=mirrored bidirectional=false bridge=none", 0, 0},
    {"fault=mirrored bidirectional=false cell=lstm layers=2", 0.3, 0},
    {"fault=forward_only", 0, 0},
    {"fault=forward_only cell=lstm attention=luong score=bilinear", 0.3, 0},
    {"fault=embeddings embed=8", 0.3, 0},
    {"fault=embeddings embed=4 bidirectional=false bridge=none score=dot", 0, 0.1},
    {"fault=not_normalised", 0.3, 0},
    {"fault=not_normalised attention=luong score=dot bidirectional=false temperature=0.5", 0, 0.1, 0.5},
    {"fault=shifted", 0.3, 0},
    {"fault=shifted attention=luong cell=lstm", 0, 0.1},
    {"fault=answer_fed", 0, 0},
    {"fault=answer_fed attention=luong", 0.3, 0},
};

typedef struct Proof {
    Model model;
    Pool *pool;
    Gradient *gradient;
    BatchMaker *maker;
    const Batch *batch;
    GradientOptions options;
} Proof;

/* What the loss is lessened by: lambda times the mean entropy of the softmax of a decode step. */
static double softness_of(const Proof *proof)
{
    const DecoderPass *pass = &proof->gradient->decoder;
    const Real *softmaxed = pass->softmaxed ? pass->softmaxed : pass->alphas;
    double entropy = 0;
    if (proof->options.attention_entropy == 0)
        return 0;
    for (int i = 0; i < proof->batch->target_count; i++) {
        int at = proof->batch->target_places[i], n = proof->batch->source_lengths[at % proof->batch->rows];
        AttentionWindow window = attend_window(pass, at, n);
        for (int j = window.first; j < window.first + window.count; j++) {
            double alpha = softmaxed[(size_t)at * (size_t)pass->source_steps + (size_t)j];
            entropy -= alpha * log(alpha);
        }
    }
    return proof->options.attention_entropy * entropy / proof->batch->tokens;
}

static bool is_plain(const Proof *proof)
{
    return proof->options.smoothing == 0 && proof->options.dropout.rate == 0;
}

/* With smoothing the loss reported is the plain one, so the smoothed one is put together from the logits here. */
static double loss_of(Proof *proof)
{
    if (is_plain(proof)) /* forward alone takes a third of the time */
        return gradient_run(proof->gradient, proof->batch, NULL) - softness_of(proof);
    double loss = gradient_run(proof->gradient, proof->batch, &proof->options), smoothing = proof->options.smoothing;
    if (smoothing == 0)
        return loss - softness_of(proof);
    const DecoderPass *pass = &proof->gradient->decoder;
    int V = proof->model.target.count, tokens = proof->batch->tokens;
    double extra = 0;
    for (int i = 0; i < proof->batch->target_count; i++) {
        int at = proof->batch->target_places[i];
        double plain = pass->losses[at], probability_sum = 0;
        for (int v = 0; v < V; v++) { /* d = (p - (1 - s) [v = y] - s / V) / tokens */
            double wanted = (v == proof->batch->target[at] ? 1 - smoothing : 0) + smoothing / V;
            double p = pass->logits[(size_t)at * (size_t)V + (size_t)v] * tokens + wanted;
            extra += (wanted - (v == proof->batch->target[at])) * -log(p);
            probability_sum += p;
        }
        assert_true(fabs(probability_sum - 1) < 1e-9);
        extra += plain;
    }
    return extra / tokens - softness_of(proof);
}

/* How far the gradient, `kept`, is from the difference, at one number. */
static double miss_at(Proof *proof, const Real *kept, size_t index)
{
    Real *at = proof->model.params + index, before = *at;
    *at = before + STEP;
    double above = loss_of(proof);
    *at = before - STEP;
    double below = loss_of(proof);
    *at = before;
    return fabs((above - below) / (2 * STEP) - kept[index]);
}

/* Positions that no sentence reaches cannot matter; those that are not trained have no gradient. */
static bool matters(const Proof *proof, const Param *param, size_t k)
{
    if (param->start == START_SINUSOID)
        return false;
    bool source = strcmp(param->name, "encoder.position.weight") == 0;
    int steps = source ? proof->batch->source_steps : proof->batch->target_steps;
    if ((!source && strcmp(param->name, "decoder.position.weight") != 0) || steps > CONFIG_POSITIONS)
        return true;
    return k < (size_t)steps * (size_t)param->cols;
}

static void check_param(Proof *proof, const Real *kept, const Param *param, size_t first, const char *name)
{
    double worst = 0;
    for (size_t k = first; k < param_size(param); k++) {
        double miss =
            matters(proof, param, k) ? miss_at(proof, kept, param->offset + k) : fabs(kept[param->offset + k]);
        worst = miss > worst ? miss : worst;
    }
    if (!(worst <= 1e-6))
        fail_msg("%s, %s: misses by %g", name, param->name, worst);
}

static Real *gradient_of(Proof *proof)
{
    size_t total = proof->model.table.total;
    double loss = gradient_run(proof->gradient, proof->batch, &proof->options);
    Real *kept = space_block(total);
    memcpy(kept, proof->gradient->block, total * sizeof *kept);
    if (is_plain(proof))
        assert_true(loss == gradient_run(proof->gradient, proof->batch, NULL));
    return kept;
}

static void check_params(Proof *proof, const char *name)
{
    Real *kept = gradient_of(proof);
    for (int i = 0; i < proof->model.table.count; i++)
        check_param(proof, kept, &proof->model.table.items[i], 0, name);
    free(kept);
}

static void begin(Proof *proof, Config config, const Pair *const *pairs, int count, bool separate)
{
    BatchOptions options = {.config = &config, .separate = separate};
    Random random = random_seeded(1);
    proof->model = small_model(config, 7, 8, 3);
    proof->pool = pool_create(1);
    proof->maker = batch_maker_create(7, 8);
    proof->gradient = gradient_create(&proof->model, kernels(), proof->pool);
    proof->batch = batch_make(proof->maker, pairs, count, &options, &random);
}

static void end(Proof *proof)
{
    gradient_destroy(proof->gradient);
    batch_maker_destroy(proof->maker);
    pool_destroy(proof->pool);
    model_finish(&proof->model);
}

static void check_case(const Case *c)
{
    Config config = small_config(c->settings, 3, 4);
    if (score_of_kind(config.score)->query)
        config.attention_size = 5;
    Arena arena = {0};
    Pair pairs[] = {/* of different lengths, in an order that is not that of rows; words that come twice */
                    small_pair(&arena, (int[]){4, 6}, 2, (int[]){5, 4}, 2),
                    small_pair(&arena, (int[]){5, 4, 4, 3, 6}, 5, (int[]){6, 5, 6, 7}, 4),
                    small_pair(&arena, (int[]){6, 5, 4}, 3, (int[]){4}, 1)};
    const Pair *chosen[] = {&pairs[0], &pairs[1], &pairs[2]};
    Proof proof = {.options = {.smoothing = c->smoothing,
                               .attention_entropy = c->entropy,
                               .dropout = {.rate = c->dropout, .seed = 99}}};
    begin(&proof, config, chosen, 3, c->dropout > 0);
    check_params(&proof, c->settings);
    end(&proof);
    arena_finish(&arena);
}

static void every_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++)
        check_case(&CASES[i]);
}

static void every_score(void **state)
{
    (void)state;
    for (int score = 0; SCORE_NAMES[score]; score++)
        for (int luong = 0; luong < 2; luong++) {
            char settings[64];
            snprintf(settings, sizeof settings, "attention=%s score=%s", luong ? "luong" : "bahdanau",
                     SCORE_NAMES[score]);
            check_case(&(Case){settings, 0, 0});
        }
}

/* All words from the last position on have its vector. */
static void more_words_than_positions(void **state)
{
    (void)state;
    enum { WORDS = CONFIG_POSITIONS + 4 };
    Arena arena = {0};
    int words[WORDS];
    for (int j = 0; j < WORDS; j++)
        words[j] = VOCAB_SPECIAL + j % 3;
    Pair pairs[] = {small_pair(&arena, words, WORDS, (int[]){5, 4}, 2),
                    small_pair(&arena, words, WORDS - 3, (int[]){4, 6}, 2)};
    const Pair *chosen[] = {&pairs[0], &pairs[1]};
    Proof proof = {0};
    begin(&proof, small_config("cell=self attention=fixed", 2, 3), chosen, 2, false);
    Real *kept = gradient_of(&proof);
    const Param *param = &proof.model.table.items[params_find(&proof.model.table, "encoder.position.weight")];
    check_param(&proof, kept, param, (CONFIG_POSITIONS - 2) * 2, "long sentences");
    free(kept);
    end(&proof);
    arena_finish(&arena);
}

/* test_finite [TEST]: that one alone. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_parameter), cmocka_unit_test(every_score),
                                       cmocka_unit_test(more_words_than_positions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
