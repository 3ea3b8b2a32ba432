/* An arrow begins at each state that h_final is made of, and at no other: what is drawn is what the numbers say. */
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"

#include <math.h>

#define WORDS "the cat that chased mice"

typedef struct Case {
    CellKind cell;
    bool bidirectional;
    FaultKind fault;
} Case;
static const Case CASES[] = {{CELL_GRU, true, FAULT_NONE},
                             {CELL_LSTM, false, FAULT_NONE},
                             {CELL_GRU, true, FAULT_FORWARD_ONLY},
                             {CELL_SELF, false, FAULT_NONE}};

static Trace *trace_of(Model *model, const Case *one, AttentionKind attention)
{
    Config config = config_default();
    config.hidden = config.embed = 8;
    config.cell = one->cell;
    config.bidirectional = one->bidirectional;
    config.fault = one->fault;
    config.attention = attention;
    config.bridge = BRIDGE_COPY;
    if (config_annotation(&config) != config.hidden)
        config.bridge = BRIDGE_TANH;
    *model = random_model(config, WORDS, "猫", 5);
    return decode_text(model, WORDS, NULL);
}

/* Is half or whole of h_final's `count` numbers from `first` on those of the state? */
static bool has(const Trace *trace, int j, int first, int count)
{
    const float *state = trace->encoding.annotations + (size_t)j * (size_t)config_annotation(&trace->config);
    return memcmp(trace->encoding.final + first, state + first, sizeof *state * (size_t)count) == 0;
}

static void the_rule_is_what_the_encoder_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        Model model;
        Trace *trace = trace_of(&model, &CASES[i], ATTENTION_FIXED);
        const Config *config = &trace->config;
        int n = trace->n, D = config_annotation(config), H = config->hidden;
        for (int j = 0; j < n; j++) {
            bool part = has(trace, j, 0, H) || (D > H && has(trace, j, H, H));
            assert_int_equal(config_final_takes(config, j, n), config_final_is_mean(config) || part);
        }
        for (int d = 0; d < D && config_final_is_mean(config); d++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += (double)trace->encoding.annotations[j * D + d];
            assert_true(fabs(sum / n - (double)trace->encoding.final[d]) < 1e-6);
        }
        trace_destroy(trace);
        model_finish(&model);
    }
}

static bool begins_at(const DrawCommand *command, float x, float y)
{
    return command->kind == DRAW_PATH && command->path.verb_count > 1 && command->path.verbs[1] == PATH_CUBIC
           && command->path.paint.fill.a == 0 && fabsf(command->path.points[0].x - x) < 0.02f
           && fabsf(command->path.points[0].y - y) < 0.02f;
}

static void check_arrows(const Trace *trace, const Model *model, double cursor)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.trace = trace;
    view.model = model;
    view.field.text = WORDS;
    view.field.caret = view.field.anchor = 0;
    view.cursor = cursor;
    Scope scope = scope_at(trace, cursor);
    StageLayout layout = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
    moving_draw(&moving, &view);
    for (int j = 0; j < trace->n; j++) {
        int found = 0;
        for (int i = 0; i < moving.list.count; i++)
            found += begins_at(&moving.list.commands[i], stage_column_x(&layout, j),
                               layout.lying_y - layout.lying_h / 2 - 6);
        assert_int_equal(found, config_final_takes(&trace->config, j, trace->n));
    }
}

static void an_arrow_begins_at_each_of_its_states(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++)
        for (int fixed = 0; fixed <= 1; fixed++) {
            Model model;
            Trace *trace = trace_of(&model, &CASES[i], fixed ? ATTENTION_FIXED : ATTENTION_NONE);
            check_arrows(trace, &model, moment_find(trace, MOMENT_BRIDGE, -1, -1));
            if (fixed)
                check_arrows(trace, &model, moment_find(trace, MOMENT_CONTEXT, 0, -1));
            trace_destroy(trace);
            model_finish(&model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_is_what_the_encoder_does),
        cmocka_unit_test(an_arrow_begins_at_each_of_its_states),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
