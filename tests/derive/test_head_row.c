/* One word's look in one head of self-attention, told as a decode step: its terms add up to the trace's scores,
 * its shares are the trace's weights, its sums what the head gives; what is printed closes; every beat is told
 * in both languages. */
#include "trace/models.h"

#include "derive/addends.h"
#include "derive/context_sum.h"
#include "derive/explain.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "derive/printed.h"
#include "derive/shares.h"
#include "trace/beats.h"
#include "trace/head_row.h"

enum { E = 12 };
#define TOLERANCE 1e-4

static long tried, closed;

static Model self_model(int heads, uint64_t seed)
{
    Config config = config_default();
    config.cell = CELL_SELF;
    config.embed = config.hidden = E;
    config.heads = heads;
    return random_model(config, KNOWN_WORDS, WRITTEN_WORDS, seed);
}

static void expect_near(double made, double number)
{
    if (fabs(made - number) > TOLERANCE)
        fail_msg("%g is made, and the trace has %g", made, number);
}

/* The products of each pair add up to its score, divided by the root of d. */
static void check_scores(const Maths *maths, const Trace *trace, int head, int word)
{
    int d = E / trace->config.heads;
    for (int j = 0; j < trace->n; j++) {
        Addends all;
        assert_true(addends_of(maths, score_value(maths, 0, j), &all));
        assert_int_equal(all.count, d);
        double by_hand = 0, score = (double)trace_self(trace)->scores[(head * trace->n + word) * trace->n + j];
        for (int a = 0; a < d; a++)
            by_hand += (double)trace_self(trace)->queries[word * E + head * d + a]
                       * (double)trace_self(trace)->keys[j * E + head * d + a];
        expect_near(addends_sum(&all, 0, all.count), score);
        expect_near(by_hand / sqrt(d), score);
    }
}

static void check_shares(const Maths *maths, const Trace *trace, int head, int word)
{
    Shares shares = shares_of(maths, 0, NULL);
    double whole = 0;
    for (int j = 0; j < trace->n; j++) {
        double weight = (double)trace_self(trace)->weights[(head * trace->n + word) * trace->n + j];
        expect_near(shares_power(&shares, j) / shares.sum, weight);
        whole += weight;
    }
    expect_near(whole, 1);
    tried++;
    closed += shares.closes;
}

/* What is printed behind = follows from the printed addends. */
static void check_sums(const Maths *maths, const Trace *trace, int head, int word)
{
    int d = E / trace->config.heads;
    for (int a = 0; a < d; a++) {
        ContextSum sum;
        assert_true(context_sum(maths, context_value(maths, 0, a), &sum));
        double made = 0;
        for (int j = 0; j < trace->n; j++)
            made += (double)trace_self(trace)->weights[(head * trace->n + word) * trace->n + j]
                    * (double)trace_self(trace)->values[j * E + head * d + a];
        expect_near(made, (double)trace_self(trace)->mixed[word * E + head * d + a]);
        tried++;
        closed += strstr(sum.products, "≈") == NULL;
    }
}

static void numbers_are_the_traces(void **state)
{
    (void)state;
    for (int heads = 1; heads <= 4; heads++)
        for (uint64_t seed = 1; seed < 5; seed++) {
            Model model = self_model(heads, seed);
            Trace *trace = decode_text(&model, "cat chase mouse dog yesterday", NULL);
            Arena arena = {0};
            for (int head = 0; head < heads; head++)
                for (int word = 0; word < trace->n; word++) {
                    Maths maths = {trace_of_row(trace, head, word, &arena), &model, LANGUAGE_ENGLISH, &arena};
                    check_scores(&maths, trace, head, word);
                    check_shares(&maths, trace, head, word);
                    check_sums(&maths, trace, head, word);
                }
            arena_finish(&arena);
            trace_destroy(trace);
            model_finish(&model);
        }
    print_message("of %ld %ld close\n", tried, closed);
    assert_true(closed > tried * 19 / 20);
}

