/* What is printed of one number in several places is the same: how a context is made, which powers a
 * softmax adds up. */
#include "ink.h"
#include "one_lesson.h"

#include "derive/shares.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1024, 640}, {870, 560}};

/* How many numbers over the wells are that one. */
static int times_said(const DrawList *list, Box wells, const char *wanted)
{
    Box over = {wells.x, wells.y - 40, wells.w, 40};
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += command_says(&list->commands[i], wanted) && box_contains(over, list->commands[i].text.origin);
    return count;
}

/* What is drawn of a formula before its i-th command. */
static char *said_before(const DrawList *list, int i, Arena *arena)
{
    char text[SAID_BYTES];
    const char *all = "";
    for (int from = i < 12 ? 0 : i - 12; from < i; from++)
        all = arena_printf(arena, "%s%s", all, command_text(&list->commands[from], text));
    return arena_string(arena, all);
}

/* Lesson 6: every word counts the same, until a person sets it. */
static void set_weights_are_added_up_as_set(void **state)
{
    (void)state;
    Course course;
    Error error = {0};
    course_open(&course, "lessons/06-tom-chase-jerry");
    const float given[] = {4, 1, 1};
    StepWeights weights = {.step = 1, .weights = given, .count = 3};
    DecodeOptions options = {.weights = &weights, .weights_count = 1};
    for (int set = 0; set < 2; set++) {
        Trace *trace = trace_decode(&course.models[0], slice_of("Tom chase Jerry"), set ? &options : NULL, &error);
        expect_ok(trace != NULL, &error);
        course.traces[course.count] = trace, course.sentences[course.count++] = "Tom chase Jerry";
        View view = course_view(&course, set, VIEW_DECODE, LOOK_WHOLE, 1440, 900);
        for (int step = 0; step < trace->word_count; step++) {
            view.cursor = moment_find(trace, MOMENT_CONTEXT, step, -1);
            ink_check(&course.moving, &view);
            bool own = !set || step != 1;
            Box wells = scene_window(&view, course.moving.type, &course.moving.list).stage.bars;
            assert_int_equal(times_said(&course.moving.list, wells, "0.33"), own ? 3 : 0);
            assert_int_equal(times_said(&course.moving.list, wells, "0.67"), !own);
        }
    }
    course_close(&course);
    assert_int_equal(ink_findings, 0);
}

/* The sum of powers is named with what it adds up: less the largest score on the stage, or in short where that has no
 * room, in the panel as they are. */
static void sums_of_powers_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *lesson, *sentence;
    } cases[] = {{"lessons/05-cat-chase-mouse", "cat chase mouse"}, {"lessons/10-luong", "small dog chase black cat"}};
    int told = 0, named = 0;
    ink_findings = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Course course;
        course_open(&course, cases[i].lesson);
        course_add(&course, 0, cases[i].sentence);
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int step = 0; step < course.traces[0]->step_count; step++) {
                View view = course_view(&course, 0, VIEW_DECODE, LOOK_WHOLE, SIZES[size][0], SIZES[size][1]);
                Arena arena = {0};
                Maths maths = {view.trace, view.model, LANGUAGE_ENGLISH, &arena};
                int softmax = moment_find(view.trace, MOMENT_SOFTMAX, step, -1);
                for (double at = softmax - 1; at < softmax; at = stop_beside(view.trace, at, 1, true)) {
                    view.cursor = at - 1e-3;
                    moving_draw(&course.moving, &view);
                    Shares shares = shares_of(&maths, step, shares_told(&maths, step));
                    const char *sum = shares_sum_text(&shares, &arena);
                    for (int k = 0; k < course.moving.list.count; k++) {
                        bool bold = course.moving.list.commands[k].kind == DRAW_TEXT
                                    && course.moving.list.commands[k].text.face == FACE_SANS_BOLD;
                        if (!bold || shares.sum == 1 || !command_says(&course.moving.list.commands[k], sum))
                            continue;
                        const char *before = said_before(&course.moving.list, k, &arena);
                        assert_non_null(strstr(before, "Σ"));
                        named += strstr(before, "max") != NULL;
                        told++;
                    }
                }
                view.cursor = softmax;
                view.origin.depth = 1;
                view.origin.trail[0] = (Value){VALUE_WEIGHT, .place = step, .index = 1};
                ink_check(&course.moving, &view);
                for (int k = 0; k < course.moving.list.count; k++) {
                    char text[SAID_BYTES];
                    if (!strstr(command_text(&course.moving.list.commands[k], text), " terms"))
                        continue;
                    const char *before = said_before(&course.moving.list, k, &arena);
                    for (const char *sum = before; (sum = strstr(sum, "Σ")); sum++)
                        before = sum;
                    assert_non_null(strstr(before, "exp("));
                    bool less = value_derive(&maths, view.origin.trail[0]).told != NULL;
                    assert_int_equal(strstr(before, "max") != NULL, less);
                }
                arena_finish(&arena);
            }
        course_close(&course);
    }
    assert_true(told > 0 && named > 0);
    assert_int_equal(ink_findings, 0);
}

