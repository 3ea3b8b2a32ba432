/* The self-attention encoder in a trace: its moments, its JSON and its words; and the words of the bridges. */
#include "models.h"

#include "derive/explain.h"

#include <cjson/cJSON.h>

enum { E = 6, N = 3 };
#define TOLERANCE 1e-5

static Model self_model(int heads, BridgeKind bridge, AttentionKind attention)
{
    Config config = config_default();
    config.cell = CELL_SELF;
    config.attention = attention;
    config.bridge = bridge;
    config.embed = config.hidden = E;
    config.heads = heads;
    return random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 21);
}

/* ---- moments ---- */

static void test_moments(void **state)
{
    (void)state;
    static const char expected[] = "start embedding1 embedding2 embedding3 self-attention1 self-attention2 "
                                   "self-attention3 bridge previous";
    Model model = self_model(2, BRIDGE_TANH, ATTENTION_BAHDANAU);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    Bytes line = {0};
    for (int i = 0; i <= moment_find(trace, MOMENT_PREVIOUS, 0, -1); i++) {
        Moment moment = moment_at(trace, i);
        bytes_printf(&line, "%s%s", i ? " " : "", MOMENT_NAMES[moment.kind]);
        if (moment.position >= 0)
            bytes_printf(&line, "%d", moment.position + 1);
        assert_int_equal(moment_find(trace, moment.kind, moment.step, moment.position), i);
    }
    assert_string_equal(line.data, expected);
    assert_int_equal(moment_find(trace, MOMENT_FORWARD, -1, 0), -1);
    assert_int_equal(moment_find(trace, MOMENT_BACKWARD, -1, 0), -1);
    assert_int_equal(moment_find(trace, MOMENT_SELF, -1, N), -1);
    bytes_finish(&line);
    trace_destroy(trace);
    model_finish(&model);
}

static void test_not_of_cells(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 1);
    Trace *trace = decode_text(&model, "cat chase", NULL);
    assert_int_equal(moment_find(trace, MOMENT_SELF, -1, 0), -1);
    assert_null(trace_self(trace)->weights);
    trace_destroy(trace);
    model_finish(&model);
}

/* ---- JSON: a reader recomputes each array from the one before ---- */

static double number_at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const cJSON *row_at(const cJSON *array, int index, int count)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    assert_true(cJSON_IsArray(item));
    assert_int_equal(cJSON_GetArraySize(item), count);
    return item;
}

static const cJSON *part(const cJSON *object, const char *key, int count)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!item)
        fail_msg("the key \"%s\" is missing", key);
    assert_int_equal(cJSON_GetArraySize(item), count);
    return item;
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= TOLERANCE))
        fail_msg("%.9g is not %.9g", a, b);
}

/* Word j of one head: its scores, its weights, its columns of `mixed`. */
static void check_head(const cJSON *self, int heads, int head, int j)
{
    int width = E / heads;
    const cJSON *query = row_at(row_at(part(self, "queries", heads), head, N), j, width);
    const cJSON *keys = row_at(part(self, "keys", heads), head, N);
    const cJSON *values = row_at(part(self, "values", heads), head, N);
    const cJSON *scores = row_at(row_at(part(self, "scores", heads), head, N), j, N);
    const cJSON *weights = row_at(row_at(part(self, "weights", heads), head, N), j, N);
    const cJSON *mixed = row_at(part(self, "mixed", N), j, E);
    double sum = 0, total = 0;
    for (int i = 0; i < N; i++) {
        double product = 0;
        for (int d = 0; d < width; d++)
            product += number_at(query, d) * number_at(row_at(keys, i, width), d);
        near(number_at(scores, i), product / sqrt(width));
        sum += exp(number_at(scores, i));
        total += number_at(weights, i);
    }
    near(total, 1);
    for (int i = 0; i < N; i++)
        near(number_at(weights, i), exp(number_at(scores, i)) / sum);
    for (int d = 0; d < width; d++) {
        double value = 0;
        for (int i = 0; i < N; i++)
            value += number_at(weights, i) * number_at(row_at(values, i, width), d);
        near(number_at(mixed, head * width + d), value);
    }
}

/* The residual and the norm; a fresh model's norm has weights 1 and biases 0, so `normed` are the annotations. */
static void check_word(const cJSON *self, const cJSON *states, int j)
{
    const cJSON *inputs = row_at(part(self, "inputs", N), j, E), *output = row_at(part(self, "output", N), j, E);
    const cJSON *normed = row_at(part(self, "normed", N), j, E), *annotation = row_at(states, j, E);
    double sum[E], mean = 0, variance = 0;
    for (int i = 0; i < E; i++)
        mean += (sum[i] = number_at(inputs, i) + number_at(output, i)) / E;
    for (int i = 0; i < E; i++)
        variance += (sum[i] - mean) * (sum[i] - mean) / E;
    for (int i = 0; i < E; i++) {
        near(number_at(normed, i), (sum[i] - mean) / sqrt(variance + 1e-5));
        near(number_at(annotation, i), number_at(normed, i));
    }
}

