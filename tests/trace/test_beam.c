/* The tree of a beam search: what must hold of every tree, and that it is the best that a slower search finds. */
#include "models.h"

#include "derive/explain.h"

#define SENTENCE "cat chase mouse yesterday"

static DecodeOptions beam_of(int size)
{
    return (DecodeOptions){.beam = size};
}

static double step_logp(const TraceStep *step, int id, int V)
{
    double sum = 0;
    for (int i = 0; i < V; i++)
        sum += exp((double)step->step.logits[i]);
    return (double)step->step.logits[id] - log(sum);
}

/* ---- every tree ---- */

static void check_node(const Trace *trace, const Model *model, int id)
{
    const Beam *beam = trace->beam;
    const BeamNode *node = &beam->nodes[id];
    const BeamNode *parent = node->parent < 0 ? NULL : &beam->nodes[node->parent];
    assert_int_equal(node->step, parent ? parent->step + 1 : 0);
    assert_true(node->parent < id && node->id >= VOCAB_END && node->id != VOCAB_UNKNOWN);
    assert_string_equal(node->token, vocab_word(&model->target, node->id));
    assert_int_equal(node->made->step.input, parent ? parent->id : VOCAB_START);
    double before = parent ? parent->log_probability : 0;
    double expected = before + step_logp(node->made, node->id, model->target.count);
    assert_true(fabs(node->log_probability - expected) < 1e-5);
    assert_true(fabs(node->score - node->log_probability / (node->step + 1)) < 1e-12);
    if (parent)
        assert_int_not_equal(parent->id, VOCAB_END);
}

/* -1 for what ended or was alive at the end, else one step behind the last node that came of it. */
static void check_death(const Beam *beam, int id)
{
    int last = beam->nodes[beam->count - 1].step, deepest = -1;
    bool lives = false;
    for (int i = beam->count - 1; i >= id; i--) {
        int at = i;
        while (at > id)
            at = beam->nodes[at].parent;
        if (at != id)
            continue;
        lives = lives || beam->nodes[i].id == VOCAB_END || beam->nodes[i].step == last;
        deepest = beam->nodes[i].step > deepest ? beam->nodes[i].step : deepest;
    }
    assert_int_equal(beam->nodes[id].died, lives ? -1 : deepest + 1);
}

static void every_tree(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < LENGTH(KINDS); kind++)
        for (int size = 1; size <= 7; size += 2) {
            Model model = kind_model(&KINDS[kind], 5);
            DecodeOptions options = beam_of(size);
            Trace *trace = decode_text(&model, SENTENCE, &options);
            const Beam *beam = trace->beam;
            int kept[64] = {0}, finished = 0;
            assert_int_equal(beam->size, size);
            for (int id = 0; id < beam->count; id++) {
                check_node(trace, &model, id);
                check_death(beam, id);
                kept[beam->nodes[id].step]++;
                finished += beam->nodes[id].id == VOCAB_END;
            }
            for (int t = 0; t <= beam->nodes[beam->count - 1].step; t++)
                assert_in_range(kept[t], 1, 2 * size);
            for (int id = 0; finished && id < beam->count; id++)
                if (beam->nodes[id].id == VOCAB_END)
                    assert_true(beam->nodes[id].score <= beam->nodes[beam->best].score);
            trace_destroy(trace);
            model_finish(&model);
        }
}

/* ---- the trace of the best, and of others ---- */

static void check_steps(const Trace *trace, const Model *model, int node)
{
    const Beam *beam = trace->beam;
    assert_int_equal(trace->hypothesis, node);
    assert_true(fabs((double)trace->log_probability - beam->nodes[node].log_probability) < 1e-5);
    for (int at = node, t = trace->step_count - 1; at >= 0; at = beam->nodes[at].parent, t--) {
        const TraceStep *step = &trace->steps[t];
        assert_int_equal(step->id, beam->nodes[at].id);
        assert_int_equal(step->how, CHOSEN_BEAM);
        assert_true(step->p == step->step.probabilities[step->id]);
        assert_int_equal(step->step.input, t ? trace->steps[t - 1].id : VOCAB_START);
        assert_string_equal(step->input_token, vocab_word(&model->target, step->step.input));
        if (t == 0)
            assert_int_equal(beam->nodes[at].parent, -1);
    }
    assert_int_equal(trace->truncated,
                     beam->nodes[node].id != VOCAB_END && trace->step_count == model_limit(model, trace->n));
}

