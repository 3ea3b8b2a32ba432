/* The 255 colours of a film: our pictures are flat, so the colours that cover most are taken exactly, and what is left,
 * soft edges and shades, is cut into boxes by the median (Heckbert 1982). One palette for the whole film and no
 * dithering: what stands still stays the same number and costs nothing. */
#include "export/film_parts.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXACT       96 /* colours that are taken as they are */
#define CACHE_SLOTS 65536

typedef struct Tint {
    uint32_t color; /* 0xRRGGBB */
    double weight;  /* pixels, then their square root */
} Tint;

typedef struct TintBox { /* of `tints` */
    int first, count;
} TintBox;

struct Palette {
    Tint *slots; /* hash table; weight 0: free */
    size_t capacity, count;
    uint32_t colors[PALETTE_COLORS];
    int color_count;
    uint32_t *cached; /* [CACHE_SLOTS] color | 0x1000000, 0: none */
    uint8_t *cached_index;
};

static size_t hash_of(uint32_t color)
{
    return (color * 2654435761u) >> 8;
}

static Tint *find_slot(Tint *slots, size_t capacity, uint32_t color)
{
    size_t at = hash_of(color) & (capacity - 1);
    while (slots[at].weight > 0 && slots[at].color != color)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static void grow(Palette *palette)
{
    size_t capacity = palette->capacity * 2;
    Tint *slots = heap_alloc(capacity, sizeof *slots);
    for (size_t i = 0; i < palette->capacity; i++)
        if (palette->slots[i].weight > 0)
            *find_slot(slots, capacity, palette->slots[i].color) = palette->slots[i];
    free(palette->slots);
    palette->slots = slots;
    palette->capacity = capacity;
}

Palette *palette_create(void)
{
    Palette *palette = heap_alloc(1, sizeof *palette);
    palette->capacity = 4096;
    palette->slots = heap_alloc(palette->capacity, sizeof *palette->slots);
    palette->cached = heap_alloc(CACHE_SLOTS, sizeof *palette->cached);
    palette->cached_index = heap_alloc(CACHE_SLOTS, 1);
    return palette;
}

void palette_destroy(Palette *palette)
{
    if (!palette)
        return;
    free(palette->slots);
    free(palette->cached);
    free(palette->cached_index);
    free(palette);
}

void palette_count(Palette *palette, const uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t color = pixels[i] & 0xFFFFFF;
        size_t run = 1;
        while (i + run < count && (pixels[i + run] & 0xFFFFFF) == color)
            run++;
        Tint *slot = find_slot(palette->slots, palette->capacity, color);
        if (slot->weight == 0)
            palette->count++;
        slot->color = color;
        slot->weight += (double)run;
        i += run;
        if (palette->count * 2 > palette->capacity)
            grow(palette);
    }
}

/* ---- choosing ---- */

static int heavier(const void *a, const void *b)
{
    const Tint *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    return (left->color > right->color) - (left->color < right->color);
}

static int shift_of_sort; /* 16: red, 8: green, 0: blue; qsort has no context */

static int brighter(const void *a, const void *b)
{
    uint32_t left = ((const Tint *)a)->color, right = ((const Tint *)b)->color;
    uint32_t x = left >> shift_of_sort & 0xFF, y = right >> shift_of_sort & 0xFF;
    return x != y ? (x > y) - (x < y) : (left > right) - (left < right);
}

static int spread(const Tint *tints, TintBox box, int shift)
{
    int low = 255, high = 0;
    for (int i = box.first; i < box.first + box.count; i++) {
        int value = (int)(tints[i].color >> shift & 0xFF);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    return high - low;
}

static int widest(const Tint *tints, TintBox box, int *shift)
{
    int most = -1;
    for (int candidate = 16; candidate >= 0; candidate -= 8) {
        int wide = spread(tints, box, candidate);
        if (wide > most) {
            most = wide;
            *shift = candidate;
        }
    }
    return most;
}

static double weight_of(const Tint *tints, TintBox box)
{
    double weight = 0;
    for (int i = box.first; i < box.first + box.count; i++)
        weight += tints[i].weight;
    return weight;
}

/* The first half of the weight, at least one tint and not all. */
static TintBox cut(Tint *tints, TintBox *box, int shift)
{
    shift_of_sort = shift;
    qsort(tints + box->first, (size_t)box->count, sizeof *tints, brighter);
    double half = weight_of(tints, *box) / 2, sum = 0;
    int count = 0;
    while (count < box->count - 1 && (count == 0 || sum + tints[box->first + count].weight <= half))
        sum += tints[box->first + count++].weight;
    TintBox rest = {box->first + count, box->count - count};
    box->count = count;
    return rest;
}

static uint32_t mean_of(const Tint *tints, TintBox box)
{
    double sums[3] = {0}, weight = weight_of(tints, box);
    for (int i = box.first; i < box.first + box.count; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += tints[i].weight * (double)(tints[i].color >> (16 - 8 * c) & 0xFF);
    uint32_t color = 0;
    for (int c = 0; c < 3; c++)
        color = color << 8 | (uint32_t)(sums[c] / weight + 0.5);
    return color;
}

/* Cuts the box that is wide and heavy, again and again. */
static void add_boxes(Palette *palette, Tint *tints, int count)
{
    TintBox boxes[PALETTE_COLORS] = {{0, count}};
    int box_count = count > 0, most = PALETTE_COLORS - palette->color_count;
    while (box_count > 0 && box_count < most) {
        int best = -1, best_shift = 0;
        double best_size = 0;
        for (int i = 0; i < box_count; i++) {
            int shift = 0, wide = boxes[i].count > 1 ? widest(tints, boxes[i], &shift) : 0;
            double size = wide * sqrt(weight_of(tints, boxes[i]));
            if (size > best_size) {
                best = i;
                best_size = size;
                best_shift = shift;
            }
        }
        if (best < 0)
            break;
        boxes[box_count] = cut(tints, &boxes[best], best_shift);
        box_count++;
    }
    for (int i = 0; i < box_count; i++)
        palette->colors[palette->color_count++] = mean_of(tints, boxes[i]);
}

void palette_choose(Palette *palette)
{
    Tint *tints = heap_alloc(palette->count + 1, sizeof *tints);
    int count = 0;
    for (size_t i = 0; i < palette->capacity; i++)
        if (palette->slots[i].weight > 0)
            tints[count++] = palette->slots[i];
    qsort(tints, (size_t)count, sizeof *tints, heavier);
    int exact = count <= PALETTE_COLORS ? count : EXACT;
    palette->color_count = 0;
    for (int i = 0; i < exact; i++)
        palette->colors[palette->color_count++] = tints[i].color;
    for (int i = exact; i < count; i++)
        tints[i].weight = sqrt(tints[i].weight);
    add_boxes(palette, tints + exact, count - exact);
    free(tints);
    memset(palette->cached, 0, CACHE_SLOTS * sizeof *palette->cached);
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
    size_t slot = hash_of(color) & (CACHE_SLOTS - 1);
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
