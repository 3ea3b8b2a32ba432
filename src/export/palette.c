/* The 255 colours of a film: our pictures are flat, so the colours that cover most are taken exactly, and what is left,
 * soft edges and shades, is cut into boxes by the median (Heckbert 1982). One palette for the whole film and no
 * dithering: what stands still stays the same number and costs nothing. */
#include "export/film_parts.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

#define EXACT       96 /* colours that are taken as they are */
#define CACHE_SLOTS 65536

typedef struct Tint {
    uint32_t color; /* 0xRRGGBB */
    double weight;  /* pixels, then their square root */
} Tint;

typedef struct TintBox {
    Tint *first;
    int count, shift;    /* 16: red is spread widest, 8: green, 0: blue */
    double weight, size; /* size: how wide and heavy; the largest is cut first */
} TintBox;

struct Palette {
    Tint *tints; /* pixels as they came; joined: a colour is there once */
    size_t capacity, count;
    uint32_t colors[PALETTE_COLORS];
    int color_count;
    uint32_t *cached; /* [CACHE_SLOTS] color | 0x1000000, 0: none */
    uint8_t *cached_index;
};

Palette *palette_create(void)
{
    Palette *palette = heap_alloc(1, sizeof *palette);
    palette->cached = heap_alloc(CACHE_SLOTS, sizeof *palette->cached);
    palette->cached_index = heap_alloc(CACHE_SLOTS, 1);
    return palette;
}

void palette_destroy(Palette *palette)
{
    if (!palette)
        return;
    free(palette->tints);
    free(palette->cached);
    free(palette->cached_index);
    free(palette);
}

static int by_color(const void *a, const void *b)
{
    uint32_t left = ((const Tint *)a)->color, right = ((const Tint *)b)->color;
    return (left > right) - (left < right);
}

static void join(Palette *palette)
{
    size_t count = 0;
    if (palette->count)
        qsort(palette->tints, palette->count, sizeof *palette->tints, by_color);
    for (size_t i = 0; i < palette->count; i++) {
        Tint *last = palette->tints + count - 1, tint = palette->tints[i];
        if (count > 0 && last->color == tint.color)
            last->weight += tint.weight;
        else
            palette->tints[count++] = tint;
    }
    palette->count = count;
}

void palette_count(Palette *palette, const uint32_t *pixels, size_t count)
{
    for (size_t i = 0, run; i < count; i += run) {
        uint32_t color = pixels[i] & 0xFFFFFF;
        for (run = 1; i + run < count && (pixels[i + run] & 0xFFFFFF) == color;)
            run++;
        if (palette->count == palette->capacity) {
            join(palette);
            if (palette->count * 2 >= palette->capacity)
                palette->capacity = palette->capacity ? palette->capacity * 2 : 65536;
            palette->tints = heap_resize(palette->tints, palette->capacity, sizeof *palette->tints);
        }
        palette->tints[palette->count++] = (Tint){color, (double)run};
    }
}

/* ---- choosing ---- */

static int heavier(const void *a, const void *b)
{
    const Tint *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    return by_color(a, b);
}

static int shift_of_sort; /* as in TintBox; qsort has no context */

static int brighter(const void *a, const void *b)
{
    uint32_t left = ((const Tint *)a)->color, right = ((const Tint *)b)->color;
    uint32_t x = left >> shift_of_sort & 0xFF, y = right >> shift_of_sort & 0xFF;
    return x != y ? (x > y) - (x < y) : by_color(a, b);
}

static TintBox box_of(Tint *first, int count)
{
    TintBox box = {.first = first, .count = count};
    int most = 0;
    for (int i = 0; i < count; i++)
        box.weight += first[i].weight;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int low = 255, high = 0;
        for (int i = 0; i < count; i++) {
            int value = (int)(first[i].color >> shift & 0xFF);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (high - low > most) {
            most = high - low;
            box.shift = shift;
        }
    }
    box.size = most * sqrt(box.weight);
    return box;
}

/* Returns how many tints have the first half of the weight, at least one and not all. */
static int cut(const TintBox *box)
{
    shift_of_sort = box->shift;
    qsort(box->first, (size_t)box->count, sizeof *box->first, brighter);
    double half = box_of(box->first, box->count).weight / 2, sum = 0;
    int count = 0;
    while (count < box->count - 1 && (count == 0 || sum + box->first[count].weight <= half))
        sum += box->first[count++].weight;
    return count;
}

static uint32_t mean_of(const TintBox *box)
{
    double sums[3] = {0};
    for (int i = 0; i < box->count; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += box->first[i].weight * (double)(box->first[i].color >> (16 - 8 * c) & 0xFF);
    uint32_t color = 0;
    for (int c = 0; c < 3; c++)
        color = color << 8 | (uint32_t)(sums[c] / box->weight + 0.5);
    return color;
}

/* Cuts the box that is wide and heavy, again and again. */
static void add_boxes(Palette *palette, Tint *tints, int count)
{
    TintBox boxes[PALETTE_COLORS] = {box_of(tints, count)};
    int box_count = count > 0, most = PALETTE_COLORS - palette->color_count;
    while (box_count > 0 && box_count < most) {
        TintBox *best = boxes;
        for (int i = 1; i < box_count; i++)
            best = boxes[i].size > best->size ? &boxes[i] : best;
        if (best->size <= 0)
            break;
        int front = cut(best);
        boxes[box_count++] = box_of(best->first + front, best->count - front);
        *best = box_of(best->first, front);
    }
    for (int i = 0; i < box_count; i++)
        palette->colors[palette->color_count++] = mean_of(&boxes[i]);
}

void palette_choose(Palette *palette)
{
    join(palette);
    Tint *tints = palette->tints;
    int count = (int)palette->count;
    qsort(tints, (size_t)count, sizeof *tints, heavier);
    int exact = count <= PALETTE_COLORS ? count : EXACT;
    palette->color_count = 0;
    for (int i = 0; i < exact; i++)
        palette->colors[palette->color_count++] = tints[i].color;
    for (int i = exact; i < count; i++)
        tints[i].weight = sqrt(tints[i].weight);
    add_boxes(palette, tints + exact, count - exact);
}

const uint32_t *palette_colors(const Palette *palette, int *count)
{
    *count = palette->color_count;
    return palette->colors;
}

/* The eye sees green best and blue least. */
static int distance(uint32_t a, uint32_t b)
{
    int red = (int)(a >> 16 & 0xFF) - (int)(b >> 16 & 0xFF), green = (int)(a >> 8 & 0xFF) - (int)(b >> 8 & 0xFF);
    int blue = (int)(a & 0xFF) - (int)(b & 0xFF);
    return 3 * red * red + 6 * green * green + 2 * blue * blue;
}

uint8_t palette_find(Palette *palette, uint32_t pixel)
{
    uint32_t color = pixel & 0xFFFFFF, key = color | 0x1000000;
    size_t slot = (color * 2654435761u) >> 8 & (CACHE_SLOTS - 1);
    if (palette->cached[slot] == key)
        return palette->cached_index[slot];
    int best = 0, least = 1 << 30;
    for (int i = 0; i < palette->color_count; i++) {
        int away = distance(color, palette->colors[i]);
        if (away < least) {
            least = away;
            best = i;
        }
    }
    palette->cached[slot] = key;
    palette->cached_index[slot] = (uint8_t)best;
    return (uint8_t)best;
}
