/* A draw list, a canvas and a rasteriser: what the painter's tests share. */
#ifndef TESTS_RASTER_PICTURE_H
#define TESTS_RASTER_PICTURE_H

#include "support.h"

#include "base/resource.h"
#include "raster/raster.h"
#include "sdl/typeset.h"

#define RECTS 64

typedef struct Picture {
    Type *type;
    Typesetter *typesetter;
    DrawList list;
    Raster *raster;
    Canvas canvas;
    PixelRect damaged[RECTS];
    int count; /* of the rectangles damaged by the last call */
} Picture;

static const Color WHITE = {255, 255, 255, 255}, BLACK = {0, 0, 0, 255};

static inline int picture_setup(void **state)
{
    Arena arena = {0};
    Error error = {0};
    char *fonts = resource_folder("assets/fonts", &arena);
    Type *type = fonts ? type_open(fonts, &error) : NULL;
    arena_finish(&arena);
    if (!type) {
        print_error("the fonts cannot be opened: %s\n", fonts ? error_text(&error) : "no assets/fonts");
        return -1;
    }
    Picture *picture = heap_alloc(1, sizeof *picture);
    picture->type = type;
    picture->typesetter = typesetter_create(type);
    picture->raster = raster_create(typesetter_source(picture->typesetter));
    *state = picture;
    return 0;
}

static inline int picture_teardown(void **state)
{
    Picture *picture = *state;
    raster_destroy(picture->raster);
    typesetter_destroy(picture->typesetter);
    drawlist_finish(&picture->list);
    type_close(picture->type);
    free(picture->canvas.pixels);
    free(picture);
    return 0;
}

/* A fresh canvas filled with a colour that nothing paints, and an empty list on white for it. */
static inline DrawList *picture_begin(Picture *picture, int width, int height)
{
    free(picture->canvas.pixels);
    size_t count = (size_t)width * (size_t)height;
    picture->canvas = (Canvas){heap_alloc(count, sizeof(uint32_t)), width, height, width};
    for (size_t i = 0; i < count; i++)
        picture->canvas.pixels[i] = 0x12345678;
    raster_forget(picture->raster);
    drawlist_reset(&picture->list, picture->type, (float)width, (float)height, WHITE);
    return &picture->list;
}

static inline void picture_paint(Picture *picture, float scale)
{
    picture->count = raster_paint(picture->raster, &picture->list, scale, picture->canvas, picture->damaged, RECTS);
}

static inline uint32_t pixel(const Picture *picture, int x, int y)
{
    return picture->canvas.pixels[y * picture->canvas.stride + x];
}

/* How much black lies on the white of a pixel, 0 .. 255. */
static inline int ink(const Picture *picture, int x, int y)
{
    return 255 - (int)(pixel(picture, x, y) & 0xff);
}

static inline long ink_sum(const Picture *picture)
{
    long sum = 0;
    for (int y = 0; y < picture->canvas.height; y++)
        for (int x = 0; x < picture->canvas.width; x++)
            sum += ink(picture, x, y);
    return sum;
}

#endif
