/* What a browser does otherwise (loop_page.c, typing_page.c, read_page.c): the window's loop, where a thread may sleep
 * and wake another, what is copied, the page around it, and input methods. */
#include "sdl/window.h"

#include <SDL.h>

#include <math.h>

void window_wake(Window *window)
{
    window_wake_here(window);
}

void window_sleep(Window *window, double seconds)
{
    (void)window; /* the events of all SDL's windows are in one queue */
    double milliseconds = ceil(seconds * 1000);
    if (seconds < 0)
        SDL_WaitEvent(NULL);
    else if (milliseconds >= 1)
        SDL_WaitEventTimeout(NULL, milliseconds < 1e8 ? (int)milliseconds : 100000000);
}

void window_loop(Window *window, bool (*frame)(void *context, double *sleep), void *context)
{
    for (double sleep = 0; frame(context, &sleep);)
        window_sleep(window, sleep);
}

void window_clipboard_set(Window *window, const char *text)
{
    (void)window;
    SDL_SetClipboardText(text);
}

void window_text_input(Window *window, const TypedText *typed)
{
    static SDL_Rect told;
    if (!typed) {
        SDL_StopTextInput();
        return;
    }
    Box place = window_place(window, typed->place);
    SDL_Rect rect = {(int)place.x, (int)place.y, (int)place.w + 1, (int)place.h + 1};
    if (!SDL_IsTextInputActive() || !SDL_RectEquals(&rect, &told))
        SDL_SetTextInputRect(&rect);
    told = rect;
    if (!SDL_IsTextInputActive())
        SDL_StartTextInput();
}

bool window_in_page(const Window *window)
{
    (void)window;
    return false;
}

bool window_by_finger(const Window *window)
{
    (void)window;
    return false;
}

bool window_share(Window *window, const char *place, bool frame)
{
    (void)window, (void)place, (void)frame;
    return false;
}

void window_tell(Window *window, const PageNews *news)
{
    (void)window, (void)news;
}

void window_read(Window *window, Reading what, const char *language, const char *text)
{
    (void)window, (void)what, (void)language, (void)text;
}
