/* What is printed of a softmax gives what it says it gives, from the exponents to the largest weight: every step
 * of random and of trained models, with windows and temperatures; at least 19 times in 20, and else it says that
 * it does not. */
#include "derive/shares.h"
#include "random_model.h"

#include <math.h>

static long tried, closed, summed;

/* A number as it stands in a picture. */
static double read_number(const char *text)
{
    bool negative = strncmp(text, "−", strlen("−")) == 0;
    double number = strtod(negative ? text + strlen("−") : text, NULL);
    return negative ? -number : number;
}

static double printed(Arena *arena, double number, int decimals)
{
    return read_number(number_text(arena, number, decimals, false));
}

static void expect_printed(Arena *arena, const char *what, double made, double number, int decimals)
{
    const char *text = number_text(arena, made, decimals, false), *wanted = number_text(arena, number, decimals, false);
    if (strcmp(text, wanted) != 0)
        fail_msg("%s: what is printed gives %s, and %s stands there", what, text, wanted);
}

static void check_words(const Shares *shares, const bool *shown, Arena *arena)
{
    double sum = 0;
    bool all = true;
    int two = SHARES_DECIMALS, less = shares->decimals.less, power = shares->decimals.power;
    double T = printed(arena, shares->temperature, two);
    for (int j = shares->first; j < shares->first + shares->count; j++) {
        all = all && shown[j];
        sum += printed(arena, shares_power(shares, j), power);
        if (!shown[j])
            continue;
        double score = printed(arena, (double)shares->scores[j], two);
        if (shares_tempered_closes(shares, j))
            expect_printed(arena, "e / T", score / T, shares_tempered(shares, j), two);
        double from = printed(arena, shares_tempered(shares, j), two);
        if (shares_less_closes(shares, j))
            expect_printed(arena, "less", from - printed(arena, shares->largest, two), shares_less(shares, j), less);
        double exponent = printed(arena, shares_less(shares, j), less);
        expect_printed(arena, "exp", exp(exponent), shares_power(shares, j), power);
    }
    if (all && shares->sum_closes)
        expect_printed(arena, "sum", sum, shares->sum, power);
    double best = printed(arena, shares_power(shares, shares->best), power) / printed(arena, shares->sum, power);
    expect_printed(arena, "share", best * printed(arena, shares->factor, power), (double)shares->weights[shares->best],
                   two);
}

/* The shares are the trace's weights, of local_p those that its window leaves. */
static void check_step(const Maths *maths, int step)
{
    const Trace *trace = maths->trace;
    bool shown[TRACE_LIMIT_WORDS];
    for (int every = 1; every <= 3; every += 2) {
        for (int j = 0; j < trace->n; j++)
            shown[j] = j % every == 0;
        Shares shares = shares_of(maths, step, shown);
        assert_true(shares.sum >= 1);
        for (int j = 0; j < trace->n; j++) {
            double share = shares_has(&shares, j) ? shares_power(&shares, j) / shares.sum : 0;
            double weight = (double)trace->steps[step].step.weights[j];
            assert_true(shares.windowed ? weight <= share + 1e-5 : fabs(weight - share) < 1e-5);
        }
        double best = shares_power(&shares, shares.best) / shares.sum * shares.factor;
        assert_true(fabs(best - (double)shares.weights[shares.best]) < 1e-5);
        tried++;
        closed += shares.closes;
        summed += shares.sum_closes;
        if (shares.closes)
            check_words(&shares, shown, maths->arena);
    }
}

/* "=" before no "<" or ">": a share that is only all but 1 is more than what is printed. */
static void a_bound_is_not_equal(void **state)
{
    (void)state;
    Arena arena = {0};
    assert_string_equal(shares_equals_text(0.99999, 4, true, &arena), "> @B{0.9999}");
    assert_string_equal(shares_equals_text(0.001, 2, false, &arena), "< @B{0.01}");
    assert_string_equal(shares_equals_text(0.5, 2, true, &arena), "= @B{0.50}");
    assert_string_equal(shares_equals_text(0.5, 2, false, &arena), "≈ @B{0.50}");
    arena_finish(&arena);
}

static void check_model(const Model *model, const char *sentence)
{
    static const double temperatures[] = {0, 0.1, 0.37, 1.3594, 2, 10};
    for (size_t k = 0; k < LENGTH(temperatures); k++) {
        Error error = {0};
        Trace *trace =
            trace_decode(model, slice_of(sentence), &(DecodeOptions){.temperature = temperatures[k]}, &error);
        expect_ok(trace != NULL, &error);
        Arena arena = {0};
        Maths maths = {trace, model, LANGUAGE_ENGLISH, &arena};
        for (int t = 0; t < trace->step_count; t++)
            check_step(&maths, t);
        arena_finish(&arena);
        trace_destroy(trace);
    }
}

static void random_models_close(void **state)
{
    (void)state;
    static const LocalKind locals[] = {LOCAL_NONE, LOCAL_M, LOCAL_P};
    for (uint64_t seed = 1; seed < 9; seed++)
        for (size_t k = 0; k < LENGTH(locals) + 1; k++) {
            Config config = config_default();
            config.hidden = config.embed = 8;
            config.attention = ATTENTION_LUONG;
            config.score = SCORE_BILINEAR;
            config.local = locals[k % LENGTH(locals)];
            config.fault = k < LENGTH(locals) ? FAULT_NONE : FAULT_NOT_NORMALISED;
            config.window = 2;
            Model model = random_model(config, "a b c d e", "a b c d e", seed);
            check_model(&model, "a b c d e");
            model_finish(&model);
        }
}

static void trained_models_close(void **state)
{
    (void)state;
    static const char *const files[] = {"lessons/05-cat-chase-mouse/model.safetensors",
                                        "lessons/10-luong/local_p.safetensors", "tests/data/tiny.safetensors"};
    const char *root = getenv("ATTEND_DATA");
    assert_non_null(root);
    for (size_t i = 0; i < LENGTH(files); i++) {
        Arena arena = {0};
        Error error = {0};
        Model model;
        expect_ok(model_load(path_join(&arena, root, files[i]), &model, &error), &error);
        check_model(&model, "cat chase mouse");
        check_model(&model, "mouse");
        check_model(&model, "the book that Tom likes is new");
        model_finish(&model);
        arena_finish(&arena);
    }
}

static void nearly_all_do(void **state)
{
    (void)state;
    print_message("of %ld %ld close, %ld with their sum\n", tried, closed, summed);
    assert_true(tried > 1000);
    assert_true(closed > tried * 19 / 20 && summed > tried * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_models_close),
        cmocka_unit_test(trained_models_close),
        cmocka_unit_test(nearly_all_do),
        cmocka_unit_test(a_bound_is_not_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
