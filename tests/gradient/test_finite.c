/* In double: the gradient of the loss by every single parameter against central differences, to 1e-6.
 * The differences themselves, at a step of 1e-5, are good to about 1e-9 for these sizes. */
#include "small.h"

#include <math.h>

#define STEP 1e-5

typedef struct Case {
    const char *name;
    AttentionKind attention;
    bool bidirectional;
    BridgeKind bridge;
    int layers;
    double temperature, dropout, smoothing;
    bool source_end;
} Case;

static const Case CASES[] = {
    {"none", ATTENTION_NONE, false, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"none, bidirectional", ATTENTION_NONE, true, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"fixed", ATTENTION_FIXED, false, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"fixed, bidirectional", ATTENTION_FIXED, true, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"fixed, no bridge", ATTENTION_FIXED, false, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"fixed, bidirectional, no bridge", ATTENTION_FIXED, true, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"uniform", ATTENTION_UNIFORM, false, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"uniform, bidirectional", ATTENTION_UNIFORM, true, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"uniform, no bridge", ATTENTION_UNIFORM, false, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"uniform, bidirectional, no bridge", ATTENTION_UNIFORM, true, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"bahdanau", ATTENTION_BAHDANAU, false, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"bahdanau, bidirectional", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 1, 1, 0, 0, false},
    {"bahdanau, no bridge", ATTENTION_BAHDANAU, false, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"bahdanau, bidirectional, no bridge", ATTENTION_BAHDANAU, true, BRIDGE_NONE, 1, 1, 0, 0, false},
    {"two layers", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 2, 1, 0, 0, false},
    {"temperature", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 1, 0.5, 0, 0, false},
    {"dropout", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 1, 1, 0.3, 0, false},
    {"smoothing", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 1, 1, 0, 0.1, false},
    {"source end", ATTENTION_BAHDANAU, true, BRIDGE_TANH, 1, 1, 0, 0, true},
};

typedef struct Proof {
    Model model;
    Pool *pool;
    Gradient *gradient;
    BatchMaker *maker;
    const Batch *batch;
    GradientOptions options;
} Proof;

/* With smoothing the loss reported is the plain one, so the smoothed one is put together from the logits here. */
static double loss_of(Proof *proof)
{
    double loss = gradient_run(proof->gradient, proof->batch, &proof->options), smoothing = proof->options.smoothing;
    if (smoothing == 0)
        return loss;
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
    return extra / tokens;
}

static void check_params(Proof *proof, const char *name)
{
    ParamTable *table = &proof->model.table;
    loss_of(proof);
    Real *kept = space_block(table->total);
    memcpy(kept, proof->gradient->block, table->total * sizeof *kept);
    for (int i = 0; i < table->count; i++) {
        const Param *param = &table->items[i];
        double worst = 0;
        for (size_t k = 0; k < param_size(param); k++) {
            Real *at = proof->model.params + param->offset + k, before = *at;
            *at = before + STEP;
            double above = loss_of(proof);
            *at = before - STEP;
            double below = loss_of(proof);
            *at = before;
            double miss = fabs((above - below) / (2 * STEP) - kept[param->offset + k]);
            worst = miss > worst ? miss : worst;
        }
        if (!(worst <= 1e-6))
            fail_msg("%s, %s: misses by %g", name, param->name, worst);
    }
    free(kept);
}

static void check_case(const Case *c, int threads)
{
    Config config = config_default();
    config.attention = c->attention;
    config.bidirectional = c->bidirectional;
    config.bridge = c->bridge;
    config.layers = c->layers;
    config.temperature = c->temperature;
    config.embed = 3;
    config.hidden = 4;
    config.attention_size = 5;
    config.source_end = c->source_end;
    Arena arena = {0};
    Pair pairs[] = {/* of different lengths, in an order that is not that of rows; words that come twice */
                    small_pair(&arena, (int[]){4, 6}, 2, (int[]){5, 4}, 2),
                    small_pair(&arena, (int[]){5, 4, 4, 3, 6}, 5, (int[]){6, 5, 6, 7}, 4),
                    small_pair(&arena, (int[]){6, 5, 4}, 3, (int[]){4}, 1)};
    const Pair *chosen[] = {&pairs[0], &pairs[1], &pairs[2]};
    BatchOptions options = {.source_end = c->source_end, .separate = c->dropout > 0};
    Random random = random_seeded(1);
    Proof proof = {.model = small_model(config, 7, 8, 3), .pool = pool_create(threads)};
    proof.options = (GradientOptions){.smoothing = c->smoothing, .dropout = {.rate = c->dropout, .seed = 99}};
    proof.maker = batch_maker_create(7, 8);
    proof.gradient = gradient_create(&proof.model, proof.pool);
    proof.batch = batch_make(proof.maker, chosen, 3, &options, &random);
    check_params(&proof, c->name);
    gradient_destroy(proof.gradient);
    batch_maker_destroy(proof.maker);
    pool_destroy(proof.pool);
    model_finish(&proof.model);
    arena_finish(&arena);
}

static void every_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++)
        check_case(&CASES[i], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_parameter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
