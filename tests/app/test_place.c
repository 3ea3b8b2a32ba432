/* The place where one is: kept for the next run, shared by Ctrl+L, opened by --at; with the whole of its sentence. */
#include "begin.h"

#include "app/app_place.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "lesson/place.h"
#include "scene/view/window_layout.h"

#include <fcntl.h>

/* Ctrl+L, and the place it gave in a new window. */
static void share_and_go(void)
{
    arena_reset(&app->scratch);
    app_share(app, 0);
    const char *place = strchr(app->message.text, ' ') + 1;
    options.at = arena_printf(&arena, "%s", place);
    begin();
}

/* As a link opens it: what a first question hides is hidden from the first frame on. */
static void each_lesson_begins_with_its_question(void **state)
{
    (void)state;
    Error error = {0};
    LessonList list = lesson_list(options.lessons, &arena, &error);
    assert_true(list.count > 20);
    options.width = 1440;
    options.height = 900;
    options.reduced_motion = true;
    for (int i = 0; i < list.count; i++) {
        options.lesson = list.folders[i];
        options.at = "card=1";
        begin();
        frame();
        assert_int_equal(app->view.card, 0);
        assert_string_equal(app->open.lesson->folder, list.folders[i]);
    }
}

/* What Ctrl+L copies is one argument, whatever the sentence is. */
static void a_shared_place_is_one_argument(void **state)
{
    (void)state;
    begin();
    static const char *const sentences[] = {"don't chase", "a'$(touch ran)'b", "a; b %", "`touch ran`"};
    for (size_t i = 0; i < LENGTH(sentences); i++) {
        field_set(app, sentences[i]);
        assert_true(app_decode(app, sentences[i]));
        app_share(app, 0);
        char *copied = window_clipboard_get(app->window, &arena), got[256] = "";
        const char *script = arena_printf(&arena, "cd '%s'; attend() { printf %%s \"$2\"; }; %s", home, copied);
        FILE *sh = popen(script, "r");
        assert_non_null(sh);
        assert_true(fread(got, 1, sizeof got - 1, sh) > 0);
        assert_int_equal(pclose(sh), 0);
        Place place;
        Error error = {0};
        expect_ok(place_parse(got, &arena, &place, &error), &error);
        assert_string_equal(place.sentence, sentences[i]);
        assert_false(file_exists(path_join(&arena, home, "ran")));
    }
}

/* --at can bring characters into the sentence that cannot be typed. */
static void a_shared_place_is_safe_to_print(void **state)
{
    (void)state;
    begin();
    field_set(app, "cat \x1B[2J chase");
    assert_true(app_decode(app, "cat chase"));
    const char *path = path_join(&arena, home, "printed");
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    app_share(app, 0);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(file);
    Bytes printed;
    Error error = {0};
    expect_ok(file_read(path, 1000, &printed, &error), &error);
    assert_non_null(strstr(printed.data, "sentence=cat ?[2J chase"));
    bytes_finish(&printed);
    unlink(path);
}

static void a_place_carries_the_look(void **state)
{
    (void)state;
    options.lesson = lesson("21-many-heads");
    begin();
    app_show_view(app, VIEW_SELF_ATTENTION);
    key_with(KEY_H, (Modifiers){0});
    assert_int_equal(app->view.look, LOOK_HEADS);
    share_and_go();
    assert_int_equal(app->view.kind, VIEW_SELF_ATTENTION);
    assert_int_equal(app->view.look, LOOK_HEADS);
    int card = 0;
    while (app->open.lesson->cards[card].stage.look != LOOK_HEADS)
        card++;
    app_show_card(app, card);
    frame();
    key_with(KEY_X, (Modifiers){0}); /* another than the card's */
    share_and_go();
    assert_int_equal(app->view.card, card);
    assert_int_equal(app->view.look, LOOK_WHOLE);
}

/* A link of before lessons were numbered anew. */
static void an_old_link_leads_to_its_lesson(void **state)
{
    (void)state;
    begin();
    assert_true(app_visit(app, "lesson=14-self-attention;card=3"));
    assert_string_equal(path_name(app->open.lesson->folder), "20-self-attention");
    assert_int_equal(app->view.card, 2);
}

static void a_place_carries_the_model_and_the_cards_force(void **state)
{
    (void)state;
    options.lesson = lesson("11-teacher-forcing");
    begin();
    int card = 0;
    while (!app->open.lesson->cards[card].stage.decode.force)
        card++;
    app_show_card(app, card);
    frame();
    share_and_go();
    assert_int_equal(app->open.trace->steps[0].how, CHOSEN_FORCED);
    options.lesson = lesson("08-five-scores");
    options.at = NULL;
    begin();
    app_show_card_with(app, 0, 3);
    frame();
    share_and_go();
    assert_int_equal(app->open.model, 3);
    app_show_card_with(app, 1, 0);
    frame();
    share_and_go();
    assert_int_equal(app->view.card, 1);
    assert_int_equal(app->open.model, 0);
}

