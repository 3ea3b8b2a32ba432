/* What a trace keeps, and what interventions do to it. */
#include "models.h"

static const Kind BAHDANAU = {ATTENTION_BAHDANAU, true, 1, BRIDGE_TANH, false};

static double sum_of(const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)values[i];
    return sum;
}

/* log p of what was chosen, from the logits, in double */
static double chosen_logarithm(const TraceStep *step, int V)
{
    double largest = -INFINITY, sum = 0;
    for (int i = 0; i < V; i++)
        largest = fmax(largest, (double)step->step.logits[i]);
    for (int i = 0; i < V; i++)
        sum += exp((double)step->step.logits[i] - largest);
    return (double)step->step.logits[step->id] - largest - log(sum);
}

static void check_chain(const Trace *trace, const Model *model)
{
    double logarithm = 0;
    for (int t = 0; t < trace->step_count; t++) {
        const TraceStep *step = &trace->steps[t];
        assert_int_equal(step->step.input, t ? trace->steps[t - 1].id : VOCAB_START);
        assert_string_equal(step->input_token, vocab_word(&model->target, step->step.input));
        assert_string_equal(step->token, vocab_word(&model->target, step->id));
        assert_true(step->p == step->step.probabilities[step->id]);
        for (int i = 1; i < step->top_count; i++)
            assert_true(step->top[i].p <= step->top[i - 1].p);
        assert_int_equal(step->top_count, TRACE_TOP);
        assert_true(fabs(sum_of(step->step.probabilities, model->target.count) - 1) < 1e-5);
        logarithm += chosen_logarithm(step, model->target.count);
        assert_int_equal(step->id == VOCAB_END, t + 1 == trace->step_count && !trace->truncated && !trace->forced_cut);
    }
    assert_true(fabs(logarithm - (double)trace->log_probability) < 1e-4);
}

static void test_every_kind(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            Model model = kind_model(&KINDS[k], seed);
            Trace *trace = decode_text(&model, "cat  chase mouse ", NULL);
            assert_int_equal(trace->n, 3 + KINDS[k].source_end);
            assert_int_equal(trace->word_count, trace->step_count - !trace->truncated);
            assert_true(trace->word_count <= model_limit(&model, trace->n));
            check_chain(trace, &model);
            trace_destroy(trace);
            model_finish(&model);
        }
}

static void test_source(void **state)
{
    (void)state;
    Kind kind = BAHDANAU;
    kind.source_end = true;
    Model model = kind_model(&kind, 3);
    model.config.lowercase = true;
    Trace *trace = decode_text(&model, "Cat\t</s> zebra <unk>", NULL);
    static const char *const words[] = {"Cat", "</s>", "zebra", "<unk>", "</s>"};
    static const bool unknown[] = {false, true, true, true, false};
    assert_int_equal(trace->n, 5);
    for (int j = 0; j < trace->n; j++) {
        assert_string_equal(trace->source[j], words[j]);
        assert_int_equal(trace->unknown[j], unknown[j]);
        assert_int_equal(trace->encoding.ids[j] == VOCAB_UNKNOWN, unknown[j]);
    }
    assert_int_equal(trace->encoding.ids[4], VOCAB_END);
    trace_destroy(trace);
    model_finish(&model);
}

static void test_long(void **state)
{
    (void)state;
    Model model = kind_model(&BAHDANAU, 3);
    Bytes sentence = {0};
    for (int i = 0; i < TRACE_LIMIT_WORDS; i++)
        bytes_add_text(&sentence, "cat ");
    Trace *trace = decode_text(&model, sentence.data, NULL);
    assert_int_equal(trace->n, TRACE_LIMIT_WORDS);
    assert_false(trace->cut);
    trace_destroy(trace);
    bytes_add_text(&sentence, "mouse");
    trace = decode_text(&model, sentence.data, NULL);
    assert_int_equal(trace->n, TRACE_LIMIT_WORDS);
    assert_true(trace->cut);
    assert_true(moment_count(trace) > 3 * TRACE_LIMIT_WORDS);
    trace_destroy(trace);
    bytes_finish(&sentence);
    model_finish(&model);
}

static void test_empty(void **state)
{
    (void)state;
    static const char *const empty[] = {"", " ", "\t \n", "\xE3\x80\x80", "\xE2\x80\x8B"};
    Model model = kind_model(&BAHDANAU, 3);
    for (size_t i = 0; i < LENGTH(empty); i++) {
        Error error = {0};
        assert_null(trace_decode(&model, slice_of(empty[i]), NULL, &error));
        expect_error(&error, "no words");
        assert_int_equal(error.code, ERROR_USAGE);
        assert_null(trace_decode(&model, slice_of(empty[i]), NULL, NULL));
    }
    trace_destroy(NULL);
    model_finish(&model);
}

