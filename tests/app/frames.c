/* The window's pictures at places, for comparing them with those of the page: each as it is when nothing moves any
 * more, three bytes a pixel.   usage: frames OUT <PLACES, with a lesson's folder and a place a line; writes
 * OUT/0.rgb, OUT/1.rgb, ... */
#include "fixture.h"

#include <SDL.h>

enum { WIDTH = 1024, HEIGHT = 700 }; /* SDL's driver without a screen has 1024 x 768 */

#define REST_SECONDS 0.02 /* what moves asks for its next frame sooner, */
#define REST_FRAMES                                                                                                    \
    150 /* and so many frames nothing did, 10 ms each: a thread may be measuring, and draws when it is done */
#define LOOK_FRAMES                                                                                                    \
    20 /* that a frame which was due sooner takes back: once a second the files of the lesson are looked at */
#define MOST_FRAMES 2000

/* Of two models that are compared: their chart is not whole yet. */
static bool measures(void)
{
    const Comparison *compare = app->view.compare;
    bool more = false;
    for (int i = 0; compare && i < 2; i++)
        more |= compare->sides[i].accuracy.done < compare->sides[i].accuracy.of;
    return more;
}

static void run_to_rest(void)
{
    double sleep = 0;
    int quiet = 0;
    for (int i = 0; quiet < REST_FRAMES && i < MOST_FRAMES; i++) {
        assert_true(app_frame(app, &sleep));
        bool moves = sleep >= 0 && sleep <= REST_SECONDS;
        quiet = measures() ? 0 : !moves ? quiet + 1 : quiet > LOOK_FRAMES ? quiet - LOOK_FRAMES : 0;
        SDL_Delay(10);
    }
}

static void write_pixels(const char *path)
{
    SDL_Surface *surface = SDL_GetWindowSurface(SDL_GetWindowFromID(1));
    Bytes bytes = {0};
    Error error = {0};
    for (int y = 0; y < surface->h; y++)
        for (int x = 0; x < surface->w; x++) {
            uint32_t pixel = ((const uint32_t *)((const char *)surface->pixels + y * surface->pitch))[x];
            bytes_add(&bytes, (uint8_t[]){(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel}, 3);
        }
    expect_ok(file_write(path, bytes.data, bytes.length, &error), &error);
    bytes_finish(&bytes);
}

int main(int count, char **arguments)
{
    char lesson[64], place[512], name[32];
    if (count != 2)
        return 2;
    AppOptions options = home_create();
    options.at = place;
    options.forgetful = options.reduced_motion = true;
    options.width = WIDTH;
    options.height = HEIGHT;
    for (int i = 0; scanf("%63s %511[^\n]", lesson, place) == 2; i++) {
        options.lesson = path_join(&arena, options.lessons, lesson);
        start(&options);
        run_to_rest();
        snprintf(name, sizeof name, "%d.rgb", i);
        write_pixels(path_join(&arena, arguments[1], name));
    }
    home_remove(NULL);
    return 0;
}
