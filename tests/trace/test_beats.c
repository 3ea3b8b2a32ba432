/* Beats: where a moment can be stopped at on its way, and how long that way takes. */
#include "models.h"

#include "trace/beats.h"

#include <math.h>

static Trace *decode_kind(Model *model, AttentionKind attention, const DecodeOptions *options)
{
    for (size_t k = 0; k < LENGTH(KINDS); k++)
        if (KINDS[k].attention == attention) {
            *model = kind_model(&KINDS[k], 5);
            return decode_text(model, "cat chase mouse", options);
        }
    fail();
    return NULL;
}

static void the_softmax_has_four_beats_and_a_temperature_one_more(void **state)
{
    (void)state;
    Model model;
    BeatKind beats[BEATS_MOST];
    for (int warm = 0; warm < 2; warm++) {
        Trace *trace = decode_kind(&model, ATTENTION_BAHDANAU, &(DecodeOptions){.temperature = warm ? 2 : 0});
        int softmax = moment_find(trace, MOMENT_SOFTMAX, 1, -1);
        assert_int_equal(beats_of(trace, softmax, beats), 4 + warm);
        assert_int_equal(beats[0], warm ? BEAT_TEMPER : BEAT_SHIFT);
        assert_int_equal(beats[2 + warm], BEAT_SUM);
        assert_int_equal(beats[3 + warm], BEAT_SHARE);
        double shifted = beat_end(trace, softmax, 1 + warm);
        assert_true(shifted > softmax - 1 && shifted < softmax);
        assert_true(beat_done(trace, 1, BEAT_SHIFT, shifted) > 0.999f);
        for (int beat = 1; beat < 4 + warm; beat++) { /* none of the next is done at the end of one */
            double end = beat_end(trace, softmax, beat);
            assert_true(beat_done(trace, 1, beats[beat - 1], end) == 1);
            assert_true(beat_done(trace, 1, beats[beat], end) == 0);
        }
        assert_true(beat_done(trace, 1, BEAT_TEMPER, shifted) == 1);
        assert_true(beat_done(trace, 1, BEAT_TEMPER, softmax - 1) == 0);
        assert_int_equal(beat_at(trace, shifted), BEAT_SHIFT);
        assert_int_equal(beat_number(trace, shifted), 1 + warm);
        assert_int_equal(beat_number(trace, softmax), 0);
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* Where that is told; with a memory there is one more. */
static void a_state_comes_by_the_instants_of_its_cell(void **state)
{
    (void)state;
    static const CellKind cells[] = {CELL_RNN, CELL_GRU, CELL_LSTM, CELL_SELF};
    for (size_t c = 0; c < LENGTH(cells); c++) {
        Config config = config_default();
        config.cell = cells[c];
        config.embed = config.hidden = 4;
        Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
        Trace *trace = decode_text(&model, "cat chase mouse", NULL);
        BeatKind beats[BEATS_MOST];
        int made = moment_find(trace, MOMENT_STATE, 0, -1), count = cells[c] == CELL_LSTM ? 3 : 2;
        int read[] = {moment_find(trace, MOMENT_FORWARD, -1, 1), moment_find(trace, MOMENT_BACKWARD, -1, 1)};
        double whole = pacing_seconds(trace, made - 1, made);
        assert_int_equal(beats_of(trace, made, beats), 1);
        assert_int_equal(beats[0], BEAT_WHOLE);
        trace->cell_told = true;
        assert_int_equal(beats_of(trace, made, beats), count);
        for (int i = 0; i < count; i++)
            assert_int_equal(beats[i], BEAT_GATES + i);
        assert_true(pacing_seconds(trace, made - 1, made) > 2 * whole);
        for (int i = 0; i < 2; i++)
            if (read[i] >= 0)
                assert_int_equal(beats_of(trace, read[i], beats), count);
        assert_int_equal(read[0] >= 0, cells[c] != CELL_SELF);
        assert_int_equal(beats_of(trace, made + 1, beats), 1); /* the output */
        trace_destroy(trace);
        model_finish(&model);
    }
}

/* Nothing is made of the scores then. */
static void weights_set_by_hand_come_in_one_beat(void **state)
{
    (void)state;
    Model model;
    BeatKind beats[BEATS_MOST];
    StepWeights given = {1, (const float[]){1, 2, 1}, 3};
    Trace *trace = decode_kind(&model, ATTENTION_BAHDANAU,
                               &(DecodeOptions){.weights = &given, .weights_count = 1, .temperature = 2});
    int softmax = moment_find(trace, MOMENT_SOFTMAX, 1, -1);
    assert_int_equal(beats_of(trace, softmax, beats), 1);
    assert_int_equal(beats[0], BEAT_SHARE);
    assert_int_equal(beats_of(trace, moment_find(trace, MOMENT_SOFTMAX, 0, -1), beats), 5);
    trace_destroy(trace);
    model_finish(&model);
}

/* From the first moment to the last and back again, over moments alone and over their beats too. */
static void stops_lead_to_the_end_and_back(void **state)
{
    (void)state;
    for (AttentionKind attention = 0; attention < ATTENTION_KINDS; attention++) {
        if (attention == ATTENTION_LUONG)
            continue; /* KINDS has none */
        Model model;
        Trace *trace = decode_kind(&model, attention, NULL);
        int last = moment_count(trace) - 1;
        for (int fine = 0; fine < 2; fine++) {
            double at = 0;
            int on = 0, back = 0;
            for (; at < last; on++) {
                double next = stop_beside(trace, at, 1, fine);
                assert_true(next > at && next <= at + 1);
                at = next;
            }
            assert_true(at == last && stop_beside(trace, at, 1, fine) == last);
            for (; at > 0; back++)
                at = stop_beside(trace, at, -1, fine);
            assert_int_equal(on, back);
            assert_true(fine ? (on > last) == config_weighs(&trace->config) : on == last);
        }
        trace_destroy(trace);
        model_finish(&model);
    }
}

static void time_goes_over_the_whole_way(void **state)
{
    (void)state;
    Model model;
    Trace *trace = decode_kind(&model, ATTENTION_BAHDANAU, NULL);
    int last = moment_count(trace) - 1, read = moment_find(trace, MOMENT_BRIDGE, -1, -1);
    assert_true(pacing_seconds(trace, 0, read) <= 3.001);
    double whole = pacing_seconds(trace, 0, last);
    assert_true(whole > 0.5 * (last - read));
    for (double cursor = 0; cursor < last; cursor += 0.37) {
        double seconds = pacing_seconds(trace, 0, cursor);
        assert_true(fabs(pacing_after(trace, 0, seconds) - cursor) < 1e-6);
        assert_true(fabs(seconds + pacing_seconds(trace, cursor, last) - whole) < 1e-6);
    }
    assert_true(pacing_after(trace, 0, 2 * whole) == last);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_softmax_has_four_beats_and_a_temperature_one_more),
        cmocka_unit_test(a_state_comes_by_the_instants_of_its_cell),
        cmocka_unit_test(weights_set_by_hand_come_in_one_beat),
        cmocka_unit_test(stops_lead_to_the_end_and_back),
        cmocka_unit_test(time_goes_over_the_whole_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
