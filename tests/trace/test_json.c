/* The JSON of a decode, read back: shapes, what must be absent, and the sums that a reader could do. */
#include "models.h"

#include <cjson/cJSON.h>

#define TOLERANCE 1e-5

typedef struct Printed {
    Model model;
    Trace *trace;
    cJSON *root;
} Printed;

static Printed print_kind(const Kind *kind, const char *sentence, const DecodeOptions *options)
{
    Printed printed = {kind_model(kind, 9), NULL, NULL};
    Bytes text = {0};
    printed.trace = decode_text(&printed.model, sentence, options);
    trace_print_json(printed.trace, &printed.model, &text);
    printed.root = cJSON_ParseWithOpts(text.data, NULL, true);
    assert_non_null(printed.root);
    bytes_finish(&text);
    return printed;
}

static void printed_finish(Printed *printed)
{
    cJSON_Delete(printed->root);
    trace_destroy(printed->trace);
    model_finish(&printed->model);
}

static const cJSON *get(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!item)
        print_error("the key \"%s\" is missing\n", key);
    assert_non_null(item);
    return item;
}

static double at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static void expect_row(const cJSON *array, int count)
{
    assert_true(cJSON_IsArray(array));
    assert_int_equal(cJSON_GetArraySize(array), count);
    for (const cJSON *item = array->child; item; item = item->next)
        assert_true(cJSON_IsNumber(item));
}

static void expect_matrix(const cJSON *array, int rows, int cols)
{
    assert_int_equal(cJSON_GetArraySize(array), rows);
    for (const cJSON *item = array->child; item; item = item->next)
        expect_row(item, cols);
}

/* The keys of an object, in their order. */
static void expect_keys(const cJSON *object, const char *keys)
{
    Bytes line = {0};
    for (const cJSON *item = object->child; item; item = item->next)
        bytes_printf(&line, "%s%s", line.length ? " " : "", item->string);
    assert_string_equal(line.data, keys);
    bytes_finish(&line);
}

/* ---- shapes ---- */

static void check_gates(const cJSON *gates, int n, int H)
{
    expect_keys(gates, "r z n");
    for (const cJSON *gate = gates->child; gate; gate = gate->next) {
        if (n)
            expect_matrix(gate, n, H);
        else
            expect_row(gate, H);
    }
}

static void check_encoder(const Kind *kind, const cJSON *encoder, int n, const Config *config)
{
    int H = config->hidden;
    expect_keys(encoder, "embeddings layers states final");
    expect_matrix(get(encoder, "embeddings"), n, config->embed);
    expect_matrix(get(encoder, "states"), n, config_annotation(config));
    const cJSON *layers = get(encoder, "layers");
    assert_int_equal(cJSON_GetArraySize(layers), kind->layers);
    for (const cJSON *layer = layers->child; layer; layer = layer->next) {
        expect_keys(layer, kind->bidirectional ? "forward backward" : "forward");
        for (const cJSON *run = layer->child; run; run = run->next) {
            expect_keys(run, "states gates");
            expect_matrix(get(run, "states"), n, H);
            check_gates(get(run, "gates"), n, H);
        }
    }
    const cJSON *top = cJSON_GetArrayItem(layers, kind->layers - 1);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < config_annotation(config); i++) {
            const cJSON *half = get(get(top, i < H ? "forward" : "backward"), "states");
            assert_true(at(cJSON_GetArrayItem(get(encoder, "states"), j), i) == at(cJSON_GetArrayItem(half, j), i % H));
        }
}

static const char *step_keys(AttentionKind attention)
{
    switch (attention) {
    case ATTENTION_NONE:
        return "input gates state logits probabilities top output";
    case ATTENTION_FIXED:
        return "input context gates state logits probabilities top output";
    case ATTENTION_UNIFORM:
        return "input weights context gates state logits probabilities top output";
    default:
        return "input query projected scores weights context gates state logits probabilities top output";
    }
}

static void check_step_shapes(const cJSON *step, AttentionKind attention, const Printed *printed)
{
    const Config *config = &printed->model.config;
    int n = printed->trace->n, H = config->hidden;
    const char *keys = step_keys(attention);
    char with[160];
    int ahead = (int)(strstr(keys, "gates") - keys);
    snprintf(with, sizeof with, "%.*s%s%s", ahead, keys, config->decoder_layers > 1 ? "lower " : "", keys + ahead);
    expect_keys(step, with);
    if (config->decoder_layers > 1) {
        expect_keys(get(step, "lower"), "gates state");
        check_gates(get(get(step, "lower"), "gates"), 0, H);
        expect_row(get(get(step, "lower"), "state"), H);
    }
    expect_keys(get(step, "input"), "token id embedding");
    expect_row(get(get(step, "input"), "embedding"), config->embed);
    check_gates(get(step, "gates"), 0, H);
    expect_row(get(step, "state"), H);
    expect_row(get(step, "probabilities"), printed->model.target.count);
    if (config_scores(config)) {
        expect_row(get(step, "query"), H);
        expect_row(get(step, "scores"), n);
    }
    if (config_weighs(config))
        expect_row(get(step, "weights"), n);
    if (attention != ATTENTION_NONE)
        expect_row(get(step, "context"), config_annotation(config));
    assert_int_equal(cJSON_GetArraySize(get(step, "top")), TRACE_TOP);
    for (const cJSON *item = get(step, "top")->child; item; item = item->next)
        expect_keys(item, "token id p");
    expect_keys(get(step, "output"), "token id p how");
}