/* --force: the words one after the other, then one step of the model's own. */
static void test_forced_only(void **state)
{
    (void)state;
    Model model = kind_model(&BAHDANAU, 4);
    Slice words[] = {LITERAL("狗"), LITERAL("狗"), LITERAL("猫"), LITERAL("昨天")};
    for (int count = 0; count <= 4; count++) {
        DecodeOptions options = {.forced = words, .forced_count = count, .forced_only = true};
        Trace *trace = decode_text(&model, "cat chase mouse", &options);
        assert_int_equal(trace->step_count, count + 1);
        assert_false(trace->truncated);
        for (int t = 0; t < count; t++) {
            assert_true(slice_is(words[t], trace->steps[t].token));
            assert_int_equal(trace->steps[t].how, CHOSEN_FORCED);
        }
        const TraceStep *own = &trace->steps[count];
        assert_int_equal(own->how, CHOSEN_GREEDY);
        assert_int_equal(own->id, model_best(&model, own->step.probabilities));
        assert_int_equal(trace->forced_cut, own->id != VOCAB_END);
        check_chain(trace, &model);
        trace_destroy(trace);
    }
    model_finish(&model);
}

/* Words forced in front, then the model goes on; what it would have written itself changes nothing. */
static void test_forced_prefix(void **state)
{
    (void)state;
    Model model = kind_model(&BAHDANAU, 4);
    Trace *own = decode_text(&model, "cat chase mouse", NULL);
    assert_true(own->word_count >= 2);
    Slice same[] = {slice_of(own->steps[0].token), slice_of(own->steps[1].token)};
    DecodeOptions options = {.forced = same, .forced_count = 2};
    Trace *forced = decode_text(&model, "cat chase mouse", &options);
    assert_int_equal(forced->step_count, own->step_count);
    for (int t = 0; t < own->step_count; t++) {
        assert_int_equal(forced->steps[t].id, own->steps[t].id);
        assert_memory_equal(forced->steps[t].step.state, own->steps[t].step.state, 4 * sizeof(float));
    }
    assert_true(forced->log_probability == own->log_probability);
    trace_destroy(forced);
    StepToken token = {1, slice_of("</s>")}; /* of one step: it wins over the prefix */
    options.tokens = &token;
    options.tokens_count = 1;
    Trace *ended = decode_text(&model, "cat chase mouse", &options);
    assert_int_equal(ended->word_count, 1);
    trace_destroy(ended);
    trace_destroy(own);
    model_finish(&model);
}

static void test_weights(void **state)
{
    (void)state;
    Model model = kind_model(&BAHDANAU, 4);
    const float first[] = {1, 1, 1}, given[] = {0, 3, 1};
    StepWeights weights[] = {{1, first, 3}, {1, given, 3}, {500, given, 3}};
    DecodeOptions options = {.weights = weights, .weights_count = 3};
    Trace *own = decode_text(&model, "cat chase mouse", NULL),
          *trace = decode_text(&model, "cat chase mouse", &options);
    const TraceStep *step = &trace->steps[1];
    int D = config_annotation(&model.config);
    const float expected[] = {0, 0.75f, 0.25f};
    assert_non_null(step->replaced);
    assert_int_equal(step->how, CHOSEN_CHANGED);
    assert_null(trace->steps[0].replaced);
    assert_memory_equal(trace->steps[0].step.weights, own->steps[0].step.weights, 3 * sizeof(float));
    assert_memory_equal(step->step.weights, expected, sizeof expected);
    assert_memory_equal(step->step.scores, own->steps[1].step.scores, 3 * sizeof(float));
    for (int i = 0; i < D; i++) {
        const float *h = trace->encoding.annotations + i;
        double c = 0.75 * (double)h[D] + 0.25 * (double)h[2 * D];
        assert_true(fabs(c - (double)step->step.context[i]) < 1e-6);
    }
    check_chain(trace, &model);
    trace_destroy(trace);
    trace_destroy(own);
    model_finish(&model);
}

