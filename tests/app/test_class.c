/* Your class's model, from the first typed pair to the lesson that is kept: in the real window, on SDL's driver
 * without a screen. */
#define FRAME_SECONDS 0.05
#include "fixture.h"

#include "app/class_room.h"
#include "lesson/lesson_list.h"
#include "nn/kernels.h"
#include "scene/window/course_page.h"
#include "words/window_words.h"

#include <time.h>

static AppOptions options;

static int set_up(void **state)
{
    (void)state;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.language = LANGUAGE_ENGLISH;
    return 0;
}

static void press_target(TargetKind kind, int a, int b)
{
    press_at(middle_of(target_at(kind, a, b, 0)));
}

/* By keys: M, then Tab up to the page's button. */
static void open_page(void)
{
    start(&options);
    frame();
    key(KEY_M);
    for (int i = 0; i < 100 && app->view.focus.kind != TARGET_CLASS; i++)
        key(KEY_TAB);
    assert_int_equal(app->view.focus.kind, TARGET_CLASS);
    key(KEY_ENTER);
    assert_true(class_is_open(app));
}

static void type(const char *text)
{
    for (const char *from = text; *from;) {
        Event typed = {.kind = EVENT_TEXT};
        size_t length = utf8_whole((Slice){from, strlen(from) < 20 ? strlen(from) : 20});
        memcpy(typed.text.text, from, length);
        app_update(app, &typed);
        from += length;
    }
    frame();
}

static void lines_are_edited(void **state)
{
    (void)state;
    open_page();
    assert_true(class_types(app)); /* at once */
    type("cat = 猫");
    key(KEY_ENTER);
    type("dog | 狗");
    key(KEY_UP);
    key(KEY_HOME);
    type("the ");
    assert_string_equal(app->class_room->text, "the cat = 猫\ndog | 狗");
    assert_int_equal(app->class_room->lines.pairs, 2);
    key_with(KEY_END, (Modifiers){.control = true});
    key(KEY_BACKSPACE);
    assert_int_equal(app->class_room->lines.pairs, 1);
    assert_int_equal(app->class_room->lines.faults[0].line, 2);
    key_with(KEY_A, (Modifiers){.control = true});
    window_clipboard_set(app->window, "a\tb\r\nc\td\re = f\x01\n");
    key_with(KEY_V, (Modifiers){.control = true});
    assert_string_equal(app->class_room->text, "a\tb\nc\td\ne = f\n"); /* line breaks stay */
    assert_int_equal(app->class_room->lines.pairs, 3);
    press_at((Point){app->layout.typed.x + 1, app->layout.typed.y + CLASS_ROW_H * 1.5f});
    assert_int_equal(app->class_room->page.field.caret, 4);
    key(KEY_ESCAPE);
    assert_false(class_types(app));
    press_target(TARGET_CLASS, CLASS_CLEAR, 0);
    assert_string_equal(app->class_room->text, "");
    press_target(TARGET_CLASS, CLASS_RESTORE, 0);
    assert_int_equal(app->class_room->lines.pairs, 3);
    key(KEY_ESCAPE);
    key(KEY_ESCAPE);
    assert_false(class_is_open(app));
}

