/* One step of training by hand: its look, the words, the rate with mouse and keys, steps taken and taken back. */
#define FRAME_SECONDS 0.02
#include "fixture.h"

#include "study/one_step.h"

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "14-attention-being-learned");
    options.at = "card=6;model=young;view=train;sentence=mouse chase cat";
    start(&options);
    frame();
    return 0;
}

static const OneStep *shown(void)
{
    return app->view.step;
}

static void click(Target target)
{
    press_at(middle_of(target));
    frame();
}

static void open_step(void)
{
    assert_int_equal(app->view.kind, VIEW_TRAIN);
    key(KEY_S);
    frame();
    assert_int_equal(app->view.look, LOOK_STEP);
    assert_non_null(shown());
}

static void the_look_is_pressed(void **state)
{
    (void)state;
    assert_null(shown());
    click(control(CONTROL_LOOK, LOOK_STEP, 0));
    assert_int_equal(app->view.look, LOOK_STEP);
    assert_non_null(shown());
    assert_int_equal(shown()->from, WANTED_DATA);
    click(control(CONTROL_LOOK, LOOK_WHOLE, 0));
    assert_int_equal(app->view.look, LOOK_WHOLE);
}

static void words_and_cells_are_looked_at(void **state)
{
    (void)state;
    open_step();
    click(control(STEP_WORD, 2, 0));
    assert_int_equal(shown()->step, 2);
    key(KEY_LEFT_BRACKET);
    assert_int_equal(shown()->step, 1);
    click(control(STEP_SOURCE, 0, 0));
    assert_int_equal(shown()->word, 0);
    int row = shown()->cell.row, column = shown()->cell.column;
    click(target_at(TARGET_CONTROL, STEP_CELL, row + 1, column - 1));
    assert_int_equal(shown()->cell.row, row + 1);
    assert_int_equal(shown()->cell.column, column - 1);
    int param = shown()->cell.param;
    key(KEY_DOWN);
    assert_int_not_equal(shown()->cell.param, param);
    click(control(STEP_MATRIX, -1, 0));
    assert_int_equal(shown()->cell.param, param);
}

static void the_rate_goes_by_keys_and_by_the_mouse(void **state)
{
    (void)state;
    open_step();
    double rate = shown()->after.rate, loss = shown()->after.loss;
    key(KEY_RIGHT);
    assert_true(shown()->after.rate > rate && shown()->after.loss < loss);
    key(KEY_HOME);
    assert_true(shown()->after.rate == 0 && shown()->after.loss == shown()->loss);
    press_at(middle_of(control(STEP_RATE, 0, 0)));
    frame();
    assert_true(shown()->after.rate > 0.45 * shown()->most && shown()->after.rate < 0.55 * shown()->most);
}

static void a_step_is_taken_and_put_back(void **state)
{
    (void)state;
    open_step();
    double before = shown()->loss, after = shown()->after.loss;
    click(control(STEP_TAKE, 0, 0));
    assert_int_equal(shown()->taken, 1);
    assert_true(shown()->loss < before && shown()->loss < after + 1e-4);
    key(KEY_R);
    assert_int_equal(shown()->taken, 0);
    assert_true(shown()->loss == before);
}

/* It is made once for a sentence, kept while other views are open, and made anew for another. */
static void it_is_kept_until_the_sentence_is_another(void **state)
{
    (void)state;
    open_step();
    click(control(STEP_TAKE, 0, 0));
    const OneStep *kept = shown();
    key(KEY_1);
    frame();
    assert_null(shown());
    key(KEY_3);
    key(KEY_S);
    frame();
    assert_ptr_equal(shown(), kept);
    assert_int_equal(shown()->taken, 1);
    for (int i = 0; i < 10; i++)
        frame();
    assert_ptr_equal(shown(), kept);
    click(target_at(TARGET_FIELD, 0, 0, 0));
    app_update(app, &(Event){.kind = EVENT_TEXT, .text = {.text = " yesterday"}});
    frame();
    assert_non_null(shown());
    assert_int_equal(shown()->taken, 0);
    assert_string_equal(shown()->fed->source[3], "yesterday");
}

