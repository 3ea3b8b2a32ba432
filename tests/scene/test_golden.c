/* Whole pictures as text, a file of golden/ each: one of every view, further pictures of some, a card with questions, a
 * page of a handout, a frame of a film, moments of a step, a word on its way. A picture that was meant to change is
 * taken over with ATTEND_REBASELINE=1, and so is that of a new view; a failure leaves both lists in ATTEND_TEST_OUT.
 * Nothing here changes with the lessons: the models are a fixed file and random numbers from a seed. */
#include "every_view.h"

#include "scene/figures/handout.h"
#include "trace/beats.h"

#include <math.h>

/* every.moving.list beside golden/NAME.txt. */
static void expect_golden(const char *name)
{
    Bytes actual = {0}, expected = {0};
    Error error = {0};
    drawlist_print(&every.moving.list, &actual);
    const char *file = arena_printf(&every.moving.arena, "tests/scene/golden/%s.txt", name);
    const char *path = path_join(&every.moving.arena, getenv("ATTEND_DATA"), file),
               *again = getenv("ATTEND_REBASELINE");
    if (again && strcmp(again, "1") == 0)
        expect_ok(file_write(path, actual.data, actual.length, &error), &error);
    if (access(path, R_OK) != 0)
        fail_msg(
            "there is no %s, the golden list of \"%s\": run the test with ATTEND_REBASELINE=1 to make it, and look at "
            "the picture before you commit it",
            file, name);
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &expected, &error), &error);
    if (expected.length != actual.length || memcmp(expected.data, actual.data, actual.length) != 0) {
        const char *folder = getenv("ATTEND_TEST_OUT") ? getenv("ATTEND_TEST_OUT") : ".";
        const char *mine =
            path_join(&every.moving.arena, folder, arena_printf(&every.moving.arena, "%s.actual.txt", name));
        expect_ok(file_write(mine, actual.data, actual.length, &error), &error);
        fail_msg("the picture is another one: diff %s %s, and ATTEND_REBASELINE=1 if that was meant", path, mine);
    }
    bytes_finish(&expected);
    bytes_finish(&actual);
}

static void all_views(void **state)
{
    (void)state;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++) {
        View view = every_view(kind);
        moving_draw(&every.moving, &view);
        expect_golden(VIEW_NAMES[kind]);
    }
}

