/* The window on SDL's dummy driver, or with "xvfb" as argument on a real X server without a screen: it opens, shows,
 * translates events, and ends. Events are pushed into SDL's queue, so that no person or tool is needed. */
#include "raster/picture.h"

#include "sdl/window.h"

#define SDL_MAIN_HANDLED
#include <SDL.h>

#include <pthread.h>

static const int SKIPPED = 77;

/* SDL keeps its connection to D-Bus to the end; the leak sanitizer asks here what to overlook. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libdbus";
}

typedef struct Stage {
    Type *type;
    Window *window;
    DrawList list;
} Stage;

static int stage_setup(void **state)
{
    Arena arena = {0};
    Error error = {0};
    char *fonts = resource_folder("assets/fonts", &arena);
    Stage *stage = heap_alloc(1, sizeof *stage);
    stage->type = fonts ? type_open(fonts, &error) : NULL;
    arena_finish(&arena);
    stage->window = stage->type ? window_create("attend", 720, 450, &error) : NULL;
    *state = stage;
    if (!stage->window)
        print_error("%s\n", fonts ? error_text(&error) : "no assets/fonts");
    return stage->window ? 0 : -1;
}

static int stage_teardown(void **state)
{
    Stage *stage = *state;
    window_destroy(stage->window);
    drawlist_finish(&stage->list);
    type_close(stage->type);
    free(stage);
    return 0;
}

static void show(Stage *stage, float width, float height, Color ground)
{
    drawlist_reset(&stage->list, stage->type, width, height, ground);
    drawlist_box(&stage->list, (Box){10, 10, 100, 50}, 8, paint_fill_stroke(WHITE, BLACK, 2));
    drawlist_text_at(&stage->list, (TextStyle){FACE_SANS, 17, BLACK, 0}, (Point){20, 40}, ALIGN_LEFT,
                     slice_of("cat 猫"));
    window_present(stage->window, &stage->list);
}

/* Takes all that is waiting. */
static void drain(Stage *stage)
{
    Event event;
    while (window_poll(stage->window, &event))
        ;
}

/* The next event that is ours, if one comes in that time; SDL's own do not count. */
static bool await(Stage *stage, Event *event, double seconds)
{
    double end = window_time() + seconds;
    while (!window_poll(stage->window, event)) {
        double left = end - window_time();
        if (left <= 0)
            return false;
        window_sleep(stage->window, left);
    }
    return true;
}

static Event pushed(Stage *stage, SDL_Event event)
{
    drain(stage);
    SDL_PushEvent(&event);
    Event ours;
    assert_true(await(stage, &ours, 5));
    return ours;
}

static void it_shows_pictures(void **state)
{
    Stage *stage = *state;
    int width, height;
    window_size(stage->window, &width, &height);
    assert_true(width > 0 && height > 0);
    for (int i = 0; i < 10; i++) {
        show(stage, 720, 450, (Color){(uint8_t)(20 * i), 200, 200, 255});
        drain(stage);
    }
    SDL_Window *sdl = SDL_GetWindowFromID(1);
    assert_non_null(sdl);
    SDL_Surface *surface = SDL_GetWindowSurface(sdl);
    uint32_t pixel = ((uint32_t *)surface->pixels)[5 * (surface->pitch / 4) + 5];
    assert_int_equal(pixel & 0xffffff, 0xb4c8c8);
}

static void it_grows(void **state)
{
    Stage *stage = *state;
    SDL_SetWindowSize(SDL_GetWindowFromID(1), 800, 500);
    bool resized = false;
    Event event;
    for (int i = 0; i < 50 && !resized; i++)
        if (await(stage, &event, 0.1) && event.kind == EVENT_RESIZE) {
            int width, height;
            window_size(stage->window, &width, &height);
            resized = width == 800 && height == 500;
        }
    assert_true(resized);
    show(stage, 400, 250, WHITE); /* two pixels a px from here on */
    window_title(stage->window, "attend: 老鼠");
    window_icon(stage->window, &stage->list);
    window_cursor(stage->window, CURSOR_HAND);
    window_cursor(stage->window, CURSOR_TEXT);
    window_cursor(stage->window, CURSOR_ARROW);
    Event moved =
        pushed(stage, (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 300, .y = 100, .state = SDL_BUTTON_LMASK}});
    assert_int_equal(moved.kind, EVENT_MOUSE_MOVE);
    assert_float_equal(moved.mouse.x, 150, 0.01f);
    assert_float_equal(moved.mouse.y, 50, 0.01f);
}

