/* One Moving for all tests of a file, with the model of lesson 5:
 *
 *   cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
 */
#ifndef TESTS_SCENE_MOVING_LESSON_H
#define TESTS_SCENE_MOVING_LESSON_H

#include "moving.h"

static Moving moving;

static int moving_set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    return 0;
}

static int moving_tear_down(void **state)
{
    (void)state;
    moving_close(&moving);
    return 0;
}

#endif
