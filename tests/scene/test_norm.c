/* What is added and normalized, in four instants: nothing covers anything, no bar end moves, what is printed closes,
 * and all numbers are the trace's. */
#include "derive/residual.h"
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"

#include <math.h>
#include <stdlib.h>

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, PHONES};
static const ValueKind SUMS[] = {VALUE_SELF_SUM, VALUE_CROSS_SUM, VALUE_FORWARD_SUM};

static Trace *decoded(const Model *model)
{
    static const Slice words[] = {{"猫", 3}, {"捉", 3}, {"老鼠", 6}};
    DecodeOptions options = {.forced = words, .forced_count = 3};
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(SENTENCE_TEXTS[SENTENCE_SHORT]), &options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

/* Sum `which` of a written word, behind them those of a source word in each layer, as far as there are so many. */
static bool sum_at(const Trace *trace, int which, Value *out, int *moment)
{
    int layers = trace->config.layers, part = (which - 3) / 2;
    if (which < 3) {
        *out = (Value){SUMS[which], .place = 2, .part = PART_WRITTEN};
        *moment = moment_find(trace, which == 0 ? MOMENT_SELF : MOMENT_STATE, 2, -1);
        return true;
    }
    *out = (Value){(which - 3) % 2 ? VALUE_FORWARD_SUM : VALUE_SELF_SUM, .place = 1, .part = part};
    *moment = moment_named(trace, MOMENT_SELF, -1, 1, layers - part);
    return part < layers;
}

static void load_trained(Model *out)
{
    Error error = {0};
    const char *path = "lessons/23-a-transformer-writes/transformer.safetensors";
    expect_ok(model_load(path_join(&moving.arena, getenv("ATTEND_DATA"), path), out, &error), &error);
}

static View norm_view(const Model *model, const Trace *trace, int which, const float size[2], float at)
{
    View view = moving_view(&moving, SENTENCE_SHORT, size[0], size[1]);
    int moment = 0;
    view.model = model;
    view.trace = trace;
    sum_at(trace, which, &view.norm.sum, &moment);
    view.cursor = view.norm.moment = moment;
    view.norm.at = at;
    view.norm.to = (int)ceilf(at);
    return view;
}

static void every_instant_is_drawn(void **state)
{
    (void)state;
    static const float INSTANTS[] = {0, 0.5f, 1, 1.4f, 2, 2.2f, 3, 3.6f, 4};
    ink_findings = 0;
    for (int layers = 1; layers <= 2; layers++) {
        Pairs pairs;
        Value sum;
        pairs_transformer(&pairs, &moving, layers, 1, NORM_POST);
        Trace *trace = decoded(&pairs.other);
        for (int which = 0, moment; sum_at(trace, which, &sum, &moment); which++)
            for (size_t size = 0; size < LENGTH(SIZES); size++)
                for (size_t i = 0; i < LENGTH(INSTANTS); i++) {
                    View view = norm_view(&pairs.other, trace, which, SIZES[size], INSTANTS[i]);
                    view.language = (Language)((size + (size_t)which) % 2);
                    view.theme = theme_with((ThemeKind)(i % 2), (size + i) % 3 == 0);
                    view.kind = which >= 3 && i % 2 ? VIEW_SELF_ATTENTION : VIEW_DECODE;
                    assert_true(scene_norm_open(&view));
                    ink_check(&moving, &view);
                }
        trace_destroy(trace);
        pairs_close(&pairs);
    }
    assert_int_equal(ink_findings, 0);
}

/* Of one word: its numbers less their mean, over their deviation, times the gain, plus the bias, are the trace's. */
static void the_numbers_are_the_traces(void **state)
{
    (void)state;
    for (int layers = 1; layers <= 2; layers++) {
        Pairs pairs;
        Value sum;
        pairs_transformer(&pairs, &moving, layers, 1, NORM_POST);
        Trace *trace = decoded(&pairs.other);
        Maths maths = {trace, &pairs.other, LANGUAGE_ENGLISH, &moving.arena};
        for (int which = 0, moment; sum_at(trace, which, &sum, &moment); which++) {
            Residual all;
            assert_true(residual_of(&maths, sum, &all));
            assert_int_equal(all.count, trace->config.embed);
            double left = 0, squares = 0;
            for (int i = 0; i < all.count; i++) {
                double off = all.numbers[RESIDUAL_SUM][i] - all.mean, normed = all.numbers[RESIDUAL_NORMED][i];
                left += off, squares += off * off / all.count;
                assert_true(fabs(off / all.deviation - normed) < 1e-4);
                assert_true(fabs(normed * all.numbers[RESIDUAL_GAIN][i] + all.numbers[RESIDUAL_BIAS][i]
                                 - all.numbers[RESIDUAL_MADE][i])
                            < 1e-4);
                for (ResidualVector v = 0; v < RESIDUAL_VECTORS; v++) {
                    Value value = all.values[v];
                    *(v == RESIDUAL_GAIN || v == RESIDUAL_BIAS ? &value.place : &value.index) = i;
                    assert_true(value_valid(&maths, value));
                    assert_true(fabs(value_number(&maths, value) - all.numbers[v][i]) < 1e-6);
                    Value behind = residual_before(&maths, value);
                    if (v >= RESIDUAL_SUM && v != RESIDUAL_GAIN && v != RESIDUAL_BIAS)
                        assert_true(behind.kind == sum.kind && behind.place == sum.place && behind.part == sum.part);
                }
            }
            assert_true(fabs(left) < 1e-9);
            assert_true(fabs(sqrt(squares + NORM_LEAST) - all.deviation) < 1e-9);
        }
        trace_destroy(trace);
        pairs_close(&pairs);
    }
}

/* Reads "0.55 · (−1.23) + 0.08 = −0.60" as it stands there. */
static double read_number(const char **text)
{
    double sign = 1;
    for (;; ++*text)
        if (strncmp(*text, "−", 3) == 0)
            sign = -1, *text += 2;
        else if (**text >= '0' && **text <= '9')
            break;
    char *end;
    double number = sign * strtod(*text, &end);
    *text = end;
    return number;
}

static double arithmetic(int instant, const char *text, double *result)
{
    double first = read_number(&text), second = read_number(&text);
    double made = instant == 2 ? first / second : instant == 3 ? first * second + read_number(&text) : first + second;
    *result = read_number(&text);
    return made;
}

/* Of the trained model of lesson 23: every sum that is printed in cells, and the one that is told, at its last digit.
 */
static void what_is_printed_closes(void **state)
{
    (void)state;
    Model model;
    load_trained(&model);
    Trace *trace = decoded(&model);
    Maths maths = {trace, &model, LANGUAGE_ENGLISH, &moving.arena};
    Value sum;
    for (int which = 0, moment; sum_at(trace, which, &sum, &moment); which++) {
        Residual all;
        int count;
        assert_true(residual_of(&maths, sum, &all));
        int *cells = residual_cells(&maths, &all, 10, &count), told = residual_told(&all, cells, count);
        assert_int_equal(count, 10);
        for (int k = 0; k < count; k++)
            for (int instant = 0; instant < RESIDUAL_INSTANTS; instant++) {
                const char *line = residual_line(&maths, &all, instant, cells[k]);
                bool middle = instant == 1 || instant == 2, closes = strstr(line, "≈") == NULL;
                double result, made = arithmetic(instant, line, &result);
                assert_true(k == 0 || cells[k] > cells[k - 1]);
                assert_true(closes || (middle && cells[k] != told));
                assert_int_equal(closes, fabs(made - result) < 0.00501);
            }
        assert_null(strstr(residual_mean_line(&maths, &all), "≈"));
    }
    trace_destroy(trace);
    model_finish(&model);
}

/* The far ends of the bars, which are narrow boxes with a corner of 1 px. */
static int ends_of(const View *view, float *ends)
{
    int count = 0;
    moving_draw(&moving, view);
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind != DRAW_BOX || command->box.radius != 1 || count >= 2 * 32)
            continue;
        ends[count++] = command->box.box.y;
        ends[count++] = command->box.box.y + command->box.box.h;
    }
    return count / 2;
}

