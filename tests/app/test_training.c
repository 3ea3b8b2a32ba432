/* The train view by hand: keys, the mouse, settings, the sentence, leaving and coming back, closing in the middle. */
#define FRAME_SECONDS 0.02
#include "fixture.h"

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    start(&options);
    return 0;
}

static int set_up_transformer(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "23-a-transformer-writes");
    options.at = "card=2;model=transformer;view=train";
    start(&options);
    return 0;
}

static void click(Target target)
{
    press_at(middle_of(target));
}

static const Training *training(void)
{
    return app->view.training;
}

static void wait_for_looks(int count)
{
    FRAMES_UNTIL(training()->count >= count || training()->state == TRAINING_FAILED)
    assert_int_not_equal(training()->state, TRAINING_FAILED);
}

static void wait_for_state(TrainingState state)
{
    FRAMES_UNTIL(training()->state == state)
}

static void the_handle_follows_until_it_is_taken(void **state)
{
    (void)state;
    key(KEY_3);
    assert_int_equal(app->view.kind, VIEW_TRAIN);
    wait_for_looks(1);
    wait_for_state(TRAINING_READY);
    key(KEY_SPACE);
    wait_for_looks(3);
    assert_true(training()->follow);
    assert_int_equal(training()->shown, training()->count - 1);
    key(KEY_HOME);
    assert_false(training()->follow);
    int count = training()->count;
    wait_for_looks(count + 1);
    assert_int_equal(training()->shown, 0);
    key(KEY_RIGHT);
    assert_int_equal(training()->shown, 1);
    key(KEY_LEFT);
    key(KEY_LEFT);
    assert_int_equal(training()->shown, 0);
    key(KEY_END);
    assert_true(training()->follow);
    key(KEY_SPACE);
    wait_for_state(TRAINING_PAUSED);
}

static void the_mouse_drags_it(void **state)
{
    (void)state;
    key(KEY_3);
    wait_for_looks(1);
    click(control(TRAIN_PLAY, 0, 0));
    wait_for_looks(training()->early + 2);
    click(control(TRAIN_PLAY, 0, 0));
    wait_for_state(TRAINING_PAUSED);
    Box plot = box_of(control(TRAIN_PLOT, 0, 0));
    Point at = {plot.x + plot.w - 2, plot.y + 20};
    mouse(EVENT_MOUSE_MOVE, at);
    mouse(EVENT_MOUSE_DOWN, at);
    assert_int_equal(training()->shown, training()->count - 1); /* nothing is there yet: the newest */
    at.x = plot.x + plot.w * 0.25f;                             /* the first epoch has half of it */
    mouse(EVENT_MOUSE_MOVE, at);
    assert_true(training()->list[training()->shown].at > 0.49 && training()->list[training()->shown].at < 0.51);
    at.x += plot.w * 0.5f / (TRAINING_EARLY + 1) * 0.6f; /* between two looks it stays as long as it is held */
    mouse(EVENT_MOUSE_MOVE, at);
    for (int i = 0; i < 40; i++)
        frame();
    assert_true(training()->back > 0.3f && training()->back <= 0.5f);
    assert_int_equal(training()->before, training()->shown - 1);
    int shown = training()->shown;
    mouse(EVENT_MOUSE_UP, at);
    for (int i = 0; i < 40; i++)
        frame();
    assert_true(training()->back == 0);
    assert_int_equal(training()->shown, shown);
    mouse(EVENT_MOUSE_DOWN, at);
    at.x = 3; /* far outside */
    mouse(EVENT_MOUSE_MOVE, at);
    assert_int_equal(training()->shown, 0);
    mouse(EVENT_MOUSE_UP, at);
    at.x = plot.x + plot.w / 2;
    mouse(EVENT_MOUSE_MOVE, at); /* no longer held */
    assert_int_equal(training()->shown, 0);
    key(KEY_RIGHT);
    assert_int_equal(training()->shown, 1);
    click(control(TRAIN_FRAME, 0, 0));
    assert_int_equal(training()->shown, 0);
}

/* Until the replay is over; how long it took, and how many looks were seen on the way. */
static double watch_replay(int *seen, bool *faded)
{
    double began = now;
    for (int before = -1; training()->replays; frame()) {
        assert_true(training()->shown >= before && now < began + 20);
        *seen += training()->shown != before;
        *faded = *faded || training()->back > 0;
        before = training()->shown;
    }
    return now - began;
}