/* A number has the digits that it has elsewhere: no text of the stage is `number` with more of them. */
static void check_digits(const DrawList *list, double number, Arena *arena, const View *view)
{
    float foot = window_layout(view).foot.y; /* the equation has as many as it takes to close */
    for (int decimals = 3; decimals <= 6; decimals++)
        for (int sign = 0; sign < 2; sign++) {
            const char *longer = number_text(arena, number, decimals, sign);
            for (int i = 0; i < list->count; i++)
                if (command_says(&list->commands[i], longer) && list->commands[i].text.origin.y < foot)
                    fail_msg("\"%s\" at %.2f", longer, view->cursor);
        }
}

/* Scores and weights of a step, from the scores on to the word: in every beat, and with a pair held still over them. */
static void digits_stay(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"lessons/05-cat-chase-mouse", "cat chase mouse"},
                                           {"lessons/10-luong", "small dog chase black cat"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Course course;
        course_open(&course, cases[i][0]);
        course_add(&course, 0, cases[i][1]);
        View view = course_view(&course, 0, VIEW_DECODE, LOOK_WHOLE, 1440, 900);
        const Trace *trace = view.trace;
        Arena arena = {0};
        for (int step = 0; step < trace->step_count; step++) {
            int from = moment_find(trace, MOMENT_SCORES, step, -1), to = moment_find(trace, MOMENT_WORD, step, -1);
            for (double at = from; at <= to && at < moment_count(trace) - 1; at = stop_beside(trace, at, 1, true))
                for (int pair = 0; pair < 2; pair++) {
                    view.cursor = at;
                    view.pair = (FrozenPair){.open = pair, .step = step, .word = step % trace->n};
                    moving_draw(&course.moving, &view);
                    const float *weights =
                        trace->steps[step].step.weights; /* of the others the powers can be as large */
                    double largest = (double)weights[values_largest(weights, trace->n)];
                    if (largest < 0.995) /* else a bound stands there */
                        check_digits(&course.moving.list, largest, &arena, &view);
                    for (int j = 0; j < trace->n; j++) {
                        double score = (double)trace->steps[step].step.scores[j];
                        check_digits(&course.moving.list, score, &arena, &view);
                        MomentKind kind = moment_at(trace, (int)at).kind;
                        bool told = (kind == MOMENT_SCORES || kind == MOMENT_SOFTMAX) && at == floor(at) && !pair;
                        assert_true(!told || moving_says(&course.moving, number_text(&arena, score, 2, true)));
                    }
                }
        }
        arena_finish(&arena);
        course_close(&course);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_weights_are_added_up_as_set),
        cmocka_unit_test(sums_of_powers_are_named),
        cmocka_unit_test(digits_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
