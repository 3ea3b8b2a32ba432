/* Against PyTorch: every file of oracle/ (its README says what they are). Compiled twice: in double, to 1e-9, and in
 * float, forward to 1e-5 and gradients to 1e-4 of the largest value of each tensor.
 *   test_oracle FOLDER */
#include "oracle_file.h"
#include "small.h"

#include <glob.h>
#include <math.h>

enum { FILES = 54 }; /* that there are, two of them with steps of Adam */

static const char *folder;

typedef struct Oracle {
    cJSON *root;
    char name[64];
    Model model;
    Arena arena;
    Pair pairs[2];
} Oracle;

/* ---- reading ---- */

static int ids_of(const Oracle *oracle, const char *name, int sentence, int *out)
{
    char path[64];
    snprintf(path, sizeof path, "inputs/%s/%d", name, sentence);
    return oracle_ids(oracle_at(oracle->root, path), out);
}

static void read_pairs(Oracle *oracle)
{
    for (int i = 0; i < 2; i++) {
        int source[16], target[16], lengths[16];
        ids_of(oracle, "src", i, source);
        ids_of(oracle, "tgt_out", i, target);
        snprintf(oracle->name, sizeof oracle->name, "%s", oracle_text(oracle->root, "name"));
        double value[2];
        oracle_numbers(oracle_at(oracle->root, "inputs/src_len"), value, 2);
        lengths[0] = (int)value[i];
        oracle_numbers(oracle_at(oracle->root, "inputs/tgt_len"), value, 2);
        lengths[1] = (int)value[i] - 1; /* without </s> */
        oracle->pairs[i] = small_pair(&oracle->arena, source, lengths[0], target, lengths[1]);
    }
}

static void read_weights(Model *model, const cJSON *tensors)
{
    static double values[ORACLE_ROOM];
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        int count = oracle_numbers(oracle_tensor(tensors, param->name), values, ORACLE_ROOM);
        assert_int_equal(count, param_size(param));
        for (int k = 0; k < count; k++)
            model->params[param->offset + (size_t)k] = (Real)values[k];
    }
}

static void oracle_read(Oracle *oracle, const char *path)
{
    memset(oracle, 0, sizeof *oracle);
    oracle->root = oracle_open(path);
    oracle->model = small_model(oracle_config(oracle->root), oracle_whole(oracle->root, "vocab_src"),
                                oracle_whole(oracle->root, "vocab_tgt"), 1);
    read_weights(&oracle->model, oracle_at(oracle->root, "weights"));
    read_pairs(oracle);
}

static void oracle_finish(Oracle *oracle)
{
    cJSON_Delete(oracle->root);
    model_finish(&oracle->model);
    arena_finish(&oracle->arena);
}

/* ---- comparing ---- */

/* `rows` rows of `width` numbers, `stride` apart, with the first rows of a list of theirs. */
static void compare(const Oracle *oracle, const char *path, const Real *ours, int rows, int width, int stride,
                    double tolerance)
{
    static double theirs[ORACLE_ROOM];
    const cJSON *list = oracle_at(oracle->root, path);
    if (!list)
        fail_msg("%s has no %s", oracle->name, path);
    double largest = 0, worst = 0;
    int count = oracle_numbers(list, theirs, ORACLE_ROOM);
    for (int i = 0; i < count; i++)
        largest = fabs(theirs[i]) > largest ? fabs(theirs[i]) : largest;
    for (int row = 0; row < rows; row++) {
        count = oracle_numbers(cJSON_IsArray(list->child) ? cJSON_GetArrayItem(list, row) : list, theirs, ORACLE_ROOM);
        assert_true(count >= width);
        for (int i = 0; i < width; i++) {
            double miss = fabs((double)ours[(size_t)row * (size_t)stride + (size_t)i] - theirs[i]);
            worst = miss > worst ? miss : worst;
        }
    }
    if (!(worst <= tolerance * largest))
        fail_msg("%s, %s: misses by %g of %g", oracle->name, path, worst, largest);
}

/* `format` holds the number of the sentence. */
#define compare_at(format, sentence, ...)                                                                              \
    do {                                                                                                               \
        char path_[96];                                                                                                \
        snprintf(path_, sizeof path_, format, sentence);                                                               \
        compare(oracle, path_, __VA_ARGS__, ORACLE_FORWARD);                                                           \
    } while (0)

static void compare_run(const Oracle *oracle, const EncoderRun *run, int layer, const char *direction, int sentence,
                        int n)
{
    int H = oracle->model.config.hidden;
    char path[96];
    const char *names[MODEL_GATES + 2] = {"h", run->cells ? "c" : NULL};
    const Real *values[MODEL_GATES + 2] = {run->states, run->cells};
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        names[gate + 2] = cell_gate_name(oracle->model.config.cell, gate);
        values[gate + 2] = run->gates[gate];
    }
    for (int i = 0; i < MODEL_GATES + 2; i++) {
        if (!names[i])
            continue;
        snprintf(path, sizeof path, "encoder/layers/%d/%s/%s/%d", layer, direction, names[i], sentence);
        compare(oracle, path, values[i], n, H, H, ORACLE_FORWARD);
    }
}