/* The very numbers that the same words forced would give: rows follow the back-pointers. */
static void check_forced(const Trace *trace, const Model *model)
{
    Slice words[64];
    for (int t = 0; t < trace->word_count; t++)
        words[t] = slice_of(trace->steps[t].token);
    DecodeOptions options = {.forced = words, .forced_count = trace->word_count, .forced_only = true};
    Trace *forced = decode_text(model, SENTENCE, &options);
    size_t n = (size_t)trace->n, H = (size_t)trace->config.hidden;
    for (int t = 0; t < trace->step_count; t++) {
        const Step *a = &trace->steps[t].step, *b = &forced->steps[t].step;
        assert_memory_equal(a->state, b->state, H * sizeof *a->state);
        assert_memory_equal(a->logits, b->logits, (size_t)model->target.count * sizeof *a->logits);
        if (a->weights)
            assert_memory_equal(a->weights, b->weights, n * sizeof *a->weights);
    }
    trace_destroy(forced);
}

static void traces_of_hypotheses(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < LENGTH(KINDS); kind++) {
        Model model = kind_model(&KINDS[kind], 6);
        DecodeOptions options = beam_of(4);
        Trace *trace = decode_text(&model, SENTENCE, &options);
        check_steps(trace, &model, trace->beam->best);
        check_forced(trace, &model);
        for (int node = 0; node < trace->beam->count; node++) {
            Trace *other = trace_of_hypothesis(trace, node);
            check_steps(other, &model, node);
            assert_true(moment_count(other) > 0);
            Arena arena = {0};
            for (int i = 0; i < moment_count(other); i++)
                for (int language = 0; language < 2; language++)
                    assert_non_null(explain_moment(&(Maths){other, &model, (Language)language, &arena}, i));
            arena_finish(&arena);
            trace_destroy(other);
        }
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* ---- what is found ---- */

static void a_beam_of_one_is_greedy(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < LENGTH(KINDS); kind++) {
        Model model = kind_model(&KINDS[kind], 8);
        DecodeOptions options = beam_of(1);
        Trace *greedy = decode_text(&model, SENTENCE, NULL), *beam = decode_text(&model, SENTENCE, &options);
        assert_int_equal(greedy->step_count, beam->step_count);
        for (int t = 0; t < greedy->step_count; t++)
            assert_int_equal(greedy->steps[t].id, beam->steps[t].id);
        assert_null(greedy->beam);
        assert_in_range(beam->beam->count, beam->step_count, 2 * beam->step_count);
        trace_destroy(greedy);
        trace_destroy(beam);
        model_finish(&model);
    }
}

/* The best score of all translations of at most `left` further words. */
static double best_of_all(const Model *model, const Trace *trace, const Step *before, double logp, int length, int left,
                          Arena *arena)
{
    const Encoding *encoding = &trace->encoding;
    double best = -INFINITY;
    for (int id = VOCAB_END; id < model->target.count; id++) {
        TraceStep step = {.step = *before};
        if (id == VOCAB_UNKNOWN)
            continue;
        double sum = logp + step_logp(&step, id, model->target.count), found = sum / (length + 1);
        if (id != VOCAB_END && left > 1) {
            Step next = model_step(model, encoding, length + 1, before, id, NULL, arena);
            found = best_of_all(model, trace, &next, sum, length + 1, left - 1, arena);
        }
        if (id == VOCAB_END || left > 1)
            best = found > best ? found : best;
    }
    return best;
}