static void test_json(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 3, 6};
    for (size_t c = 0; c < LENGTH(counts); c++) {
        Model model = self_model(counts[c], BRIDGE_COPY, ATTENTION_LUONG);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        Bytes text = {0};
        trace_print_json(trace, &model, &text);
        cJSON *root = cJSON_ParseWithOpts(text.data, NULL, true);
        assert_non_null(root);
        const cJSON *encoder = cJSON_GetObjectItem(root, "encoder");
        const cJSON *layer = cJSON_GetArrayItem(part(encoder, "layers", 1), 0);
        assert_int_equal(cJSON_GetArraySize(layer), 1);
        const cJSON *self = cJSON_GetObjectItem(layer, "self");
        assert_int_equal(cJSON_GetArraySize(self), 9);
        for (int j = 0; j < N; j++) {
            for (int head = 0; head < counts[c]; head++)
                check_head(self, counts[c], head, j);
            check_word(self, part(encoder, "states", N), j);
        }
        cJSON_Delete(root);
        bytes_finish(&text);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* ---- words ---- */

static void expect_words(const Model *model, const Trace *trace, MomentKind kind, int step, int position,
                         const char *english, const char *chinese)
{
    Arena arena = {0};
    const char *parts[] = {english, chinese};
    for (int language = 0; language < 2; language++) {
        const char *text = explain_moment(&(Maths){trace, model, (Language)language, &arena},
                                          moment_find(trace, kind, step, position));
        if (!strstr(text, parts[language]))
            fail_msg("\"%s\" is not in: %s", parts[language], text);
    }
    arena_finish(&arena);
}

static void test_words(void **state)
{
    (void)state;
    Model model = self_model(1, BRIDGE_TANH, ATTENTION_BAHDANAU);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    float *weights = trace_self(trace)->weights + N; /* of word 2 */
    weights[0] = 0.1f, weights[1] = 0.2f, weights[2] = 0.7f;
    expect_words(
        &model, trace, MOMENT_SELF, -1, 1,
        "the query Q₂ of “chase” meets the keys of all words at once. Its weights are cat 0.10, chase 0.20, mouse "
        "0.70. The values,",
        "“chase”的查询 Q₂ 同时与所有词的键比较，权重是 cat 0.10、chase 0.20、mouse 0.70。");
    expect_words(&model, trace, MOMENT_BRIDGE, -1, -1, "Bridge: the mean of the encoder's states passes through",
                 "桥接：编码器各状态的平均值经过一层 tanh");
    trace_destroy(trace);
    model_finish(&model);
    model = self_model(2, BRIDGE_COPY, ATTENTION_FIXED);
    trace = decode_text(&model, "cat chase mouse", NULL);
    static const float heads[2][N] = {{0.25f, 0.5f, 0.25f}, {0.9f, 0.1f, 0}};
    for (int head = 0; head < 2; head++)
        memcpy(trace_self(trace)->weights + head * N * N + 2 * N, heads[head], sizeof heads[head]);
    expect_words(&model, trace, MOMENT_SELF, -1, 2, "with 2 heads: head 1 chase 0.50, head 2 cat 0.90.",
                 "“mouse”用 2 个头同时看所有的词：头 1 chase 0.50、头 2 cat 0.90。");
    expect_words(&model, trace, MOMENT_BRIDGE, -1, -1, "the mean of the encoder's states is copied as it is",
                 "编码器各状态的平均值原样复制");
    expect_words(&model, trace, MOMENT_CONTEXT, 0, -1, "Context: c₁ is the mean of the encoder's states, the same",
                 "上下文：c₁ 是编码器各状态的平均值，每一步");
    trace_destroy(trace);
    model_finish(&model);
}

static void test_bridges(void **state)
{
    (void)state;
    static const Kind copy = {ATTENTION_BAHDANAU, false, 1, BRIDGE_COPY, false};
    Model model = kind_model(&copy, 3);
    Trace *trace = decode_text(&model, "cat chase", NULL);
    assert_memory_equal(trace->encoding.initial_state, trace->encoding.final, sizeof(float) * 4);
    expect_words(&model, trace, MOMENT_BRIDGE, -1, -1, "the encoder's final state is copied as it is",
                 "编码器的最终状态原样复制");
    trace_destroy(trace);
    model_finish(&model);
    model = kind_model(&KINDS[6], 3);
    trace = decode_text(&model, "cat chase", NULL);
    expect_words(&model, trace, MOMENT_BRIDGE, -1, -1, "the encoder's final state passes through a layer with tanh",
                 "编码器的最终状态经过一层 tanh");
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moments), cmocka_unit_test(test_not_of_cells),
                                       cmocka_unit_test(test_json), cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_bridges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
