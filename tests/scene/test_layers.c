/* An encoder of two layers: a row of strips for every reader, in the order in which they read; what lies in them, and
 * how far a changed word moves each. */
#include "derive/derive.h"
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"
#include "scene/stage/scope.h"
#include "scene/view/window_layout.h"

#include <math.h>

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

static bool says_part(const char *wanted)
{
    char text[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (strstr(command_text(&moving.list.commands[i], text), wanted))
            return true;
    return false;
}

static void the_layer_is_named(void **state)
{
    (void)state;
    Pairs pairs;
    Error error = {0};
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 2);
    int named = 0;
    ink_findings = 0;
    for (Sentence sentence = 0; sentence <= SENTENCE_LONG; sentence++) {
        Trace *trace = trace_decode(&pairs.other, slice_of(SENTENCE_TEXTS[sentence]), NULL, &error);
        expect_ok(trace != NULL, &error);
        int bridge = moment_find(trace, MOMENT_BRIDGE, -1, -1), step = trace->n / 2 + 1;
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int language = 0; language < 2; language++)
                for (int at = 0; at <= bridge; at += step) {
                    View view = moving_view(&moving, sentence, SIZES[size][0], SIZES[size][1]);
                    view.model = &pairs.other;
                    view.trace = trace;
                    view.language = (Language)language;
                    view.cursor = at;
                    ink_check(&moving, &view);
                    MomentKind kind = moment_at(trace, at).kind;
                    bool low = window_upright(&view) || window_lying(&view);
                    bool reads = kind >= MOMENT_EMBED && kind <= MOMENT_BACKWARD; /* its floor is the hero */
                    if (reads && !low) {
                        named++;
                        assert_true(says_part(language ? "层" : "layer 1")); /* a run of one font */
                        assert_true(language || says_part("layer 2"));
                    }
                }
        trace_destroy(trace);
    }
    pairs_close(&pairs);
    assert_true(named > 0);
    assert_int_equal(ink_findings, 0);
}

static int said_times(const char *wanted)
{
    char text[SAID_BYTES];
    int times = 0;
    for (int i = 0; i < moving.list.count; i++)
        times += strcmp(command_text(&moving.list.commands[i], text), wanted) == 0;
    return times;
}

static View reading_view(const Pairs *pairs, const Trace *trace, double cursor)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.model = &pairs->other;
    view.trace = trace;
    view.cursor = cursor;
    return view;
}

/* Each strip stands where it can be pressed, a layer over the other, and its first cell is the state's first number. */
static void every_reader_has_its_strip(void **state)
{
    (void)state;
    Pairs pairs;
    Error error = {0};
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_LSTM, 2);
    Trace *trace = trace_decode(&pairs.other, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]), NULL, &error);
    expect_ok(trace != NULL, &error);
    int last = moment_find(trace, MOMENT_BACKWARD, -1, 0);
    View view = reading_view(&pairs, trace, last);
    ink_check(&moving, &view);
    Arena arena = {0};
    Maths maths = view_maths(&view, &arena);
    for (int j = 0; j < trace->n; j++) {
        const DrawCommand *top = drawlist_marked(&moving.list, target_at(TARGET_ANNOTATION, j, -1, 0));
        assert_non_null(top);
        for (int run = 0; run < 2; run++) {
            Target target = target_at(TARGET_READER, j, -1, run);
            const DrawCommand *mark = drawlist_marked(&moving.list, target);
            assert_non_null(mark);
            assert_true(mark->bounds.y > top->bounds.y + top->bounds.h);
            Value value;
            target.b = 3;
            assert_true(scene_value_at(&view, target, &value));
            const Real *states = encoding_run(&trace->encoding, run)->states + (size_t)j * (size_t)trace->config.hidden;
            assert_true(value_number(&maths, value) == (double)states[3]);
            assert_true(target_equal_but_cell(value_target(&view, value), target));
        }
    }
    view.cursor = moment_reading(trace, MOMENT_BACKWARD, 0, 1); /* nothing of layer 2 is there yet */
    Scope scope = scope_at(trace, view.cursor);
    for (int run = 0; run < 4; run++)
        for (int j = 0; j < trace->n; j++)
            assert_int_equal(scope_read(&scope, run, j) > 0, run == 0 || (run == 1 && j >= 1));
    arena_finish(&arena);
    trace_destroy(trace);
    pairs_close(&pairs);
}