static void test_temperature(void **state)
{
    (void)state;
    Model model = kind_model(&BAHDANAU, 4);
    DecodeOptions options = {.temperature = 0.25};
    Trace *trace = decode_text(&model, "cat chase mouse", &options);
    const Step *step = &trace->steps[0].step;
    double sum = 0;
    for (int j = 0; j < 3; j++)
        sum += exp((double)step->scores[j] / 0.25);
    for (int j = 0; j < 3; j++)
        assert_true(fabs(exp((double)step->scores[j] / 0.25) / sum - (double)step->weights[j]) < 1e-6);
    assert_true(trace->config.temperature == 0.25);
    assert_true(model.config.temperature == 1);
    trace_destroy(trace);
    model_finish(&model);
}

static void test_refused(void **state)
{
    (void)state;
    const float two[] = {1, 1}, zero[] = {0, 0, 0}, negative[] = {1, -1, 1}, nan_weight[] = {1, NAN, 1},
                fine[] = {1, 1, 1};
    const StepWeights weights[] = {{0, two, 2}, {0, zero, 3}, {0, negative, 3}, {0, nan_weight, 3}, {-1, fine, 3}};
    const Slice unknown[] = {LITERAL("猫"), LITERAL("cat")}, special[] = {LITERAL("</s>")};
    const struct {
        AttentionKind attention;
        DecodeOptions options;
        const char *part;
    } cases[] = {
        {ATTENTION_BAHDANAU, {.weights = &weights[0], .weights_count = 1}, "step 1 needs 3 weights"},
        {ATTENTION_BAHDANAU, {.weights = &weights[1], .weights_count = 1}, "all 0"},
        {ATTENTION_BAHDANAU, {.weights = &weights[2], .weights_count = 1}, "weight 2 of step 1"},
        {ATTENTION_BAHDANAU, {.weights = &weights[3], .weights_count = 1}, "weight 2 of step 1"},
        {ATTENTION_BAHDANAU, {.weights = &weights[4], .weights_count = 1}, "counted from 1"},
        {ATTENTION_FIXED, {.weights = &weights[1], .weights_count = 1}, "attention fixed has no weights"},
        {ATTENTION_NONE, {.weights = &weights[1], .weights_count = 1}, "attention none has no weights"},
        {ATTENTION_BAHDANAU, {.forced = unknown, .forced_count = 2}, "'cat'"},
        {ATTENTION_BAHDANAU, {.forced = special, .forced_count = 1}, "'</s>'"},
        {ATTENTION_BAHDANAU, {.forced = unknown, .forced_count = TRACE_LIMIT_WORDS + 1}, "at most 200"},
        {ATTENTION_BAHDANAU, {.temperature = -1}, "temperature"},
        {ATTENTION_BAHDANAU, {.temperature = NAN}, "temperature"},
        {ATTENTION_UNIFORM, {.temperature = 2}, "no scores"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Kind kind = {cases[i].attention, true, 1, BRIDGE_TANH, false};
        Model model = kind_model(&kind, 4);
        Error error = {0};
        assert_null(trace_decode(&model, LITERAL("cat chase mouse"), &cases[i].options, &error));
        expect_error(&error, cases[i].part);
        assert_int_equal(error.code, ERROR_USAGE);
        model_finish(&model);
    }
}

/* Finite parameters whose products are not. */
static void test_overflow(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(KINDS); k++) {
        Model model = kind_model(&KINDS[k], 4);
        Error error = {0};
        for (size_t i = 0; i < model.table.total; i++)
            model.params[i] *= 3e37f;
        assert_null(trace_decode(&model, LITERAL("cat chase mouse"), NULL, &error));
        expect_error(&error, "beyond all bounds");
        assert_int_equal(error.code, ERROR_FORMAT);
        model_finish(&model);
    }
}

/* W_k times zero, summed here: the bias of the key's layer, where it has one. */
static void key_of_nothing(const Model *model, float *key)
{
    const Real *bias = model_param(model, "attention.key.bias");
    for (int i = 0; i < model->config.attention_size; i++)
        key[i] = bias ? bias[i] : 0;
}

