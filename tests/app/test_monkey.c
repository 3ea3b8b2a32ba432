/* A monkey at keyboard and mouse: whatever it does, the program lives, its numbers stay within bounds, and the trace on
 * the screen is what the model makes of the sentence. The same seed does the same things.
 *
 *   ATTEND_MONKEY=200000 ATTEND_MONKEY_SEED=7 build/tests/app/test_monkey
 *
 * Every few events a frame is drawn with a clock of the test's own. */
#include "fixture.h"

#include "app/open.h"
#include "base/random.h"

#include <math.h>

#define EVENTS_SHORT 5000
#define CHECK_EVERY  250

typedef struct Monkey {
    Random random;
    double now;
    long done;
} Monkey;

static uint32_t below(Monkey *monkey, uint32_t limit)
{
    return random_below(&monkey->random, limit);
}

static void act(Monkey *monkey, Event event)
{
    app_update(app, &event);
    app->quit = false; /* Ctrl+Q is a key like any other here */
    monkey->done++;
}

/* ---- what it can do ---- */

static Modifiers some_modifiers(Monkey *monkey)
{
    uint32_t bits = below(monkey, 24);
    return (Modifiers){.shift = bits % 6 == 0, .control = bits % 8 == 1, .alt = bits == 2};
}

static void press_key(Monkey *monkey, Key key, Modifiers modifiers)
{
    act(monkey, (Event){.kind = EVENT_KEY, .modifiers = modifiers, .key = {.key = key}});
}

static void some_key(Monkey *monkey)
{
    static const Key often[] = {KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN,   KEY_TAB,      KEY_ENTER, KEY_SPACE,
                                KEY_N,    KEY_1,     KEY_5,  KEY_ESCAPE, KEY_HOME,     KEY_END,   KEY_R,
                                KEY_TAB,  KEY_ENTER, KEY_Q,  KEY_2,      KEY_BACKSPACE};
    if (below(monkey, 30) == 0) { /* undo, redo */
        press_key(monkey, KEY_Z, (Modifiers){.control = true, .shift = below(monkey, 2)});
        return;
    }
    bool usual = below(monkey, 2) == 0;
    Key key = usual ? often[below(monkey, LENGTH(often))] : (Key)(1 + below(monkey, KEY_COUNT - 1));
    press_key(monkey, key, some_modifiers(monkey));
}

static void some_text(Monkey *monkey)
{
    static const char *const texts[] = {"cat", " ", "mouse ", "the", "猫", "\xF0\x9F\x90\xB1", "0.5", "e\xCC\x81", "-"};
    Event event = {.kind = below(monkey, 8) == 0 ? EVENT_TEXT_EDIT : EVENT_TEXT};
    snprintf(event.text.text, sizeof event.text.text, "%s", texts[below(monkey, LENGTH(texts))]);
    act(monkey, event);
}

/* The middle of something that can be pointed at, or anywhere. */
static Point some_place(Monkey *monkey)
{
    const DrawList *list = &app->list;
    for (int tries = 0; tries < 20 && list->count > 0 && below(monkey, 5) > 0; tries++) {
        const DrawCommand *command = &list->commands[below(monkey, (uint32_t)list->count)];
        bool file = command->kind == DRAW_MARK && command->mark.target.kind == TARGET_FORMAT;
        if (command->kind != DRAW_MARK || (file && below(monkey, 40) > 0)) /* writing files takes long */
            continue;
        Box box = command->bounds;
        return (Point){box.x + box.w * (float)random_unit(&monkey->random),
                       box.y + box.h * (float)random_unit(&monkey->random)};
    }
    const View *view = &app->view;
    return (Point){view->width * (float)(random_unit(&monkey->random) * 1.1 - 0.05),
                   view->height * (float)(random_unit(&monkey->random) * 1.1 - 0.05)};
}