/* ---- sums ---- */

static void check_softmax(const cJSON *step, double temperature)
{
    const cJSON *scores = get(step, "scores"), *weights = get(step, "weights");
    int n = cJSON_GetArraySize(scores);
    double largest = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++)
        largest = fmax(largest, at(scores, j) / temperature);
    for (int j = 0; j < n; j++)
        sum += exp(at(scores, j) / temperature - largest);
    for (int j = 0; j < n; j++)
        assert_true(fabs(exp(at(scores, j) / temperature - largest) / sum - at(weights, j)) < TOLERANCE);
}

static void check_context(const cJSON *step, const cJSON *states)
{
    const cJSON *weights = get(step, "weights"), *context = get(step, "context");
    double sum = 0;
    for (int j = 0; j < cJSON_GetArraySize(weights); j++)
        sum += at(weights, j);
    assert_true(fabs(sum - 1) < TOLERANCE);
    for (int i = 0; i < cJSON_GetArraySize(context); i++) {
        double c = 0;
        for (int j = 0; j < cJSON_GetArraySize(weights); j++)
            c += at(weights, j) * at(cJSON_GetArrayItem(states, j), i);
        assert_true(fabs(c - at(context, i)) < TOLERANCE);
    }
}

/* The fixed context is the final state: the last of forward, the first of backward. */
static void check_fixed(const cJSON *step, const cJSON *states, int H)
{
    const cJSON *context = get(step, "context");
    int last = cJSON_GetArraySize(states) - 1;
    for (int i = 0; i < cJSON_GetArraySize(context); i++)
        assert_true(at(context, i) == at(cJSON_GetArrayItem(states, i < H ? last : 0), i));
}

static void check_step_numbers(const cJSON *step, const cJSON *before, AttentionKind attention, const Printed *printed)
{
    const cJSON *states = get(get(printed->root, "encoder"), "states");
    const cJSON *probabilities = get(step, "probabilities");
    double sum = 0;
    for (int i = 0; i < printed->model.target.count; i++)
        sum += at(probabilities, i);
    assert_true(fabs(sum - 1) < TOLERANCE);
    for (const cJSON *item = get(step, "top")->child; item; item = item->next)
        assert_true(get(item, "p")->valuedouble == at(probabilities, get(item, "id")->valueint));
    assert_true(get(get(step, "output"), "p")->valuedouble
                == at(probabilities, get(get(step, "output"), "id")->valueint));
    if (attention == ATTENTION_FIXED)
        check_fixed(step, states, printed->model.config.hidden);
    if (attention == ATTENTION_UNIFORM || attention == ATTENTION_BAHDANAU)
        check_context(step, states);
    if (attention != ATTENTION_BAHDANAU)
        return;
    check_softmax(step, get(get(printed->root, "model"), "temperature")->valuedouble);
    const cJSON *previous = before ? get(before, "state") : get(get(printed->root, "initial"), "state");
    assert_true(cJSON_Compare(get(step, "query"), previous, true));
}

/* ---- every kind ---- */

static void check_printed(const Kind *kind, const Printed *printed)
{
    const cJSON *root = printed->root, *steps = get(root, "steps"), *before = NULL;
    int n = printed->trace->n;
    bool scores = kind->attention == ATTENTION_BAHDANAU;
    expect_keys(root, scores
                          ? "model source encoder initial keys energy vocabulary steps output log_probability truncated"
                          : "model source encoder initial vocabulary steps output log_probability truncated");
    expect_keys(get(root, "source"), "tokens ids unknown");
    for (const cJSON *list = get(root, "source")->child; list; list = list->next)
        assert_int_equal(cJSON_GetArraySize(list), n);
    check_encoder(kind, get(root, "encoder"), n, &printed->model.config);
    expect_keys(get(root, "initial"), kind_is_two(kind) ? "state lower" : "state");
    if (kind_is_two(kind))
        expect_row(get(get(get(root, "initial"), "lower"), "state"), printed->model.config.hidden);
    expect_row(get(get(root, "initial"), "state"), printed->model.config.hidden);
    if (scores)
        expect_matrix(get(root, "keys"), n, printed->model.config.attention_size);
    assert_int_equal(cJSON_GetArraySize(steps), printed->trace->step_count);
    for (const cJSON *step = steps->child; step; before = step, step = step->next) {
        check_step_shapes(step, kind->attention, printed);
        check_step_numbers(step, before, kind->attention, printed);
    }
    assert_int_equal(cJSON_GetArraySize(get(root, "output")), printed->trace->word_count);
    assert_int_equal(cJSON_IsTrue(get(root, "truncated")), printed->trace->truncated);
    assert_true(cJSON_IsNumber(get(root, "log_probability")));
}

