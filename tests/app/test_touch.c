/* Fingers: a tap presses, a bar is dragged, a card scrolls, a finger that rests points, two fingers zoom. */
#include "fixture.h"

#include "app/cursor.h"
#include "app/input.h"
#include "app/open.h"
#include "app/typing.h"
#include "scene/view/window_layout.h"

enum { STEP = 2 };

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.forgetful = options.reduced_motion = true;
    options.width = 390;
    options.height = 860;
    start(&options);
    frame();
    return 0;
}

static void touch(EventKind kind, int finger, Point at)
{
    app_update(app, &(Event){.kind = kind, .touch = {at.x, at.y, 70 + finger}});
}

static void tap(Point at)
{
    touch(EVENT_TOUCH_DOWN, 0, at);
    touch(EVENT_TOUCH_UP, 0, at);
    frame();
}

static void wait_seconds(double seconds)
{
    for (double until = now + seconds; now < until;)
        frame();
}

static void resize(int width, int height)
{
    window_resize(app->window, width, height);
    app_update(app, &(Event){.kind = EVENT_RESIZE});
    frame();
}

/* Either layout has the room that it needs, at every width between the two. */
static void no_width_lies_between(void **state)
{
    (void)state;
    int upright = 0, wide = 0;
    for (int width = 360; width <= 900; width += 20) {
        resize(width, 1000);
        bool is = window_upright(&app->view);
        assert_true(app->view.width >= (is ? 379 : 869));
        upright += is;
        wide += !is;
    }
    assert_true(upright > 5 && wide > 5);
    resize(390, 860);
}

/* A telephone that lies has letters as large as a laptop, and a bar at its left; a window that is higher has room for
 * the wide layout. */
static void a_lying_one_can_be_read(void **state)
{
    (void)state;
    static const int sizes[][2] = {{844, 390}, {667, 375}, {740, 360}, {932, 430}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        resize(sizes[i][0], sizes[i][1]);
        WindowLayout layout = window_layout(&app->view);
        assert_true(window_lying(&app->view) && layout.bar.h > layout.bar.w && layout.tab.w > 0);
        assert_true((float)sizes[i][0] / app->view.width * TYPE_TINY >= 9.99f);
        tap(middle_of((Target){TARGET_TAB, 0, 0, 0}));
        tap(middle_of((Target){TARGET_TAB, 0, 0, 0}));
        tap(middle_of(target_at(TARGET_VIEW, VIEW_TRAIN, 0, 0)));
        assert_int_equal(app->view.kind, VIEW_TRAIN);
        assert_true(app_layout(app)->pan_most.y > 0); /* what has no room is drawn up */
        Point stage = box_middle(window_layout(&app->view).stage);
        touch(EVENT_TOUCH_DOWN, 0, (Point){stage.x, stage.y + 40});
        touch(EVENT_TOUCH_MOVE, 0, (Point){stage.x, stage.y + 20});
        touch(EVENT_TOUCH_MOVE, 0, stage);
        touch(EVENT_TOUCH_UP, 0, stage);
        frame();
        assert_true(app->view.stage.pan.y > 0);
        tap(middle_of(target_at(TARGET_VIEW, VIEW_DECODE, 0, 0)));
    }
    for (int height = 380; height <= 700; height += 20) {
        resize(1000, height);
        assert_true(window_lying(&app->view) == (app->view.height < 560));
        assert_true(app->view.height >= 395);
    }
    resize(390, 860);
}

static void a_tap_presses(void **state)
{
    (void)state;
    assert_true(window_upright(&app->view));
    assert_true(app->view.panel.open); /* a lesson begins with its card */
    tap(middle_of((Target){TARGET_TAB, 0, 0, 0}));
    assert_false(app->view.panel.open);
    tap(middle_of((Target){TARGET_TAB, 0, 0, 0}));
    assert_true(app->view.panel.open);
    int card = app->view.card;
    tap(middle_of((Target){TARGET_CARD_NEXT, 0, 0, 0}));
    assert_int_equal(app->view.card, card + 1);
    tap(middle_of((Target){TARGET_TAB, 0, 0, 0}));
    assert_false(app->view.panel.open);
    assert_int_equal(app->view.hover.kind, TARGET_NONE); /* no finger is there any more */
    tap(middle_of(target_at(TARGET_VIEW, VIEW_HEATMAP, 0, 0)));
    assert_int_equal(app->view.kind, VIEW_HEATMAP);
    tap(middle_of(target_at(TARGET_VIEW, VIEW_DECODE, 0, 0)));
}

