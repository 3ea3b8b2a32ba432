/* The cursor under a hand: the timeline's knob is dragged to any instant, and stays there. */
#include "fixture.h"

#include "app/cursor.h"
#include "app/open.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

static AppOptions options;

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.language = LANGUAGE_ENGLISH;
    return 0;
}

static void begin(const char *at)
{
    options.at = at;
    start(&options);
    frame();
}

static double whole(double cursor)
{
    return fabs(cursor - round(cursor)) < 1e-9;
}

static float knob_x(void)
{
    const SceneLayout *layout = app_layout(app);
    return timeline_x(layout->moments, moment_count(app->open.trace), app->view.cursor);
}

static Point dash(int moment)
{
    return middle_of(target_at(TARGET_MOMENT, moment, 0, 0));
}

static void the_knob_is_dragged_to_any_instant(void **state)
{
    (void)state;
    begin("step=2;moment=softmax");
    int softmax = moment_find(app->open.trace, MOMENT_SOFTMAX, 1, -1);
    Point at = dash(softmax - 3);
    mouse(EVENT_MOUSE_MOVE, at);
    mouse(EVENT_MOUSE_DOWN, at);
    frame();
    assert_true(app->view.cursor == softmax - 3);
    mouse(EVENT_MOUSE_MOVE, (Point){at.x + 2, at.y}); /* a click that trembles */
    frame();
    assert_true(app->view.cursor == softmax - 3);
    double last = app->view.cursor;
    int between = 0;
    for (float by = 4; by < 160; by += 1, last = app->view.cursor) {
        mouse(EVENT_MOUSE_MOVE, (Point){at.x + by, at.y + 30}); /* it need not stay on the line */
        frame();
        assert_true(app->view.cursor >= last && app->view.cursor - last < 1);
        assert_true(fabsf(knob_x() - at.x - by) < 1.5f);
        between += !whole(app->view.cursor);
    }
    assert_true(between > 100);
    last = moment_count(app->open.trace);
    for (float by = 160; by > 4; by -= 1, last = app->view.cursor) {
        mouse(EVENT_MOUSE_MOVE, (Point){at.x + by, at.y});
        frame();
        assert_true(app->view.cursor <= last);
    }
    mouse(EVENT_MOUSE_MOVE, (Point){at.x + 41, at.y});
    mouse(EVENT_MOUSE_UP, (Point){at.x + 41, at.y});
    double there = app->view.cursor;
    for (int i = 0; i < 40; i++)
        frame();
    assert_true(app->view.cursor == there && app->cursor.target == there && !whole(there));
    key(KEY_RIGHT);
    for (int i = 0; i < 100; i++)
        frame();
    assert_true(app->view.cursor == ceil(there)); /* from there on as from everywhere */
}

static void it_is_taken_where_it_stands(void **state)
{
    (void)state;
    begin("step=2;moment=softmax;beat=2");
    double there = app->view.cursor;
    Target knob = target_at(TARGET_MOMENT, moment_of_stop(there), 1, 0);
    Point at = middle_of(knob);
    at.x += 4;
    mouse(EVENT_MOUSE_MOVE, at);
    mouse(EVENT_MOUSE_DOWN, at);
    frame();
    assert_true(app->view.cursor == there && !whole(there));
    mouse(EVENT_MOUSE_MOVE, (Point){at.x - 3, at.y});
    frame();
    assert_true(app->view.cursor < there && app->view.cursor > there - 0.5);
    mouse(EVENT_MOUSE_UP, at);
    frame();
    app_play(app, true); /* a hand on it stops it */
    frame();
    mouse(EVENT_MOUSE_DOWN, middle_of(target_at(TARGET_MOMENT, moment_of_stop(app->view.cursor), 1, 0)));
    assert_false(app->view.play.on);
}

/* Only the steps around the cursor show their moments: which ones does not change under the hand. */
static void a_folded_timeline_keeps_still(void **state)
{
    (void)state;
    options.width = 1024, options.height = 640;
    begin("step=3;moment=word;sentence=the small cat that chased the big mouse in the garden yesterday saw the black "
          "dog");
    Point at = dash(app_moment(app));
    mouse(EVENT_MOUSE_MOVE, at);
    mouse(EVENT_MOUSE_DOWN, at);
    double last = app->view.cursor;
    for (float by = 4; by < 120; by += 2, last = app->view.cursor) {
        mouse(EVENT_MOUSE_MOVE, (Point){at.x + by, at.y});
        frame();
        assert_true(app->view.cursor > last);
        assert_true(fabsf(knob_x() - at.x - by) < 1.5f);
    }
    assert_true(moment_at(app->open.trace, app_moment(app)).step > 3);
    assert_true(app->view.stage.scrubbed > 0);
    mouse(EVENT_MOUSE_UP, at);
    assert_int_equal(app->view.stage.scrubbed, 0);
}

/* A card that is folded to its tab holds it too, and opens to say why. */
static void a_folded_card_holds_it(void **state)
{
    (void)state;
    options.width = 870, options.height = 560;
    begin("step=1;moment=start");
    int held = 0;
    for (int card = 0; card < app->open.lesson->card_count; card++) {
        app_show_card(app, card);
        app->view.panel.open = false;
        frame();
        int gate = scene_gate(&app->view);
        if (gate < 0)
            continue;
        assert_true(window_layout(&app->view).tab.w > 0);
        app_jump(app, moment_count(app->open.trace) - 1);
        assert_int_equal(app->cursor.target, gate - 1);
        assert_false(app->view.panel.open);
        cursor_move(app, MOVE_ON);
        assert_int_equal(app->cursor.target, gate - 1);
        assert_true(app->view.panel.open && window_layout(&app->view).card.w > 0);
        held++;
    }
    assert_true(held > 0);
}

/* The heatmap view keeps the place where there is a row of it; before, it shows the whole decode, and gives the place
 * back to who leaves it there. */
static void the_heatmap_view_is_not_opened_empty(void **state)
{
    (void)state;
    begin("step=2;moment=softmax");
    double here = app->cursor.target, end = moment_count(app->open.trace) - 1;
    key(KEY_5);
    assert_true(app->view.kind == VIEW_HEATMAP && app->cursor.target == here);
    key(KEY_1);
    assert_true(app->cursor.target == here);
    app_jump(app, 3); /* in the encoder */
    key(KEY_5);
    assert_true(app->cursor.target == end && app->view.cursor == end);
    key(KEY_1);
    assert_true(app->cursor.target == 3);
    key(KEY_5);
    key(KEY_HOME); /* one may go there */
    frame();
    assert_true(app->cursor.target == 0);
    key(KEY_1);
    assert_true(app->cursor.target == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_knob_is_dragged_to_any_instant, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_is_taken_where_it_stands, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_folded_timeline_keeps_still, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_folded_card_holds_it, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_heatmap_view_is_not_opened_empty, set_up, home_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