static void no_bar_end_moves(void **state)
{
    (void)state;
    Model model;
    load_trained(&model);
    Trace *trace = decoded(&model);
    static const float INSTANTS[] = {1.45f, 1.7f, 2, 2.5f, 3};
    float first[64], ends[64];
    int moved = 0;
    for (size_t at = 0; at < LENGTH(INSTANTS); at++) {
        View view = norm_view(&model, trace, 1, SIZES[1], INSTANTS[at]);
        assert_int_equal(ends_of(&view, ends), 32);
        if (at == 0)
            memcpy(first, ends, sizeof first);
        for (int i = 0; i < 32; i++) { /* one of both ends is where one was; the other is the zero line */
            float up = fabsf(ends[2 * i] - first[2 * i]), down = fabsf(ends[2 * i + 1] - first[2 * i + 1]);
            float turned = fminf(fabsf(ends[2 * i] - first[2 * i + 1]), fabsf(ends[2 * i + 1] - first[2 * i]));
            assert_true(fminf(fminf(up, down), turned) < 0.01f);
            moved += fmaxf(up, down) > 0.5f;
        }
    }
    assert_true(moved > 0);
    trace_destroy(trace);
    model_finish(&model);
}

/* Its mark is on the decoder's floor where its sum is made, and it opens nothing that a question hides. */
static void the_pluses_open(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_transformer(&pairs, &moving, 1, 1, NORM_POST);
    Trace *trace = decoded(&pairs.other);
    for (int which = 0; which < 3; which++) {
        View view = norm_view(&pairs.other, trace, which, SIZES[1], 4);
        Value sum = view.norm.sum;
        moving_draw(&moving, &view);
        assert_non_null(drawlist_marked(&moving.list, target_at(TARGET_CONTROL, NORM_INSTANT, 3, 0)));
        assert_null(drawlist_marked(&moving.list, norm_target(sum)));
        assert_true(value_equal(norm_sum(norm_target(sum)), sum));
        view.norm.sum.kind = VALUE_NONE;
        moving_draw(&moving, &view);
        const DrawCommand *mark = drawlist_marked(&moving.list, norm_target(sum));
        assert_true(mark && mark->mark.focusable && mark->mark.name);
        view.norm.sum = sum;
        view.cursor--;
        assert_false(scene_norm_open(&view));
    }
    trace_destroy(trace);
    pairs_close(&pairs);
}

