/* The floor of a Transformer's decoder: the words so far with their weights, what asks the source, what the source and
 * the block make of it. Every number on it opens. */
#include "derive/derive.h"
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"
#include "scene/stage/scope.h"
#include "scene/view/window_layout.h"

#include <math.h>

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

static Trace *decoded(const Pairs *pairs, Sentence sentence)
{
    static const Slice words[] = {{"猫", 3}, {"捉", 3}, {"老鼠", 6}};
    DecodeOptions options = {.forced = words, .forced_count = 3};
    Error error = {0};
    Trace *trace = trace_decode(&pairs->other, slice_of(SENTENCE_TEXTS[sentence]), &options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static View written_view(const Pairs *pairs, const Trace *trace, Sentence sentence, const float size[2], double cursor)
{
    View view = moving_view(&moving, sentence, size[0], size[1]);
    view.model = &pairs->other;
    view.trace = trace;
    view.cursor = cursor;
    return view;
}

/* Of one and of two layers, one and two heads across, norms behind and before, with and without cross_residual: nothing
 * covers anything, in any window, at any moment. */
static void every_moment_is_drawn(void **state)
{
    (void)state;
    ink_findings = 0;
    for (int kind = 0; kind < 5; kind++) {
        Pairs pairs;
        int layers = 1 + kind % 2;
        if (kind < 3)
            pairs_transformer(&pairs, &moving, layers, layers, kind == 2 ? NORM_PRE : NORM_POST);
        else
            pairs_alone(&pairs, &moving, kind == 4 ? NORM_PRE : NORM_POST);
        for (Sentence sentence = 0; sentence <= SENTENCE_LONG; sentence++) {
            Trace *trace = decoded(&pairs, sentence);
            int first = moment_find(trace, MOMENT_PREVIOUS, 2, -1), last = moment_find(trace, MOMENT_WORD, 2, -1);
            for (size_t size = 0; size < LENGTH(SIZES); size++)
                for (int at = first; at <= last; at++) {
                    View view = written_view(&pairs, trace, sentence, SIZES[size], at);
                    view.language = (Language)((size + (size_t)at) % 2);
                    ink_check(&moving, &view);
                }
            trace_destroy(trace);
        }
        pairs_close(&pairs);
    }
    assert_int_equal(ink_findings, 0);
}

/* A step looks at the words so far before it asks, and there is nothing to hand over from step to step. */
static void a_step_has_its_moments(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_transformer(&pairs, &moving, 1, 1, NORM_POST);
    Trace *trace = decoded(&pairs, SENTENCE_SHORT);
    static const MomentKind ORDER[] = {MOMENT_PREVIOUS, MOMENT_SELF,  MOMENT_QUERY,  MOMENT_SCORES, MOMENT_SOFTMAX,
                                       MOMENT_CONTEXT,  MOMENT_STATE, MOMENT_OUTPUT, MOMENT_WORD};
    int first = moment_find(trace, MOMENT_PREVIOUS, 1, -1);
    for (size_t i = 0; i < LENGTH(ORDER); i++)
        assert_int_equal(moment_at(trace, first + (int)i).kind, ORDER[i]);
    assert_int_equal(moment_find(trace, MOMENT_SELF, 1, -1), first + 1);
    assert_int_equal(moment_find(trace, MOMENT_BRIDGE, -1, -1), -1);
    assert_int_equal(moment_at(trace, moment_encoded(trace)).kind, MOMENT_SELF);
    assert_int_equal(moment_at(trace, moment_encoded(trace)).position, trace->n - 1);
    Scope scope = scope_at(trace, first + 1);
    assert_true(scope.lit[PART_PREVIOUS] == 1 && scope.lit[PART_ENCODER] == 0);
    trace_destroy(trace);
    pairs_close(&pairs);
}

/* Its mark is there, means the value, and the value's own mark is it. */
static const DrawCommand *opens(const View *view, Target target, double number)
{
    Arena arena = {0};
    Maths maths = view_maths(view, &arena);
    Value value;
    const DrawCommand *mark = drawlist_marked(&moving.list, target);
    assert_non_null(mark);
    target.b = target.b < 0 ? 2 : target.b;
    assert_true(scene_value_at(view, target, &value));
    assert_true(value_number(&maths, value) == number);
    assert_true(target_equal_but_cell(value_target(view, value), target));
    arena_finish(&arena);
    return mark;
}

static void check_numbers(NormKind norm, bool residual)
{
    Pairs pairs;
    if (residual)
        pairs_transformer(&pairs, &moving, 1, 1, norm);
    else
        pairs_alone(&pairs, &moving, norm);
    Trace *trace = decoded(&pairs, SENTENCE_SHORT);
    int t = 2;
    const WrittenRun *run = &trace->steps[t].step.layers[0];
    View view = written_view(&pairs, trace, SENTENCE_SHORT, SIZES[1], moment_find(trace, MOMENT_SELF, t, -1));
    ink_check(&moving, &view);
    float before = -1;
    for (int i = 0; i <= t; i++)
        for (int head = 0; head < 2; head++) {
            Target weight = target_at(TARGET_WRITTEN, t, i, WRITTEN_WEIGHT + head);
            const DrawCommand *mark = opens(&view, weight, (double)run->weights[head * (t + 1) + i]);
            assert_true(mark->bounds.x > before);
            before = mark->bounds.x;
        }
    assert_null(drawlist_marked(&moving.list, target_at(TARGET_WRITTEN, t, t + 1, WRITTEN_WEIGHT)));
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_INPUT), (double)run->inputs[2]);
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_OUTPUT), (double)run->output[2]);
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_ASKED), (double)run->asked[2]);
    view.cursor = moment_find(trace, MOMENT_STATE, t, -1);
    ink_check(&moving, &view);
    Target asked = target_at(TARGET_WRITTEN, t, -1, WRITTEN_ASKED), sum = target_at(TARGET_WRITTEN, t, -1, WRITTEN_SUM);
    bool pre = norm == NORM_PRE, added = residual && pre; /* to the sum, not to what asked */
    const Value plus = {VALUE_CROSS_SUM, .place = t, .part = PART_WRITTEN};
    assert_true((drawlist_marked(&moving.list, norm_target(plus)) != NULL) == (residual && !pre));
    assert_true((drawlist_marked(&moving.list, asked) != NULL) == (residual && !pre));
    assert_true((drawlist_marked(&moving.list, sum) != NULL) == added);
    if (added)
        opens(&view, sum, (double)run->inputs[2] + (double)run->output[2]);
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_CROSS), (double)run->cross_output[2]);
    const DrawCommand *middle = opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_MIDDLE), (double)run->middle[2]);
    assert_true((middle->bounds.y + middle->bounds.h
                 < drawlist_marked(&moving.list, target_at(TARGET_STATE, t, -1, 0))->bounds.y)
                == pre);
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_INNER), (double)run->inner[2]);
    opens(&view, target_at(TARGET_WRITTEN, t, -1, WRITTEN_OUTER), (double)run->outer[2]);
    opens(&view, target_at(TARGET_STATE, t, -1, 0), (double)trace->steps[t].step.state[2]);
    trace_destroy(trace);
    pairs_close(&pairs);
}

