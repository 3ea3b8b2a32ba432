/* The canvas of the page, with as many pixels as the machine shows there: SDL's own surface in a browser has one a CSS
 * unit, and sends all of them for every rectangle. */
#include "sdl/screen.h"

#include "base/arena.h"

#include <SDL.h>
#include <emscripten.h>

#include <stdlib.h>

struct Screen {
    SDL_Window *window;
    Canvas canvas;
    uint32_t *sent; /* [canvas.height, canvas.width] room for a rectangle as the browser wants it */
};

/* clang-format off */
EM_JS(void, canvas_put, (const uint32_t *pixels, int x, int y, int width, int height), {
    Module.pixels ||= Module.canvas.getContext('2d', {alpha: false});
    const bytes = new Uint8ClampedArray(HEAPU8.buffer, pixels, width * height * 4);
    /* an image takes no memory that threads share */
    const own = bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
    Module.pixels.putImageData(new ImageData(own, width, height), x, y);
})
/* clang-format on */

Screen *screen_create(SDL_Window *window)
{
    Screen *screen = heap_alloc(1, sizeof *screen);
    screen->window = window;
    return screen;
}

void screen_destroy(Screen *screen)
{
    if (!screen)
        return;
    free(screen->canvas.pixels);
    free(screen->sent);
    free(screen);
}

bool screen_canvas(Screen *screen, Canvas *out, bool *fresh)
{
    Canvas *canvas = &screen->canvas;
    int width, height;
    SDL_GetWindowSizeInPixels(screen->window, &width, &height);
    if (width <= 0 || height <= 0)
        return false;
    *fresh = width != canvas->width || height != canvas->height;
    if (*fresh) {
        size_t count = (size_t)width * (size_t)height;
        free(canvas->pixels);
        free(screen->sent);
        *canvas = (Canvas){heap_alloc(count, sizeof *canvas->pixels), width, height, width};
        screen->sent = heap_alloc(count, sizeof *screen->sent);
    }
    *out = *canvas;
    return true;
}

/* 0xffRRGGBB lies in memory as B, G, R, A; a browser wants R, G, B, A. */
static uint32_t turned(uint32_t pixel)
{
    return 0xFF000000u | (pixel & 0xFF00u) | (pixel & 0xFFu) << 16 | (pixel >> 16 & 0xFFu);
}

void screen_show(Screen *screen, const PixelRect *damaged, int count)
{
    for (const PixelRect *rect = damaged; rect < damaged + count; rect++) {
        uint32_t *to = screen->sent;
        for (int y = rect->y0; y < rect->y1; y++) {
            const uint32_t *from = screen->canvas.pixels + (size_t)y * (size_t)screen->canvas.stride;
            for (int x = rect->x0; x < rect->x1; x++)
                *to++ = turned(from[x]);
        }
        canvas_put(screen->sent, rect->x0, rect->y0, rect->x1 - rect->x0, rect->y1 - rect->y0);
    }
}
