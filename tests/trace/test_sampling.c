/* Drawn words: as often as they are likely, the same for the same seed, and never what may not be written. */
#include "models.h"

#define SENTENCE "cat chase mouse"

/* A model that does not end at once. */
static Model long_model(void)
{
    Model model = kind_model(&KINDS[6], 4);
    model.params[model.table.items[params_find(&model.table, "output.bias")].offset + VOCAB_END] = -1000;
    return model;
}

static Trace *draw(const Model *model, uint64_t seed, double temperature)
{
    DecodeOptions options = {.sample = true, .seed = seed, .sample_temperature = temperature};
    return decode_text(model, SENTENCE, &options);
}

static bool same_words(const Trace *a, const Trace *b)
{
    bool same = a->step_count == b->step_count;
    for (int t = 0; same && t < a->step_count; t++)
        same = a->steps[t].id == b->steps[t].id;
    return same;
}

static void the_same_seed_draws_the_same(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < LENGTH(KINDS); kind++) {
        Model model = kind_model(&KINDS[kind], 4);
        int others = 0;
        Trace *first = draw(&model, 0, 0);
        for (uint64_t seed = 0; seed < 30; seed++) {
            Trace *a = draw(&model, seed, 0), *b = draw(&model, seed, 1);
            assert_true(same_words(a, b)); /* 1 is the same as nothing said */
            others += !same_words(a, first);
            for (int t = 0; t < a->step_count; t++) {
                assert_int_equal(a->steps[t].how, CHOSEN_SAMPLED);
                assert_true(a->steps[t].id >= VOCAB_END && a->steps[t].id != VOCAB_UNKNOWN);
                assert_true(a->steps[t].p == a->steps[t].step.probabilities[a->steps[t].id]);
            }
            trace_destroy(a);
            trace_destroy(b);
        }
        assert_true(others > 20);
        trace_destroy(first);
        model_finish(&model);
    }
}

/* First words of 4,000 seeds against p / (sum of those allowed), within four standard deviations. */
static void words_come_as_often_as_they_are_likely(void **state)
{
    (void)state;
    enum { DRAWS = 4000 };
    static const double temperatures[] = {1, 0.5, 3};
    Model model = kind_model(&KINDS[6], 4);
    model.config.limit_factor = 0;
    model.config.limit_extra = 1;
    for (size_t i = 0; i < LENGTH(temperatures); i++) {
        int counts[16] = {0};
        double expected[16] = {0}, sum = 0;
        for (uint64_t seed = 0; seed < DRAWS; seed++) {
            Trace *trace = draw(&model, seed, temperatures[i]);
            counts[trace->steps[0].id]++;
            for (int id = 0; seed == 0 && id < model.target.count; id++) {
                bool allowed = id >= VOCAB_END && id != VOCAB_UNKNOWN;
                expected[id] = allowed ? exp((double)trace->steps[0].step.logits[id] / temperatures[i]) : 0;
                sum += expected[id];
            }
            trace_destroy(trace);
        }
        for (int id = 0; id < model.target.count; id++) {
            double p = expected[id] / sum;
            assert_true(fabs(counts[id] - DRAWS * p) <= 4 * sqrt(DRAWS * p * (1 - p)) + 1e-9);
        }
    }
    model_finish(&model);
}

static void cold_sampling_is_greedy(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[8], 12);
    Trace *greedy = decode_text(&model, SENTENCE, NULL), *cold = draw(&model, 5, 0.001);
    assert_true(same_words(greedy, cold));
    trace_destroy(greedy);
    trace_destroy(cold);
    model_finish(&model);
}

/* Of the one likeliest it is greedy; of three it is always one of these, and each comes. */
static void only_the_likeliest_are_drawn(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 4);
    bool came[16] = {false};
    int kinds = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        DecodeOptions one = {.sample = true, .seed = seed, .top_k = 1},
                      three = {.sample = true, .seed = seed, .top_k = 3, .sample_temperature = 5},
                      all = {.sample = true, .seed = seed, .top_k = TRACE_TOP_K_LIMIT};
        Trace *greedy = decode_text(&model, SENTENCE, NULL), *first = decode_text(&model, SENTENCE, &one),
              *trace = decode_text(&model, SENTENCE, &three), *any = decode_text(&model, SENTENCE, &all),
              *plain = draw(&model, seed, 0);
        assert_true(same_words(greedy, first) && same_words(plain, any));
        const float *p = trace->steps[0].step.probabilities;
        int id = trace->steps[0].id, larger = 0;
        for (int i = VOCAB_END; i < model.target.count; i++)
            larger += i != VOCAB_UNKNOWN && p[i] > p[id];
        assert_true(larger < 3);
        kinds += !came[id];
        came[id] = true;
        Trace *const made[] = {greedy, first, trace, any, plain};
        for (size_t i = 0; i < LENGTH(made); i++)
            trace_destroy(made[i]);
    }
    assert_int_equal(kinds, 3);
    DecodeOptions wrong = {.sample = true, .top_k = -1};
    Error error = {0};
    assert_null(trace_decode(&model, slice_of(SENTENCE), &wrong, &error));
    expect_error(&error, "from the 1 to 1000 likeliest");
    model_finish(&model);
}

/* The word of step t depends on the seed's t-th number, not on how many words were drawn before. */
static void a_prefix_does_not_shift_the_draws(void **state)
{
    (void)state;
    Model model = long_model();
    Trace *whole = draw(&model, 9, 0);
    assert_true(whole->word_count >= 2);
    Slice prefix = slice_of(whole->steps[0].token);
    DecodeOptions options = {.sample = true, .seed = 9, .forced = &prefix, .forced_count = 1};
    Trace *rest = decode_text(&model, SENTENCE, &options);
    assert_true(same_words(whole, rest));
    assert_int_equal(rest->steps[0].how, CHOSEN_FORCED);
    assert_int_equal(rest->steps[1].how, CHOSEN_SAMPLED);
    trace_destroy(whole);
    trace_destroy(rest);
    model_finish(&model);
}

/* ---- words given from outside, without a draw ---- */

static void a_token_at_one_step(void **state)
{
    (void)state;
    Model model = long_model();
    StepToken tokens[] = {{1, slice_of("狗")}, {1, slice_of("昨天")}, {900, slice_of("猫")}};
    DecodeOptions options = {.tokens = tokens, .tokens_count = 3};
    Trace *own = decode_text(&model, SENTENCE, NULL), *trace = decode_text(&model, SENTENCE, &options);
    assert_true(trace->step_count > 2);
    assert_int_equal(trace->steps[0].id, own->steps[0].id);
    assert_int_equal(trace->steps[0].how, CHOSEN_GREEDY);
    assert_string_equal(trace->steps[1].token, "昨天"); /* the last one given */
    assert_int_equal(trace->steps[1].how, CHOSEN_FORCED);
    assert_string_equal(trace->steps[2].input_token, "昨天");
    assert_int_equal(trace->steps[2].how, CHOSEN_GREEDY);
    trace_destroy(trace);
    tokens[1].word = slice_of("</s>");
    trace = decode_text(&model, SENTENCE, &options);
    assert_int_equal(trace->step_count, 2);
    assert_int_equal(trace->word_count, 1);
    assert_false(trace->truncated);
    trace_destroy(trace);
    trace_destroy(own);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_draws_the_same), cmocka_unit_test(words_come_as_often_as_they_are_likely),
        cmocka_unit_test(cold_sampling_is_greedy),      cmocka_unit_test(a_prefix_does_not_shift_the_draws),
        cmocka_unit_test(a_token_at_one_step),          cmocka_unit_test(only_the_likeliest_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