static int step_of_cursor(void)
{
    return moment_at(app->open.trace, (int)app->view.cursor).step;
}

/* Between two small ones the nearer is meant. */
static void beside_small_ones(void **state)
{
    (void)state;
    app->view.panel.open = false;
    app_stop_at(app, moment_find(app->open.trace, MOMENT_QUERY, STEP, -1));
    frame();
    Box back = box_of((Target){TARGET_STEP_BACK, 0, 0, 0}), on = box_of((Target){TARGET_STEP_ON, 0, 0, 0});
    Point between = {(back.x + back.w + on.x) / 2, back.y - 4};
    assert_true(back.h < 30 && on.x - back.x - back.w < 10);
    assert_false(can_be_pressed(drawlist_hit(&app->list, between)));
    tap((Point){between.x - 5, between.y});
    assert_int_equal(step_of_cursor(), STEP - 1);
    tap((Point){between.x + 5, between.y});
    assert_int_equal(step_of_cursor(), STEP);
    Box help = box_of((Target){TARGET_HELP, 0, 0, 0});
    tap((Point){help.x - 2, help.y - 3});
    assert_int_equal(app->view.overlay, OVERLAY_HELP);
    key(KEY_ESCAPE);
}

/* A dash of the timeline is taken from over it, and what is dragged goes as far as the finger. */
static void a_knob_is_held_beside_it(void **state)
{
    (void)state;
    int first = moment_find(app->open.trace, MOMENT_QUERY, STEP, -1), last = first + 3;
    app_stop_at(app, first);
    Box from = box_of(target_at(TARGET_MOMENT, first, 0, 0)), to = box_of(target_at(TARGET_MOMENT, last, 0, 0));
    Point at = {from.x + from.w / 2, from.y - 6};
    assert_false(can_be_pressed(drawlist_hit(&app->list, at)));
    touch(EVENT_TOUCH_DOWN, 0, at);
    touch(EVENT_TOUCH_MOVE, 0, (Point){at.x + to.x - from.x, at.y});
    frame();
    assert_float_equal((float)app->view.cursor, (float)last, 0.6f);
    touch(EVENT_TOUCH_UP, 0, (Point){at.x + to.x - from.x, at.y});
    frame();
    assert_int_equal((int)app->view.cursor, last);
}

static void a_bar_is_dragged(void **state)
{
    (void)state;
    app_show_card(app, 0);
    app->view.panel.open = false;
    app_stop_at(app, moment_find(app->open.trace, MOMENT_SOFTMAX, STEP, -1));
    frame();
    assert_null(app->view.own);
    Point from = middle_of(target_at(TARGET_WEIGHT, STEP, 0, 0));
    touch(EVENT_TOUCH_DOWN, 0, from);
    for (int i = 1; i <= 4; i++)
        touch(EVENT_TOUCH_MOVE, 0, (Point){from.x, from.y - 10 * (float)i});
    frame();
    touch(EVENT_TOUCH_UP, 0, from);
    frame();
    assert_non_null(app->view.own);
    tap(middle_of(control(DECODE_RESET, 0, 0)));
    assert_null(app->view.own);
}

/* In the foot: beside the rows there is no room. */
static void the_temperature_is_pulled(void **state)
{
    (void)state;
    app_show_card(app, 0);
    app->view.panel.open = false;
    app_stop_at(app, moment_find(app->open.trace, MOMENT_SOFTMAX, STEP, -1));
    frame();
    Point from = middle_of(control(DECODE_TEMPERATURE, 0, 0)), to = {from.x + 12, from.y};
    assert_true(box_contains(window_layout(&app->view).foot, from));
    touch(EVENT_TOUCH_DOWN, 0, from);
    touch(EVENT_TOUCH_MOVE, 0, to);
    frame();
    touch(EVENT_TOUCH_UP, 0, to);
    frame();
    assert_true(step_temperature(app->open.trace, STEP) != 1);
    tap(middle_of(control(DECODE_RESET, 0, 0)));
    assert_null(app->view.own);
}

static void what_rests_points(void **state)
{
    (void)state;
    Point at = middle_of(target_at(TARGET_SOURCE, 1, 0, 0));
    touch(EVENT_TOUCH_DOWN, 0, at);
    frame();
    assert_int_equal(app->view.hover.kind, TARGET_NONE);
    wait_seconds(0.6);
    assert_true(app->view.hover.kind == TARGET_SOURCE && app->view.hover.a == 1);
    touch(EVENT_TOUCH_MOVE, 0, middle_of(target_at(TARGET_SOURCE, 2, 0, 0)));
    assert_int_equal(app->view.hover.a, 2);
    touch(EVENT_TOUCH_UP, 0, at);
    frame();
    assert_int_equal(app->view.hover.kind, TARGET_SOURCE); /* what it says can be read */
}