/* Of self-attention what layer 1 gives is what layer 2 begins with; a layer has one row, and no chain along it. */
static void self_attention_has_its_layers(void **state)
{
    (void)state;
    Pairs pairs;
    Error error = {0};
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_SELF, 2);
    Trace *trace = trace_decode(&pairs.other, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]), NULL, &error);
    expect_ok(trace != NULL, &error);
    int n = trace->n, E = trace->config.embed;
    View view = reading_view(&pairs, trace, moment_find(trace, MOMENT_SELF, -1, n - 1));
    ink_findings = 0;
    ink_check(&moving, &view);
    assert_int_equal(ink_findings, 0);
    Arena arena = {0};
    Maths maths = view_maths(&view, &arena);
    for (int j = 0; j < n; j++) {
        Target target = target_at(TARGET_READER, j, -1, 0);
        const DrawCommand *top = drawlist_marked(&moving.list, target_at(TARGET_ANNOTATION, j, -1, 0)),
                          *below = drawlist_marked(&moving.list, target);
        assert_true(top && below && below->bounds.y > top->bounds.y + top->bounds.h);
        assert_null(drawlist_marked(&moving.list, target_at(TARGET_READER, j, -1, 1)));
        Value value;
        target.b = 3;
        assert_true(scene_value_at(&view, target, &value));
        assert_true(value_number(&maths, value) == (double)trace->encoding.layers[1].self.inputs[j * E + 3]);
        assert_true(target_equal_but_cell(value_target(&view, value), target));
    }
    Scope scope =
        scope_at(trace, moment_reading(trace, MOMENT_SELF, 0, n - 1)); /* layer 1 is done, layer 2 not begun */
    assert_true(scope_read(&scope, 0, n - 1) == 1 && scope_read(&scope, 2, 0) == 0);
    arena_finish(&arena);
    trace_destroy(trace);
    pairs_close(&pairs);
}

/* With another last word: reader 1 has moved nowhere before it, exactly; every other reader has, everywhere. */
static void what_has_moved_is_told(void **state)
{
    (void)state;
    Pairs pairs;
    Error error = {0};
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 2);
    Trace *before = trace_decode(&pairs.other, slice_of("cat chase mouse"), NULL, &error),
          *now = trace_decode(&pairs.other, slice_of("cat chase dog"), NULL, &error);
    expect_ok(before && now, &error);
    View view = reading_view(&pairs, now, moment_find(now, MOMENT_BACKWARD, -1, 0));
    ink_findings = 0;
    ink_check(&moving, &view);
    int zeros = said_times("0");
    view.own = before;
    ink_check(&moving, &view);
    int H = now->config.hidden, told = 0;
    for (int run = 0; run < 4; run++)
        for (int j = 0; j < now->n; j++) {
            const Real *a = encoding_run(&before->encoding, run)->states,
                       *b = encoding_run(&now->encoding, run)->states;
            double sum = 0;
            for (int i = j * H; i < (j + 1) * H; i++)
                sum += pow((double)a[i] - b[i], 2);
            char text[32];
            snprintf(text, sizeof text, sum == 0 ? "0" : sqrt(sum) < 0.005 ? "<0.01" : "%.2f", sqrt(sum));
            assert_int_equal(sum == 0, run == 0 && j < 2);
            assert_true(said_times(text) > 0);
            told += sum == 0;
        }
    assert_int_equal(said_times("0"), told + zeros);
    assert_true(said_times("The word was changed: how far has each state moved?") == 1);
    assert_int_equal(ink_findings, 0);
    trace_destroy(before);
    trace_destroy(now);
    pairs_close(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_layer_is_named),
        cmocka_unit_test(every_reader_has_its_strip),
        cmocka_unit_test(self_attention_has_its_layers),
        cmocka_unit_test(what_has_moved_is_told),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
