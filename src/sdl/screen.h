/* The pixels of the window: painted here, and shown where they changed. Internal to sdl/. Two files are
 * made of it: on a desktop it is SDL's surface of the window (screen_surface.c), in a browser the canvas of
 * the page (screen_page.c). */
#ifndef SDL_SCREEN_H
#define SDL_SCREEN_H

#include "raster/pixels.h"

#include <stdbool.h>

#define SCREEN_DAMAGE 128 /* rectangles shown at once, at most */

typedef struct Screen Screen;
struct SDL_Window;

/* NULL where the window has no pixels; SDL_GetError says why. */
Screen *screen_create(struct SDL_Window *window);
void screen_destroy(Screen *screen); /* NULL allowed */

/* Where to paint now; false: nowhere. `fresh`: nothing of what was painted before is in it. */
bool screen_canvas(Screen *screen, Canvas *out, bool *fresh);

/* Shows these rectangles of the canvas; 1 <= count <= SCREEN_DAMAGE. */
void screen_show(Screen *screen, const PixelRect *damaged, int count);

#endif
