/* In front of a class: the card beside the stage, the sentence that is typed, the timer, and a question with its large
 * choices. Time is the test's own: FRAME_SECONDS a frame. */
#define FRAME_SECONDS 1
#include "begin.h"

#include "app/app_place.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/timer_input.h"
#include "app/view_input.h"
#include "scene/view/window_layout.h"

#include <math.h>

static const Target FIELD = {TARGET_FIELD, 0, 0, 0}, TIMER = {TARGET_TIMER, 0, 0, 0};

static void present(const char *at)
{
    options.reduced_motion = true;
    options.at = at;
    begin();
    key(KEY_P);
    assert_true(app->view.window.present);
    frame();
}

static bool apart(Box a, Box b)
{
    return a.x + a.w <= b.x + 0.5f || b.x + b.w <= a.x + 0.5f || a.y + a.h <= b.y + 0.5f || b.y + b.h <= a.y + 0.5f;
}

static void the_card_stands_beside_the_stage(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1024, 640}, {1440, 900}, {1920, 1080}, {2560, 1440}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        options.width = sizes[i][0];
        options.height = sizes[i][1];
        present("lesson=5;card=5");
        assert_true(window_layout(&app->view).card.w == 0);
        key(KEY_K);
        WindowLayout layout = window_layout(&app->view);
        assert_true(layout.card.w > 0 && apart(layout.card, layout.stage) && apart(layout.card, layout.foot));
        assert_false(window_card_floats(&app->view));
        key(KEY_SLASH);
        assert_true(app->view.field.active && app->view.panel.open);
        key(KEY_ESCAPE);
        key(KEY_K);
        assert_true(window_layout(&app->view).card.w == 0);
    }
}

/* In every view: it is drawn while it has the focus, and on the stage of Decode it covers nothing. */
static void what_is_typed_is_seen(void **state)
{
    (void)state;
    present("lesson=5;card=5");
    for (Key view = KEY_1; view <= KEY_6; view++) {
        key(view);
        assert_true(view != KEY_1 || !drawlist_marked(&app->list, FIELD));
        key(KEY_SLASH);
        assert_true(app->view.field.active);
        assert_non_null(drawlist_marked(&app->list, FIELD));
        WindowLayout layout = window_layout(&app->view);
        assert_true(view != KEY_1 || (layout.field.h > 0 && apart(layout.field, layout.stage)));
        key(KEY_ESCAPE);
        assert_false(app->view.field.active);
    }
    key(KEY_1);
    assert_null(drawlist_marked(&app->list, FIELD));
}

static void the_timer_counts_down(void **state)
{
    (void)state;
    options.at = "lesson=5;card=5";
    options.reduced_motion = true;
    begin();
    key(KEY_J); /* it is for a class */
    assert_false(app->view.timer.on);
    present("path=90;lesson=5;card=5");
    assert_true(isinf(timer_wait(app)));
    key(KEY_J);
    assert_true(app->view.timer.on && !app->view.timer.paused);
    assert_int_equal(app->view.timer.seconds, 8 * 60 - 1); /* the path's; a frame has gone by */
    WindowLayout layout = window_layout(&app->view);
    assert_true(apart(layout.timer, layout.stage) && apart(layout.timer, layout.foot));
    assert_non_null(drawlist_marked(&app->list, TIMER));
    assert_true(timer_wait(app) <= 1);
    for (int i = 0; i < 9; i++)
        frame();
    assert_int_equal(app->view.timer.seconds, 8 * 60 - 10);
    key(KEY_J);
    int left = app->view.timer.seconds;
    for (int i = 0; i < 5; i++)
        frame();
    assert_true(app->view.timer.paused && app->view.timer.seconds == left);
    assert_true(isinf(timer_wait(app)));
    key(KEY_N); /* it is of the class, not of the card */
    press_at(middle_of(TIMER));
    assert_true(app->view.timer.on && !app->view.timer.paused);
    while (app->view.timer.seconds > 0)
        frame();
    assert_true(app->view.timer.on && isinf(timer_wait(app)));
    key(KEY_J); /* put away */
    assert_false(app->view.timer.on);
    assert_true(window_layout(&app->view).timer.w == 0);
}

