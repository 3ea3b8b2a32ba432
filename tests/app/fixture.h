/* What the tests of the window share: the whole program on SDL's driver without a screen, in a home of its own, by a
 * clock of the test's own.
 *
 *   #define FRAME_SECONDS 1    // before it is included: how much later a frame is than the one before
 *   AppOptions options = home_create();
 *   options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
 *   start(&options);
 *   key(KEY_RIGHT);
 *   home_remove(state);
 */
#ifndef TESTS_APP_FIXTURE_H
#define TESTS_APP_FIXTURE_H

#include "support.h"

#include "app/app_state.h"
#include "base/resource.h"

#ifndef FRAME_SECONDS
#define FRAME_SECONDS 0.05
#endif

static App *app;
static Arena arena;
static char home[64];
static double now = 1000;

/* Nothing is known of an earlier run; the shipped lessons, nothing said of language and theme. */
static inline AppOptions home_create(void)
{
    folder_create(home);
    setenv("HOME", home, 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_DATA_HOME");
    return (AppOptions){.fonts = resource_folder("assets/fonts", &arena),
                        .lessons = resource_folder("lessons", &arena),
                        .exports = home,
                        .language = -1,
                        .theme = -1,
                        .width = 1440,
                        .height = 900};
}

/* A file of the home, where a lesson of the test's own stands; the other one copies a file of the project. */
static inline void put(const char *name, const char *text)
{
    Error error = {0};
    expect_ok(file_write(path_join(&arena, home, name), text, strlen(text), &error), &error);
}

static inline void put_copy(const char *name, const char *from)
{
    Bytes bytes = {0};
    Error error = {0};
    expect_ok(file_read(path_join(&arena, getenv("ATTEND_DATA"), from), FILE_LIMIT_DATA, &bytes, &error), &error);
    expect_ok(file_write(path_join(&arena, home, name), bytes.data, bytes.length, &error), &error);
    bytes_finish(&bytes);
}

/* Opens the window; the one that is open closes first. */
static inline void start(const AppOptions *options)
{
    Error error = {0};
    app_destroy(app);
    app = app_create(options, &error);
    expect_ok(app != NULL, &error);
}

/* Before a test that needs lesson 5 alone: nothing moves by itself and nothing is kept. */
static inline int still_set_up(void **state)
{
    (void)state;
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    options.forgetful = options.reduced_motion = true;
    start(&options);
    return 0;
}

static inline int home_remove(void **state)
{
    (void)state;
    app_destroy(app); /* whatever runs */
    app = NULL;
    arena_finish(&arena);
    folder_remove_all(home);
    return 0;
}

static inline void frame(void)
{
    now += FRAME_SECONDS;
    arena_reset(&app->scratch);
    assert_true(app_draw(app, now));
    assert_ptr_equal(app->view.trace, app->open.trace);
    assert_ptr_equal(app->view.lesson, app->open.lesson);
}

/* Frames until `holds`, which something beside the window makes true: in ten minutes at most, on a busy
 * machine in more. */
#define FRAMES_UNTIL(holds)                                                                                            \
    for (int left = 60000; !(holds); left--) {                                                                         \
        assert_true(left > 0);                                                                                         \
        app->dirty = true;                   /* as what has news wakes the window */                                   \
        usleep(left > 59900 ? 1000 : 10000); /* longer for a training, which needs the processor itself */             \
        frame();                                                                                                       \
    }

static inline void key_with(Key which, Modifiers modifiers)
{
    app_update(app, &(Event){.kind = EVENT_KEY, .modifiers = modifiers, .key = {.key = which}});
    frame();
}

static inline void key(Key which)
{
    key_with(which, (Modifiers){0});
}

static inline void mouse(EventKind kind, Point at)
{
    app_update(app, &(Event){.kind = kind, .mouse = {at.x, at.y, BUTTON_LEFT}});
}

/* Goes there and presses at once: no frame between the two. */
static inline void press_at(Point at)
{
    mouse(EVENT_MOUSE_MOVE, at);
    mouse(EVENT_MOUSE_DOWN, at);
    mouse(EVENT_MOUSE_UP, at);
    frame();
}

static inline Box box_of(Target target)
{
    app->dirty = true;
    frame();
    const DrawCommand *mark = drawlist_marked(&app->list, target);
    assert_non_null(mark);
    return mark->bounds;
}

static inline Point middle_of(Target target)
{
    Box box = box_of(target);
    return (Point){box.x + box.w / 2, box.y + box.h / 2};
}

static inline Target control(int a, int b, int c)
{
    return (Target){TARGET_CONTROL, (int16_t)a, (int16_t)b, (int16_t)c};
}

#endif
