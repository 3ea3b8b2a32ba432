/* Against PyTorch: models made of attention and decoders of two layers, every file of oracle/layers
 * (tests/reference/make_layers.py made them with nn.MultiheadAttention, nn.LayerNorm and nn.Linear, make_decoders.py
 * with nn.RNN, nn.GRU and nn.LSTM of two layers). Compiled twice: in double, to 1e-9, and in float, forward to 1e-5 and
 * gradients to 1e-4 of the largest value of each tensor. The logits are those of decoding step by step, the gradients
 * those of a batch. test_layers FOLDER */
#include "oracle_file.h"
#include "small.h"

#include <glob.h>
#include <math.h>

enum { FILES = 20 };

static const char *folder;

typedef struct Layers {
    cJSON *root;
    const char *name;
    Model model;
    Arena arena;
    Pair pairs[2];
} Layers;

static void layers_read(Layers *layers, const char *path)
{
    static double values[ORACLE_ROOM];
    *layers = (Layers){.root = oracle_open(path), .name = path_name(path)};
    const char *settings = cJSON_GetObjectItem(layers->root, "settings")->valuestring;
    layers->model = small_model(small_config(settings, 6, 6), oracle_at(layers->root, "words")->valueint,
                                oracle_at(layers->root, "written")->valueint, 1);
    for (int i = 0; i < layers->model.table.count; i++) {
        const Param *param = &layers->model.table.items[i];
        const cJSON *tensor = cJSON_GetObjectItem(oracle_at(layers->root, "weights"), param->name);
        if (!tensor)
            fail_msg("%s has no %s", layers->name, param->name);
        assert_int_equal(oracle_numbers(tensor, values, ORACLE_ROOM), param_size(param));
        for (size_t k = 0; k < param_size(param); k++)
            layers->model.params[param->offset + k] = (Real)values[k];
    }
    assert_int_equal(cJSON_GetArraySize(oracle_at(layers->root, "weights")), layers->model.table.count);
    for (int i = 0; i < 2; i++) {
        int source[16], target[16];
        const cJSON *pair = cJSON_GetArrayItem(oracle_at(layers->root, "pairs"), i);
        int sources = oracle_ids(oracle_at(pair, "source"), source),
            targets = oracle_ids(oracle_at(pair, "target"), target);
        layers->pairs[i] = small_pair(&layers->arena, source, sources, target, targets);
    }
}

static void layers_finish(Layers *layers)
{
    model_finish(&layers->model);
    arena_finish(&layers->arena);
    cJSON_Delete(layers->root);
}

static void compare(const Layers *layers, const char *what, const cJSON *list, const Real *ours, size_t size,
                    double tolerance)
{
    static double theirs[ORACLE_ROOM];
    double largest = 0, worst = 0;
    assert_int_equal(oracle_numbers(list, theirs, ORACLE_ROOM), size);
    for (size_t i = 0; i < size; i++) {
        largest = fmax(largest, fabs(theirs[i]));
        worst = fmax(worst, fabs((double)ours[i] - theirs[i]));
    }
    if (!(worst <= tolerance * largest))
        fail_msg("%s, %s: misses by %g of %g", layers->name, what, worst, largest);
}

static void check_steps(Layers *layers)
{
    for (int i = 0; i < 2; i++) {
        const Pair *pair = &layers->pairs[i];
        const cJSON *rows = cJSON_GetArrayItem(oracle_at(layers->root, "logits"), i);
        Encoding encoding = model_encode(&layers->model, pair->source_ids, pair->source.count, &layers->arena);
        Step step;
        for (int t = 0; t <= pair->target.count; t++) {
            int input = t ? pair->target_ids[t - 1] : VOCAB_START;
            step = model_step(&layers->model, &encoding, t, t ? &step : NULL, input, NULL, &layers->arena);
            compare(layers, "logits", cJSON_GetArrayItem(rows, t), step.logits, (size_t)layers->model.target.count,
                    ORACLE_FORWARD);
        }
    }
}

static void check_gradients(Layers *layers)
{
    Pool *pool = pool_create(2);
    BatchMaker *maker = batch_maker_create(layers->model.source.count, layers->model.target.count);
    Gradient *gradient = gradient_create(&layers->model, kernels(), pool);
    const Pair *chosen[] = {&layers->pairs[0], &layers->pairs[1]};
    BatchOptions options = {.config = &layers->model.config};
    const Batch *batch = batch_make(maker, chosen, 2, &options, NULL);
    double entropy = oracle_at(layers->root, "attention_entropy")->valuedouble; /* the loss told is without it */
    Real loss = (Real)gradient_run(gradient, batch, &(GradientOptions){.attention_entropy = entropy});
    compare(layers, "loss", oracle_at(layers->root, "loss"), &loss, 1, ORACLE_FORWARD);
    for (int i = 0; i < layers->model.table.count; i++) {
        const Param *param = &layers->model.table.items[i];
        compare(layers, param->name, cJSON_GetObjectItem(oracle_at(layers->root, "grads"), param->name),
                gradient->block + param->offset, param_size(param), ORACLE_BACKWARD);
    }
    gradient_destroy(gradient);
    batch_maker_destroy(maker);
    pool_destroy(pool);
}

static void each_file(void (*check)(Layers *))
{
    char path[512];
    glob_t found;
    snprintf(path, sizeof path, "%s/layers/*.json", folder);
    assert_int_equal(glob(path, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, FILES);
    for (size_t f = 0; f < found.gl_pathc; f++) {
        Layers layers;
        layers_read(&layers, found.gl_pathv[f]);
        check(&layers);
        layers_finish(&layers);
    }
    globfree(&found);
}

static void steps(void **state)
{
    (void)state;
    each_file(check_steps);
}

static void gradients(void **state)
{
    (void)state;
    each_file(check_gradients);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps), cmocka_unit_test(gradients)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
