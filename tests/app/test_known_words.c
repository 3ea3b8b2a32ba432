/* The list of the words that the model knows, with keyboard and mouse: opened, searched, gone through, taken from. */
#include "fixture.h"

#include "app/typing.h"
#include "lesson/terms.h"

static int set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.forgetful = options.reduced_motion = true;
    options.at = "card=2";
    start(&options);
    frame();
    return 0;
}

static void type(const char *text)
{
    Event event = {.kind = EVENT_TEXT};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    app_update(app, &event);
    frame();
}

static const char *at_word(void)
{
    const WordList *words = &app->view.words;
    return words->at < 0 ? NULL : vocab_word(&app->view.model->source, words->found[words->at]);
}

static void found_by_typing(void **state)
{
    (void)state;
    key(KEY_D);
    assert_int_equal(app->view.overlay, OVERLAY_WORDS);
    assert_int_equal(app->view.words.count, app->view.model->source.count - VOCAB_SPECIAL);
    int all = app->view.words.count;
    type("C");
    assert_in_range(app->view.words.count, 2, all - 1);
    for (int i = 0; i < app->view.words.count; i++)
        assert_non_null(strchr(vocab_word(&app->view.model->source, app->view.words.found[i]), 'c'));
    assert_int_equal(at_word()[0], 'c'); /* those that begin so come first */
    type("at");
    assert_string_equal(at_word(), "cat");
    key(KEY_BACKSPACE);
    key(KEY_BACKSPACE);
    key(KEY_BACKSPACE);
    key(KEY_BACKSPACE); /* nothing is left to erase */
    assert_int_equal(app->view.words.count, all);
    type("qqq");
    assert_int_equal(app->view.words.count, 0);
    key(KEY_DOWN);
    key(KEY_ENTER); /* there is none to take */
    assert_int_equal(app->view.overlay, OVERLAY_WORDS);
    key(KEY_ESCAPE);
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    assert_string_equal(app->typing.sentence, "cat chase mouse");
    assert_false(app_types(app));
}

static void put_where_the_caret_is(void **state)
{
    (void)state;
    key(KEY_D);
    type("cat");
    key(KEY_ENTER); /* at the end */
    assert_string_equal(app->typing.sentence, "cat chase mouse cat");
    assert_string_equal(app->open.decoded, "cat chase mouse cat");
    assert_true(app->view.field.active);
    key(KEY_HOME);
    key(KEY_DOWN); /* from the field */
    type("dog");
    key(KEY_ENTER);
    assert_string_equal(app->typing.sentence, "dog cat chase mouse cat");
    key(KEY_ESCAPE);
    key(KEY_SLASH); /* all of it is selected: a word is added all the same */
    key(KEY_DOWN);
    type("dog");
    key(KEY_ENTER);
    assert_string_equal(app->typing.sentence, "dog cat chase mouse cat dog");
    key(KEY_ESCAPE);
}

static void gone_through(void **state)
{
    (void)state;
    press_at(middle_of((Target){TARGET_WORDS, 0, 0, 0}));
    assert_int_equal(app->view.overlay, OVERLAY_WORDS);
    int columns = app_layout(app)->columns, shown = app_layout(app)->rows_shown, all = app->view.words.count;
    assert_true(columns >= 3 && shown >= 8 && columns * shown < all);
    key(KEY_DOWN);
    assert_int_equal(app->view.words.at, columns);
    key(KEY_RIGHT);
    assert_int_equal(app->view.words.at, columns + 1);
    key(KEY_END);
    assert_int_equal(app->view.words.at, all - 1);
    assert_non_null(drawlist_marked(&app->list, target_at(TARGET_KNOWN, all - 1, 0, 0)));
    assert_null(drawlist_marked(&app->list, target_at(TARGET_KNOWN, 0, 0, 0)));
    key(KEY_HOME);
    app_update(app, &(Event){.kind = EVENT_WHEEL, .wheel = {.dy = -1}});
    frame();
    assert_true(app->view.words.first > 0);
    for (int i = 0; i < 200; i++)
        app_update(app, &(Event){.kind = EVENT_WHEEL, .wheel = {.dy = -1}});
    frame();
    assert_int_equal(app->view.words.first, app->layout.rows - app->layout.rows_shown);
    const char *word = vocab_word(&app->view.model->source, app->view.words.found[all - 1]);
    press_at(middle_of(target_at(TARGET_KNOWN, all - 1, 0, 0)));
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    assert_non_null(strstr(app->typing.sentence, word));
    key(KEY_ESCAPE);
    key(KEY_D);
    key(KEY_TAB); /* reaches what can be pressed */
    assert_true(app->view.focus.kind >= TARGET_SEARCH || app->view.focus.kind == TARGET_CLOSE);
    press_at((Point){5, 5}); /* beside it */
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    assert_false(app_types(app));
}

static const FieldTerm *at_term(void)
{
    const WordList *words = &app->view.words;
    return words->at < 0 ? NULL : &words->terms[words->found[words->at]];
}

/* The same list with the field's terms: found by every name in either language, Enter goes to the card that shows it.
 */
static void terms_lead_to_their_cards(void **state)
{
    (void)state;
    key(KEY_F1);
    press_at(middle_of(target_at(TARGET_WORDS, 1, 0, 0)));
    assert_int_equal(app->view.overlay, OVERLAY_WORDS);
    int all = app->view.words.count;
    assert_true(app->view.words.terms && all > 80);
    frame();
    assert_int_equal(app->view.overlay, OVERLAY_WORDS); /* it does not belong to a model */
    type("SEQ2");
    assert_in_range(app->view.words.count, 1, 5);
    assert_string_equal(at_term()->name[LANGUAGE_ENGLISH], "sequence to sequence"); /* by what else it is called */
    for (int i = 0; i < 4; i++)
        key(KEY_BACKSPACE);
    assert_int_equal(app->view.words.count, all);
    type("残差");
    const FieldTerm term = *at_term();
    assert_non_null(strstr(term.name[LANGUAGE_CHINESE], "残差"));
    key(KEY_ENTER);
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    assert_int_equal(app->open.lesson->order, term.lesson);
    assert_int_equal(app->view.card, term.card - 1);
    key(KEY_D); /* and the words that the model knows are there as before */
    assert_true(!app->view.words.terms && app->view.words.vocab == &app->view.model->source);
    key(KEY_ESCAPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_by_typing),
        cmocka_unit_test(put_where_the_caret_is),
        cmocka_unit_test(gone_through),
        cmocka_unit_test(terms_lead_to_their_cards),
    };
    return cmocka_run_group_tests(tests, set_up, home_remove);
}
