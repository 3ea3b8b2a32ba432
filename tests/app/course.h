/* The window with all lessons of the course, each opened in its turn:
 *
 *   cmocka_run_group_tests(tests, course_set_up, home_remove);
 *   change_to(lessons.folders[0]);
 */
#ifndef TESTS_APP_COURSE_H
#define TESTS_APP_COURSE_H

#include "fixture.h"

#include "app/open.h"

static LessonList lessons;

static inline int course_set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    Error error = {0};
    lessons = lesson_list(options.lessons, &arena, &error);
    assert_true(lessons.count > 1);
    options.lesson = lessons.folders[0];
    options.width = 1024;
    options.height = 640;
    start(&options);
    return 0;
}

static inline void change_to(const char *folder)
{
    Error error = {0};
    expect_ok(app_open_lesson(app, folder, NULL, &error), &error);
    assert_string_equal(path_name(app->open.lesson->folder), path_name(folder));
    assert_int_equal(app->view.card, 0);
    assert_ptr_equal(app->view.model, &app->open.models[app->open.model]);
    frame();
}

/* As the number of its folder is: "05-". */
static inline void change_to_number(const char *number)
{
    int lesson = 0;
    while (strncmp(path_name(lessons.folders[lesson]), number, strlen(number)) != 0)
        assert_true(++lesson < lessons.count);
    change_to(lessons.folders[lesson]);
}

#endif
