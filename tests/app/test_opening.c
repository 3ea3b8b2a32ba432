/* The first minute: when it plays and when not, its script by the clock, skipping, dragging, the way to the
 * course and back. */
#include "fixture.h"

#include "app/open.h"
#include "app/opening.h"
#include "scene/view/opening_script.h"

static AppOptions options;

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "01-sequences-in-and-out");
    options.opening = true;
    return 0;
}

static OpeningStage stage(void)
{
    return app->view.opening.stage;
}

static void begin(void)
{
    start(&options);
    frame();
}

static void drag_to(int bar, float weight)
{
    Box box = box_of(target_at(TARGET_WEIGHT, app->view.opening.step, bar, 0));
    float top = app->layout.stage.bars.y, height = app->layout.stage.bars.h;
    Point from = {box.x + box.w / 2, box.y + box.h / 2}, to = {from.x, top + height * (1 - weight)};
    mouse(EVENT_MOUSE_MOVE, from);
    mouse(EVENT_MOUSE_DOWN, from);
    mouse(EVENT_MOUSE_MOVE, (Point){from.x, from.y + 10});
    mouse(EVENT_MOUSE_MOVE, to);
    frame();
    mouse(EVENT_MOUSE_UP, to);
    frame();
}

static void expect_course(void)
{
    assert_int_equal(stage(), OPENING_NONE);
    assert_string_equal(path_name(app->open.lesson->folder), "01-sequences-in-and-out");
    assert_int_equal(app->view.card, 0);
    assert_true(app->view.cursor == 0); /* the lesson begins at its beginning */
}

/* One click, then nobody does anything: every scene in turn, the cursor never back, a rest at each end. */
static void it_plays_by_itself(void **state)
{
    (void)state;
    begin();
    assert_int_equal(stage(), OPENING_PROMISE);
    assert_string_equal(path_name(app->open.lesson->folder), "05-cat-chase-mouse");
    for (int i = 0; i < 50; i++)
        frame();
    assert_int_equal(stage(), OPENING_PROMISE);
    press_at(middle_of((Target){TARGET_OPENING, OPENING_ON, 0, 0}));
    OpeningScene scenes[OPENING_SCENES];
    int count = opening_script(app->open.trace, scenes), rested[OPENING_SCENES] = {0};
    assert_int_equal(count, app->open.trace->word_count);
    double began = now, before = 0;
    while (stage() == OPENING_PLAYS) {
        frame();
        int scene = app->view.opening.scene;
        assert_true(app->view.cursor >= before && scene >= 0 && now < began + 60);
        if (scene < count)
            rested[scene] += app->view.cursor == scenes[scene].end;
        before = app->view.cursor;
    }
    assert_true(now - began > 9 && now - began < 13);
    for (int i = 0; i < count; i++)
        assert_true(rested[i] * FRAME_SECONDS > OPENING_HOLD - 0.2);
    assert_int_equal(stage(), OPENING_DRAG);
    const Opening *opening = &app->view.opening;
    const TraceStep *step = &app->open.trace->steps[opening->step];
    assert_int_equal(opening->step, app->open.trace->word_count - 1);
    assert_string_equal(opening->wrote, step->token);
    for (int j = 0; j < app->open.trace->n; j++)
        assert_true(step->step.weights[j] >= step->step.weights[opening->bar]);
}

/* Of the picture that goes and of the one that comes. */
static int shared_pieces(void)
{
    const DrawList *from = &app->passage.from, *to = &app->list;
    int shared = 0;
    for (int i = 0; i < from->count; i++)
        for (int k = 0; k < to->count && from->commands[i].kind == DRAW_PIECE; k++)
            shared += to->commands[k].kind == DRAW_PIECE && from->commands[i].piece != 0
                      && to->commands[k].piece == from->commands[i].piece;
    return shared;
}

