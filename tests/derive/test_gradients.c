/* Every gradient that a training step made recomputes from the operands that its derivation names, for all cells,
 * modes, scores, windows and bridges, and every one of them is valid and printed. */
#include "derive/derive.h"
#include "derive/sent_back.h"
#include "model_kinds.h"
#include "support.h"

#include "model/sentence_step.h"

#include <math.h>

static const Slice WANTED[] = {{"x", 1}, {"z", 1}, {"y", 1}};
static const int IDS[] = {VOCAB_SPECIAL, VOCAB_SPECIAL + 2, VOCAB_SPECIAL + 1, VOCAB_END};
static int source_ids[] = {VOCAB_SPECIAL + 2, VOCAB_SPECIAL, VOCAB_SPECIAL + 3, VOCAB_SPECIAL, VOCAB_END};

/* ---- one value ---- */

static long taken_apart, as_they_are;

static void check_operands(const Maths *maths, const Term *term)
{
    if (term->kind == TERM_VALUE && !value_valid(maths, term->value))
        fail_msg("an operand is not there: %s", value_name(maths, term->value));
    for (int i = 0; i < term->count; i++)
        check_operands(maths, term->parts[i]);
}

static void check_value(const Maths *maths, Value value)
{
    Derivation made = value_derive(maths, value);
    assert_true(strlen(value_name(maths, value)) > 0);
    if (!made.term) {
        assert_non_null(made.told);
        as_they_are++;
        return;
    }
    taken_apart++;
    assert_non_null(made.symbols);
    check_operands(maths, made.term);
    double number = made.number, from = term_number(maths, made.term);
    if (!(fabs(number - from) <= 1e-5 * (1 + fabs(number))))
        fail_msg("%s = %.9g, but its operands give %.9g", value_name(maths, value), number, from);
    if (made.sum && made.sum == made.term)
        assert_true(made.sum->count > 0 || number == 0);
}

static void check_kind(const Maths *maths, ValueKind kind, long *there)
{
    int parts = kind >= VALUE_D_PARAM ? maths->model->table.count : 4;
    for (int run = RUN_DECODER; run < 4; run++)
        for (int part = 0; part < parts; part++)
            for (int place = 0; place < 12; place++) {
                Value value = {kind, run, place, 0, part};
                if (!value_valid(maths, value))
                    continue;
                int entries = value_entries(maths, value);
                for (int i = 0; i < entries; i++) {
                    value.index = i;
                    check_value(maths, value);
                    ++*there;
                }
                value.index = entries;
                assert_false(value_valid(maths, value));
                arena_reset(maths->arena);
            }
}

/* ---- one model ---- */

/* The wanted words, fed: what the derivations name beside the gradients. */
static Trace *feed(const Model *model)
{
    Error error = {0};
    StepToken end = {3, slice_of(vocab_word(&model->target, VOCAB_END))};
    DecodeOptions options = {
        .forced = WANTED, .forced_count = 3, .forced_only = true, .tokens = &end, .tokens_count = 1};
    Trace *trace = trace_decode(model, slice_of("c a d a"), &options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static void check_model(const Setting *settings, int count, long there[VALUE_KINDS])
{
    Model model;
    kind_model(&model, settings, count);
    int target_ids[4];
    memcpy(target_ids, IDS, sizeof IDS);
    Pair pair = {.source_ids = source_ids, .target_ids = target_ids};
    Trace *trace = feed(&model);
    pair.source.count = trace->words;
    pair.target.count = 3;
    SentenceStep step;
    sentence_step_begin(&step, &model, &pair);
    step.own.config.temperature = model.config.temperature;
    sentence_step_run(&step);
    Arena arena = {0};
    Maths maths = {.trace = trace, .model = &model, .arena = &arena, .gradient = step.gradient};
    for (ValueKind kind = VALUE_LOSS; kind <= VALUE_ROW_INPUT; kind++)
        check_kind(&maths, kind, &there[kind]);
    maths.gradient = NULL;
    assert_false(value_valid(&maths, (Value){VALUE_D_LOGIT}));
    arena_finish(&arena);
    sentence_step_finish(&step);
    trace_destroy(trace);
    model_finish(&model);
}

static void every_kind_of_model(void **state)
{
    (void)state;
    long there[VALUE_KINDS] = {0};
    for (size_t i = 0; i < LENGTH(MODEL_KINDS); i++)
        check_model(MODEL_KINDS[i], SETTINGS_MOST, there);
    for (ValueKind kind = VALUE_LOSS; kind <= VALUE_ROW_INPUT; kind++)
        if (there[kind] == 0)
            fail_msg("no model has the gradient of kind %d", (int)kind);
    assert_true(taken_apart > 20000);
}

static void every_score(void **state)
{
    (void)state;
    long there[VALUE_KINDS] = {0};
    for (int score = 0; SCORE_NAMES[score]; score++)
        check_model((const Setting[]){{"score", SCORE_NAMES[score]}, {"hidden", "6"}}, 2, there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_of_model), cmocka_unit_test(every_score)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