/* Theirs of the cosine are divided by their norm. */
static void compare_keys(const Oracle *oracle, const Encoding *e, int sentence)
{
    static Real keys[ORACLE_ROOM];
    int n = e->n, A = oracle->model.config.attention_size;
    for (int j = 0; j < n; j++) {
        double norm = 0;
        for (int a = 0; a < A; a++)
            norm += (double)e->keys[j * A + a] * (double)e->keys[j * A + a];
        for (int a = 0; a < A; a++)
            keys[j * A + a] =
                (Real)((double)e->keys[j * A + a] / (oracle->model.config.score == SCORE_COSINE ? sqrt(norm) : 1));
    }
    compare_at("attention/keys/%d", sentence, keys, n, A, A);
}

static void compare_encoding(const Oracle *oracle, const Encoding *e, int sentence)
{
    const Config *config = &oracle->model.config;
    int n = e->n, D = config_annotation(config);
    for (int layer = 0; layer < config->layers; layer++) {
        compare_run(oracle, &e->layers[layer].forward, layer, "forward", sentence, n);
        if (config->bidirectional)
            compare_run(oracle, &e->layers[layer].backward, layer, "backward", sentence, n);
    }
    compare_at("encoder/annotations/%d", sentence, e->annotations, n, D, D);
    compare_at("encoder/final/h/%d", sentence, e->final, 1, D, D);
    compare_at("init/h/%d", sentence, e->initial_state, 1, config->hidden, config->hidden);
    if (e->initial_cell)
        compare_at("init/c/%d", sentence, e->initial_cell, 1, config->hidden, config->hidden);
    if (e->keys)
        compare_keys(oracle, e, sentence);
}

static void compare_step(const Oracle *oracle, const Encoding *e, const Step *step, int sentence, int t)
{
    const Config *config = &oracle->model.config;
    int H = config->hidden, n = e->n;
    char path[96];
#define STEP_AT(name, ours, width)                                                                                     \
    snprintf(path, sizeof path, name "/%d/%d", sentence, t);                                                           \
    compare(oracle, path, ours, 1, width, width, ORACLE_FORWARD)
    if (step->scores) {
        STEP_AT("attention/scores", step->scores, n);
        STEP_AT("attention/weights", step->weights, n);
        STEP_AT("attention/context", step->context, config_annotation(config));
    }
    for (int gate = 0; cell_gate_name(config->cell, gate); gate++) {
        snprintf(path, sizeof path, "decoder/%s/%d/%d", cell_gate_name(config->cell, gate), sentence, t);
        compare(oracle, path, step->gates[gate], 1, H, H, ORACLE_FORWARD);
    }
    STEP_AT("decoder/h", step->state, H);
    if (step->cell) {
        STEP_AT("decoder/c", step->cell, H);
    }
    if (step->attentional) {
        STEP_AT("decoder/readout", step->attentional, H);
    }
    STEP_AT("logits", step->logits, oracle->model.target.count);
#undef STEP_AT
}

/* Calls `check` with every file; returns how many there were. */
static int each_file(const char *pattern, void (*check)(Oracle *))
{
    char path[512];
    glob_t found;
    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    assert_int_equal(glob(path, 0, NULL, &found), 0);
    for (size_t f = 0; f < found.gl_pathc; f++) {
        Oracle oracle;
        oracle_read(&oracle, found.gl_pathv[f]);
        check(&oracle);
        oracle_finish(&oracle);
    }
    int count = (int)found.gl_pathc;
    globfree(&found);
    return count;
}

/* One sentence at a time, as the trace records it. */
static void check_inference(Oracle *oracle)
{
    for (int i = 0; i < 2; i++) {
        const Pair *pair = &oracle->pairs[i];
        Encoding e = model_encode(&oracle->model, pair->source_ids, pair->source.count, &oracle->arena);
        compare_encoding(oracle, &e, i);
        Step step;
        for (int t = 0; t <= pair->target.count; t++) {
            int input = t ? pair->target_ids[t - 1] : VOCAB_START;
            step = model_step(&oracle->model, &e, t, t ? &step : NULL, input, NULL, &oracle->arena);
            compare_step(oracle, &e, &step, i, t);
        }
    }
}

