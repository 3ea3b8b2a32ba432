#include "raster/pixels.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* ---- masks: four pixels at a time, because most of a mask is empty or full ---- */

#ifdef __SSE2__

typedef struct Ink {
    __m128i color, opacity; /* 16-bit lanes: blue, green, red, 255, twice; and alpha in each */
} Ink;

static inline Ink ink_of(Color color)
{
    __m128i zero = _mm_setzero_si128(), pixel = _mm_set1_epi32((int)pixel_of(color));
    return (Ink){_mm_unpacklo_epi8(pixel, zero), _mm_set1_epi16(color.a)};
}

/* x / 255 to the nearest, for lanes up to 255 * 255. */
static inline __m128i divided(__m128i x)
{
    x = _mm_add_epi16(x, _mm_set1_epi16(128));
    return _mm_srli_epi16(_mm_add_epi16(x, _mm_srli_epi16(x, 8)), 8);
}

/* Two pixels as lanes; `alpha` is each pixel's own coverage. */
static inline __m128i mixed_lanes(__m128i to, __m128i alpha, const Ink *ink)
{
    alpha = divided(_mm_mullo_epi16(alpha, ink->opacity));
    __m128i rest = _mm_sub_epi16(_mm_set1_epi16(255), alpha);
    return divided(_mm_add_epi16(_mm_mullo_epi16(ink->color, alpha), _mm_mullo_epi16(to, rest)));
}

static inline void mix_four(uint32_t *to, uint32_t coverage, const Ink *ink)
{
    __m128i zero = _mm_setzero_si128(), pixels = _mm_loadu_si128((const __m128i *)to);
    __m128i alpha = _mm_cvtsi32_si128((int)coverage);
    alpha = _mm_unpacklo_epi8(alpha, alpha);
    alpha = _mm_unpacklo_epi16(alpha, alpha); /* each byte four times: once a channel */
    __m128i low = mixed_lanes(_mm_unpacklo_epi8(pixels, zero), _mm_unpacklo_epi8(alpha, zero), ink);
    __m128i high = mixed_lanes(_mm_unpackhi_epi8(pixels, zero), _mm_unpackhi_epi8(alpha, zero), ink);
    __m128i opaque = _mm_set1_epi32((int)OPAQUE);
    _mm_storeu_si128((__m128i *)to, _mm_or_si128(_mm_packus_epi16(low, high), opaque));
}

#else

typedef Color Ink;

static inline Ink ink_of(Color color)
{
    return color;
}

static inline void mix_four(uint32_t *to, uint32_t coverage, const Ink *ink)
{
    uint8_t each[4];
    memcpy(each, &coverage, 4);
    for (int i = 0; i < 4; i++)
        to[i] = mixed(to[i], pixel_of(*ink) & RED_BLUE, ink->g, scaled(each[i], ink->a));
}

#endif

static int mask_fours(uint32_t *to, const uint8_t *coverage, int count, Color color)
{
    uint32_t pixel = pixel_of(color);
    Ink ink = ink_of(color);
    int at = 0;
    for (; at + 4 <= count; at += 4) {
        uint32_t four;
        memcpy(&four, coverage + at, 4);
        if (four == UINT32_MAX && color.a == 255)
            fill(to + at, 4, pixel);
        else if (four != 0)
            mix_four(to + at, four, &ink);
    }
    return at;
}

void pixels_mask(uint32_t *to, const uint8_t *coverage, int count, Color color)
{
    uint32_t red_blue = pixel_of(color) & RED_BLUE, green = color.g;
    for (int at = count >= 4 ? mask_fours(to, coverage, count, color) : 0; at < count; at++)
        if (coverage[at] > 0)
            to[at] = mixed(to[at], red_blue, green, scaled(coverage[at], color.a));
}