static void keys_have_names(void **state)
{
    Stage *stage = *state;
    static const struct {
        SDL_Keycode code;
        SDL_Scancode place;
        Uint16 mod;
        Key key;
    } cases[] = {
        {SDLK_a, SDL_SCANCODE_A, 0, KEY_A},
        {SDLK_q, SDL_SCANCODE_A, KMOD_LCTRL, KEY_Q}, /* French: by what is printed on it */
        {0x444, SDL_SCANCODE_N, 0, KEY_N},           /* Cyrillic: by its place */
        {SDLK_7, SDL_SCANCODE_7, 0, KEY_7},
        {SDLK_AMPERSAND, SDL_SCANCODE_1, 0, KEY_1}, /* French digits want shift */
        {SDLK_KP_4, SDL_SCANCODE_KP_4, KMOD_NUM, KEY_4},
        {SDLK_KP_4, SDL_SCANCODE_KP_4, 0, KEY_LEFT},
        {SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, 0, KEY_PLUS},
        {SDLK_EQUALS, SDL_SCANCODE_EQUALS, KMOD_LSHIFT, KEY_PLUS},
        {SDLK_EQUALS, SDL_SCANCODE_EQUALS, 0, KEY_EQUALS},
        {SDLK_PLUS, SDL_SCANCODE_RIGHTBRACKET, 0, KEY_PLUS},
        {SDLK_MINUS, SDL_SCANCODE_MINUS, 0, KEY_MINUS},
        {SDLK_SLASH, SDL_SCANCODE_SLASH, KMOD_RSHIFT, KEY_QUESTION},
        {SDLK_SLASH, SDL_SCANCODE_SLASH, 0, KEY_SLASH},
        {SDLK_F11, SDL_SCANCODE_F11, 0, KEY_F11},
        {SDLK_TAB, SDL_SCANCODE_TAB, KMOD_LSHIFT, KEY_TAB},
        {SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, 0, KEY_ENTER},
        {SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, 0, KEY_PAGE_DOWN},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        SDL_Keysym keysym = {.scancode = cases[i].place, .sym = cases[i].code, .mod = cases[i].mod};
        Event event = pushed(stage, (SDL_Event){.key = {.type = SDL_KEYDOWN, .repeat = 1, .keysym = keysym}});
        assert_int_equal(event.kind, EVENT_KEY);
        assert_int_equal(event.key.key, cases[i].key);
        assert_int_equal(event.modifiers.shift, (cases[i].mod & KMOD_SHIFT) != 0);
        assert_int_equal(event.modifiers.control, (cases[i].mod & KMOD_CTRL) != 0);
    }
}

static void events_are_translated(void **state)
{
    Stage *stage = *state;
    show(stage, 800, 500, WHITE);
    Event event = pushed(stage, (SDL_Event){.text = {.type = SDL_TEXTINPUT, .text = "老鼠"}});
    assert_int_equal(event.kind, EVENT_TEXT);
    assert_string_equal(event.text.text, "老鼠");
    event = pushed(stage, (SDL_Event){.edit = {.type = SDL_TEXTEDITING, .text = "lao 鼠x", .start = 5}});
    assert_int_equal(event.kind, EVENT_TEXT_EDIT);
    assert_string_equal(event.text.text, "lao 鼠x");
    event = pushed(stage, (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .preciseY = 0.25f, .mouseX = 8, .mouseY = 9}});
    assert_int_equal(event.kind, EVENT_WHEEL);
    assert_float_equal(event.wheel.dy, 0.25f, 0);
    event = pushed(
        stage, (SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT, .clicks = 2, .x = 5}});
    assert_int_equal(event.kind, EVENT_MOUSE_DOWN);
    assert_int_equal(event.mouse.button, BUTTON_RIGHT);
    event = pushed(stage, (SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_EXPOSED}});
    assert_int_equal(event.kind, EVENT_EXPOSE);
    event = pushed(stage, (SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MINIMIZED}});
    assert_int_equal(event.kind, EVENT_HIDE);
    show(stage, 800, 500, WHITE);
    for (int i = 0; i < 2; i++) { /* the path is SDL's, and freed by the window */
        event =
            pushed(stage, (SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(i ? "/b" : "/我的课.attend")}});
        assert_int_equal(event.kind, EVENT_DROP);
        assert_string_equal(event.drop.path, i ? "/b" : "/我的课.attend");
    }
    event = pushed(stage, (SDL_Event){.quit = {.type = SDL_QUIT}});
    assert_int_equal(event.kind, EVENT_QUIT);
}