/* Its greedy translations take any word, <s> and <pad> too, and leave </s> out. */
static void check_greedy(Oracle *oracle)
{
    int limit = oracle_at(oracle->root, "decode/limit")->valueint;
    for (int i = 0; i < 2; i++) {
        double theirs[64];
        char path[64];
        snprintf(path, sizeof path, "decode/greedy/%d", i);
        int count = oracle_numbers(oracle_at(oracle->root, path), theirs, 64), input = VOCAB_START;
        const Pair *pair = &oracle->pairs[i];
        Encoding e = model_encode(&oracle->model, pair->source_ids, pair->source.count, &oracle->arena);
        Step step;
        for (int t = 0; t < limit && input != VOCAB_END; t++) {
            step = model_step(&oracle->model, &e, t, t ? &step : NULL, input, NULL, &oracle->arena);
            input = 0;
            for (int v = 1; v < oracle->model.target.count; v++)
                input = step.logits[v] > step.logits[input] ? v : input;
            assert_int_equal(input, t < count ? (int)theirs[t] : VOCAB_END);
        }
    }
}

/* The batch of two as training computes it: loss and every gradient. */
static void compare_gradients(Oracle *oracle, double attention_entropy)
{
    Pool *pool = pool_create(2);
    BatchMaker *maker = batch_maker_create(oracle->model.source.count, oracle->model.target.count);
    Gradient *gradient = gradient_create(&oracle->model, kernels(), pool);
    const Pair *chosen[] = {&oracle->pairs[1], &oracle->pairs[0]};
    BatchOptions options = {.config = &oracle->model.config};
    const Batch *batch = batch_make(maker, chosen, 2, &options, NULL);
    Real loss = (Real)gradient_run(gradient, batch, &(GradientOptions){.attention_entropy = attention_entropy});
    compare(oracle, "loss", &loss, 1, 1, 1, ORACLE_FORWARD);
    for (int i = 0; i < oracle->model.table.count; i++) {
        const Param *param = &oracle->model.table.items[i];
        char path[96] = "grads/";
        oracle_name(param->name, path + 6, sizeof path - 6);
        int width = param->cols ? param->cols : param->rows;
        compare(oracle, path, gradient->block + param->offset, param->cols ? param->rows : 1, width, width,
                ORACLE_BACKWARD);
    }
    gradient_destroy(gradient);
    batch_maker_destroy(maker);
    pool_destroy(pool);
}

/* The same of each sentence alone, the loss being the sum: what each step sends back to scores, words and states.
 * Theirs are of the mean over both sentences. */
static void check_single(Oracle *oracle)
{
    static Real mean[ORACLE_ROOM];
    Pool *pool = pool_create(1);
    int tokens = oracle_at(oracle->root, "tokens")->valueint;
    for (int i = 0; i < 2; i++) {
        BatchMaker *maker = batch_maker_create(oracle->model.source.count, oracle->model.target.count);
        Gradient *gradient = gradient_create(&oracle->model, kernels(), pool);
        BatchOptions options = {.config = &oracle->model.config, .separate = true};
        const Batch *batch = batch_make(maker, (const Pair *const[]){&oracle->pairs[i]}, 1, &options, NULL);
        gradient_run(gradient, batch, &(GradientOptions){.single = true});
        const DecoderPass *pass = &gradient->decoder;
        const struct {
            const char *path;
            const Real *ours;
            int width;
        } parts[] = {{"grads_intermediate/logits", pass->logits, oracle->model.target.count},
                     {"grads_intermediate/scores", pass->kept_scores, batch->source_steps}};
        for (size_t k = 0; k < LENGTH(parts); k++) {
            int count = batch->target_steps * parts[k].width;
            char path[96];
            snprintf(path, sizeof path, "%s/%d", parts[k].path, i);
            if (!parts[k].ours)
                continue;
            for (int at = 0; at < count; at++)
                mean[at] = parts[k].ours[at] / (Real)tokens;
            compare(oracle, path, mean, batch->target_steps, parts[k].width, parts[k].width, ORACLE_BACKWARD);
        }
        gradient_destroy(gradient);
        batch_maker_destroy(maker);
    }
    pool_destroy(pool);
}

static void single_sentences(void **state)
{
    (void)state;
    assert_int_equal(each_file("*.json", check_single), FILES);
}

static void check_gradients(Oracle *oracle)
{
    compare_gradients(oracle, 0);
}

/* With the entropy of the weights in the loss: the gradients are those of entropy/NAME.json; the loss told is
 * the plain one. */
static void check_softer(Oracle *oracle)
{
    char path[512];
    snprintf(path, sizeof path, "%s/entropy/%s.json", folder, oracle->name);
    cJSON *softer = oracle_open(path);
    assert_true(cJSON_ReplaceItemInObject(oracle->root, "grads", cJSON_DetachItemFromObject(softer, "grads")));
    compare_gradients(oracle, oracle_at(softer, "attention_entropy")->valuedouble);
    cJSON_Delete(softer);
}