/* Q, K, V, S, A and Z, of which the last three are another in each head. */
static void names_are_those_of_self_attention(void **state)
{
    (void)state;
    static const char *const names[2][4] = {{"Q₂", "K₃", "S₂₃", "Z₂[1]"}, {"Q₂", "K₃", "S₂₃⁽²⁾", "Z₂⁽²⁾[1]"}};
    for (int heads = 1; heads <= 2; heads++) {
        Model model = self_model(heads, 3);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        Arena arena = {0};
        Maths maths = {trace_of_row(trace, heads - 1, 1, &arena), &model, LANGUAGE_ENGLISH, &arena};
        const char *made[] = {query_name(&maths, 0), key_name(&maths, 2), value_name(&maths, score_value(&maths, 0, 2)),
                              value_name(&maths, context_value(&maths, 0, 0))};
        for (int i = 0; i < 4; i++)
            assert_string_equal(markup_plain(made[i], &arena), names[heads - 1][i]);
        arena_finish(&arena);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* From the first beat of a word to its last the step goes on, never back; what each beat says is its own. */
static void every_beat_is_told(void **state)
{
    (void)state;
    Model model = self_model(2, 5);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    Arena arena = {0};
    trace->head_told = 2;
    const Trace *row = trace_of_row(trace, 1, 2, &arena);
    int looks = moment_find(trace, MOMENT_SELF, -1, 2);
    BeatKind beats[BEATS_MOST];
    int count = beats_of(trace, looks, beats);
    assert_int_equal(count, 10);
    double before = -1;
    for (int language = 0; language < 2; language++) {
        Maths maths = {trace, &model, (Language)language, &arena};
        const char *last = "";
        for (int i = 0; i < count; i++) {
            double cursor = (beat_end(trace, looks, i) + beat_end(trace, looks, i + 1)) / 2;
            if (i == 0)
                cursor = looks - 1 + 0.5 / count;
            const char *text = explain_beat(&maths, cursor);
            assert_string_not_equal(text, last);
            assert_int_equal(beat_at(row, trace_row_cursor(trace, row, cursor)), beats[i]);
            last = text;
        }
    }
    for (double cursor = 0; cursor <= looks + 1; cursor += 0.01) {
        double now = trace_row_cursor(trace, row, cursor);
        assert_true(now >= before && now < moment_count(row));
        trace->head_told = 0; /* which is of time alone */
        assert_true(trace_row_cursor(trace, row, cursor) == now);
        trace->head_told = 2;
        before = now;
    }
    assert_int_equal(before, moment_find(row, MOMENT_CONTEXT, 0, -1));
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

/* Unless they are asked for, nothing goes beat by beat, and reading takes no longer. */
static void beats_are_asked_for(void **state)
{
    (void)state;
    Model model = self_model(2, 5);
    Trace *trace = decode_text(&model, "cat chase mouse", NULL);
    BeatKind beats[BEATS_MOST];
    int looks = moment_find(trace, MOMENT_SELF, -1, 1), read = moment_find(trace, MOMENT_BRIDGE, -1, -1);
    assert_int_equal(beats_of(trace, looks, beats), 1);
    assert_int_equal(beats[0], BEAT_WHOLE);
    assert_true(pacing_seconds(trace, 0, read) <= 3.001);
    trace->head_told = 1;
    assert_true(pacing_seconds(trace, looks - 1, looks) > 10);
    double at = looks - 1;
    for (int beat = 1; beat <= 10; beat++, at = stop_beside(trace, at, 1, true))
        assert_true(fabs(stop_beside(trace, at, 1, true) - beat_end(trace, looks, beat)) < 1e-6);
    assert_true(at == looks);
    assert_true(stop_beside(trace, looks - 1, 1, false) == looks);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_traces),
        cmocka_unit_test(names_are_those_of_self_attention),
        cmocka_unit_test(every_beat_is_told),
        cmocka_unit_test(beats_are_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
