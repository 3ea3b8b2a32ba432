/* The products inside a step: with the equations of the cells they lead to the states that the trace recorded. */
#include "models.h"

#include "trace/cell_math.h"

#define TOLERANCE 2e-6f

static Model cell_model(CellKind cell, AttentionKind attention)
{
    Config config = config_default();
    config.cell = cell;
    config.attention = attention;
    config.bidirectional = false;
    config.embed = 3;
    config.hidden = 4;
    return random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
}

static float sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

static void expect_state(const CellMath *math)
{
    int H = math->hidden;
    const float *a = math->from_input, *b = math->from_state;
    for (int i = 0; i < H; i++) {
        float state;
        if (math->cell == CELL_RNN)
            state = tanhf(a[i] + b[i]);
        else if (math->cell == CELL_GRU) {
            float r = sigmoid(a[i] + b[i]), z = sigmoid(a[H + i] + b[H + i]);
            float g = tanhf(a[2 * H + i] + r * b[2 * H + i]);
            state = (1 - z) * g + z * math->before[i];
            assert_true(fabsf(z - math->gates[1][i]) < TOLERANCE);
        } else /* the state is o tanh(c), and tanh lies between -1 and 1 */
            state = sigmoid(a[3 * H + i] + b[3 * H + i]) * fminf(1, fmaxf(-1, math->after[i] / math->gates[3][i]));
        assert_true(fabsf(state - math->after[i]) < TOLERANCE);
    }
}

static void steps_lead_to_the_recorded_states(void **state)
{
    (void)state;
    static const CellKind cells[] = {CELL_RNN, CELL_GRU, CELL_LSTM};
    static const AttentionKind attentions[] = {ATTENTION_NONE, ATTENTION_BAHDANAU, ATTENTION_LUONG};
    for (size_t c = 0; c < LENGTH(cells); c++)
        for (size_t k = 0; k < LENGTH(attentions); k++) {
            Model model = cell_model(cells[c], attentions[k]);
            Trace *trace = decode_text(&model, "cat chase dog", NULL);
            Arena arena = {0};
            CellMath math;
            for (int j = 0; j < trace->n; j++) {
                assert_true(cell_math_encoder(trace, &model, 0, j, &arena, &math));
                assert_int_equal(math.inputs, 3);
                assert_false(math.decoding);
                expect_state(&math);
            }
            for (int t = 0; t < trace->step_count; t++) {
                cell_math_decoder(trace, &model, 0, t, &arena, &math);
                assert_int_equal(math.inputs, attentions[k] == ATTENTION_BAHDANAU ? 3 + 4 : 3);
                assert_true(math.decoding);
                expect_state(&math);
            }
            arena_finish(&arena);
            trace_destroy(trace);
            model_finish(&model);
        }
}

/* Two layers, both directions, and the fault that reads another context: each state is that of its cell. */
static void every_run_has_its_own(void **state)
{
    (void)state;
    static const CellKind cells[] = {CELL_RNN, CELL_GRU, CELL_LSTM};
    for (size_t c = 0; c < LENGTH(cells); c++)
        for (int layers = 1; layers <= 2; layers++) {
            Config config = config_default();
            config.cell = cells[c];
            config.layers = config.decoder_layers = layers;
            config.embed = 3;
            config.hidden = 4;
            config.fault = layers == 1 ? FAULT_SHIFTED : FAULT_NONE;
            Model model = random_model(config, KNOWN_WORDS, WRITTEN_WORDS, 5);
            Trace *trace = decode_text(&model, "cat chase dog", NULL);
            Arena arena = {0};
            CellMath math;
            for (int run = 0; run < 2 * layers; run++)
                for (int j = 0; j < trace->n; j++) {
                    assert_true(cell_math_encoder(trace, &model, run, j, &arena, &math));
                    assert_int_equal(math.inputs, run < 2 ? 3 : 8);
                    expect_state(&math);
                    bool first = j == (run % 2 ? trace->n - 1 : 0);
                    assert_int_equal(math.memory != NULL, cells[c] == CELL_LSTM);
                    for (int i = 0; math.memory && i < 4; i++) {
                        float kept = math.gates[1][i] * math.memory_before[i] + math.gates[0][i] * math.gates[2][i];
                        assert_true(fabsf(kept - math.memory[i]) < TOLERANCE);
                        assert_true(!first || math.memory_before[i] == 0);
                    }
                }
            for (int t = 0; t < trace->step_count; t++)
                for (int layer = 0; layer < layers; layer++) {
                    cell_math_decoder(trace, &model, layer, t, &arena, &math);
                    assert_int_equal(math.inputs, layer ? 4 : 3 + 8);
                    expect_state(&math);
                }
            arena_finish(&arena);
            trace_destroy(trace);
            model_finish(&model);
        }
}

static void self_attention_has_no_cells(void **state)
{
    (void)state;
    Model model = cell_model(CELL_SELF, ATTENTION_BAHDANAU);
    Trace *trace = decode_text(&model, "cat chase dog", NULL);
    Arena arena = {0};
    CellMath math;
    assert_false(cell_math_encoder(trace, &model, 0, 0, &arena, &math));
    cell_math_decoder(trace, &model, 0, 0, &arena, &math);
    assert_int_equal(math.cell, CELL_GRU);
    expect_state(&math);
    arena_finish(&arena);
    trace_destroy(trace);
    model_finish(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_lead_to_the_recorded_states),
                                       cmocka_unit_test(every_run_has_its_own),
                                       cmocka_unit_test(self_attention_has_no_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
