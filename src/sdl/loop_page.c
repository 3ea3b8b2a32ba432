/* The window's loop in a browser: nothing may wait there, so main ends early and the page (web/page/frames.js) calls
 * back. What begins with web_ is for the page. */
#include "base/beside.h"
#include "sdl/window.h"

#include <SDL.h>
#include <emscripten.h>

#include <math.h>

/* Milliseconds until the next frame is due unless something happens; negative: the person has quit. */
EMSCRIPTEN_KEEPALIVE double web_frame(void);

/* Milliseconds of the last frame that were no drawing: the slice of what has no thread, such as a training. */
EMSCRIPTEN_KEEPALIVE double web_slice(void);

/* The browser gives what is pasted; the program asks for it when it hears the key. */
EMSCRIPTEN_KEEPALIVE void web_paste(const char *text);

/* A file that was dropped, which the page has put at `path`. */
EMSCRIPTEN_KEEPALIVE void web_drop(const char *path);

/* The page's address says this place now. */
EMSCRIPTEN_KEEPALIVE void web_go(const char *place);

/* Another thread has called window_wake. */
EMSCRIPTEN_KEEPALIVE void web_woken(void);

/* Whether the browser wishes high contrast. */
EMSCRIPTEN_KEEPALIVE void web_contrast(bool high);

static struct {
    Window *window;
    bool (*frame)(void *context, double *sleep);
    void *context;
} loop;

/* clang-format off */
EM_JS(void, web_copied, (const char *text), {
    Module.copied(UTF8ToString(text));
})

EM_JS(void, web_told, (const char *place, bool first, bool last, bool scrolls), {
    Module.told(UTF8ToString(place), {first, last, scrolls});
})

EM_JS(bool, web_share, (const char *place, bool frame), {
    return Module.share(UTF8ToString(place), frame);
})

EM_JS(bool, web_by_finger, (void), {
    return Module.byFinger();
})

EM_JS(void, web_run, (void), {
    Module.looping();
})
/* clang-format on */

void web_wake(void); /* web/calls.js: the page's thread calls web_woken, and draws a frame */

void window_wake(Window *window)
{
    (void)window;
    web_wake();
}

void web_woken(void)
{
    if (loop.window) /* else the first frame is still to come */
        window_wake_here(loop.window);
}

void window_sleep(Window *window, double seconds)
{
    (void)window, (void)seconds; /* the page sleeps */
}

void window_loop(Window *window, bool (*frame)(void *context, double *sleep), void *context)
{
    loop.window = window;
    loop.frame = frame;
    loop.context = context;
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_EventState(SDL_DROPTEXT, SDL_ENABLE);
    web_run();
    emscripten_exit_with_live_runtime(); /* does not return */
}

double web_frame(void)
{
    double sleep = 0;
    if (!loop.frame(loop.context, &sleep))
        return -1;
    return sleep < 0 ? HUGE_VAL : 1000 * sleep;
}

double web_slice(void)
{
    return 1000 * beside_took();
}

void web_paste(const char *text)
{
    SDL_SetClipboardText(text);
    SDL_KeyboardEvent key = {
        .type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = {SDL_SCANCODE_V, SDLK_v, KMOD_LCTRL, 0}};
    SDL_Event event = {.key = key};
    SDL_PushEvent(&event);
}

static void push_text(Uint32 type, const char *text)
{
    SDL_Event event = {.drop = {.type = type, .file = SDL_strdup(text)}};
    SDL_PushEvent(&event);
}

void web_drop(const char *path)
{
    push_text(SDL_DROPFILE, path);
}

void web_go(const char *place)
{
    push_text(SDL_DROPTEXT, place);
}

void web_contrast(bool high)
{
    window_push(loop.window, &(Event){.kind = EVENT_CONTRAST, .contrast = {high}});
}

bool window_in_page(const Window *window)
{
    (void)window;
    return true;
}

bool window_by_finger(const Window *window)
{
    (void)window;
    return web_by_finger();
}

bool window_share(Window *window, const char *place, bool frame)
{
    (void)window;
    return web_share(place, frame);
}

void window_tell(Window *window, const PageNews *news)
{
    (void)window;
    web_told(news->place, news->first, news->last, news->scrolls);
}

void window_clipboard_set(Window *window, const char *text)
{
    (void)window;
    SDL_SetClipboardText(text);
    web_copied(text);
}