/* A decode of one's own over an encoding whose state j is nothing: an array of zeros in the annotations and its key. */
static void check_muted(const Model *model, const Trace *muted, int j)
{
    Arena arena = {0};
    const Config *config = &model->config;
    size_t D = (size_t)config_annotation(config), A = (size_t)config->attention_size;
    Encoding encoding = model_encode(model, muted->encoding.ids, muted->n, &arena);
    Real *annotations = ARENA_ARRAY(&arena, Real, (size_t)muted->n * D), *keys = NULL;
    for (size_t i = 0; i < (size_t)muted->n * D; i++)
        annotations[i] = i / D == (size_t)j ? 0 : encoding.annotations[i];
    if (encoding.keys == encoding.annotations)
        keys = annotations;
    else if (encoding.keys) {
        keys = ARENA_ARRAY(&arena, Real, (size_t)muted->n * A);
        memcpy(keys, encoding.keys, sizeof *keys * (size_t)muted->n * A);
        key_of_nothing(model, keys + (size_t)j * A);
    }
    assert_memory_equal(muted->encoding.final, encoding.final, sizeof(Real) * D); /* made before */
    assert_memory_equal(muted->encoding.initial_state, encoding.initial_state, sizeof(Real) * (size_t)config->hidden);
    encoding.annotations = annotations;
    encoding.keys = keys;
    Step step;
    int input = VOCAB_START;
    for (int t = 0; t < muted->step_count; t++) {
        step = model_step(model, &encoding, t, t ? &step : NULL, input, NULL, &arena);
        const Step *made = &muted->steps[t].step;
        assert_memory_equal(made->weights, step.weights, sizeof(Real) * (size_t)muted->n);
        assert_memory_equal(made->context, step.context, sizeof(Real) * D);
        assert_memory_equal(made->probabilities, step.probabilities, sizeof(Real) * (size_t)model->target.count);
        input = model_best(model, step.probabilities);
        assert_int_equal(muted->steps[t].id, input);
    }
    arena_finish(&arena);
}

static void test_muted(void **state)
{
    (void)state;
    static const char *const settings[][3] = {
        {"bahdanau", "additive", "gru"}, {"bahdanau", "dot", "lstm"},    {"luong", "bilinear", "gru"},
        {"luong", "cosine", "rnn"},      {"uniform", "additive", "gru"}, {"bahdanau", "scaled_dot", "self"},
    };
    for (size_t k = 0; k < LENGTH(settings); k++) {
        Config config = config_default();
        Error error = {0};
        config.embed = config.hidden = 4;
        expect_ok(config_set(&config, "attention", settings[k][0], &error), &error);
        expect_ok(config_set(&config, "score", settings[k][1], &error), &error);
        expect_ok(config_set(&config, "cell", settings[k][2], &error), &error);
        config.bidirectional = k % 2 == 0;
        Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
        Trace *own = decode_text(&model, "cat chase mouse", NULL);
        assert_null(own->muted);
        for (int j = 0; j < 3; j++) {
            Trace *muted = decode_text(&model, "cat chase mouse", &(DecodeOptions){.muted = &j, .muted_count = 1});
            for (int i = 0; i < 3; i++)
                assert_int_equal(trace_muted(muted, i), i == j);
            check_muted(&model, muted, j);
            assert_memory_not_equal(muted->steps[0].step.context, own->steps[0].step.context,
                                    sizeof(Real) * (size_t)config_annotation(&model.config));
            trace_destroy(muted);
        }
        trace_destroy(own);
        model_finish(&model);
    }
}

/* "2, 4" and back; what is no list of states, and states that are not there. */
static void test_muted_text(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    DecodeOptions options = {0};
    Model model = kind_model(&BAHDANAU, 3), fixed = kind_model(&KINDS[0], 3);
    expect_ok(trace_mute(&options, "3, 1,3", &arena, &error), &error);
    Trace *trace = decode_text(&model, "cat chase mouse", &options);
    assert_string_equal(muted_text(trace->muted, trace->n, &arena), "1,3");
    trace_destroy(trace);
    assert_null(trace_decode(&fixed, slice_of("cat chase mouse"), &options, &error));
    assert_non_null(strstr(error_text(&error), "attention none looks at no state"));
    expect_ok(trace_mute(&options, "4", &arena, &error), &error);
    assert_null(trace_decode(&model, slice_of("cat chase mouse"), &options, &error));
    assert_non_null(strstr(error_text(&error), "no state 4 to be muted: the sentence has 3"));
    static const char *const wrong[] = {"", "x", "0", "-1", "1,", "1 2", "1;2", "99999999999"};
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_false(trace_mute(&options, wrong[i], &arena, &error));
    expect_ok(trace_mute(&options, NULL, &arena, &error), &error);
    assert_int_equal(options.muted_count, 0);
    model_finish(&fixed);
    model_finish(&model);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind), cmocka_unit_test(test_source),      cmocka_unit_test(test_long),
        cmocka_unit_test(test_empty),      cmocka_unit_test(test_forced_only), cmocka_unit_test(test_forced_prefix),
        cmocka_unit_test(test_weights),    cmocka_unit_test(test_temperature), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_overflow),   cmocka_unit_test(test_muted),       cmocka_unit_test(test_muted_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
