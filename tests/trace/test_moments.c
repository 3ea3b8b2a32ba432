/* The order of moments, docs/design.md#trace. */
#include "models.h"

typedef struct Order {
    AttentionKind attention;
    const char *moments;
} Order;

static const Order ORDERS[] = {
    {ATTENTION_NONE, "previous state output word"},
    {ATTENTION_FIXED, "previous context state output word"},
    {ATTENTION_UNIFORM, "previous context state output word"},
    {ATTENTION_BAHDANAU, "previous query scores softmax context state output word"},
};

static const char *order_of(AttentionKind attention)
{
    for (size_t i = 0; i < LENGTH(ORDERS); i++)
        if (ORDERS[i].attention == attention)
            return ORDERS[i].moments;
    fail();
    return "";
}

/* Two layers make two states, one behind the other. */
static const char *twice(const char *order)
{
    static char both[160];
    const char *state = strstr(order, "state");
    snprintf(both, sizeof both, "%.*sstate %s", (int)(state - order), order, state);
    return both;
}

/* What the design says, put together as one line: "start embedding1 forward1 ... bridge previous ...". */
static void expected_line(const Kind *kind, const Trace *trace, Bytes *out)
{
    bytes_add_text(out, "start");
    bool several = kind->layers > 1; /* a layer begins when the one below has ended */
    for (int j = 1; j <= trace->n; j++)
        bytes_printf(out, several ? " embedding%d" : " embedding%d forward%d.0", j, j);
    for (int layer = 0; layer < kind->layers; layer++) {
        for (int j = 1; several && j <= trace->n; j++)
            bytes_printf(out, " forward%d.%d", j, layer);
        for (int j = trace->n; kind->bidirectional && j >= 1; j--)
            bytes_printf(out, " backward%d.%d", j, layer);
    }
    bytes_add_text(out, " bridge");
    for (int t = 0; t < trace->step_count; t++)
        bytes_printf(out, " %s", kind_is_two(kind) ? twice(order_of(kind->attention)) : order_of(kind->attention));
}

static void actual_line(const Trace *trace, Bytes *out)
{
    for (int i = 0; i < moment_count(trace); i++) {
        Moment moment = moment_at(trace, i);
        bytes_printf(out, "%s%s", i ? " " : "", MOMENT_NAMES[moment.kind]);
        if (moment.position >= 0)
            bytes_printf(out, "%d", moment.position + 1);
        if (moment.kind == MOMENT_FORWARD || moment.kind == MOMENT_BACKWARD)
            bytes_printf(out, ".%d", moment.layer);
    }
}

static void test_order(void **state)
{
    (void)state;
    static const char *const sentences[] = {"cat", "cat chase mouse", "dog chase cat yesterday dog cat mouse"};
    for (size_t k = 0; k < LENGTH(KINDS); k++)
        for (size_t s = 0; s < LENGTH(sentences); s++) {
            Model model = kind_model(&KINDS[k], 5);
            Trace *trace = decode_text(&model, sentences[s], NULL);
            Bytes expected = {0}, actual = {0};
            expected_line(&KINDS[k], trace, &expected);
            actual_line(trace, &actual);
            assert_string_equal(expected.data, actual.data);
            bytes_finish(&expected);
            bytes_finish(&actual);
            trace_destroy(trace);
            model_finish(&model);
        }
}

static void test_places_and_finding(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Model model = kind_model(&KINDS[k], 6);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        int expected_index = 0, last_step = -1;
        for (int i = 0; i < moment_count(trace); i++) {
            Moment moment = moment_at(trace, i);
            expected_index = moment.step == last_step ? expected_index : 0;
            last_step = moment.step;
            assert_int_equal(moment.index, expected_index++);
            assert_true(moment.index < moment.of);
            int told = moment_layer_told(trace, moment);
            assert_int_equal(moment_named(trace, moment.kind, moment.step, moment.position, told), i);
            int found = moment_find(trace, moment.kind, moment.step, moment.position);
            int top = (moment.step < 0 ? trace->config.layers : trace->config.decoder_layers) - 1;
            assert_true(told > 0 ? moment_at(trace, found).layer == top : found == i);
            bool last = i + 1 == moment_count(trace) || moment_at(trace, i + 1).step != moment.step;
            assert_int_equal(last, moment.index + 1 == moment.of);
        }
        assert_int_equal(last_step, trace->step_count - 1);
        trace_destroy(trace);
        model_finish(&model);
    }
}

static void test_absent(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[0], 7); /* none, forward only */
    Trace *trace = decode_text(&model, "cat chase", NULL);
    assert_int_equal(moment_find(trace, MOMENT_SOFTMAX, 0, -1), -1);
    assert_int_equal(moment_find(trace, MOMENT_COMBINE, 0, -1), -1);
    assert_int_equal(moment_find(trace, MOMENT_BACKWARD, -1, 0), -1);
    assert_int_equal(moment_find(trace, MOMENT_FORWARD, -1, 2), -1);
    assert_int_equal(moment_find(trace, MOMENT_FORWARD, -1, -1), -1);
    assert_int_equal(moment_reading(trace, MOMENT_FORWARD, trace->config.layers, 0), -1);
    assert_int_equal(moment_reading(trace, MOMENT_FORWARD, -1, 0), -1);
    assert_int_equal(moment_reading(trace, MOMENT_EMBED, 0, 0), -1);
    assert_int_equal(moment_find(trace, MOMENT_WORD, trace->step_count, -1), -1);
    assert_int_equal(moment_find(trace, MOMENT_WORD, -1, -1), -1);
    assert_int_equal(moment_find(trace, MOMENT_START, 99, 99), 0);
    trace_destroy(trace);
    model_finish(&model);
}

static void test_names(void **state)
{
    (void)state;
    bool known;
    for (int kind = 0; kind < MOMENT_KINDS; kind++) {
        assert_int_equal(moment_kind(MOMENT_NAMES[kind], &known), kind);
        assert_true(known);
    }
    assert_null(MOMENT_NAMES[MOMENT_KINDS]);
    moment_kind("Softmax", &known);
    assert_false(known);
    moment_kind("", &known);
    assert_false(known);
}

/* With fault forward_only the second direction is heard in the order in which it reads: from the left. */
static void test_forward_only(void **state)
{
    (void)state;
    Config config = config_default();
    config.embed = config.hidden = config.attention_size = 4;
    config.fault = FAULT_FORWARD_ONLY;
    Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 8);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    Bytes actual = {0};
    actual_line(trace, &actual);
    assert_non_null(strstr(actual.data, "forward3.0 backward1.0 backward2.0 backward3.0 bridge"));
    for (int i = 0; i < moment_count(trace); i++) {
        Moment moment = moment_at(trace, i);
        assert_int_equal(moment_find(trace, moment.kind, moment.step, moment.position), i);
    }
    bytes_finish(&actual);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),  cmocka_unit_test(test_places_and_finding),
        cmocka_unit_test(test_absent), cmocka_unit_test(test_forward_only),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