static void its_minutes_can_be_chosen(void **state)
{
    (void)state;
    present("lesson=5;card=5");
    const Modifiers shift = {.shift = true};
    key_with(KEY_J, shift);
    assert_int_equal((app->view.timer.seconds + 59) / 60, 3);
    for (int minutes = 4; minutes <= 10; minutes++) {
        key_with(KEY_J, shift);
        assert_int_equal((app->view.timer.seconds + 59) / 60, minutes);
    }
    key_with(KEY_J, shift);
    assert_int_equal((app->view.timer.seconds + 59) / 60, 1);
    key(KEY_ESCAPE); /* it goes, Present stays */
    assert_false(app->view.timer.on);
    assert_true(app->view.window.present);
    key(KEY_J);
    key(KEY_P);
    frame();
    assert_false(app->view.timer.on);
}

static Question asked(void)
{
    Question question = {0};
    assert_true(app->view.predict.on && !app->view.predict.telling && scene_asks(&app->view, &question));
    return question;
}

/* From the beginning of the sentence to the first question. */
static void ask(void)
{
    present("lesson=5;card=1");
    app_jump(app, 0);
    key(KEY_Q);
    key(KEY_END);
    assert_true(asked().count > 1);
    assert_true(window_asks_class(&app->view));
}

static void no_stray_key_answers_a_class(void **state)
{
    (void)state;
    static const Key strays[] = {KEY_SPACE, KEY_SPACE, KEY_RIGHT, KEY_DOWN,   KEY_END,          KEY_F,
                                 KEY_G,     KEY_V,     KEY_8,     KEY_DELETE, KEY_RIGHT_BRACKET};
    ask();
    int gate = asked().gate;
    for (size_t i = 0; i < LENGTH(strays); i++) {
        key(strays[i]);
        assert_int_equal(asked().gate, gate);
        assert_int_equal(app->view.predict.asked, 0);
    }
    WindowLayout layout = window_layout(&app->view);
    assert_true(layout.foot.w == app->view.width && apart(layout.foot, layout.stage));
}

static void a_letter_answers_a_class(void **state)
{
    (void)state;
    ask();
    Question question = asked();
    int right = 0;
    while (!predict_right(app->open.trace, &question, right))
        right++;
    key((Key)(KEY_A + right));
    assert_true(app->view.predict.telling && !app->view.predict.shown);
    assert_int_equal(app->view.predict.right, 1);
    assert_int_equal(app->view.predict.choice, right);
    key(KEY_ENTER); /* goes on */
    assert_false(app->view.predict.telling);
    key(KEY_END);
    assert_int_equal(app->view.predict.asked, 1);
    key(KEY_ENTER); /* shows it; it is nobody's answer */
    assert_true(app->view.predict.telling && app->view.predict.shown);
    assert_int_equal(app->view.predict.asked, 1);
    key(KEY_ENTER);
    key(KEY_END);
    key(KEY_1); /* a digit, as always */
    assert_int_equal(app->view.predict.asked, 2);
    key(KEY_P); /* to one person letters are what they always were */
    key(KEY_ENTER);
    key(KEY_END);
    (void)asked();
    bool captions = app->view.window.captions;
    key(KEY_C);
    assert_int_equal(app->view.predict.asked, 2);
    assert_true(app->view.window.captions != captions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_card_stands_beside_the_stage, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(what_is_typed_is_seen, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_timer_counts_down, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(its_minutes_can_be_chosen, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(no_stray_key_answers_a_class, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_letter_answers_a_class, begin_set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app present", tests, NULL, NULL);
}
