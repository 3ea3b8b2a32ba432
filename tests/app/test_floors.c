/* Floors by real events: a name opens its floor, Esc and the next step give that back to the moment, H makes all even,
 * what jumps goes over, and a question opens the number that it asks for. */
#include "fixture.h"

#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/open.h"
#include "scene/stage/floors.h"
#include "scene/window/panels.h"

#include <math.h>

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.forgetful = true;
    start(&options);
    return 0;
}

static void stand_at(MomentKind kind, int step)
{
    app->view.window.reduced_motion = true;
    app_show_card(app, 0);
    app->view.stage.floors = (FloorLook){0};
    app->view.focus = app->view.hover = (Target){0};
    app->view.origin.depth = 0;
    app_stop_at(app, moment_find(app->open.trace, kind, step, -1));
    frame();
    frame();
}

static Floors shown(void)
{
    return floors_of_view(&app->view, app->open.trace, app->view.cursor);
}

static Floor hero(void)
{
    Floors floors = shown();
    return floors_hero(&floors);
}

static Target name_of(Floor floor)
{
    return control(DECODE_FLOOR, floor, 0);
}

static void a_name_opens_its_floor(void **state)
{
    (void)state;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        stand_at(MOMENT_SOFTMAX, 1);
        assert_int_equal(hero(), FLOOR_WEIGHTS);
        press_at(middle_of(name_of(floor)));
        assert_true(hero() == floor && shown().hero[floor] == 1);
        press_at(middle_of(name_of(floor))); /* again: the moment has it */
        assert_int_equal(hero(), FLOOR_WEIGHTS);
        press_at(middle_of(name_of(floor)));
        press_at(middle_of(name_of(FLOOR_SOURCE))); /* another one instead */
        assert_int_equal(hero(), floor == FLOOR_SOURCE ? FLOOR_WEIGHTS : FLOOR_SOURCE);
    }
    stand_at(MOMENT_SOFTMAX, 1);
    app_focus_on(app, name_of(FLOOR_CONTEXT)); /* as Tab brings it */
    key(KEY_ENTER);
    assert_int_equal(hero(), FLOOR_CONTEXT);
    key(KEY_ESCAPE);
    while (app->view.stage.floors.opened > 0) { /* the first one may leave the focus */
        static int more;
        assert_true(more++ < 2);
        key(KEY_ESCAPE);
    }
    assert_int_equal(hero(), FLOOR_WEIGHTS);
}

static void the_next_step_gives_it_back(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, 1);
    press_at(middle_of(name_of(FLOOR_STATES)));
    assert_int_equal(hero(), FLOOR_STATES);
    app->view.focus = (Target){0};
    key(KEY_RIGHT);
    for (int i = 0; i < 200; i++) /* until it has come there */
        frame();
    assert_int_equal(app->view.stage.floors.opened, 0);
    assert_int_equal(hero(), FLOOR_CONTEXT);
}

static void all_are_even(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, 1);
    key(KEY_H);
    Floors floors = shown();
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        assert_true(floors.hero[floor] == 0 && floors.near[floor] == 1);
    press_at(middle_of(name_of(FLOOR_WORDS))); /* one of them */
    assert_true(hero() == FLOOR_WORDS && !app->view.stage.floors.even);
    key(KEY_H);
    assert_true(app->view.stage.floors.even && app->view.stage.floors.opened == 0);
    key(KEY_H);
    assert_int_equal(hero(), FLOOR_WEIGHTS);
    key(KEY_H);
    app->view.focus = app->view.hover = (Target){0};
    key(KEY_ESCAPE);
    assert_int_equal(hero(), FLOOR_WEIGHTS);
}

/* It begins where it was and grows from frame to frame for 0.3 s; with reduced motion it is there at once. */
static void what_jumps_goes_over(void **state)
{
    (void)state;
    stand_at(MOMENT_SOFTMAX, 1);
    app->view.window.reduced_motion = false;
    frame();
    Point name = middle_of(name_of(FLOOR_SOURCE));
    double begin = now;
    float last = 0;
    int between = 0;
    press_at(name);
    for (int i = 0; i < 10; i++) {
        float grown = shown().hero[FLOOR_SOURCE];
        assert_true(grown >= last);
        between += grown > 0 && grown < 1;
        if (now - begin > FLOORS_SECONDS + 0.11)
            assert_true(grown == 1 && !floors_moving(app));
        last = grown;
        frame();
    }
    assert_true(last == 1 && between >= 3);
    app->view.window.reduced_motion = true;
    press_at(middle_of(name_of(FLOOR_WORDS)));
    assert_true(shown().hero[FLOOR_WORDS] == 1 && !floors_moving(app));
}

static void a_question_opens_its_number(void **state)
{
    (void)state;
    static const struct {
        MomentKind moment;
        ValueKind made;
    } asked[] = {{MOMENT_SCORES, VALUE_SCORE},
                 {MOMENT_SOFTMAX, VALUE_WEIGHT},
                 {MOMENT_CONTEXT, VALUE_CONTEXT},
                 {MOMENT_STATE, VALUE_STATE},
                 {MOMENT_WORD, VALUE_PROBABILITY}};
    for (size_t i = 0; i < LENGTH(asked); i++) {
        stand_at(asked[i].moment, 1);
        press_at(middle_of(control(DECODE_MADE, 0, 0)));
        assert_true(scene_origin_open(&app->view));
        assert_int_equal(origin_shown(&app->view)->kind, asked[i].made);
        assert_int_equal(origin_shown(&app->view)->place, 1);
        key(KEY_ESCAPE);
    }
}

/* While it is held nothing moves under the hand. */
static void a_bar_that_was_pulled_opens_its_floor(void **state)
{
    (void)state;
    static const Target bar = {TARGET_WEIGHT, 1, 0, 0};
    stand_at(MOMENT_WORD, 1);
    Floor before = hero();
    assert_int_not_equal(before, FLOOR_WEIGHTS);
    Point from = middle_of(bar);
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, (Point){from.x, from.y - 12});
    frame();
    assert_true(hero() == before && target_equal(app->view.stage.dragged, bar));
    mouse(EVENT_MOUSE_UP, (Point){from.x, from.y - 12});
    frame();
    assert_int_equal(hero(), FLOOR_WEIGHTS);
    assert_true(app->open.trace->steps[1].replaced);
    key(KEY_R);
    assert_false(app->open.trace->steps[1].replaced);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_opens_its_floor),
        cmocka_unit_test(the_next_step_gives_it_back),
        cmocka_unit_test(all_are_even),
        cmocka_unit_test(what_jumps_goes_over),
        cmocka_unit_test(a_question_opens_its_number),
        cmocka_unit_test(a_bar_that_was_pulled_opens_its_floor),
    };
    return cmocka_run_group_tests_name("app floors", tests, set_up, home_remove);
}
