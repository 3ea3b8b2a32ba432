/* What a browser does otherwise (loop_page.c): the window's loop, where a thread may sleep, and what is copied. */
#include "sdl/window.h"

#include <SDL.h>

#include <math.h>

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