static void every_number_opens(void **state)
{
    (void)state;
    check_numbers(NORM_POST, true);
    check_numbers(NORM_PRE, true);
    check_numbers(NORM_POST, false);
    check_numbers(NORM_PRE, false);
}

static int said_with(const char *part)
{
    char text[SAID_BYTES];
    int times = 0;
    for (int i = 0; i < moving.list.count; i++)
        times += strstr(command_text(&moving.list.commands[i], text), part) != NULL;
    return times;
}

/* Beside a recurrent model it is called what it is, stands still while the other has no such moment, and what asks is
 * no state. */
static void it_is_compared(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_transformer(&pairs, &moving, 1, 1, NORM_POST);
    pairs_compare(&pairs, &moving, SENTENCE_SHORT, PAIR_MODELS);
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.kind = VIEW_COMPARE;
    view.compare = &pairs.comparison;
    const Lockstep *lockstep = &pairs.comparison.lockstep;
    int self = lockstep_find(lockstep, 1, SLOT_SELF), before = lockstep_find(lockstep, 1, SLOT_PREVIOUS);
    assert_int_equal(self, before + 1);
    assert_int_equal(lockstep->beats[self].moments[0], lockstep->beats[before].moments[0]);
    assert_int_equal(lockstep->beats[self].moments[1], lockstep->beats[before].moments[1] + 1);
    view.cursor = lockstep_find(lockstep, 1, SLOT_QUERY);
    ink_findings = 0;
    ink_check(&moving, &view);
    assert_int_equal(ink_findings, 0);
    assert_int_equal(said_with("Vaswani 2017"), 1);
    assert_int_equal(said_with("Bahdanau 2014"), 1);
    pairs_close(&pairs);
}

static void nothing_is_unrolled(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_transformer(&pairs, &moving, 1, 1, NORM_POST);
    Trace *trace = decoded(&pairs, SENTENCE_SHORT);
    View view = written_view(&pairs, trace, SENTENCE_SHORT, SIZES[1], moment_count(trace) - 1);
    view.kind = VIEW_UNROLLED;
    ink_findings = 0;
    ink_check(&moving, &view);
    assert_int_equal(ink_findings, 0);
    assert_int_equal(said_with("nothing to unroll"), 1);
    trace_destroy(trace);
    pairs_close(&pairs);
}

/* The trace's file, read back, has the same picture but for what only the model knows. */
static void check_trace(NormKind norm)
{
    Pairs pairs;
    pairs_transformer(&pairs, &moving, 2, 2, norm);
    Trace *trace = decoded(&pairs, SENTENCE_SHORT);
    Bytes json = {0}, again = {0};
    trace_print_json(trace, &pairs.other, &json);
    Model absent;
    Error error = {0};
    Trace *read = trace_parse((Slice){json.data, json.length}, "t.json", NULL, &absent, &error);
    expect_ok(read != NULL, &error);
    trace_print_json(read, &absent, &again);
    assert_int_equal(json.length, again.length);
    assert_memory_equal(json.data, again.data, json.length);
    trace_destroy(read);
    model_finish(&absent);
    char *layer = strstr(json.data, "\"given\":"); /* of the first layer: without it the file is refused */
    memcpy(layer, "\"taken\":", 8);
    assert_null(trace_parse((Slice){json.data, json.length}, "t.json", NULL, &absent, &error));
    assert_non_null(strstr(error.message, "step 1: decoder, layer 1: "));
    bytes_finish(&json);
    bytes_finish(&again);
    trace_destroy(trace);
    pairs_close(&pairs);
}

static void a_trace_comes_back(void **state)
{
    (void)state;
    check_trace(NORM_POST);
    check_trace(NORM_PRE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_is_drawn), cmocka_unit_test(a_step_has_its_moments),
        cmocka_unit_test(every_number_opens),    cmocka_unit_test(it_is_compared),
        cmocka_unit_test(nothing_is_unrolled),   cmocka_unit_test(a_trace_comes_back),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
