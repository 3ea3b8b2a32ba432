/* From view to view in the window: the picture is on its way for 400 ms, input goes to the new view at once, and
 * nothing that comes in between breaks it. */
#define FRAME_SECONDS 0.016
#include "begin.h"

#include "app/open.h"
#include "app/view_input.h"

static void rest(void)
{
    for (int i = 0; i < 60; i++)
        frame();
}

static int shown(DrawKind kind)
{
    const DrawList *list = window_shown(app->window);
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->commands[i].kind == kind;
    return count;
}

static bool moves(void)
{
    return window_shown(app->window) != &app->list;
}

static void show(ViewKind kind)
{
    app_show_view(app, kind);
    app->dirty = true;
    frame();
}

static void open_step(void)
{
    options.at = "step=2;moment=softmax";
    begin();
    rest();
    assert_false(moves());
}

static void weights_fly_to_the_map(void **state)
{
    (void)state;
    open_step();
    show(VIEW_HEATMAP);
    assert_int_equal(app->view.kind, VIEW_HEATMAP);
    assert_true(drawlist_marked(&app->list, target_at(TARGET_HEAT, 0, 0, 0)) != NULL); /* what the pointer finds */
    int frames = 0;
    for (; moves(); frame(), frames++) {
        assert_true(shown(DRAW_PIECE) >= 3);
        assert_true(drawlist_marked(window_shown(app->window), target_at(TARGET_HEAT, 0, 0, 0)) != NULL);
        assert_true(frames < 60);
    }
    assert_in_range(frames, 23, 26);
    assert_false(app->passage.on);
    double sleep = 0;
    assert_true(app_frame(app, &sleep)); /* and then it rests */
}

/* By a key, by a press in the middle of it, back again. */
static void a_second_change_begins_where_things_are(void **state)
{
    (void)state;
    open_step();
    show(VIEW_HEATMAP);
    for (int i = 0; i < 12; i++)
        frame();
    int before = window_shown(app->window)->count;
    assert_true(moves() && before > 0);
    show(VIEW_DECODE);
    assert_true(moves());
    assert_int_equal(app->passage.from.count, before); /* what was seen last */
    assert_true(shown(DRAW_PIECE) >= 3);
    show(VIEW_BEAM);
    show(VIEW_COMPARE);
    show(VIEW_HEATMAP);
    key(KEY_O);
    assert_true(moves());
    rest();
    assert_false(moves());
}

/* Between two frames several views may come; what was seen is what goes. */
static void views_that_nobody_saw(void **state)
{
    (void)state;
    open_step();
    int seen = app->list.count;
    app_show_view(app, VIEW_HEATMAP);
    app_lay_out(app);
    app_show_view(app, VIEW_BEAM);
    app_lay_out(app);
    app->dirty = true;
    frame();
    assert_int_equal(app->passage.from.count, seen);
    rest();
    assert_false(moves());
}

static void at_once_where_motion_is_reduced(void **state)
{
    (void)state;
    open_step();
    app->view.window.reduced_motion = true;
    show(VIEW_HEATMAP);
    assert_false(moves());
    app->view.window.reduced_motion = false;
    app->dirty = true;
    frame();
    show(VIEW_DECODE);
    assert_true(moves());
    app->view.window.reduced_motion = true; /* on the way */
    app->dirty = true;
    frame();
    assert_false(moves());
}

/* Numbers of another sentence do not become these; another lesson's picture is not kept. */
static void another_sentence_or_lesson(void **state)
{
    (void)state;
    open_step();
    show(VIEW_HEATMAP);
    frame();
    Error error = {0};
    expect_ok(app_open_lesson(app, lesson("20-self-attention"), NULL, &error), &error);
    frame();
    assert_false(moves());
    open_step();
    assert_true(app_decode(app, "the cat sleeps"));
    show(VIEW_HEATMAP);
    assert_true(moves());
    assert_int_equal(shown(DRAW_PIECE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_fly_to_the_map),     cmocka_unit_test(a_second_change_begins_where_things_are),
        cmocka_unit_test(views_that_nobody_saw),      cmocka_unit_test(at_once_where_motion_is_reduced),
        cmocka_unit_test(another_sentence_or_lesson),
    };
    return cmocka_run_group_tests(tests, begin_set_up, home_remove);
}