static void moves_in_a_row_become_one(void **state)
{
    Stage *stage = *state;
    drain(stage);
    for (int i = 0; i < 20; i++)
        SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = i, .y = i}});
    SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT}});
    SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 50, .y = 50}});
    Event event;
    assert_true(window_poll(stage->window, &event) && event.kind == EVENT_MOUSE_MOVE);
    assert_float_equal(event.mouse.x, 19, 0.01f);
    assert_true(window_poll(stage->window, &event) && event.kind == EVENT_MOUSE_DOWN);
    assert_true(window_poll(stage->window, &event) && event.kind == EVENT_MOUSE_MOVE);
}

static void *wake(void *window)
{
    window_wake(window);
    window_wake(window);
    return NULL;
}

static void it_waits_and_wakes(void **state)
{
    Stage *stage = *state;
    drain(stage);
    Event event;
    assert_false(await(stage, &event, 0.02));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wake, stage->window), 0);
    do
        assert_true(await(stage, &event, 10));
    while (event.kind != EVENT_WAKE);
    pthread_join(thread, NULL);
    drain(stage);
    window_wake(stage->window); /* the second time too */
    assert_true(await(stage, &event, 10));
    assert_int_equal(event.kind, EVENT_WAKE);
}

typedef struct Turns {
    Stage *stage;
    int count, wakes;
} Turns;

/* Is called at once, after 1 ms, and whenever an event comes. */
static bool turn(void *context, double *sleep)
{
    Turns *turns = context;
    Event event;
    while (window_poll(turns->stage->window, &event))
        turns->wakes += event.kind == EVENT_WAKE;
    turns->count++;
    if (turns->count == 3)
        window_wake(turns->stage->window);
    *sleep = turns->count == 1 ? 0 : turns->count == 2 ? 0.001 : -1;
    return turns->wakes == 0;
}

static void the_loop_sleeps_as_it_is_told(void **state)
{
    Turns turns = {*state, 0, 0};
    drain(turns.stage);
    window_loop(turns.stage->window, turn, &turns);
    assert_true(turns.count >= 4);
    assert_int_equal(turns.wakes, 1);
}

static void it_types_copies_and_fills_the_screen(void **state)
{
    Stage *stage = *state;
    window_text_input(stage->window, &(TypedText){.text = "", .place = {10, 10, 2, 20}});
    assert_true(SDL_IsTextInputActive());
    window_text_input(stage->window, NULL);
    assert_false(SDL_IsTextInputActive());
    Arena arena = {0};
    window_clipboard_set(stage->window, "猫 cat");
    assert_string_equal(window_clipboard_get(stage->window, &arena), "猫 cat");
    arena_finish(&arena);
    window_fullscreen(stage->window, true);
    assert_true(window_is_fullscreen(stage->window));
    drain(stage);
    int width, height;
    window_size(stage->window, &width, &height);
    show(stage, (float)width, (float)height, WHITE);
    window_fullscreen(stage->window, false);
    assert_false(window_is_fullscreen(stage->window));
    drain(stage);
    show(stage, 720, 450, WHITE);
}

static void without_a_display_there_is_an_error(void **state)
{
    (void)state;
    const char *before = getenv("SDL_VIDEODRIVER");
    char kept[64];
    snprintf(kept, sizeof kept, "%s", before ? before : "");
    setenv("SDL_VIDEODRIVER", "nowhere", 1);
    Error error = {0};
    assert_null(window_create("attend", 720, 450, &error));
    expect_error(&error, "no window can be opened here");
    if (before)
        setenv("SDL_VIDEODRIVER", kept, 1);
    else
        unsetenv("SDL_VIDEODRIVER");
}

int main(int argc, char **argv)
{
    bool xvfb = argc > 1 && strcmp(argv[1], "xvfb") == 0;
    if (xvfb && !getenv("DISPLAY")) {
        execlp("xvfb-run", "xvfb-run", "-a", argv[0], "xvfb", (char *)NULL);
        fprintf(stderr, "skipped: xvfb-run is not installed\n");
        return SKIPPED;
    }
    setenv("SDL_VIDEODRIVER", xvfb ? "x11" : "dummy", 1);
    const struct CMUnitTest first[] = {cmocka_unit_test(without_a_display_there_is_an_error)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_shows_pictures),
        cmocka_unit_test(it_grows),
        cmocka_unit_test(keys_have_names),
        cmocka_unit_test(events_are_translated),
        cmocka_unit_test(moves_in_a_row_become_one),
        cmocka_unit_test(it_waits_and_wakes),
        cmocka_unit_test(the_loop_sleeps_as_it_is_told),
        cmocka_unit_test(it_types_copies_and_fills_the_screen),
    };
    int failed = cmocka_run_group_tests(first, NULL, NULL);
    return failed + cmocka_run_group_tests(tests, stage_setup, stage_teardown);
}
