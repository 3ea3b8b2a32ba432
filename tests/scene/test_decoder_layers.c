/* A decoder of two layers: both states on its floor, in the order in which they are made; every number opens; the view
 * Unrolled says which layer it shows. */
#include "derive/derive.h"
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"
#include "scene/stage/scope.h"
#include "scene/view/window_layout.h"

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, PHONES};
static const AttentionKind ATTENTIONS[] = {ATTENTION_BAHDANAU, ATTENTION_LUONG, ATTENTION_NONE, ATTENTION_FIXED};

static Trace *decoded(const Pairs *pairs, Sentence sentence)
{
    static const Slice words[] = {{"猫", 3}, {"捉", 3}, {"老鼠", 6}};
    DecodeOptions options = {.forced = words, .forced_count = 3};
    Error error = {0};
    Trace *trace = trace_decode(&pairs->other, slice_of(SENTENCE_TEXTS[sentence]), &options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static View view_of(const Pairs *pairs, const Trace *trace, Sentence sentence, const float size[2], double cursor)
{
    View view = moving_view(&moving, sentence, size[0], size[1]);
    view.model = &pairs->other;
    view.trace = trace;
    view.cursor = cursor;
    return view;
}

static bool says(const char *wanted)
{
    char text[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (strstr(command_text(&moving.list.commands[i], text), wanted))
            return true;
    return false;
}

/* From the bridge through a whole step nothing covers anything, in any window. */
static void every_moment_is_drawn(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t kind = 0; kind < LENGTH(ATTENTIONS); kind++) {
        Pairs pairs;
        pairs_decoder(&pairs, &moving, ATTENTIONS[kind], kind % 2 ? CELL_LSTM : CELL_GRU);
        for (Sentence sentence = 0; sentence <= SENTENCE_LONG; sentence++) {
            Trace *trace = decoded(&pairs, sentence);
            int bridge = moment_encoded(trace), last = moment_find(trace, MOMENT_WORD, 1, -1);
            for (size_t size = 0; size < LENGTH(SIZES); size++)
                for (int at = bridge; at <= last; at++) {
                    View view = view_of(&pairs, trace, sentence, SIZES[size], at);
                    view.language = (Language)((size + (size_t)at) % 2);
                    ink_check(&moving, &view);
                }
            trace_destroy(trace);
        }
        pairs_close(&pairs);
    }
    assert_int_equal(ink_findings, 0);
}

/* Its mark is there, means the value, and the value's own mark is it. */
static const DrawCommand *opens(const View *view, Target target, int run, double number)
{
    Arena arena = {0};
    Maths maths = view_maths(view, &arena);
    Value value;
    const DrawCommand *mark = drawlist_marked(&moving.list, target);
    assert_non_null(mark);
    target.b = 3;
    assert_true(scene_value_at(view, target, &value));
    assert_int_equal(value.run, run);
    assert_true(value_number(&maths, value) == number);
    arena_finish(&arena);
    return mark;
}

/* The lower layer's state is there first, under the other's. */
static void states_come_in_their_order(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < 3; kind++) {
        Pairs pairs;
        pairs_decoder(&pairs, &moving, ATTENTIONS[kind], CELL_LSTM);
        Trace *trace = decoded(&pairs, SENTENCE_SHORT);
        int upper = moment_find(trace, MOMENT_STATE, 1, -1), lower = moment_named(trace, MOMENT_STATE, 1, -1, 1);
        assert_int_equal(lower, upper - 1);
        Scope scope = scope_at(trace, lower);
        assert_true(scope.lower == 1 && scope.shown[MOMENT_STATE] == 0);
        assert_false(scope_made(&scope, target_at(TARGET_STATE, 1, 0, 0)));
        assert_true(scope_made(&scope, target_at(TARGET_STATE, 1, 0, LAYER_LOWER)));
        View view = view_of(&pairs, trace, SENTENCE_SHORT, SIZES[1], upper);
        ink_check(&moving, &view);
        const Step *step = &trace->steps[1].step, *before = &trace->steps[0].step;
        const DrawCommand *top = opens(&view, target_at(TARGET_STATE, 1, -1, 0), RUN_DECODER, (double)step->state[3]);
        const DrawCommand *below =
            opens(&view, target_at(TARGET_STATE, 1, -1, LAYER_LOWER), RUN_LOWER, (double)step->lower.state[3]);
        opens(&view, target_at(TARGET_QUERY, 1, -1, LAYER_LOWER), RUN_LOWER, (double)before->lower.state[3]);
        assert_true(below->bounds.y > top->bounds.y + top->bounds.h);
        assert_true(says("layer 1") && says("layer 2"));
        static const float LOW[] = {844, 390}; /* one row: it reads the lower one */
        View low = view_of(&pairs, trace, SENTENCE_SHORT, LOW, upper);
        ink_check(&moving, &low);
        opens(&low, target_at(TARGET_STATE, 1, -1, LAYER_LOWER), RUN_LOWER, (double)step->lower.state[3]);
        assert_null(drawlist_marked(&moving.list, target_at(TARGET_PREVIOUS, 1, -1, 0)));
        trace_destroy(trace);
        pairs_close(&pairs);
    }
}

static void unrolled_says_which(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_FOLDED, LOOK_ONE_STEP, LOOK_CELL};
    Pairs pairs;
    pairs_decoder(&pairs, &moving, ATTENTION_NONE, CELL_GRU);
    Trace *trace = decoded(&pairs, SENTENCE_SHORT);
    ink_findings = 0;
    for (size_t look = 0; look < LENGTH(looks); look++)
        for (int layer = 1; layer <= 2; layer++) {
            View view =
                view_of(&pairs, trace, SENTENCE_SHORT, SIZES[1], moment_named(trace, MOMENT_STATE, 1, -1, layer));
            view.kind = VIEW_UNROLLED;
            view.look = looks[look];
            ink_check(&moving, &view);
            assert_int_equal(says("The decoder has two layers"), looks[look] != LOOK_CELL);
        }
    assert_int_equal(ink_findings, 0);
    trace_destroy(trace);
    pairs_close(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_is_drawn),
        cmocka_unit_test(states_come_in_their_order),
        cmocka_unit_test(unrolled_says_which),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