static void use_mouse(Monkey *monkey, EventKind kind, Point at, int button)
{
    Event event = {.kind = kind, .modifiers = some_modifiers(monkey)};
    event.mouse.x = at.x;
    event.mouse.y = at.y;
    event.mouse.button = (Button)button;
    act(monkey, event);
}

static void some_click(Monkey *monkey)
{
    Point at = some_place(monkey);
    int button = below(monkey, 10) == 0 ? BUTTON_RIGHT : BUTTON_LEFT;
    use_mouse(monkey, EVENT_MOUSE_MOVE, at, 0);
    use_mouse(monkey, EVENT_MOUSE_DOWN, at, button);
    if (below(monkey, 12) > 0) /* now and then it forgets to let go */
        use_mouse(monkey, EVENT_MOUSE_UP, at, button);
}

static void draw(Monkey *monkey);

static void some_drag(Monkey *monkey)
{
    Point at = some_place(monkey);
    use_mouse(monkey, EVENT_MOUSE_MOVE, at, 0);
    use_mouse(monkey, EVENT_MOUSE_DOWN, at, BUTTON_LEFT);
    for (uint32_t i = below(monkey, 6); i > 0; i--) {
        at.x += (float)(random_unit(&monkey->random) - 0.5) * 160;
        at.y += (float)(random_unit(&monkey->random) - 0.5) * 160;
        use_mouse(monkey, EVENT_MOUSE_MOVE, at, BUTTON_LEFT);
        if (below(monkey, 2) == 0)
            draw(monkey);
    }
    use_mouse(monkey, EVENT_MOUSE_UP, at, BUTTON_LEFT);
}

static void some_finger(Monkey *monkey)
{
    static const EventKind kinds[] = {EVENT_TOUCH_DOWN, EVENT_TOUCH_MOVE, EVENT_TOUCH_MOVE, EVENT_TOUCH_UP};
    for (uint32_t i = below(monkey, 6); i > 0; i--) {
        Point at = some_place(monkey);
        act(monkey, (Event){.kind = kinds[below(monkey, LENGTH(kinds))], .touch = {at.x, at.y, below(monkey, 3)}});
        if (below(monkey, 3) == 0)
            draw(monkey);
    }
}

static void some_wheel(Monkey *monkey)
{
    Point at = some_place(monkey);
    use_mouse(monkey, EVENT_MOUSE_MOVE, at, 0);
    Event event = {.kind = EVENT_WHEEL, .modifiers = some_modifiers(monkey)};
    event.wheel.dy = (float)(random_unit(&monkey->random) - 0.5) * 8;
    event.wheel.dx = below(monkey, 4) == 0 ? 1 : 0;
    act(monkey, event);
}

static void some_window_event(Monkey *monkey)
{
    static const int sizes[][2] = {{844, 390}, {800, 480},  {1024, 640}, {700, 900},
                                   {320, 200}, {1280, 420}, {390, 844}};
    static const EventKind kinds[] = {EVENT_EXPOSE, EVENT_MOUSE_LEAVE, EVENT_HIDE, EVENT_WAKE};
    if (below(monkey, 3) > 0) {
        act(monkey, (Event){.kind = kinds[below(monkey, LENGTH(kinds))]});
        return;
    }
    const int *size = sizes[below(monkey, LENGTH(sizes))];
    if (!window_is_fullscreen(app->window))
        window_resize(app->window, size[0], size[1]);
    act(monkey, (Event){.kind = EVENT_RESIZE});
}

/* To another lesson, or to one that cannot be opened: then the old one stays. */
static void some_lesson(Monkey *monkey)
{
    Arena own = {0};
    Error error = {0};
    LessonList list = lesson_list(app->options.lessons, &own, &error);
    uint32_t which = below(monkey, (uint32_t)list.count + 1);
    bool there = which < (uint32_t)list.count;
    bool changed = app_open_lesson(app, there ? list.folders[which] : home, NULL, &error);
    assert_int_equal(changed, there);
    arena_finish(&own);
}

