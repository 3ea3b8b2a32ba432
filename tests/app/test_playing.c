/* A person plays on a card that did not ask for it: the lesson waits, and goes on where it was. */
#include "fixture.h"

#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/input.h"
#include "app/open.h"
#include "lesson/progress.h"
#include "scene/window/panels.h"

enum { STEP = 2, PLAIN = 3, ASKS_WEIGHTS = 4 }; /* cards of lesson 5, from 0 */

static const Target BACK = {TARGET_RETURN, 0, 0, 0};

static double stand_at(MomentKind kind, int card)
{
    app_show_card(app, card);
    app_stop_at(app, moment_find(app->open.trace, kind, STEP, -1));
    frame();
    assert_false(view_plays(&app->view));
    return app->view.cursor;
}

static void drag(int j)
{
    Point from = middle_of(target_at(TARGET_WEIGHT, STEP, j, 0));
    Box bars = app->layout.stage.bars;
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, (Point){from.x, bars.y + bars.h / 2});
    mouse(EVENT_MOUSE_MOVE, (Point){from.x, bars.y + 2});
    frame();
    mouse(EVENT_MOUSE_UP, (Point){from.x, bars.y + 2});
    frame();
}

static bool strip_is_shown(void)
{
    return window_layout(&app->view).strip.h > 0 && drawlist_marked(&app->list, BACK);
}

/* Whatever is changed first. */
static void any_change_opens_the_strip(void **state)
{
    (void)state;
    for (int change = 0; change < 4; change++) {
        stand_at(change == 3 ? MOMENT_WORD : MOMENT_SOFTMAX, PLAIN);
        Box stage = window_layout(&app->view).stage;
        if (change == 0)
            drag(0);
        else if (change == 1) {
            app_focus_on(app, target_at(TARGET_ANNOTATION, 0, -1, 0));
            key(KEY_Z);
        } else if (change == 2) {
            app_focus_on(app, control(DECODE_TEMPERATURE, 0, 0));
            key(KEY_UP);
        } else
            press_at(middle_of(target_at(TARGET_OUTPUT, STEP, 1, 0)));
        assert_true(view_plays(&app->view) && strip_is_shown());
        Box after = window_layout(&app->view).stage;
        assert_true(after.y == stage.y + WINDOW_STRIP_H && after.h == stage.h - WINDOW_STRIP_H);
        key(KEY_R);
        assert_false(view_plays(&app->view) || strip_is_shown());
        assert_null(app->view.own);
    }
}

static void it_goes_on_where_it_was(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        double cursor = stand_at(MOMENT_CONTEXT, PLAIN);
        drag(0);
        assert_true(app->view.stage.waits == cursor);
        app_stop_at(app, cursor + 3); /* one looks at what became of it */
        frame();
        drag(1); /* a second change waits at the same place */
        assert_true(strip_is_shown() && app->view.stage.waits == cursor);
        if (way == 0)
            key(KEY_R);
        else if (way == 1)
            press_at(middle_of(BACK));
        else
            app_press_beside(app, BACK); /* a screen reader */
        frame();
        assert_true(app->view.cursor == cursor && app->view.card == PLAIN);
        assert_false(changes_any(&app->open.changes));
    }
    for (int by = 0; by < 2; by++) { /* Next and Back put all back too */
        stand_at(MOMENT_CONTEXT, PLAIN);
        drag(0);
        key_with(KEY_N, (Modifiers){.shift = by == 1});
        assert_int_equal(app->view.card, by ? PLAIN - 1 : PLAIN + 1);
        assert_false(changes_any(&app->open.changes) || strip_is_shown());
    }
    stand_at(MOMENT_CONTEXT, PLAIN); /* what is undone is no play any more */
    drag(0);
    key_with(KEY_Z, (Modifiers){.control = true});
    assert_false(strip_is_shown());
}

static void a_card_that_asks_does_not_wait(void **state)
{
    (void)state;
    const Lesson *lesson = app->open.lesson;
    static const bool asks[] = {true, false, false, false, true, true, true, false};
    assert_int_equal(lesson->card_count, sizeof asks / sizeof *asks);
    for (int i = 0; i < lesson->card_count; i++)
        assert_int_equal(card_asks_change(&lesson->cards[i]), asks[i]);
    stand_at(MOMENT_SOFTMAX, ASKS_WEIGHTS);
    app->progress.completed[ASKS_WEIGHTS] = app->progress.completed[PLAIN] = false;
    drag(0);
    assert_false(strip_is_shown());
    assert_true(app->progress.completed[ASKS_WEIGHTS]); /* a goal counts on its own card */
    assert_false(app->progress.completed[PLAIN]);
    assert_non_null(drawlist_marked(&app->list, control(DECODE_RESET, 0, 0)));
    key(KEY_R);
    assert_null(app->view.own);
}

static void a_question_is_not_answered_by_playing(void **state)
{
    (void)state;
    stand_at(MOMENT_CONTEXT, PLAIN);
    app->progress.completed[PLAIN] = false;
    int choices = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
        choices += mark->mark.target.kind == TARGET_CHOICE;
    assert_true(choices > 1);
    drag(0);
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
        assert_int_not_equal(mark->mark.target.kind, TARGET_CHOICE);
    assert_null(drawlist_marked(&app->list, (Target){TARGET_CARD_NEXT, 0, 0, 0}));
    app_press_beside(app, target_at(TARGET_CHOICE, 0, lesson_card(app->open.lesson, PLAIN)->quizzes[0].answer, 0));
    assert_false(app->view.panel.quizzes[0].answered || app->progress.completed[PLAIN]);
    app_stop_at(app, moment_count(app->open.trace) - 2);
    frame();
    app_reached(app, GOAL_ANSWER);
    assert_false(app->progress.completed[PLAIN]);
    key(KEY_R);
    app_press_beside(app, target_at(TARGET_CHOICE, 0, lesson_card(app->open.lesson, PLAIN)->quizzes[0].answer, 0));
    assert_true(app->progress.completed[PLAIN]);
}

/* Without cards nothing waits. */
static void a_model_alone_has_no_strip(void **state)
{
    (void)state;
    AppOptions options = home_create();
    OpenFile files[2] = {{0}};
    open_file(path_join(&arena, options.lessons, "05-cat-chase-mouse/model.safetensors"), &files[0]);
    options.opened = files;
    options.forgetful = options.reduced_motion = true;
    start(&options);
    app_stop_at(app, moment_find(app->open.trace, MOMENT_WORD, 0, -1));
    frame();
    app_focus_on(app, target_at(TARGET_ANNOTATION, 0, -1, 0));
    key(KEY_Z);
    assert_true(app->view.own && !view_plays(&app->view));
    assert_true(window_layout(&app->view).strip.h == 0);
    key_with(KEY_R, (Modifiers){.shift = true});
    assert_null(app->view.own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_change_opens_the_strip),     cmocka_unit_test(it_goes_on_where_it_was),
        cmocka_unit_test(a_card_that_asks_does_not_wait), cmocka_unit_test(a_question_is_not_answered_by_playing),
        cmocka_unit_test(a_model_alone_has_no_strip),
    };
    return cmocka_run_group_tests_name("app playing", tests, still_set_up, home_remove);
}