/* On a slow phone a frame may take longer than a finger that taps. */
static void a_long_frame_is_no_rest(void **state)
{
    (void)state;
    Point at = middle_of(target_at(TARGET_SOURCE, 1, 0, 0));
    double long_frame = 0.7;
    touch(EVENT_TOUCH_DOWN, 0, at);
    frame();
    touch_missed(app, long_frame);
    now += long_frame;
    frame();
    assert_int_equal(app->fingers.stage, TOUCH_WAITS);
    wait_seconds(0.6);
    assert_int_equal(app->fingers.stage, TOUCH_RESTS);
    touch(EVENT_TOUCH_UP, 0, at);
    frame();
}

static void a_page_scrolls(void **state)
{
    (void)state;
    key(KEY_M);
    assert_int_equal(app->view.overlay, OVERLAY_COURSE);
    Point at = middle_of((Target){TARGET_LESSON, 3, 0, 0});
    touch(EVENT_TOUCH_DOWN, 0, at);
    touch(EVENT_TOUCH_MOVE, 0, (Point){at.x, at.y - 40});
    touch(EVENT_TOUCH_MOVE, 0, (Point){at.x, at.y - 90});
    touch(EVENT_TOUCH_UP, 0, (Point){at.x, at.y - 90});
    frame();
    assert_int_equal(app->view.overlay, OVERLAY_COURSE); /* no lesson was pressed */
    assert_true(app->view.course.scroll > 0);
    key(KEY_ESCAPE);
}

static void two_make_larger(void **state)
{
    (void)state;
    float width = app->view.width;
    Point a = {150, 300}, b = {200, 300};
    touch(EVENT_TOUCH_DOWN, 0, a);
    touch(EVENT_TOUCH_DOWN, 1, b);
    touch(EVENT_TOUCH_MOVE, 1, (Point){160, 300});
    touch(EVENT_TOUCH_UP, 0, a);
    touch(EVENT_TOUCH_MOVE, 1, b); /* one alone changes nothing */
    touch(EVENT_TOUCH_UP, 1, b);
    frame();
    assert_true(app->view.width > width);
    assert_int_equal(app->view.hover.kind, TARGET_NONE);
}

/* No keyboard comes up by itself; a tap on the place where one types calls it. */
static void words_are_offered_to_a_finger(void **state)
{
    (void)state;
    app->view.window.by_finger = true;
    app_stop_at(app, moment_count(app->open.trace) - 2);
    frame();
    const char *own = arena_string(&arena, app->open.trace->source[0]);
    tap(middle_of(target_at(TARGET_SOURCE, 0, 0, 0)));
    wait_seconds(0.6);
    assert_true(app->view.words.place == 1 && !app_types(app));
    tap(middle_of((Target){TARGET_SEARCH, 0, 0, 0}));
    assert_true(app_types(app));
    wait_seconds(0.6);
    tap(middle_of(word_target(0)));
    assert_int_equal(app->view.words.place, 0);
    assert_string_not_equal(app->open.trace->source[0], own);
    tap(middle_of(target_at(TARGET_SOURCE, 0, 0, 0)));
    wait_seconds(0.6);
    tap(middle_of(target_at(TARGET_CONTROL, DECODE_FLOOR, FLOOR_SOURCE, 1))); /* its cross */
    assert_int_equal(app->view.words.place, 0);
    changes_restore_all(&app->open.changes);
    app_decode_changed(app, NULL);
    app->view.window.by_finger = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_width_lies_between),     cmocka_unit_test(a_tap_presses),
        cmocka_unit_test(a_lying_one_can_be_read),   cmocka_unit_test(beside_small_ones),
        cmocka_unit_test(a_knob_is_held_beside_it),  cmocka_unit_test(a_bar_is_dragged),
        cmocka_unit_test(the_temperature_is_pulled), cmocka_unit_test(what_rests_points),
        cmocka_unit_test(a_long_frame_is_no_rest),   cmocka_unit_test(a_page_scrolls),
        cmocka_unit_test(two_make_larger),           cmocka_unit_test(words_are_offered_to_a_finger),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