/* Where what asked is left behind there is no sum of the source: E finds the block's, and the words' own. */
static void what_is_not_added_does_not_open(void **state)
{
    (void)state;
    for (NormKind norm = 0; norm < NORM_KINDS; norm++) {
        Pairs pairs;
        pairs_alone(&pairs, &moving, norm);
        Trace *trace = decoded(&pairs.other);
        Value sum;
        View view = norm_view(&pairs.other, trace, 1, SIZES[1], 4);
        assert_false(scene_norm_there(&view, view.norm.sum));
        assert_false(scene_norm_open(&view));
        assert_true(scene_norm_sum(&view, &moving.arena, 1, &sum) == (norm == NORM_POST));
        assert_true(norm == NORM_PRE || sum.kind == VALUE_FORWARD_SUM);
        assert_false(scene_norm_sum(&view, &moving.arena, 2, &sum));
        view = norm_view(&pairs.other, trace, 0, SIZES[1], 4);
        assert_true(scene_norm_open(&view) == (norm == NORM_POST));
        trace_destroy(trace);
        pairs_close(&pairs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instant_is_drawn), cmocka_unit_test(the_numbers_are_the_traces),
        cmocka_unit_test(what_is_printed_closes), cmocka_unit_test(no_bar_end_moves),
        cmocka_unit_test(the_pluses_open),        cmocka_unit_test(what_is_not_added_does_not_open),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