/* A program that nobody sees may end without a word: what it knows is written down before. */
static void a_hidden_window_keeps_the_place(void **state)
{
    (void)state;
    const char *last = path_join(&arena, home, ".local/state/attend/last");
    begin();
    unlink(last);
    app_update(app, &(Event){.kind = EVENT_EXPOSE});
    assert_false(file_exists(last));
    app_update(app, &(Event){.kind = EVENT_HIDE});
    assert_true(file_exists(last));
}

static char *many(const char *text, int count)
{
    char *all = arena_alloc(&arena, (size_t)count * strlen(text) + 1, 1);
    for (int i = 0; i < count; i++)
        memcpy(all + (size_t)i * strlen(text), text, strlen(text));
    return all;
}

/* The next run begins where this one ended, with all of its sentence. */
static void a_long_sentence_is_kept(void **state)
{
    (void)state;
    options.at = arena_printf(&arena, "card=2;sentence=%s", many("猫 ", (SENTENCE_BYTES - 1) / 4));
    begin();
    char *sentence = arena_printf(&arena, "%s", app->typing.sentence);
    assert_int_equal(strlen(sentence), (SENTENCE_BYTES - 1) / 4 * 4);
    app_destroy(app);
    app = NULL;
    options.at = NULL;
    options.last = app_last_place(&arena);
    options.resume = true;
    assert_non_null(options.last);
    begin();
    assert_string_equal(app->typing.sentence, sentence);
    assert_int_equal(app->view.card, 1);
    options.at = arena_printf(&arena, "sentence=%s", many("猫", 2000));
    Error error = {0};
    assert_null(app_create(&options, &error));
    expect_error(&error, "sentence is 6000 bytes long; expected at most 4095");
}

/* Between two characters, and said. */
static void a_paste_that_does_not_fit(void **state)
{
    (void)state;
    begin();
    field_enter(app, true);
    field_set(app, "x");
    window_clipboard_set(app->window, many("猫", 2000));
    key_with(KEY_V, (Modifiers){.control = true});
    assert_int_equal(strlen(app->typing.sentence), 1 + 3 * ((SENTENCE_BYTES - 2) / 3));
    assert_true(utf8_valid(slice_of(app->typing.sentence)));
    assert_non_null(strstr(app->message.text, "the last 636 characters were left out"));
    field_set(app, "cat");
    app->message.text[0] = '\0';
    window_clipboard_set(app->window, many(" cat", 150));
    key_with(KEY_V, (Modifiers){.control = true});
    assert_int_equal(strlen(app->typing.sentence), 3 + 600);
    assert_string_equal(app->message.text, "");
    window_clipboard_set(app->window, many(" cat", 100));
    key_with(KEY_V, (Modifiers){.control = true});
    assert_non_null(strstr(app->message.text, "first 200 words"));
    assert_int_equal(app->open.trace->n, TRACE_LIMIT_WORDS);
}

/* On a telephone the stage without its card is boxes that nobody names, or a question that nobody asks. */
static void a_telephone_opens_the_card_of_a_link(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        bool open;
    } windows[] = {{390, 760, true}, {740, 360, true}, {1024, 640, false}};
    for (size_t i = 0; i < LENGTH(windows); i++) {
        options.width = windows[i].width, options.height = windows[i].height;
        options.resume = false;
        options.at = "card=2;step=2;sentence=cat chase mouse cat chase mouse cat chase mouse cat";
        begin();
        assert_true(window_card_folds(&app->view));
        assert_int_equal(app->view.panel.open, windows[i].open);
        assert_int_equal(window_layout(&app->view).card.w > 0, windows[i].open);
        app->view.panel.open = false;
        assert_true(app_visit(app, "card=2;step=1")); /* back: who has put it away has read it */
        assert_false(app->view.panel.open);
        assert_true(app_visit(app, "card=3"));
        assert_int_equal(app->view.panel.open, windows[i].open);
        options.last = arena_printf(&arena, "%s", app_here(app, &arena));
        options.at = NULL;
        options.resume = true;
        begin(); /* where one was */
        assert_int_equal(app->view.card, 2);
        assert_false(app->view.panel.open);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_lesson_begins_with_its_question, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_shared_place_is_one_argument, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_shared_place_is_safe_to_print, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_place_carries_the_look, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(an_old_link_leads_to_its_lesson, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_place_carries_the_model_and_the_cards_force, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_hidden_window_keeps_the_place, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_long_sentence_is_kept, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_paste_that_does_not_fit, begin_set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_telephone_opens_the_card_of_a_link, begin_set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app place", tests, NULL, NULL);
}