static void inference(void **state)
{
    (void)state;
    assert_int_equal(each_file("*.json", check_inference), FILES);
}

static void greedy(void **state)
{
    (void)state;
    assert_int_equal(each_file("*.json", check_greedy), FILES);
}

static void gradients(void **state)
{
    (void)state;
    assert_int_equal(each_file("*.json", check_gradients), FILES);
}

static void softer_gradients(void **state)
{
    (void)state;
    assert_int_equal(each_file("gru_bi_bahdanau_additive.json", check_softer), 1);
    assert_int_equal(each_file("gru_uni_luong_cosine.json", check_softer), 1);
    assert_int_equal(each_file("lstm_bi_luong_bilinear.json", check_softer), 1);
}

static void compare_weights(const Oracle *oracle, int step)
{
    char path[128];
    int prefix = snprintf(path, sizeof path, "optimizer/steps/%d/weights", step);
    if (!oracle_at(oracle->root, path))
        return;
    path[prefix++] = '/';
    for (int i = 0; i < oracle->model.table.count; i++) {
        const Param *param = &oracle->model.table.items[i];
        oracle_name(param->name, path + prefix, sizeof path - (size_t)prefix);
        int width = param->cols ? param->cols : param->rows;
        compare(oracle, path, oracle->model.params + param->offset, param->cols ? param->rows : 1, width, width,
                ORACLE_BACKWARD);
    }
}

/* What an oracle's optimizer says of one setting, if it says it. */
static void take_setting(const Oracle *oracle, const char *theirs, const char *ours, TrainOptions *options)
{
    const cJSON *item = cJSON_GetObjectItem(oracle_at(oracle->root, "optimizer"), theirs);
    char value[32];
    Error error;
    if (item) {
        snprintf(value, sizeof value, "%.17g", item->valuedouble);
        expect_ok(train_set(options, ours, cJSON_IsString(item) ? item->valuestring : value, &error), &error);
    }
}

/* Steps of clipped Adam, each an epoch of one batch. Steps that follow a vanishing gradient have its sign alone, so in
 * float the parameters are compared with what the learning rate allows. */
static void check_adam(Oracle *oracle)
{
    static const char *const settings[][2] = {
        {"lr", "lr"},           {"clip", "clip"},     {"schedule", "schedule"},
        {"decay", "decay"},     {"warmup", "warmup"}, {"adam_beta2", "adam_beta2"},
        {"beta2", "adam_beta2"}};
    int steps = cJSON_GetArraySize(oracle_at(oracle->root, "optimizer/steps"));
    TrainOptions options = train_default();
    options.epochs = steps;
    options.batch = options.threads = 2;
    options.decay = 1;
    options.unknown = 0;
    for (size_t i = 0; i < LENGTH(settings); i++)
        take_setting(oracle, settings[i][0], settings[i][1], &options);
    Corpus corpus = {.pairs = oracle->pairs, .count = 2};
    Trainer *trainer = trainer_create(&oracle->model, &corpus, &options);
    for (int step = 0; step < steps; step++) {
        trainer_epoch(trainer, NULL, NULL);
        char path[128];
        Real loss = (Real)trainer_progress(trainer).loss;
        snprintf(path, sizeof path, "optimizer/steps/%d/loss", step);
        compare(oracle, path, &loss, 1, 1, 1, ORACLE_FORWARD);
        compare_weights(oracle, step);
    }
    trainer_destroy(trainer);
}

static void adam(void **state)
{
    (void)state;
    assert_int_equal(each_file("optim_*.json", check_adam), 2);
}

/* The same model by schedule/NAME.json: warm-up, schedule, beta2. */
static void check_schedules(Oracle *oracle)
{
    char path[512];
    glob_t found;
    size_t size = oracle->model.table.total * sizeof *oracle->model.params;
    Real *start = space_block(oracle->model.table.total);
    memcpy(start, oracle->model.params, size);
    snprintf(path, sizeof path, "%s/schedule/*.json", folder);
    assert_int_equal(glob(path, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 3);
    for (size_t f = 0; f < found.gl_pathc; f++) {
        memcpy(oracle->model.params, start, size);
        assert_true(cJSON_ReplaceItemInObject(oracle->root, "optimizer", oracle_open(found.gl_pathv[f])));
        check_adam(oracle);
    }
    globfree(&found);
    free(start);
}

static void schedules(void **state)
{
    (void)state;
    assert_int_equal(each_file("optim_gru_bi_bahdanau_additive.json", check_schedules), 1);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(inference),        cmocka_unit_test(greedy),
                                       cmocka_unit_test(gradients),        cmocka_unit_test(softer_gradients),
                                       cmocka_unit_test(single_sentences), cmocka_unit_test(adam),
                                       cmocka_unit_test(schedules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
