/* The window as it begins, with lesson 5 where nothing else is said:
 *
 *   options.at = "step=2";
 *   begin();               // again and again in one test
 */
#ifndef TESTS_APP_BEGIN_H
#define TESTS_APP_BEGIN_H

#include "fixture.h"

static AppOptions options;

static inline int begin_set_up(void **state)
{
    (void)state;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.width = 1024;
    options.height = 640;
    return 0;
}

static inline void begin(void)
{
    start(&options);
    frame();
}

static inline char *lesson(const char *name)
{
    return path_join(&arena, options.lessons, name);
}

#endif