static void further_pictures(void **state)
{
    (void)state;
    static const struct {
        ViewKind kind;
        LookKind look;
        const char *name;
    } cases[] = {
        {VIEW_UNROLLED, LOOK_FOLDED, "unrolled-folded"}, {VIEW_UNROLLED, LOOK_ONE_STEP, "unrolled-one-step"},
        {VIEW_UNROLLED, LOOK_CELL, "unrolled-cell"},     {VIEW_SELF_ATTENTION, LOOK_HEADS, "self-attention-heads"},
        {VIEW_DECODE, LOOK_WHOLE, "decode-arcs"},        {VIEW_COMPARE, LOOK_WHOLE, "compare-arcs"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        View view = every_view(cases[i].kind);
        view.look = cases[i].look;
        view.heat.arcs = true;
        moving_draw(&every.moving, &view);
        expect_golden(cases[i].name);
    }
}

/* At rest, and on the way there. */
static void moments_of_step_3(void **state)
{
    (void)state;
    Error error = {0};
    Trace *trace = trace_decode(&every.moving.model, slice_of("the black cat sleeps"), NULL, &error);
    expect_ok(trace != NULL, &error);
    View view = every_view(VIEW_DECODE);
    view.width = 1440, view.height = 900;
    view.trace = trace;
    view.field.text = "the black cat sleeps";
    view.field.caret = view.field.anchor = 0;
    static const struct {
        MomentKind moment;
        double before;
        const char *name;
    } cases[] = {{MOMENT_SCORES, 0.5, "scores-asked"},
                 {MOMENT_SCORES, 0.2, "scores-met"},
                 {MOMENT_SOFTMAX, 0.25, "softmax-sum"},
                 {MOMENT_SOFTMAX, 0, "softmax"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        view.cursor = moment_find(trace, cases[i].moment, 2, -1) - cases[i].before;
        assert_true(view.cursor > 0);
        moving_draw(&every.moving, &view);
        expect_golden(cases[i].name);
    }
    view.pair = (FrozenPair){.open = true, .step = 2, .word = 1, .cell = 3};
    moving_draw(&every.moving, &view);
    expect_golden("scores-pair");
    trace_destroy(trace);
}

/* The second word asks in the first head: met, stacked on one bar, lying in the tray, done. */
static void self_attention_of_one_word(void **state)
{
    (void)state;
    static const struct {
        double done; /* beats */
        const char *name;
    } cases[] = {{1.6, "self-attention-met"},
                 {5, "self-attention-sum"},
                 {9, "self-attention-stacked"},
                 {10, "self-attention-one-word"}};
    View view = every_view(VIEW_SELF_ATTENTION);
    view.look = LOOK_ONE_WORD;
    every.self_trace->head_told = 1;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        view.cursor = moment_find(view.trace, MOMENT_SELF, -1, 1) - 1 + cases[i].done / 10;
        moving_draw(&every.moving, &view);
        expect_golden(cases[i].name);
    }
    view.pair = (FrozenPair){.open = true, .word = 2, .cell = 1};
    moving_draw(&every.moving, &view);
    expect_golden("self-attention-pair");
    every.self_trace->head_told = 0;
}

static void a_word_on_its_way(void **state)
{
    (void)state;
    static const struct {
        MomentKind kind;
        const char *name;
    } cases[] = {{MOMENT_WORD, "loop-slide"}, {MOMENT_PREVIOUS, "loop-return"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        View view = every_view(VIEW_DECODE);
        view.cursor = moment_find(view.trace, cases[i].kind, 1, -1) - 0.5;
        moving_draw(&every.moving, &view);
        expect_golden(cases[i].name);
    }
}

/* In the dark and in Chinese, one question answered, at the end of the first word. */
static void the_copies_in_the_tray(void **state)
{
    (void)state;
    View view = every_view(VIEW_DECODE);
    view.width = 1440, view.height = 900;
    view.cursor = beat_end(view.trace, moment_find(view.trace, MOMENT_CONTEXT, 1, -1), 3);
    moving_draw(&every.moving, &view);
    expect_golden("context-stacked");
}

static void a_card_with_questions(void **state)
{
    (void)state;
    View view = every_view(VIEW_DECODE);
    view.lesson = every.lesson;
    view.width = 1138, view.height = 711; /* where the card stands beside the stage */
    view.language = LANGUAGE_CHINESE;
    view.theme = theme_get(THEME_DARK);
    view.cursor = moment_find(view.trace, MOMENT_WORD, 0, -1);
    view.panel.quizzes[0].answered = true;
    view.panel.quizzes[1].hint = true;
    moving_draw(&every.moving, &view);
    expect_golden("card");
}

static void a_page_of_a_handout(void **state)
{
    (void)state;
    View view = every_view(VIEW_DECODE);
    view.lesson = every.lesson;
    handout_draw(&(Handout){every.lesson, &view, LANGUAGE_ENGLISH}, 0, every.moving.type, &every.moving.list);
    expect_golden("handout");
}

static void a_frame_of_a_film(void **state)
{
    (void)state;
    View view = every_view(VIEW_DECODE);
    view.width = view.height = 480;
    scene_heatmap_frame(&view, every.moving.type, &every.moving.list);
    expect_golden("film");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_views),
        cmocka_unit_test(further_pictures),
        cmocka_unit_test(moments_of_step_3),
        cmocka_unit_test(self_attention_of_one_word),
        cmocka_unit_test(a_word_on_its_way),
        cmocka_unit_test(the_copies_in_the_tray),
        cmocka_unit_test(a_card_with_questions),
        cmocka_unit_test(a_page_of_a_handout),
        cmocka_unit_test(a_frame_of_a_film),
    };
    return cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
}