static void the_replay_takes_ten_seconds(void **state)
{
    (void)state;
    key(KEY_3);
    wait_for_looks(1);
    key(KEY_SPACE);
    wait_for_looks(training()->early + 3);
    key(KEY_SPACE);
    wait_for_state(TRAINING_PAUSED);
    for (int still = 0; still < 2; still++) {
        int seen = 0;
        bool faded = false;
        app->view.window.reduced_motion = still;
        click(control(TRAIN_REPLAY, 0, 0));
        assert_true(training()->replays && training()->shown == 0);
        double passed = watch_replay(&seen, &faded);
        assert_true(passed > 9.9 && passed < 10.2);
        assert_int_equal(training()->shown, training()->count - 1);
        assert_true(training()->follow);
        assert_int_equal(faded, !still);
        assert_true(still ? seen > 3 && seen <= 9 : seen >= training()->count - 1);
    }
    click(control(TRAIN_REPLAY, 0, 0)); /* any move of one's own stops it */
    frame();
    key(KEY_LEFT);
    assert_false(training()->replays);
    click(control(TRAIN_REPLAY, 0, 0));
    click(control(TRAIN_REPLAY, 0, 0));
    assert_false(training()->replays);
    click(control(TRAIN_ROWS, true, 0));
    assert_true(training()->own_words);
    click(control(TRAIN_ROWS, false, 0));
    assert_false(training()->own_words);
}

static void a_changed_setting_begins_again(void **state)
{
    (void)state;
    key(KEY_3);
    wait_for_looks(1);
    click(control(TRAIN_SETTING, TRAINING_HIDDEN, 0));
    assert_int_equal(training()->menu, TRAINING_HIDDEN);
    click(control(TRAIN_CHOICE, TRAINING_HIDDEN, 0));
    assert_int_equal(training()->menu, -1);
    assert_true(training()->settings[TRAINING_HIDDEN] == 16);
    wait_for_looks(1);
    wait_for_state(TRAINING_READY); /* what has not begun does not begin by it */
    key(KEY_SPACE);
    wait_for_looks(2);
    assert_int_equal(training()->list[0].probe->config.hidden, 16);
    assert_false(training_as_lesson(training()));
    /* by keys: open, up, enter */
    app->view.focus = control(TRAIN_SETTING, TRAINING_SCORE, 0);
    key(KEY_ENTER);
    assert_int_equal(training()->menu, TRAINING_SCORE);
    key(KEY_UP);
    key(KEY_ENTER);
    assert_true(training()->settings[TRAINING_SCORE] == SCORE_BILINEAR);
    wait_for_looks(1);
    assert_int_equal(training()->list[0].probe->config.score, SCORE_BILINEAR);
    wait_for_looks(2); /* it had begun, and begins again */
    assert_true(target_equal(app->view.focus, control(TRAIN_SETTING, TRAINING_SCORE, 0)));
    /* Escape chooses nothing */
    key(KEY_ENTER);
    key(KEY_UP);
    key(KEY_ESCAPE);
    assert_int_equal(training()->menu, -1);
    assert_true(training()->settings[TRAINING_SCORE] == SCORE_BILINEAR);
    app->view.focus = control(TRAIN_RESTART, 0, 0);
    key(KEY_ENTER);
    assert_true(training()->settings[TRAINING_HIDDEN] == 16);
}

/* Of a Transformer the score is one for all, and nothing is offered that would change nothing; its size is that of all
 * of its vectors. */
static void a_transformer_has_one_size(void **state)
{
    (void)state;
    assert_int_equal(app->view.kind, VIEW_TRAIN);
    wait_for_looks(1);
    frame();
    assert_null(drawlist_marked(&app->list, control(TRAIN_SETTING, TRAINING_SCORE, 0)));
    click(control(TRAIN_SETTING, TRAINING_HIDDEN, 0));
    click(control(TRAIN_CHOICE, TRAINING_HIDDEN, 0));
    assert_true(training()->settings[TRAINING_HIDDEN] == 16);
    wait_for_looks(1);
    const Config *config = &training()->list[0].probe->config;
    assert_true(config->embed == 16 && config->hidden == 16);
}

