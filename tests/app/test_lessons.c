/* From lesson to lesson in one window: every view open at the moment of going, things changed by hand, and lessons that
 * cannot be opened. */
#include "support.h"

#include "app/views.h"
#include "base/resource.h"

static App *app;
static Arena arena;
static LessonList lessons;
static char home[64];
static double now = 1000;

static int set_up(void **state)
{
    (void)state;
    folder_create(home);
    setenv("HOME", home, 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_DATA_HOME");
    Error error = {0};
    char *folder = resource_folder("lessons", &arena);
    lessons = lesson_list(folder, &arena, &error);
    assert_true(lessons.count > 1);
    AppOptions options = {.fonts = resource_folder("assets/fonts", &arena),
                          .lessons = folder,
                          .lesson = lessons.folders[0],
                          .exports = home,
                          .language = -1,
                          .theme = -1,
                          .width = 1024,
                          .height = 640};
    app = app_create(&options, &error);
    expect_ok(app != NULL, &error);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    app_destroy(app);
    arena_finish(&arena);
    folder_remove_all(home);
    return 0;
}

static void frame(void)
{
    now += 0.05;
    arena_reset(&app->scratch);
    assert_true(app_draw(app, now));
    assert_ptr_equal(app->view.trace, app->trace);
    assert_ptr_equal(app->view.lesson, app->lesson);
}

static void key(Key which)
{
    app_update(app, &(Event){.kind = EVENT_KEY, .time = now, .key = {.key = which}});
    frame();
}

static void change_to(const char *folder)
{
    Error error = {0};
    expect_ok(app_change_lesson(app, folder, &error), &error);
    assert_string_equal(path_name(app->lesson->folder), path_name(folder));
    assert_int_equal(app->view.card, 0);
    assert_ptr_equal(app->view.model, &app->models[app->model]);
    frame();
}

static void every_lesson_and_every_card(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        for (int card = 0; card < app->lesson->card_count; card++) {
            app_show_card(app, card);
            frame();
            key(KEY_DOWN);
            key(KEY_L);
        }
    }
}

/* A view is open, with its own traces, threads and marks, when its lesson goes. */
static void out_of_every_view(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++)
        for (Key view = KEY_1; view <= KEY_5; view++) {
            key(view);
            key(KEY_RIGHT);
            key(KEY_SPACE);
            change_to(lessons.folders[(i + (int)(view - KEY_1)) % lessons.count]);
        }
}

static void with_changes_by_hand(void **state)
{
    (void)state;
    for (int i = 0; i < lessons.count; i++) {
        change_to(lessons.folders[i]);
        app->view.captions = true;
        changes_begin(&app->changes);
        changes_word(&app->changes, 0, "</s>");
        Error error = {0};
        expect_ok(app_decode_changed(app, &error), &error);
        frame();
        change_to(lessons.folders[(i + 1) % lessons.count]);
        assert_false(changes_any(&app->changes));
        app_undo(app, false);
        frame();
    }
}

static void a_lesson_that_cannot_be_opened(void **state)
{
    (void)state;
    change_to(lessons.folders[1]);
    app_show_card(app, 1);
    const Lesson *before = app->lesson;
    const Trace *trace = app->trace;
    Error error = {0};
    assert_false(app_change_lesson(app, home, &error));
    expect_error(&error, "lesson.md");
    assert_ptr_equal(app->lesson, before);
    assert_ptr_equal(app->trace, trace);
    assert_int_equal(app->view.card, 1);
    key(KEY_RIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_and_every_card),
        cmocka_unit_test(out_of_every_view),
        cmocka_unit_test(with_changes_by_hand),
        cmocka_unit_test(a_lesson_that_cannot_be_opened),
    };
    return cmocka_run_group_tests_name("app lessons", tests, set_up, tear_down);
}