/* 6 words, 2 steps: 64 hypotheses are all of them. */
static void a_wide_beam_finds_the_best(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        Model model = kind_model(&KINDS[6], seed);
        model.config.limit_factor = 0;
        model.config.limit_extra = 2;
        DecodeOptions options = beam_of(TRACE_BEAM_LIMIT);
        Trace *trace = decode_text(&model, SENTENCE, &options);
        Arena arena = {0};
        Step first = model_step(&model, &trace->encoding, 0, NULL, VOCAB_START, NULL, &arena);
        double best = best_of_all(&model, trace, &first, 0, 0, 2, &arena);
        assert_true(fabs(trace->beam->nodes[trace->beam->best].score - best) < 1e-5);
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* With all parameters 0 every word is as likely as any: the order of words and hypotheses decides, and nothing else. */
static void ties_are_settled(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 1);
    memset(model.params, 0, model.table.total * sizeof *model.params);
    DecodeOptions options = beam_of(3);
    Trace *trace = decode_text(&model, SENTENCE, &options);
    const BeamNode *nodes = trace->beam->nodes;
    static const struct {
        int parent, id, died;
    } expected[] = {
        {-1, 2, -1}, {-1, 4, -1}, {-1, 5, 1}, {-1, 6, 1}, /* </s> is finished, three words go on */
        {1, 2, -1},  {1, 4, -1},  {1, 5, 2},  {1, 6, 2},  /* all of the first of them, as all are alike */
        {5, 2, -1},  {5, 4, -1},  {5, 5, -1}, {5, 6, -1}, /* three are finished: over */
    };
    assert_int_equal(trace->beam->count, LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_int_equal(nodes[i].parent, expected[i].parent);
        assert_int_equal(nodes[i].id, expected[i].id);
        assert_int_equal(nodes[i].died, expected[i].died);
    }
    assert_int_equal(trace->beam->best, 0); /* the same score for all: the first */
    trace_destroy(trace);
    model_finish(&model);
}

/* ---- with changes from outside ---- */

static void changes_hold_for_every_hypothesis(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 3);
    Slice forced = slice_of("狗");
    StepToken token = {2, slice_of("捉")};
    float weights[] = {0, 0, 1, 0};
    StepWeights change = {3, weights, 4};
    DecodeOptions options = {.beam = 4,
                             .forced = &forced,
                             .forced_count = 1,
                             .tokens = &token,
                             .tokens_count = 1,
                             .weights = &change,
                             .weights_count = 1};
    Trace *trace = decode_text(&model, SENTENCE, &options);
    int wanted[] = {vocab_find(&model.target, forced, false), -1, vocab_find(&model.target, token.word, false)};
    for (int i = 0; i < trace->beam->count; i++) {
        const BeamNode *node = &trace->beam->nodes[i];
        if (node->step == 0 || node->step == 2)
            assert_int_equal(node->id, wanted[node->step]);
        ChosenHow how = node->step == 0 || node->step == 2 ? CHOSEN_FORCED
                        : node->step == 3                  ? CHOSEN_CHANGED
                                                           : CHOSEN_BEAM;
        assert_int_equal(node->how, how);
        if (node->step == 3)
            assert_memory_equal(node->made->step.weights, weights, sizeof weights);
    }
    trace_destroy(trace);
    model_finish(&model);
}

static void what_does_not_fit(void **state)
{
    (void)state;
    Model model = kind_model(&KINDS[6], 3);
    StepToken unknown = {0, slice_of("牛")}, early = {-1, slice_of("狗")};
    const struct {
        DecodeOptions options;
        const char *message;
    } cases[] = {
        {{.beam = -1}, "a beam keeps 1 to 64 hypotheses"},
        {{.beam = 65}, "a beam keeps 1 to 64 hypotheses"},
        {{.beam = 2, .sample = true}, "cannot draw them as well"},
        {{.sample = true, .sample_temperature = 1e9}, "the temperature must lie between 0.001 and 1000"},
        {{.tokens = &unknown, .tokens_count = 1}, "does not know the target word"},
        {{.tokens = &early, .tokens_count = 1}, "steps are counted from 1"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        assert_null(trace_decode(&model, slice_of(SENTENCE), &cases[i].options, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_USAGE);
    }
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tree),
        cmocka_unit_test(traces_of_hypotheses),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(a_wide_beam_finds_the_best),
        cmocka_unit_test(ties_are_settled),
        cmocka_unit_test(changes_hold_for_every_hypothesis),
        cmocka_unit_test(what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
