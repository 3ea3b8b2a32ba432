/* Ctrl+Z: in the sentence and in the lines of your class's model it takes back what was typed, word by word; elsewhere
 * what was changed on the stage. In the real window, on SDL's driver without a screen. */
#include "fixture.h"

#include "app/class_room.h"
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"

static const Modifiers CONTROL = {.control = true}, AGAIN = {.control = true, .shift = true};

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.language = LANGUAGE_ENGLISH;
    start(&options);
    frame();
    return 0;
}

/* An event a letter, as a keyboard does. */
static void type(const char *text)
{
    for (Slice rest = slice_of(text); rest.length;) {
        Event typed = {.kind = EVENT_TEXT};
        utf8_put(typed.text.text, utf8_next(&rest));
        app_update(app, &typed);
    }
    frame();
}

static void commit(const char *text) /* of an input method */
{
    Event typed = {.kind = EVENT_TEXT};
    strcpy(typed.text.text, text);
    app_update(app, &typed);
    frame();
}

/* Undoes until nothing is left, then does it all again. */
static void expect_way_back(const char *text, const char *const *states, int count)
{
    for (int i = count - 2; i >= 0; i--) {
        key_with(KEY_Z, CONTROL);
        assert_string_equal(text, states[i]);
        assert_null(app->view.message.text);
    }
    key_with(KEY_Z, CONTROL);
    assert_string_equal(text, states[0]);
    assert_non_null(app->view.message.text); /* nothing to undo */
    app->view.message.text = NULL;
    for (int i = 1; i < count; i++) {
        key_with(i % 2 ? KEY_Y : KEY_Z, i % 2 ? CONTROL : AGAIN);
        assert_string_equal(text, states[i]);
    }
    key_with(KEY_Y, CONTROL);
    assert_string_equal(text, states[count - 1]);
    assert_non_null(app->view.message.text);
    app->view.message.text = NULL;
}

static void the_sentence_goes_back_word_by_word(void **state)
{
    (void)state;
    const char *text = app->typing.sentence, *before = arena_string(&arena, text);
    key(KEY_SLASH); /* all of it is selected */
    app->view.message.text = NULL;
    type("dog sees ");
    type("cat");
    key(KEY_BACKSPACE);
    key(KEY_BACKSPACE);
    window_clipboard_set(app->window, "hat or cap");
    key_with(KEY_V, CONTROL);
    type("s");
    const char *const states[] = {
        before, "dog ", "dog sees ", "dog sees cat", "dog sees c", "dog sees chat or cap", "dog sees chat or caps"};
    expect_way_back(text, states, LENGTH(states));
    assert_string_equal(app->open.decoded, text); /* the stage follows */
    key_with(KEY_Z, CONTROL);
    assert_string_equal(app->open.decoded, "dog sees chat or cap");
    type("!"); /* what was undone is gone */
    key_with(KEY_Y, CONTROL);
    assert_string_equal(text, "dog sees chat or cap!");
    field_set(app, "mouse"); /* another sentence */
    key_with(KEY_Z, CONTROL);
    assert_string_equal(text, "mouse");
}

static void erasing_stops_at_words(void **state)
{
    (void)state;
    field_set(app, "the old cat");
    press_at(middle_of((Target){TARGET_FIELD, 0, 0, 0}));
    key(KEY_END);
    app->view.message.text = NULL;
    for (int i = 0; i < 6; i++)
        key(KEY_BACKSPACE);
    key(KEY_HOME);
    for (int i = 0; i < 4; i++)
        key(KEY_DELETE);
    type("老");
    commit("鼠猫");
    assert_string_equal(app->typing.sentence, "老鼠猫o");
    key_with(KEY_Z, CONTROL);
    assert_string_equal(app->typing.sentence, "老o");
    key_with(KEY_Z, CONTROL);
    assert_string_equal(app->typing.sentence, "o");
    for (int i = 0; i < 6; i++)
        key_with(KEY_Z, CONTROL);
    assert_string_equal(app->typing.sentence, "the old cat");
}