static void what_is_typed_is_kept(void **state)
{
    (void)state;
    open_page();
    type("cat = 猫\n");
    open_page(); /* in a new window */
    assert_string_equal(app->class_room->text, "cat = 猫\n");
    for (int i = 0; i < 2000; i++)
        class_type(app, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = b\n");
    frame();
    assert_true(strlen(app->class_room->text) == CLASS_BYTES - 1 && app->view.message.bad);
    app->view.message.text = NULL;
    class_set_text(app, "");
    open_page();
    assert_string_equal(app->class_room->text, "");
    options.forgetful = true;
    open_page();
    type("dog = 狗");
    assert_true(app->class_room->page.unkept);
    options.forgetful = false;
    open_page();
    assert_string_equal(app->class_room->text, "");
}

static void wait_for_the_end(void)
{
    FRAMES_UNTIL(app->class_room->training.state == TRAINING_DONE)
}

static void a_file_becomes_a_lesson(void **state)
{
    (void)state;
    Bytes pairs = {0};
    static const char *const who[][2] = {{"cat", "猫"}, {"dog", "狗"}, {"cow", "牛"}, {"hen", "鸡"}, {"pig", "猪"}};
    bytes_add_text(&pairs, "# Farm words\nnothing here\n");
    for (int i = 0; i < 25; i++)
        bytes_printf(&pairs, "%s sees %s\t%s 看见 %s\tCC-BY us\n", who[i / 5][0], who[i % 5][0], who[i / 5][1],
                     who[i % 5][1]);
    put("farm.tsv", pairs.data);
    bytes_finish(&pairs);
    start(&options);
    frame();
    app_update(app, &(Event){.kind = EVENT_DROP, .drop = {path_join(&arena, home, "farm.tsv")}});
    frame();
    assert_true(class_is_open(app));
    assert_int_equal(app->class_room->lines.pairs, 25);
    assert_int_equal(app->class_room->lines.faults[0].line, 2);
    key(KEY_TAB);
    for (int i = 0; i < 10 && !(app->view.focus.kind == TARGET_CLASS && app->view.focus.a == CLASS_TRAIN); i++)
        key(KEY_TAB);
    key(KEY_ENTER);
    struct ClassRoom *room = app->class_room;
    assert_int_equal(room->page.stage, CLASS_LEARN);
    assert_int_equal(room->page.learned + room->page.held, 25);
    FRAMES_UNTIL(room->training.count > 0)
    press_target(TARGET_CLASS, CLASS_GUESS, 1);
    assert_int_equal(room->page.guess, 1);
    press_target(TARGET_CLASS, CLASS_GUESS, 0); /* once is enough */
    assert_int_equal(room->page.guess, 1);
    wait_for_the_end();
    const char *own = lesson_own_folder(&arena);
    assert_false(file_exists(own));
    press_target(TARGET_CLASS, CLASS_KEEP, 0);
    assert_false(class_is_open(app) || app->view.message.bad);
    const char *folder = path_join(&arena, own, "farm-words");
    assert_string_equal(app->open.lesson->folder, folder);
    assert_string_equal(app->open.lesson->title[LANGUAGE_ENGLISH], "Farm words");
    Bytes data;
    Error error = {0};
    expect_ok(file_read(path_join(&arena, folder, "data.tsv"), FILE_LIMIT_TEXT, &data, &error), &error);
    assert_non_null(strstr(data.data, "\tCC-BY us\n"));
    bytes_finish(&data);
    assert_string_equal(room->text, "");
    assert_false(file_exists(class_file("lesson", &arena)));
    key(KEY_M);
    assert_int_equal(app->view.course.page->count, app->view.course.page->shipped + 1);
}

static void an_example_is_there_to_start_from(void **state)
{
    (void)state;
    open_page();
    press_target(TARGET_CLASS, CLASS_EXAMPLE, 0);
    struct ClassRoom *room = app->class_room;
    assert_false(app->view.message.bad);
    assert_true(room->lines.pairs >= 30 && room->lines.pairs <= CLASS_PAIRS);
    assert_int_equal(room->lines.fault_count, 0);
    int pairs = room->lines.pairs;
    press_target(TARGET_PAIRS, 0, 0);
    key_with(KEY_END, (Modifiers){.control = true});
    type("rabbit sings = 兔子 唱歌"); /* it can be changed */
    assert_int_equal(room->lines.pairs, pairs + 1);
    key(KEY_ESCAPE);
    press_target(TARGET_CLASS, CLASS_TRAIN, 0);
    assert_int_equal(room->page.stage, CLASS_LEARN);
    assert_int_equal(room->page.learned + room->page.held, pairs + 1);
    Word said_of = kernels_to_train()->twice ? W_TRAINING_ROUNDS_TWICE : W_TRAINING_SLOW;
    bool slow = strcmp(app->view.message.text, said(app->view.language, said_of)) == 0;
    assert_int_equal(slow, !kernels_to_train()->fused);
    FRAMES_UNTIL(room->training.count > 0)
}

static void pairs_that_are_too_few_are_told(void **state)
{
    (void)state;
    open_page();
    type("cat = 猫\ndog = 狗\ncow = 牛\n");
    class_press(app, target_at(TARGET_CLASS, CLASS_TRAIN, 0, 0));
    wait_for_the_end();
    frame();
    class_press(app, target_at(TARGET_CLASS, CLASS_BACK, 0, 0)); /* nothing is lost */
    frame();
    assert_int_equal(app->class_room->page.stage, CLASS_WRITE);
    assert_int_equal(app->class_room->lines.pairs, 3);
    class_set_text(app, "cat = 猫\n");
    class_press(app, target_at(TARGET_CLASS, CLASS_TRAIN, 0, 0));
    assert_true(app->view.message.bad);
    assert_int_equal(app->class_room->page.stage, CLASS_WRITE);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_are_edited, set_up, home_remove),
        cmocka_unit_test_setup_teardown(what_is_typed_is_kept, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_file_becomes_a_lesson, set_up, home_remove),
        cmocka_unit_test_setup_teardown(an_example_is_there_to_start_from, set_up, home_remove),
        cmocka_unit_test_setup_teardown(pairs_that_are_too_few_are_told, set_up, home_remove),
    };
    return cmocka_run_group_tests_name("app class", tests, NULL, NULL);
}