static void test_every_kind(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Printed printed = print_kind(&KINDS[k], "cat chase \"m\\ouse", NULL);
        check_printed(&KINDS[k], &printed);
        const cJSON *token = cJSON_GetArrayItem(get(get(printed.root, "source"), "tokens"), 2);
        assert_string_equal(token->valuestring, "\"m\\ouse");
        assert_true(cJSON_IsTrue(cJSON_GetArrayItem(get(get(printed.root, "source"), "unknown"), 2)));
        printed_finish(&printed);
    }
}

/* The config of the file can be read back by what reads models. */
static void test_config(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Printed printed = print_kind(&KINDS[k], "cat", NULL);
        char *text = cJSON_PrintUnformatted(get(printed.root, "model"));
        Config config;
        Error error = {0};
        expect_ok(config_parse(slice_of(text), &config, &error), &error);
        assert_int_equal(config.attention, KINDS[k].attention);
        assert_int_equal(config.layers, KINDS[k].layers);
        cJSON_free(text);
        printed_finish(&printed);
    }
}

static void test_interventions(void **state)
{
    (void)state;
    static const Kind kind = {ATTENTION_BAHDANAU, true, 1, BRIDGE_TANH, false};
    const float given[] = {1, 1, 2};
    const StepWeights weights = {1, given, 3};
    const Slice forced[] = {LITERAL("狗"), LITERAL("狗")};
    DecodeOptions options = {.forced = forced, .forced_count = 2, .forced_only = true, .temperature = 0.5};
    Printed printed = print_kind(&kind, "cat chase mouse", &options);
    check_printed(&kind, &printed);
    static const char *const hows[] = {"forced", "forced", "greedy"};
    assert_int_equal(cJSON_GetArraySize(get(printed.root, "steps")), 3);
    for (int t = 0; t < 3; t++)
        assert_string_equal(get(get(cJSON_GetArrayItem(get(printed.root, "steps"), t), "output"), "how")->valuestring,
                            hows[t]);
    printed_finish(&printed);
    options = (DecodeOptions){.weights = &weights, .weights_count = 1};
    printed = print_kind(&kind, "cat chase mouse", &options);
    const cJSON *step = cJSON_GetArrayItem(get(printed.root, "steps"), 1);
    assert_string_equal(get(get(step, "output"), "how")->valuestring, "changed");
    check_context(step, get(get(printed.root, "encoder"), "states"));
    assert_true(at(get(step, "weights"), 2) == 0.5);
    printed_finish(&printed);
}

/* The tree leads back from its best node to the very words that are printed. */
static void test_beam(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(KINDS); i++) {
        DecodeOptions options = {.beam = 3};
        Printed printed = print_kind(&KINDS[i], "cat chase mouse", &options);
        const cJSON *beam = get(printed.root, "beam"), *nodes = get(beam, "nodes"), *steps = get(printed.root, "steps");
        expect_keys(beam, "size best limit nodes");
        assert_int_equal(get(beam, "size")->valueint, 3);
        int count = cJSON_GetArraySize(nodes), t = cJSON_GetArraySize(steps);
        for (int id = 0; id < count; id++) {
            const cJSON *node = cJSON_GetArrayItem(nodes, id);
            char keys[80];
            snprintf(keys, sizeof keys, "id %sstep token logp score p how%s%s",
                     get(node, "step")->valueint ? "parent " : "", cJSON_GetObjectItem(node, "died") ? " died" : "",
                     config_weighs(&printed.trace->config) ? " weights" : "");
            expect_keys(node, keys);
            assert_int_equal(get(node, "id")->valueint, id);
        }
        for (const cJSON *node = cJSON_GetArrayItem(nodes, get(beam, "best")->valueint); node;) {
            const cJSON *parent = cJSON_GetObjectItem(node, "parent"), *step = cJSON_GetArrayItem(steps, --t);
            assert_string_equal(get(node, "token")->valuestring, get(get(step, "output"), "token")->valuestring);
            assert_string_equal(get(get(step, "output"), "how")->valuestring, "beam");
            node = parent ? cJSON_GetArrayItem(nodes, parent->valueint) : NULL;
        }
        assert_int_equal(t, 0);
        printed_finish(&printed);
    }
}

/* float -> %.9g -> float gives the same float. */
static void test_digits(void **state)
{
    (void)state;
    Printed printed = print_kind(&KINDS[6], "cat chase mouse", NULL);
    const TraceStep *step = &printed.trace->steps[0];
    const cJSON *printed_step = cJSON_GetArrayItem(get(printed.root, "steps"), 0);
    for (int i = 0; i < printed.model.config.hidden; i++)
        assert_true((float)at(get(printed_step, "state"), i) == step->step.state[i]);
    printed_finish(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind), cmocka_unit_test(test_config), cmocka_unit_test(test_interventions),
        cmocka_unit_test(test_beam),       cmocka_unit_test(test_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