/* The oldest steps are forgotten, none is broken. */
static void very_many_steps(void **state)
{
    (void)state;
    EditHistory *history = heap_alloc(1, sizeof *history);
    char text[2000] = "begin";
    Field field = {.text = text, .caret = 5, .anchor = 5};
    for (int i = 0; i < 500; i++)
        assert_int_equal(edit_replace(history, text, sizeof text, &field, slice_of(" one")), i < 498    ? 4
                                                                                             : i == 498 ? 2
                                                                                                        : 0);
    assert_int_equal(strlen(text), sizeof text - 1);
    int back = 0;
    while (edit_undo(history, text, &field, false))
        back++;
    assert_int_equal(back, EDIT_STEPS);
    assert_int_equal(strlen(text), 5 + 4 * (499 - EDIT_STEPS));
    while (edit_undo(history, text, &field, true))
        back--;
    assert_int_equal(back, 0);
    assert_true(strlen(text) == sizeof text - 1 && field.caret == (int)sizeof text - 1);
    edit_forget(history);
    assert_false(edit_undo(history, text, &field, false));
    free(history);
}

static void the_lines_of_a_class_go_back(void **state)
{
    (void)state;
    class_press(app, (Target){TARGET_CLASS, CLASS_OPEN, 0, 0});
    frame();
    app->view.message.text = NULL;
    type("cat = ");
    commit("猫");
    key(KEY_ENTER);
    type("dog");
    put("more.tsv", "a\tb\nc\td\n");
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path_join(&arena, home, "more.tsv")}});
    frame();
    const char *text = app->class_room->text;
    const char *const states[] = {"", "cat ", "cat = ", "cat = 猫\n", "cat = 猫\ndog", "cat = 猫\ndog\na\tb\nc\td\n"};
    app->view.message.text = NULL;
    expect_way_back(text, states, LENGTH(states));
    assert_int_equal(app->class_room->lines.pairs, 3); /* they are read anew */
    key_with(KEY_Z, CONTROL);
    assert_int_equal(app->class_room->lines.pairs, 1);
    key(KEY_ESCAPE);
    class_press(app, (Target){TARGET_CLASS, CLASS_CLEAR, 0, 0});
    assert_string_equal(text, "");
    key_with(KEY_Z, CONTROL); /* though no text has the keys */
    assert_string_equal(text, states[4]);
}

static void elsewhere_it_is_the_stage(void **state)
{
    (void)state;
    app_show_card(app, 0);
    app_stop_at(app, moment_find(app->open.trace, MOMENT_WORD, 1, -1));
    app_focus_on(app, target_at(TARGET_ANNOTATION, 1, -1, 0));
    app->dirty = true;
    frame();
    key(KEY_Z);
    assert_true(trace_muted(app->open.trace, 1));
    press_at(middle_of((Target){TARGET_FIELD, 0, 0, 0}));
    key_with(KEY_Z, CONTROL); /* nothing was typed */
    assert_true(trace_muted(app->open.trace, 1));
    key(KEY_ESCAPE);
    key_with(KEY_Z, CONTROL);
    assert_null(app->open.trace->muted);
    key_with(KEY_Y, CONTROL);
    assert_true(trace_muted(app->open.trace, 1));
    class_press(app, (Target){TARGET_CLASS, CLASS_OPEN, 0, 0});
    key(KEY_ESCAPE); /* out of its lines, not off its page */
    key_with(KEY_Z, CONTROL);
    assert_true(trace_muted(app->open.trace, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_sentence_goes_back_word_by_word, set_up, home_remove),
        cmocka_unit_test_setup_teardown(erasing_stops_at_words, set_up, home_remove),
        cmocka_unit_test(very_many_steps),
        cmocka_unit_test_setup_teardown(the_lines_of_a_class_go_back, set_up, home_remove),
        cmocka_unit_test_setup_teardown(elsewhere_it_is_the_stage, set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app undo", tests, NULL, NULL);
}
