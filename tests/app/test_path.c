/* A path through the course in the window: N goes along its cards, across lessons, until it is left. */
#include "begin.h"

#include "app/app_place.h"
#include "app/open.h"
#include "app/path_input.h"
#include "base/utf8.h"
#include "scene/view/window_layout.h"
#include "scene/window/course_page.h"

static void expect_card(int number, int card)
{
    assert_int_equal(app->view.course.number, number);
    assert_int_equal(app->view.card, card - 1);
}

static const CoursePath *path_of(PathKind kind)
{
    Error error = {0};
    const CoursePath *paths = app_paths(app, &error);
    expect_ok(paths != NULL, &error);
    return &paths[kind];
}

static bool shows(const char *text)
{
    app->dirty = true;
    frame();
    for (int i = 0; i < app->list.count; i++) {
        const DrawCommand *command = &app->list.commands[i];
        char line[512];
        size_t length = 0;
        for (int k = 0; command->kind == DRAW_TEXT && k < command->text.count && length < 500; k++)
            length += utf8_put(line + length, command->text.letters[k].codepoint);
        line[length] = '\0';
        if (strstr(line, text))
            return true;
    }
    return false;
}

/* Every card of both paths of a class, on and back again. */
static void next_and_back_go_along_it(void **state)
{
    (void)state;
    options.reduced_motion = true;
    for (PathKind kind = PATH_45; kind <= PATH_90; kind++) {
        begin();
        assert_true(app_visit(app, arena_printf(&arena, "path=%s", PATH_NAMES[kind])));
        const CoursePath *path = path_of(kind);
        assert_ptr_equal(app->view.course.path, path);
        for (int i = 0; i < path->count; i++, key(KEY_N)) {
            expect_card(path->stops[i].lesson, path->stops[i].card);
            assert_true(shows(arena_printf(&arena, "%d of %d · %d min", i + 1, path->count, path->stops[i].minutes)));
        }
        expect_card(path->stops[0].lesson, path->stops[0].card); /* again */
        key_with(KEY_N, (Modifiers){.shift = true});
        expect_card(path->stops[0].lesson, path->stops[0].card); /* there is none before it */
        assert_null(drawlist_marked(&app->list, (Target){TARGET_CARD_BACK, 0, 0, 0}));
        const PathStop *last = &path->stops[path->count - 1];
        app_visit(app, arena_printf(&arena, "path=%s;lesson=%d;card=%d", PATH_NAMES[kind], last->lesson, last->card));
        frame();
        for (int i = path->count - 1; i > 0; key_with(KEY_N, (Modifiers){.shift = true}), i--)
            expect_card(path->stops[i].lesson, path->stops[i].card);
    }
}

/* From a card beside the path N comes to its next one. */
static void one_comes_back_to_it(void **state)
{
    (void)state;
    options.at = "path=45;lesson=5;card=6";
    begin();
    assert_true(shows("not on the path"));
    key(KEY_N);
    expect_card(6, 3);
    key_with(KEY_N, (Modifiers){.shift = true});
    expect_card(5, 5);
}

static void it_is_left(void **state)
{
    (void)state;
    options.at = "path=45;lesson=5;card=5";
    begin();
    assert_non_null(strstr(app_here(app, &arena), "path=45;"));
    key(KEY_ESCAPE); /* the card that lies over the stage, where it does */
    while (app->view.panel.open && window_card_floats(&app->view))
        key(KEY_ESCAPE);
    if (app->view.course.path)
        key(KEY_ESCAPE);
    assert_null(app->view.course.path);
    assert_non_null(app->view.message.text);
    assert_null(strstr(app_here(app, &arena), "path"));
    key(KEY_N);
    expect_card(5, 6);
    begin(); /* or by another lesson of the course */
    key(KEY_M);
    press_at(middle_of(target_at(TARGET_LESSON, 0, 0, 0)));
    assert_null(app->view.course.path);
    expect_card(1, 1);
}

static void the_course_page_has_them_first(void **state)
{
    (void)state;
    options.width = 1440;
    options.height = 900;
    begin();
    key(KEY_M);
    assert_true(box_of(target_at(TARGET_PATH, PATH_45, 0, 0)).y < box_of(target_at(TARGET_LESSON, 0, 0, 0)).y);
    for (int i = 0; i < 20 && app->view.focus.kind != TARGET_PATH; i++)
        key_with(KEY_TAB, (Modifiers){.shift = true});
    press_at(middle_of(target_at(TARGET_PATH, PATH_90, 0, 0)));
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    expect_card(4, 1);
    assert_int_equal(app->view.course.path->kind, PATH_90);
    key(KEY_N);
    key(KEY_M);
    assert_int_equal(app->view.course.page->paths_done[PATH_45], app->view.course.page->paths_done[PATH_90]);
    int count, second = path_day(path_of(PATH_WEEK), 2, &count);
    press_at(middle_of(target_at(TARGET_PATH, PATH_WEEK, second, 0)));
    expect_card(5, 1);
    assert_true(shows("Day 2") && shows("1 of 16"));
}

/* A class has the card beside the stage, also where the next one is of another lesson. */
static void a_presented_card_stays(void **state)
{
    (void)state;
    begin();
    assert_true(app_visit(app, "path=45;lesson=4;card=2"));
    key(KEY_P);
    assert_false(app->view.panel.open);
    key(KEY_N);
    expect_card(5, 2);
    assert_false(app->view.panel.open);
    key(KEY_K);
    key_with(KEY_N, (Modifiers){.shift = true});
    expect_card(4, 2);
    assert_true(app->view.panel.open);
    key(KEY_ESCAPE); /* leaves Present alone */
    assert_false(app->view.window.present);
    assert_non_null(app->view.course.path);
}

static void a_window_comes_back_to_it(void **state)
{
    (void)state;
    options.at = "path=week;lesson=7;card=2";
    begin();
    app_remember(app);
    options.at = NULL;
    options.last = app_last_place(&arena);
    options.lesson = lesson("07-scores-and-weights");
    options.resume = true;
    begin();
    assert_int_equal(app->view.course.path->kind, PATH_WEEK);
    assert_int_equal(app->view.card, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(next_and_back_go_along_it, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(one_comes_back_to_it, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(it_is_left, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_course_page_has_them_first, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_presented_card_stays, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_window_comes_back_to_it, begin_set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app path", tests, NULL, NULL);
}
