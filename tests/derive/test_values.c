/* Every number that the panel prints recomputes from the operands it prints, and every chain ends at learned numbers:
 * all cells, modes, scores, windows and bridges, with random parameters and with the trained models of tests/data. */
#include "derive/addends.h"
#include "derive/printed.h"
#include "model_kinds.h"
#include "support.h"
#include "trace/before.h"

#include <math.h>

#define CHAIN_MOST 400

static long checked;

static void check_close(const Maths *maths, Value value, double made, double number)
{
    checked++;
    if (!(fabs(made - number) <= 3e-5 * (1 + fabs(number))))
        fail_msg("%s = %.9g, but its operands give %.9g", value_name(maths, value), number, made);
}

/* A printed term of a list, an operand of it: what is printed is the value's own number, and can be pressed. How many
 * there are. */
static int check_operands(const Maths *maths, const Term *term)
{
    int count = term->kind == TERM_VALUE;
    if (count && !value_valid(maths, term->value))
        fail_msg("an operand is not there: %s", value_name(maths, term->value));
    for (int i = 0; i < term->count; i++)
        count += check_operands(maths, term->parts[i]);
    return count;
}

/* No number below 0 stands right behind a sign. */
static void check_signs(const Maths *maths, const Term *term)
{
    static const char *const signs[] = {" + −", " − −", " · −", " / −"};
    Printing printing = {.maths = maths, .decimals = 4, .scaled = true};
    PrintedPieces *pieces = ARENA_NEW(maths->arena, PrintedPieces);
    printed_put(&printing, pieces, term);
    Bytes row = {0};
    for (int i = 0; i < pieces->count; i++)
        bytes_add_text(&row, pieces->items[i].markup);
    const char *texts[] = {row.data, printed_text(&printing, term)};
    for (int i = 0; i < 2; i++)
        for (size_t sign = 0; sign < sizeof signs / sizeof *signs; sign++)
            if (strstr(texts[i], signs[sign]))
                fail_msg("\"%s\" in %s", signs[sign], texts[i]);
    bytes_finish(&row);
}

/* How much of each value is looked at: while an answer is hidden its operands alone, as the rest is what it was. */
typedef enum Depth { OPERANDS, FIRST_CHAIN, EVERY_CHAIN } Depth;

static void check_value(const Maths *maths, Value value, Depth depth)
{
    Derivation made = value_derive(maths, value);
    Maths without = *maths; /* whether there is a value is asked without room for anything */
    without.arena = NULL;
    assert_true(value_valid(&without, value));
    assert_true(strlen(value_name(maths, value)) > 0);
    if (made.number != value_number(maths, value))
        fail_msg("%s has two numbers", value_name(maths, value));
    if (!made.term) { /* learned, or set by hand */
        assert_non_null(made.told);
        return;
    }
    assert_non_null(made.symbols);
    check_close(maths, value, term_number(maths, made.term), made.number);
    check_operands(maths, made.term);
    if (depth == OPERANDS)
        return;
    check_signs(maths, made.term);
    if (!made.sum)
        return;
    int *order = sum_order(maths, made.sum);
    double sum = 0, before = INFINITY;
    for (int i = 0; i < made.sum->count; i++) {
        double part = term_number(maths, made.sum->parts[order[i]]);
        assert_true(fabs(part) <= before);
        before = fabs(part);
        sum += part;
    }
    double whole = term_number(maths, made.sum);
    assert_true(fabs(sum - whole) <= 1e-9 * (1 + fabs(whole)));
    Addends all;
    if (value.kind != VALUE_SCORE || !addends_of(maths, value, &all))
        return;
    check_close(maths, value, addends_sum(&all, 0, all.count), made.number);
    int half = all.count / 2;
    check_close(maths, value, term_number(maths, addends_term(maths, &all, half, all.count - half)),
                addends_sum(&all, half, all.count - half));
}

/* Down and down, another operand every time, until there is nothing below. */
static void check_chain(const Maths *maths, Value value)
{
    for (int depth = 0; depth < CHAIN_MOST; depth++) {
        Derivation made = value_derive(maths, value);
        int count = made.term ? check_operands(maths, made.term) : 0;
        assert_null(term_operand(made.term, NULL, count));
        if (count == 0)
            return;
        value = term_operand(made.term, NULL, depth * 7 % count)->value;
    }
    fail_msg("the chain of %s does not end", value_name(maths, value));
}

/* All kinds, runs, parts and places there are, with a few entries of each vector; its chain for the first, or for all.
 */