/* Every number of the step opens the panel, and what stands there is the number that the run made. */
static void every_number_says_where_it_comes_from(void **state)
{
    (void)state;
    open_step();
    int opened = 0, step = shown()->step;
    struct {
        ValueKind kind;
        int at;
    } numbers[] = {{VALUE_PROBABILITY, shown()->wanted[step]},
                   {VALUE_D_LOGIT, shown()->wanted[step]},
                   {VALUE_LOSS, 0},
                   {VALUE_D_WEIGHT, 1},
                   {VALUE_WEIGHT, 2},
                   {VALUE_D_SCORE, shown()->word},
                   {VALUE_ROW_ERROR, shown()->cell.read},
                   {VALUE_ROW_INPUT, shown()->cell.read},
                   {VALUE_D_PARAM, shown()->cell.read},
                   {VALUE_PARAM, shown()->cell.read}};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        Value value;
        Target target = control(STEP_NUMBER, numbers[i].kind, numbers[i].at);
        assert_true(scene_step_value(&app->view, target, &value));
        if (numbers[i].kind == VALUE_D_WEIGHT && !drawlist_marked(&app->list, target))
            continue; /* its bar has no room for it */
        click(target);
        assert_true(scene_origin_open(&app->view));
        assert_true(value_equal(*origin_shown(&app->view), value));
        opened++;
        key(KEY_ESCAPE);
        frame();
        assert_false(scene_origin_open(&app->view));
    }
    assert_true(opened >= 9);
    key(KEY_1);
    frame();
    assert_int_equal(app->view.origin.depth, 0);
}

/* From the pull on a score down: its weight's gradient, the context's, a row of W_ih. */
static void one_goes_down_a_gradient(void **state)
{
    (void)state;
    open_step();
    click(control(STEP_NUMBER, VALUE_D_SCORE, shown()->word));
    static const ValueKind way[] = {VALUE_D_WEIGHT, VALUE_D_CONTEXT, VALUE_D_INPUT, VALUE_D_GATE, VALUE_D_STATE};
    for (size_t i = 0; i < LENGTH(way); i++) {
        Value value = {VALUE_NONE};
        Target found = {0};
        for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&app->list, mark));)
            if (scene_origin_value(&app->view, mark->mark.target, &arena, &value) && value.kind == way[i]) {
                found = mark->mark.target;
                break;
            }
        if (found.kind == TARGET_NONE)
            break; /* a gate can be the one that another gate reads */
        click(found);
        assert_int_equal(origin_shown(&app->view)->kind, way[i]);
        assert_true(i < 2 || app->view.origin.depth >= 3);
    }
    assert_true(app->view.origin.depth >= 4);
}

/* Before anything is learned the step is of the model on the stage, then of the epoch at the handle. */
static void the_step_is_of_the_epoch_at_the_handle(void **state)
{
    (void)state;
    open_step();
    assert_int_equal(app->view.step_look, 0);
    double loss = shown()->loss;
    key(KEY_U);
    FRAMES_UNTIL(app->view.training->state == TRAINING_READY)
    click(control(TRAIN_PLAY, 0, 0));
    FRAMES_UNTIL(app->view.training->count >= 3)
    click(control(TRAIN_PLAY, 0, 0));
    FRAMES_UNTIL(app->view.training->state == TRAINING_PAUSED)
    key(KEY_S);
    frame();
    int look = app->view.training->shown;
    assert_int_equal(app->view.step_look, look + 1);
    assert_non_null(shown());
    assert_true(shown()->loss != loss && shown()->loss > 0);
    loss = shown()->loss;
    key(KEY_U);
    key(KEY_HOME);
    key(KEY_S);
    frame();
    assert_int_equal(app->view.step_look, 1);
    assert_true(shown()->loss > loss);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_look_is_pressed, set_up, home_remove),
        cmocka_unit_test_setup_teardown(words_and_cells_are_looked_at, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_rate_goes_by_keys_and_by_the_mouse, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_step_is_taken_and_put_back, set_up, home_remove),
        cmocka_unit_test_setup_teardown(every_number_says_where_it_comes_from, set_up, home_remove),
        cmocka_unit_test_setup_teardown(one_goes_down_a_gradient, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_step_is_of_the_epoch_at_the_handle, set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_is_kept_until_the_sentence_is_another, set_up, home_remove)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
