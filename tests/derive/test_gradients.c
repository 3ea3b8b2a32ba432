/* Every gradient that a training step made recomputes from the operands that its derivation names, for all cells,
 * modes, scores, windows and bridges, and every one of them is valid and printed. */
#include "derive/derive.h"
#include "derive/sent_back.h"
#include "support.h"

#include "model/sentence_step.h"

#include <math.h>

typedef struct Setting {
    const char *name, *text;
} Setting;

static const Slice WANTED[] = {{"x", 1}, {"z", 1}, {"y", 1}};
static const int IDS[] = {VOCAB_SPECIAL, VOCAB_SPECIAL + 2, VOCAB_SPECIAL + 1, VOCAB_END};
static int source_ids[] = {VOCAB_SPECIAL + 2, VOCAB_SPECIAL, VOCAB_SPECIAL + 3, VOCAB_SPECIAL, VOCAB_END};

static Vocab words(const char *const *list, int count)
{
    static const char *const special[] = {"<pad>", "<s>", "</s>", "<unk>"};
    Vocab vocab = {0};
    for (int i = 0; i < VOCAB_SPECIAL; i++)
        vocab_add(&vocab, slice_of(special[i]));
    for (int i = 0; i < count; i++)
        vocab_add(&vocab, slice_of(list[i]));
    return vocab;
}

static void make_model(Model *model, const Setting *settings, int count)
{
    static const char *const source[] = {"a", "b", "c", "d"}, *const target[] = {"x", "y", "z"};
    Config config = config_default();
    config.embed = 6;
    config.hidden = 8;
    Error error = {0};
    for (int i = 0; i < count && settings[i].name; i++)
        expect_ok(config_set(&config, settings[i].name, settings[i].text, &error), &error);
    expect_ok(config_check(&config, &error), &error);
    Vocab from = words(source, 4), to = words(target, 3);
    model_create(model, &config, &from, &to, 5);
}

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
    make_model(&model, settings, count);
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
    static const Setting kinds[][6] = {
        {{"cell", "rnn"}, {"score", "dot"}, {"bidirectional", "false"}},
        {{"cell", "gru"}, {"score", "additive"}, {"bridge", "none"}, {"attention_size", "5"}},
        {{"cell", "lstm"}, {"score", "bilinear"}, {"layers", "2"}},
        {{"cell", "lstm"}, {"score", "dot"}, {"bridge", "copy"}, {"bidirectional", "false"}},
        {{"cell", "rnn"}, {"attention", "luong"}, {"score", "cosine"}, {"layers", "2"}},
        {{"cell", "gru"}, {"attention", "luong"}, {"score", "scaled_dot"}, {"local", "local_m"}, {"window", "1"}},
        {{"cell", "lstm"}, {"attention", "luong"}, {"score", "bilinear"}, {"local", "local_p"}, {"window", "2"}},
        {{"cell", "gru"}, {"attention", "luong"}, {"score", "cosine"}, {"bidirectional", "false"}, {"bridge", "copy"}},
        {{"cell", "self"}, {"score", "additive"}, {"heads", "2"}},
        {{"cell", "self"}, {"attention", "luong"}, {"score", "dot"}, {"heads", "3"}},
        {{"cell", "gru"}, {"attention", "none"}, {"layers", "2"}},
        {{"cell", "rnn"}, {"attention", "fixed"}},
        {{"cell", "lstm"}, {"attention", "uniform"}, {"layers", "2"}, {"bidirectional", "false"}},
        {{"cell", "self"}, {"attention", "fixed"}},
        {{"cell", "transformer"}, {"places", "sinusoid"}, {"heads", "2"}, {"feed_forward", "7"}},
        {{"cell", "transformer"}, {"norm", "pre"}, {"layers", "2"}, {"cross_heads", "2"}, {"feed_forward", "5"}},
        {{"cell", "gru"}, {"temperature", "0.5"}},
        {{"fault", "no_query"}},
        {{"fault", "mirrored"}, {"bidirectional", "false"}},
        {{"fault", "forward_only"}},
        {{"fault", "embeddings"}, {"embed", "16"}},
        {{"fault", "not_normalised"}, {"temperature", "0.5"}},
        {{"fault", "shifted"}},
        {{"fault", "shifted"}, {"attention", "luong"}, {"cell", "lstm"}},
    };
    long there[VALUE_KINDS] = {0};
    for (size_t i = 0; i < LENGTH(kinds); i++)
        check_model(kinds[i], 6, there);
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
