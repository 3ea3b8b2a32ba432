/* What is added and normalized, by mouse and keyboard: it opens, goes from instant to instant, closes, and is a place.
 */
#define FRAME_SECONDS 0.3
#include "fixture.h"

#include "app/app_place.h"
#include "app/cursor.h"
#include "app/open.h"

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "23-a-transformer-writes");
    options.at = "card=3;model=transformer;step=3;moment=self-attention";
    options.forgetful = true;
    start(&options);
    frame();
    return 0;
}

static bool open(void)
{
    return scene_norm_open(&app->view);
}

static void wait_for(float at)
{
    for (int i = 0; i < 40 && app->view.norm.at != at; i++)
        frame();
    assert_true(app->view.norm.at == at);
}

static Target plus_of(ValueKind kind)
{
    return norm_target((Value){kind, .place = 2, .part = PART_WRITTEN});
}

static void press(Target target)
{
    const DrawCommand *mark = drawlist_marked(&app->list, target);
    assert_non_null(mark);
    press_at(box_middle(mark->bounds));
}

static void a_plus_opens_it(void **state)
{
    (void)state;
    press(plus_of(VALUE_SELF_SUM));
    assert_true(open() && app->view.norm.to == 1);
    assert_true(app->view.norm.at < 1); /* on its way */
    wait_for(1);
    double cursor = app->cursor.target;
    key(KEY_RIGHT);
    wait_for(2);
    key(KEY_LEFT);
    key(KEY_LEFT); /* before the first is nothing */
    wait_for(1);
    key(KEY_SPACE); /* the others by themselves */
    wait_for(4);
    key(KEY_SPACE);
    assert_true(app->view.norm.at < 1);
    press(target_at(TARGET_CONTROL, NORM_INSTANT, 2, 0));
    wait_for(3);
    assert_true(app->cursor.target == cursor && open());
    key(KEY_ESCAPE);
    assert_false(open());
    frame();
    assert_non_null(drawlist_marked(&app->list, plus_of(VALUE_SELF_SUM)));
}

static void keys_alone_do_it(void **state)
{
    (void)state;
    app->view.focus = plus_of(VALUE_SELF_SUM); /* as Tab does */
    key(KEY_ENTER);
    assert_true(open());
    key(KEY_TAB);
    key(KEY_ENTER); /* on the next instant */
    assert_int_equal(app->view.norm.to, 2);
    press(target_at(TARGET_CONTROL, NORM_CLOSE, 0, 0));
    assert_false(open());
    key(KEY_E);
    assert_true(open() && app->view.norm.sum.kind == VALUE_SELF_SUM);
    key(KEY_E); /* this moment has no other */
    assert_false(open());
    app_jump(app, moment_find(app->open.trace, MOMENT_STATE, 2, -1));
    frame();
    key(KEY_E);
    assert_true(open() && app->view.norm.sum.kind == VALUE_FORWARD_SUM);
    key(KEY_E);
    assert_true(open() && app->view.norm.sum.kind == VALUE_CROSS_SUM);
    key(KEY_DOWN); /* another step: it is let go for good */
    key(KEY_UP);
    assert_false(open() || app->view.norm.sum.kind != VALUE_NONE);
    app_jump(app, moment_find(app->open.trace, MOMENT_SCORES, 2, -1));
    frame();
    key(KEY_E);
    assert_false(open());
    assert_non_null(app->view.message.text);
}

/* Of the encoder's word; and from the panel of a number that was normalized. */
static void a_source_word_has_it(void **state)
{
    (void)state;
    Value sum = {VALUE_SELF_SUM, .place = 1};
    app_jump(app, moment_find(app->open.trace, MOMENT_SELF, -1, 1));
    frame();
    key(KEY_E); /* the block's */
    key(KEY_E);
    assert_true(open() && value_equal(app->view.norm.sum, sum));
    key(KEY_ESCAPE);
    app_jump(app, moment_find(app->open.trace, MOMENT_STATE, 2, -1));
    frame();
    press(target_at(TARGET_STATE, 2, -1, 0));
    assert_int_equal(app->view.origin.trail[0].kind, VALUE_STATE);
    press(plus_of(VALUE_FORWARD_SUM)); /* in the panel */
    assert_true(open() && app->view.origin.depth == 0);
}

static void self_attention_has_it(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "21-many-heads");
    options.at = "view=self-attention;look=heads;moment=self-attention;position=2";
    options.forgetful = options.reduced_motion = true;
    start(&options);
    static const Key LOOKS[] = {KEY_H, KEY_W};
    for (size_t i = 0; i < LENGTH(LOOKS); i++) {
        key(LOOKS[i]);
        app_jump(app, moment_find(app->open.trace, MOMENT_SELF, -1, 1));
        frame();
        press(norm_target((Value){VALUE_SELF_SUM, .place = 1}));
        assert_true(open());
        key(KEY_RIGHT);
        key(KEY_RIGHT);
        assert_true(app->view.norm.at == 3);
        key(KEY_ESCAPE);
        assert_false(open());
    }
}

static void it_is_a_place(void **state)
{
    (void)state;
    app_jump(app, moment_find(app->open.trace, MOMENT_STATE, 2, -1));
    frame();
    key(KEY_E);
    key(KEY_E);
    arena_reset(&app->scratch);
    char *place = arena_string(&arena, app_here(app, &app->scratch));
    assert_non_null(strstr(place, "norm=2"));
    key(KEY_ESCAPE);
    assert_null(strstr(app_here(app, &app->scratch), "norm="));
    assert_true(app_visit(app, place));
    frame();
    assert_true(open() && app->view.norm.sum.kind == VALUE_CROSS_SUM);
    Error error = {0};
    assert_false(app_go_to(app, "step=1;moment=scores;norm=1", &error));
    assert_non_null(strstr(error_text(&error), "no sum 1"));
}

/* A card of lesson 24 opens it by itself, with the instants that it tells of over; the next card goes on from there. */
static void a_card_opens_it(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "24-residual-and-norm");
    options.at = "card=2";
    options.forgetful = true;
    start(&options);
    frame();
    assert_true(open() && app->view.norm.at == 2 && app->view.norm.sum.kind == VALUE_SELF_SUM);
    app_show_card(app, 2);
    frame();
    assert_true(open() && app->view.norm.at == 3);
    app_show_card(app, 4); /* one that asks for none */
    frame();
    assert_false(open());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_plus_opens_it, set_up, home_remove),
        cmocka_unit_test_setup_teardown(keys_alone_do_it, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_source_word_has_it, set_up, home_remove),
        cmocka_unit_test_teardown(self_attention_has_it, home_remove),
        cmocka_unit_test_setup_teardown(it_is_a_place, set_up, home_remove),
        cmocka_unit_test_teardown(a_card_opens_it, home_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
