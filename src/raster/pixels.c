#include "raster/pixels.h"

#include <string.h>

#define OPAQUE   0xff000000u
#define RED_BLUE 0x00ff00ffu
#define GREEN    0x0000ff00u

uint32_t pixel_of(Color color)
{
    return OPAQUE | (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
}

/* a b / 255, to the nearest; exact for bytes. */
static inline uint32_t scaled(uint32_t a, uint32_t b)
{
    uint32_t x = a * b + 128;
    return (x + (x >> 8)) >> 8;
}

/* Red and blue go through one multiplication, a 16-bit lane each: a lane never exceeds 255 * 255 + 128 + 254. */
static inline uint32_t mixed(uint32_t to, uint32_t red_blue, uint32_t green, uint32_t alpha)
{
    uint32_t rest = 255 - alpha;
    uint32_t x = red_blue * alpha + (to & RED_BLUE) * rest + 0x00800080u;
    uint32_t y = green * alpha + ((to >> 8) & 0xff) * rest + 0x80u;
    x = ((x + ((x >> 8) & RED_BLUE)) >> 8) & RED_BLUE;
    y = (y + (y >> 8)) & GREEN;
    return OPAQUE | x | y;
}

static void fill(uint32_t *to, int count, uint32_t pixel)
{
    for (int i = 0; i < count; i++)
        to[i] = pixel;
}

void pixels_paint(uint32_t *to, int count, Color color, uint8_t coverage)
{
    uint32_t pixel = pixel_of(color), alpha = scaled(color.a, coverage);
    uint32_t red_blue = pixel & RED_BLUE, green = color.g;
    if (alpha == 255)
        fill(to, count, pixel);
    else if (alpha > 0)
        for (int i = 0; i < count; i++)
            to[i] = mixed(to[i], red_blue, green, alpha);
}

/* Four pixels at a time, because most of a mask is empty or full. */
void pixels_mask(uint32_t *to, const uint8_t *coverage, int count, Color color)
{
    uint32_t pixel = pixel_of(color), red_blue = pixel & RED_BLUE;
    for (int at = 0, end; at < count; at = end) {
        uint32_t four = 1; /* fewer: neither */
        end = at + 4 < count ? at + 4 : count;
        if (end - at == 4)
            memcpy(&four, coverage + at, 4);
        if (four == UINT32_MAX && color.a == 255)
            fill(to + at, 4, pixel);
        else if (four != 0)
            for (int i = at; i < end; i++)
                to[i] = mixed(to[i], red_blue, color.g, scaled(coverage[i], color.a));
    }
}
