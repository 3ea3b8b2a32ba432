#include "raster/pixels.h"

#include <string.h>

#define OPAQUE 0xff000000u

/* Two pixels, a lane a channel: the compiler's own vectors, on every processor. */
typedef uint16_t Lanes __attribute__((vector_size(16)));
typedef uint8_t Channels __attribute__((vector_size(8)));

/* Alpha left out. */
static uint32_t pixel_of(Color color)
{
    return OPAQUE | (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
}

static Lanes lanes_of(uint32_t first, uint32_t second)
{
    uint32_t pixels[2] = {first, second};
    Channels channels;
    memcpy(&channels, pixels, sizeof channels);
    return __builtin_convertvector(channels, Lanes);
}

/* x / 255, to the nearest; exact for products of bytes. */
static inline Lanes divided(Lanes x)
{
    x += 128;
    return (x + (x >> 8)) >> 8;
}

/* `ink` over two pixels, each with its own coverage; none of them changes their opacity. */
static inline void mix(uint32_t *to, Lanes ink, uint16_t opacity, uint16_t first, uint16_t second)
{
    Lanes share = {first, first, first, first, second, second, second, second};
    Lanes alpha = divided(share * opacity), mixed = divided(ink * alpha + lanes_of(to[0], to[1]) * (255 - alpha));
    Channels channels = __builtin_convertvector(mixed, Channels);
    memcpy(to, &channels, sizeof channels);
}

static void mix_one(uint32_t *to, Lanes ink, uint16_t opacity, uint16_t coverage)
{
    uint32_t pair[2] = {*to, 0};
    mix(pair, ink, opacity, coverage, 0);
    *to = pair[0];
}

static void fill(uint32_t *to, int count, uint32_t pixel)
{
    for (int i = 0; i < count; i++)
        to[i] = pixel;
}

void pixels_paint(uint32_t *to, int count, Color color, uint8_t coverage)
{
    uint32_t pixel = pixel_of(color);
    Lanes ink = lanes_of(pixel, pixel);
    int at = 0;
    if (color.a == 255 && coverage == 255) {
        fill(to, count, pixel);
        return;
    }
    for (; at + 2 <= count; at += 2)
        mix(to + at, ink, color.a, coverage, coverage);
    if (at < count)
        mix_one(to + at, ink, color.a, coverage);
}

/* Four pixels at a time, because most of a mask is empty or full. */
void pixels_mask(uint32_t *to, const uint8_t *coverage, int count, Color color)
{
    uint32_t pixel = pixel_of(color), four;
    Lanes ink = lanes_of(pixel, pixel);
    int at = 0;
    for (; at + 4 <= count; at += 4) {
        memcpy(&four, coverage + at, sizeof four);
        if (four == UINT32_MAX && color.a == 255)
            fill(to + at, 4, pixel);
        else if (four != 0)
            for (int i = at; i < at + 4; i += 2)
                mix(to + i, ink, color.a, coverage[i], coverage[i + 1]);
    }
    for (; at < count; at++)
        mix_one(to + at, ink, color.a, coverage[at]);
}
