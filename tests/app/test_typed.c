/* What an input method, or a browser's own field, does to the text that is typed: selects, erases and types, in bytes
 * that need not be between letters. In the real window, on SDL's driver without a screen. */
#include "fixture.h"

#include "app/class_room.h"
#include "app/input.h"

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "06-tom-chase-jerry");
    options.language = LANGUAGE_ENGLISH;
    start(&options);
    frame();
    return 0;
}

static void change(int anchor, int caret, bool erase, const char *text)
{
    Event typed = {.kind = EVENT_TEXT};
    app_update(app, &(Event){.kind = EVENT_SELECT, .select = {anchor, caret, erase}});
    snprintf(typed.text.text, sizeof typed.text.text, "%s", text);
    if (*text)
        app_update(app, &typed);
    frame();
}

static void the_sentence(void **state)
{
    (void)state;
    const Field *field = &app->view.field;
    key(KEY_SLASH);
    change(0, 99, true, "猫 chase 老鼠");
    assert_string_equal(field->text, "猫 chase 老鼠");
    assert_string_equal(app->open.decoded, field->text);
    change(4, 9, true, "追");
    assert_string_equal(field->text, "猫 追 老鼠");
    change(5, 6, false, ""); /* inside of letters: before them */
    assert_int_equal(field->anchor, 4);
    assert_int_equal(field->caret, 4);
    change(-3, 3, true, "");
    assert_string_equal(field->text, " 追 老鼠");
    key(KEY_ESCAPE);
    change(0, 99, true, "x"); /* nobody types */
    assert_string_equal(field->text, " 追 老鼠");
}

static float caret_x(void)
{
    return drawlist_marked(&app->list, (Target){TARGET_CARET, 0, 0, 0})->bounds.x;
}

/* Hebrew in front of two English letters: an arrow goes where it points, and what is typed comes in where
 * the caret stands. */
static void letters_that_run_to_the_left(void **state)
{
    (void)state;
    const Field *field = &app->view.field;
    key(KEY_SLASH);
    change(0, 99, true, "\u05d0\u05d1\u05d2 ab");
    key(KEY_HOME);
    frame();
    for (int expected = 2; expected <= 6; expected += 2) {
        float before = caret_x();
        key(KEY_LEFT);
        frame();
        assert_int_equal(field->caret, expected);
        assert_true(caret_x() < before - 1);
    }
    key(KEY_LEFT); /* there is nothing */
    assert_int_equal(field->caret, 6);
    key(KEY_RIGHT);
    assert_int_equal(field->caret, 4);
    change(4, 4, false, "\u05d3");
    assert_string_equal(field->text, "\u05d0\u05d1\u05d3\u05d2 ab");
    key(KEY_BACKSPACE);
    assert_string_equal(field->text, "\u05d0\u05d1\u05d2 ab");
    change(0, 99, true, "ab");
    key(KEY_LEFT);
    assert_int_equal(field->caret, 1);
    key(KEY_ESCAPE);
}

static void the_list_of_words(void **state)
{
    (void)state;
    key(KEY_D);
    change(0, 0, false, "house");
    change(1, 4, true, "");
    assert_string_equal(app->view.words.search.text, "he");
    change(9, 0, true, "cat");
    assert_string_equal(app->view.words.search.text, "cat");
    key(KEY_ESCAPE);
}

static void the_lines_of_a_class(void **state)
{
    (void)state;
    app_press(app, (Target){TARGET_CLASS, CLASS_OPEN, 0, 0});
    frame();
    change(0, 0, false, "cat\t猫");
    change(3, 4, true, " = ");
    assert_string_equal(app->view.class_page->field.text, "cat = 猫");
    change(9, 0, false, "dog");
    assert_string_equal(app->view.class_page->field.text, "dog");
    change(0, 9, true, "\u05d0\u05d1\tab");
    key(KEY_HOME);
    key(KEY_LEFT);
    assert_int_equal(app->view.class_page->field.caret, 2);
    key(KEY_LEFT);
    assert_int_equal(app->view.class_page->field.caret, 4);
    key(KEY_ESCAPE);
    key(KEY_ESCAPE);
}

static void a_number(void **state)
{
    (void)state;
    for (int card = 0; card < app->open.lesson->card_count && !app->view.panel.typing; card++) {
        app_press(app, (Target){TARGET_CARD, (int16_t)card, 0, 0});
        frame();
        for (int quiz = 0; quiz < app->open.lesson->cards[card].quiz_count; quiz++)
            app_press_beside(app, (Target){TARGET_NUMBER, (int16_t)quiz, 0, 0});
    }
    assert_true(app->view.panel.typing > 0);
    const QuizAnswer *answer = &app->view.panel.quizzes[app->view.panel.typing - 1];
    change(0, 0, false, "0.125");
    change(4, 2, true, "7");
    assert_string_equal(answer->typed, "0.75");
    change(0, 4, true, "");
    assert_string_equal(answer->typed, "");
}

/* A control that is not on the picture: nothing but what a person could do comes of it. */
static void what_stands_beside_presses(void **state)
{
    (void)state;
    app_update(app, &(Event){.kind = EVENT_PRESS, .press = {TARGET_CARD, 2, 0, 0}});
    app_update(app, &(Event){.kind = EVENT_PRESS, .press = {TARGET_CARD_NEXT, 0, 0, 0}});
    frame();
    assert_int_equal(app->view.card, 3);
    assert_int_equal(app->view.panel.typing, 0);
    for (int kind = -2; kind < 300; kind++)
        if (kind != TARGET_PRESENT)
            app_update(app, &(Event){.kind = EVENT_PRESS, .press = {(uint16_t)kind, -1, 30000, -30000}});
    frame();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sentence),      cmocka_unit_test(letters_that_run_to_the_left),
        cmocka_unit_test(the_list_of_words), cmocka_unit_test(the_lines_of_a_class),
        cmocka_unit_test(a_number),          cmocka_unit_test(what_stands_beside_presses),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
