/* moving_lesson.h with all lessons of the course:
 *
 *   cmocka_run_group_tests(tests, course_set_up, moving_tear_down);
 */
#ifndef TESTS_SCENE_MOVING_COURSE_H
#define TESTS_SCENE_MOVING_COURSE_H

#include "moving_lesson.h"

static LessonList lessons;

static int course_set_up(void **state)
{
    Error error = {0};
    moving_set_up(state);
    lessons = lesson_list(path_join(&moving.arena, getenv("ATTEND_DATA"), "lessons"), &moving.arena, &error);
    assert_true(lessons.count > 0);
    return 0;
}

#endif
