#include "sdl/screen.h"

#include "base/arena.h"

#include <SDL.h>

#include <stdlib.h>

#define WIDTH_MIN  360
#define HEIGHT_MIN 360

struct Screen {
    SDL_Window *window;
    SDL_Surface *shadow; /* painted instead of the window where that has other pixels than ours; or NULL */
};

Screen *screen_create(SDL_Window *window)
{
    if (!SDL_GetWindowSurface(window))
        return NULL;
    SDL_SetWindowMinimumSize(window, WIDTH_MIN, HEIGHT_MIN);
    Screen *screen = heap_alloc(1, sizeof *screen);
    screen->window = window;
    return screen;
}

void screen_destroy(Screen *screen)
{
    if (screen)
        SDL_FreeSurface(screen->shadow);
    free(screen);
}

/* Where to paint for this surface of the window: into it, or into one that has our kind of pixels. */
static SDL_Surface *painted_surface(Screen *screen, SDL_Surface *surface, bool *fresh)
{
    Uint32 format = surface->format->format;
    if (format == SDL_PIXELFORMAT_RGB888 || format == SDL_PIXELFORMAT_ARGB8888)
        return surface;
    if (!screen->shadow || screen->shadow->w != surface->w || screen->shadow->h != surface->h) {
        SDL_FreeSurface(screen->shadow);
        screen->shadow = SDL_CreateRGBSurfaceWithFormat(0, surface->w, surface->h, 32, SDL_PIXELFORMAT_RGB888);
        *fresh = true;
    }
    return screen->shadow;
}

bool screen_canvas(Screen *screen, Canvas *out, bool *fresh)
{
    *fresh = false;
    SDL_Surface *surface = SDL_GetWindowSurface(screen->window);
    SDL_Surface *painted = surface ? painted_surface(screen, surface, fresh) : NULL;
    if (!painted)
        return false;
    *out = (Canvas){painted->pixels, painted->w, painted->h, painted->pitch / (int)sizeof(uint32_t)};
    return true;
}

void screen_show(Screen *screen, const PixelRect *damaged, int count)
{
    SDL_Surface *surface = SDL_GetWindowSurface(screen->window);
    bool fresh;
    SDL_Surface *painted = surface ? painted_surface(screen, surface, &fresh) : NULL;
    SDL_Rect rects[SCREEN_DAMAGE];
    for (int i = 0; painted && i < count; i++) {
        const PixelRect *from = damaged + i;
        rects[i] = (SDL_Rect){from->x0, from->y0, from->x1 - from->x0, from->y1 - from->y0};
        if (painted != surface) {
            SDL_Rect to = rects[i];
            SDL_BlitSurface(painted, rects + i, surface, &to);
        }
    }
    if (painted)
        SDL_UpdateWindowSurfaceRects(screen->window, rects, count);
}