static void check_all(const Trace *trace, const Model *model, Depth depth)
{
    Arena arena = {0};
    Maths maths = {trace, model, LANGUAGE_ENGLISH, &arena};
    int n = trace->n, T = trace->step_count, most = (n > T ? n : T) + 2;
    for (int kind = VALUE_NONE + 1; kind < VALUE_KINDS; kind++)
        for (int run = RUN_LOWER; run < 4; run++)
            for (int part = 0; part < (kind == VALUE_PARAM ? model->table.count : 4); part++)
                for (int place = -1; place < most; place++) {
                    Value value = {(ValueKind)kind, run, place, 0, part};
                    if (!value_valid(&maths, value))
                        continue;
                    int entries = value_entries(&maths, value);
                    int by = depth == OPERANDS ? entries : entries > 6 ? entries / 3 : 1;
                    for (int i = 0; i < entries; i += by) {
                        value.index = i;
                        check_value(&maths, value, depth);
                        if (depth == EVERY_CHAIN || (i == 0 && depth == FIRST_CHAIN))
                            check_chain(&maths, value);
                        arena_reset(&arena);
                    }
                    value.index = entries;
                    assert_false(value_valid(&maths, value));
                }
    arena_finish(&arena);
}

/* While an answer is hidden, too, whatever can be asked for has all its operands. */
static void check_hidden(const Trace *trace, const Model *model)
{
    Arena arena = {0};
    int shown = trace->step_count > 1 ? 1 : 0;
    for (int gate = 1; gate < moment_count(trace); gate++)
        if (moment_at(trace, gate).step == shown || (every_case() && moment_at(trace, gate).step >= 0)) {
            check_all(trace_before(trace, gate, &arena), model, OPERANDS);
            arena_reset(&arena);
        }
    arena_finish(&arena);
}

static void check_model(const Model *model, const char *sentence, const DecodeOptions *options)
{
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), options, &error);
    expect_ok(trace != NULL, &error);
    check_all(trace, model, every_case() ? EVERY_CHAIN : FIRST_CHAIN);
    if (trace->n == 1) /* which is the quickest */
        check_hidden(trace, model);
    trace_destroy(trace);
}

/* Words that are forced, so that a random model does not stop at once. */
static const Slice FORCED[] = {{"x", 1}, {"z", 1}, {"y", 1}};

static void check_kind(const Setting *settings, int count)
{
    Model model;
    kind_model(&model, settings, count);
    DecodeOptions options = {.forced = FORCED, .forced_count = 3};
    check_model(&model, "c a d b a", &options);
    check_model(&model, "b", &options);
    if (config_scores(&model.config)) {
        float weights[] = {0, 3, 1, 0, 1};
        StepWeights changed = {1, weights, 5};
        options.temperature = 0.3;
        options.weights = &changed;
        options.weights_count = 1;
        check_model(&model, "a d a nothing b", &options);
    }
    if (config_weighs(&model.config)) {
        static const int muted[] = {4, 0};
        check_model(&model, "a d a nothing b",
                    &(DecodeOptions){.forced = FORCED, .forced_count = 3, .muted = muted, .muted_count = 2});
    }
    model_finish(&model);
}

static void every_kind_of_model(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(MODEL_KINDS); i++)
        check_kind(MODEL_KINDS[i], SETTINGS_MOST);
    assert_true(checked > 20000);
}

static void every_score(void **state)
{
    (void)state;
    for (int score = 0; SCORE_NAMES[score]; score++) {
        const Setting settings[] = {{"score", SCORE_NAMES[score]}, {"hidden", "6"}};
        check_kind(settings, 2);
    }
}

static void trained_models(void **state)
{
    (void)state;
    static const char *const names[] = {"tiny", "tiny-tanh", "tiny-uniform", "tiny-fixed", "tiny-none"};
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(names); i++) {
        Model model;
        Error error = {0};
        char *path =
            path_join(&arena, getenv("ATTEND_DATA"), arena_printf(&arena, "tests/data/%s.safetensors", names[i]));
        expect_ok(model_load(path, &model, &error), &error);
        check_model(&model, vocab_word(&model.source, VOCAB_SPECIAL), NULL);
        const char *two =
            arena_printf(&arena, "%s %s %s", vocab_word(&model.source, VOCAB_SPECIAL + 1),
                         vocab_word(&model.source, VOCAB_SPECIAL + 2), vocab_word(&model.source, VOCAB_SPECIAL));
        check_model(&model, two, NULL);
        model_finish(&model);
    }
    arena_finish(&arena);
}

/* test_values [TEST]: that one alone. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_model),
        cmocka_unit_test(every_score),
        cmocka_unit_test(trained_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