static void do_something(Monkey *monkey)
{
    uint32_t what = below(monkey, 100);
    if (below(monkey, 150) == 0 && app->view.opening.stage == OPENING_NONE) /* which nothing in the window goes past */
        some_lesson(monkey);
    else if (what < 42)
        some_key(monkey);
    else if (what < 68)
        some_click(monkey);
    else if (what < 78)
        some_drag(monkey);
    else if (what < 82)
        some_finger(monkey);
    else if (what < 88)
        some_wheel(monkey);
    else if (what < 95)
        some_text(monkey);
    else
        some_window_event(monkey);
}

/* ---- what must hold ---- */

static void draw(Monkey *monkey)
{
    monkey->now += 0.004 + 0.4 * random_unit(&monkey->random) * random_unit(&monkey->random);
    arena_reset(&app->scratch);
    assert_true(app_draw(app, monkey->now));
    const View *view = &app->view;
    assert_true(view->cursor >= 0 && view->cursor <= moment_count(view->trace) - 1);
    assert_true(view->trace == app->open.trace && view->trace->n > 0);
    assert_true(app->list.count > 0 || view->window.blank);
    assert_true(isfinite(view->panel.scroll) && isfinite(view->stage.scroll));
    assert_true(view->field.caret >= 0 && view->field.caret <= (int)strlen(view->field.text));
    assert_true(view->card >= 0 && (view->card == 0 || view->card < app->open.lesson->card_count));
}

static void same_numbers(const float *a, const float *b, int count)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_memory_equal(a, b, sizeof *a * (size_t)count);
}

/* The trace on the screen against a decode from nothing, number by number. */
static void check_trace(void)
{
    const Trace *trace = app->open.trace;
    Trace *fresh = changes_decode(&app->open.changes, app->view.model, app->open.decoded, NULL);
    assert_non_null(fresh);
    assert_int_equal(fresh->n, trace->n);
    assert_int_equal(fresh->step_count, trace->step_count);
    int V = app->view.model->target.count;
    for (int t = 0; t < trace->step_count; t++) {
        const TraceStep *a = &trace->steps[t], *b = &fresh->steps[t];
        assert_int_equal(a->id, b->id);
        assert_int_equal(a->how, b->how);
        same_numbers(a->step.weights, b->step.weights, trace->n);
        same_numbers(a->step.context, b->step.context, config_annotation(&trace->config));
        same_numbers(a->step.state, b->step.state, trace->config.hidden);
        same_numbers(a->step.probabilities, b->step.probabilities, V);
    }
    trace_destroy(fresh);
}

static void play(const char *opened)
{
    Monkey monkey = {.now = 1000};
    const char *count = getenv("ATTEND_MONKEY"), *seed = getenv("ATTEND_MONKEY_SEED");
    long events = count ? atol(count) : EVENTS_SHORT;
    monkey.random = random_seeded(seed ? strtoull(seed, NULL, 10) : 1);
    AppOptions options = home_create();
    options.lesson = path_join(&arena, options.lessons, opened);
    options.width = 800;
    options.height = 500;
    start(&options);
    long checked = 0;
    while (monkey.done < events) {
        do_something(&monkey);
        if (below(&monkey, 3) == 0)
            draw(&monkey);
        if (monkey.done - checked >= CHECK_EVERY) {
            draw(&monkey);
            check_trace();
            checked = monkey.done;
        }
    }
    draw(&monkey);
    check_trace();
    home_remove(NULL);
}

static void a_monkey_plays(void **state)
{
    (void)state;
    play("05-cat-chase-mouse");
}

static void a_monkey_plays_with_a_model_alone(void **state)
{
    (void)state;
    play("05-cat-chase-mouse/model.safetensors");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_monkey_plays),
                                       cmocka_unit_test(a_monkey_plays_with_a_model_alone)};
    return cmocka_run_group_tests_name("app monkey", tests, NULL, NULL);
}