static void what_is_typed_becomes_the_probe(void **state)
{
    (void)state;
    key(KEY_3);
    key(KEY_SPACE);
    wait_for_looks(2);
    click((Target){TARGET_FIELD, 0, 0, 0});
    app_update(app, &(Event){.kind = EVENT_TEXT, .text = {.text = " yesterday"}});
    FRAMES_UNTIL(training()->list[0].probe->n == app->open.trace->n)
    assert_true(app->view.field.active);
    int count = training()->count;
    for (int i = 0; i < count; i++) { /* the data do not have it: the finished model's words are the rows */
        const Trace *rows = training()->list[i].forced;
        assert_int_equal(training()->list[i].probe->n, app->open.trace->n);
        assert_int_equal(rows->word_count, app->open.trace->word_count);
        for (int t = 0; t < rows->step_count; t++)
            assert_string_equal(rows->steps[t].token, app->open.trace->steps[t].token);
    }
    assert_int_equal(training()->probe, PROBE_NEW);
    key(KEY_ENTER); /* leaves the field; nothing plays here */
    frame();
    assert_false(app->view.field.active);
    assert_false(app->view.play.on);
}

static void it_goes_on_behind_other_views(void **state)
{
    (void)state;
    key(KEY_3);
    key(KEY_SPACE);
    wait_for_looks(2);
    int count = training()->count;
    key(KEY_1);
    assert_int_equal(app->view.kind, VIEW_DECODE);
    for (int i = 0; i < 20; i++)
        frame();
    key(KEY_3);
    assert_true(training()->count >= count);
    wait_for_looks(count + 2);
    assert_int_equal(training()->state, TRAINING_RUNNING);
    assert_false(app->view.training && app->view.training->state == TRAINING_DONE);
    key(KEY_5); /* and the program ends while another view is open */
}

/* A card may show a model at its random numbers: what is trained is the one that is made like it and learns. */
static void random_numbers_give_way(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "14-attention-being-learned");
    start(&options);
    assert_int_equal(app->open.lesson->models[app->open.model].train.epochs, 0);
    key(KEY_3);
    wait_for_looks(1);
    assert_int_equal(training()->epochs, app->open.lesson->models[0].train.epochs);
    assert_true(training()->epochs > 0);
}

static int set_up_without_threads(void **state)
{
    set_up(state);
    threads_run_out(true);
    return 0;
}

static int threads_again(void **state)
{
    threads_run_out(false);
    return home_remove(state);
}

/* A frame of the window's own clock. Returns how long it may sleep then. */
static double real_frame(void)
{
    double sleep = -1;
    assert_true(app_frame(app, &sleep));
    assert_true(sleep >= 0);
    return sleep;
}

/* Where there are no threads the frames train, without a rest in between, and rest when the training does. */
static void frames_train_where_no_thread_does(void **state)
{
    (void)state;
    key(KEY_3);
    while (training()->state != TRAINING_READY)
        real_frame();
    for (int i = 0; real_frame() == 0; i++)
        assert_true(i < 1000);
    key(KEY_SPACE);
    int frames = 0;
    for (; training()->count < 4; frames++)
        assert_true(real_frame() == 0);
    assert_true(frames > 4);
    key(KEY_SPACE);
    while (training()->state != TRAINING_PAUSED)
        real_frame();
    int count = training()->count;
    for (int i = 0; real_frame() == 0; i++)
        assert_true(i < 1000);
    assert_int_equal(training()->count, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_handle_follows_until_it_is_taken, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_mouse_drags_it, set_up, home_remove),
        cmocka_unit_test_teardown(random_numbers_give_way, home_remove),
        cmocka_unit_test_setup_teardown(the_replay_takes_ten_seconds, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_changed_setting_begins_again, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_transformer_has_one_size, set_up_transformer, home_remove),
        cmocka_unit_test_setup_teardown(what_is_typed_becomes_the_probe, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_goes_on_behind_other_views, set_up, home_remove),
        cmocka_unit_test_setup_teardown(frames_train_where_no_thread_does, set_up_without_threads, threads_again),
    };
    return cmocka_run_group_tests_name("app training", tests, NULL, NULL);
}