/* The bar pulses until it is touched; another word is what it is about; then the course. */
static void a_drag_steers(void **state)
{
    (void)state;
    begin();
    key(KEY_SPACE);
    assert_int_equal(stage(), OPENING_PLAYS);
    key(KEY_X); /* any key */
    assert_int_equal(stage(), OPENING_DRAG);
    float pulse = app->view.opening.pulse;
    frame();
    assert_true(app->view.opening.pulse > pulse);
    int bar = app->view.opening.bar;
    char *wrote = arena_printf(&arena, "%s", app->view.opening.wrote);
    drag_to(bar, 0.2f);
    assert_true(app->view.opening.pulse < 0);
    assert_int_equal(stage(), OPENING_DRAG);
    drag_to(bar, 0.9f);
    assert_int_equal(stage(), OPENING_STEERED);
    assert_string_not_equal(app->open.trace->steps[app->view.opening.step].token, wrote);
    assert_int_equal(app->view.origin.depth, 0);
    press_at(middle_of((Target){TARGET_OPENING, OPENING_ON, 0, 0}));
    expect_course();
    assert_true(app->passage.on); /* its picture goes over into the lesson's, and is gone at once */
    assert_int_equal(shared_pieces(), 2 * app->open.trace->n); /* a bar becomes the state of its word */
    for (int i = 0; i < 10; i++)
        frame();
    assert_false(app->passage.on);
}

static void it_is_done_by_keys(void **state)
{
    (void)state;
    begin();
    key(KEY_A); /* skips at once */
    assert_int_equal(stage(), OPENING_DRAG);
    for (int i = 0; i < 20; i++)
        key(KEY_UP);
    assert_int_equal(stage(), OPENING_STEERED);
    key(KEY_L); /* no other key does anything */
    assert_int_equal(stage(), OPENING_STEERED);
    key(KEY_ENTER);
    expect_course();
}

/* The language can be chosen before it plays; whoever skips that is in the course, whoever skips the play at its stop.
 */
static void it_can_be_skipped(void **state)
{
    (void)state;
    begin();
    press_at(middle_of(target_at(TARGET_LANGUAGE, 1 + LANGUAGE_CHINESE, 0, 0)));
    assert_int_equal(app->view.language, LANGUAGE_CHINESE);
    assert_int_equal(stage(), OPENING_PROMISE);
    press_at(middle_of((Target){TARGET_OPENING, OPENING_ON, 0, 0}));
    frame();
    press_at(middle_of((Target){TARGET_OPENING, OPENING_SKIP, 0, 0}));
    assert_int_equal(stage(), OPENING_DRAG);
    opening_begin(app, false);
    frame();
    press_at(middle_of((Target){TARGET_OPENING, OPENING_SKIP, 0, 0}));
    assert_int_equal(stage(), OPENING_NONE);
}

static void it_plays_once(void **state)
{
    (void)state;
    begin();
    assert_int_equal(stage(), OPENING_PROMISE);
    begin(); /* left at its first picture */
    assert_int_equal(stage(), OPENING_NONE);
    expect_course();
    key_with(KEY_QUESTION, (Modifiers){0});
    key(KEY_ESCAPE);
    app_show_card(app, 2);
    key(KEY_QUESTION);
    press_at(middle_of((Target){TARGET_OPENING, OPENING_AGAIN, 0, 0}));
    assert_int_equal(stage(), OPENING_PROMISE);
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    key(KEY_ESCAPE);
    key(KEY_ESCAPE);
    assert_int_equal(stage(), OPENING_NONE); /* back where it was asked for */
    assert_string_equal(path_name(app->open.lesson->folder), "01-sequences-in-and-out");
    assert_int_equal(app->view.card, 2);
}

static void it_is_not_for_who_knows_where_to_go(void **state)
{
    (void)state;
    options.opening = false; /* a lesson, a file, --at */
    begin();
    assert_int_equal(stage(), OPENING_NONE);
    options.opening = true;
    setenv("HOME", "/proc", 1); /* nothing can be kept */
    begin();
    assert_int_equal(stage(), OPENING_NONE);
    setenv("HOME", home, 1);
    options.last = "language=en"; /* not the first time */
    begin();
    assert_int_equal(stage(), OPENING_NONE);
}

static void reduced_motion_has_stills(void **state)
{
    (void)state;
    options.reduced_motion = true;
    begin();
    key(KEY_ENTER);
    OpeningScene scenes[OPENING_SCENES];
    opening_script(app->open.trace, scenes);
    while (stage() == OPENING_PLAYS) {
        frame();
        int scene = app->view.opening.scene;
        assert_true(app->view.cursor == scenes[scene].end || app->view.cursor == (scene ? scenes[scene - 1].end : 0));
    }
    frame();
    frame();
    assert_true(app->view.opening.pulse == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_plays_by_itself, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_drag_steers, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_is_done_by_keys, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_can_be_skipped, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_plays_once, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_is_not_for_who_knows_where_to_go, set_up, home_remove),
        cmocka_unit_test_setup_teardown(reduced_motion_has_stills, set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app opening", tests, NULL, NULL);
}
