/* Glosses in the window: G, the switch beside the timeline, what is kept for the next run, and a lesson without any. */
#include "app/fixture.h"

#include "app/app_place.h"
#include "words/app_words.h"

static void open_lesson(const char *name, Language language)
{
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, name);
    options.language = (int)language;
    start(&options);
    frame();
}

static bool shown(void)
{
    return view_glosses(&app->view) == GLOSSES_SHOWN;
}

static void a_key_and_a_switch_turn_them_over(void **state)
{
    (void)state;
    open_lesson("05-cat-chase-mouse", LANGUAGE_ENGLISH);
    assert_true(shown());
    assert_null(strstr(app_here(app, &arena), "gloss="));
    key(KEY_G);
    assert_false(shown());
    assert_non_null(strstr(app_here(app, &arena), ";gloss=off"));
    key(KEY_G);
    assert_true(shown());
    assert_non_null(strstr(app_here(app, &arena), ";gloss=on"));
    press_at(middle_of((Target){TARGET_GLOSS, 0, 0, 0}));
    assert_false(shown());
    press_at(middle_of((Target){TARGET_GLOSS, 0, 0, 0}));
    assert_true(shown());
}

static void who_reads_chinese_needs_none(void **state)
{
    (void)state;
    open_lesson("05-cat-chase-mouse", LANGUAGE_CHINESE);
    assert_false(shown());
    key(KEY_L); /* as the language wants it */
    assert_true(shown());
    key(KEY_L);
    key(KEY_G); /* as one wants it, whatever the language */
    assert_true(shown());
    key(KEY_L);
    assert_true(shown());
}

static void it_is_kept(void **state)
{
    (void)state;
    open_lesson("05-cat-chase-mouse", LANGUAGE_ENGLISH);
    key(KEY_G);
    app_remember(app);
    char *last = app_last_place(&arena);
    assert_non_null(last);
    assert_non_null(strstr(last, "gloss=off"));
    AppOptions options = {.fonts = resource_folder("assets/fonts", &arena),
                          .lessons = resource_folder("lessons", &arena),
                          .exports = home,
                          .language = -1,
                          .theme = -1,
                          .last = last,
                          .resume = true,
                          .width = 1440,
                          .height = 900};
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    start(&options);
    frame();
    assert_false(shown());
}

static void a_lesson_without_any_says_so(void **state)
{
    (void)state;
    open_lesson("02-one-recurrent-step", LANGUAGE_ENGLISH);
    assert_null(drawlist_marked(&app->list, (Target){TARGET_GLOSS, 0, 0, 0}));
    key(KEY_G);
    assert_string_equal(app->view.message.text, said(LANGUAGE_ENGLISH, W_NO_GLOSSES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_key_and_a_switch_turn_them_over, home_remove),
        cmocka_unit_test_teardown(who_reads_chinese_needs_none, home_remove),
        cmocka_unit_test_teardown(it_is_kept, home_remove),
        cmocka_unit_test_teardown(a_lesson_without_any_says_so, home_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
