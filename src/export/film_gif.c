/* A GIF of pictures: one palette, and of every frame the smallest rectangle in which something changed, where what did
 * not is transparent. */
#include "export/film_parts.h"

#include "base/arena.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#define TRANSPARENT 255

typedef struct Area { /* x1, y1 exclusive */
    int x0, y0, x1, y1;
} Area;

struct GifMaker {
    int width, height, fps;
    Palette *palette;
    bool sampled;
    GifFileType *file; /* NULL before the first frame */
    Bytes bytes;
    uint8_t *now, *next; /* [width height] palette numbers: on the screen, and what comes */
    uint8_t *waiting;    /* rows of `area`: a frame that is written once it is known how long it stays */
    Area area;
    long frames, shown_from; /* so far; the waiting one is there since */
};

GifMaker *gif_create(int width, int height, int fps)
{
    GifMaker *gif = heap_alloc(1, sizeof *gif);
    size_t size = (size_t)width * (size_t)height;
    gif->width = width;
    gif->height = height;
    gif->fps = fps;
    gif->palette = palette_create();
    gif->now = heap_alloc(size, 1);
    gif->next = heap_alloc(size, 1);
    gif->waiting = heap_alloc(size, 1);
    return gif;
}

void gif_sample(GifMaker *gif, const uint32_t *pixels)
{
    palette_count(gif->palette, pixels, (size_t)gif->width * (size_t)gif->height);
    gif->sampled = true;
}

static int write_bytes(GifFileType *file, const GifByteType *data, int length)
{
    bytes_add(file->UserData, data, (size_t)length);
    return length;
}

/* Plays for ever: the block that Netscape came up with. */
static bool write_loop(GifFileType *file)
{
    static const unsigned char again[] = {1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) && EGifPutExtensionBlock(file, 11, "NETSCAPE2.0")
           && EGifPutExtensionBlock(file, sizeof again, again) && EGifPutExtensionTrailer(file);
}

static bool begin(GifMaker *gif)
{
    int count, error;
    const uint32_t *colors;
    palette_choose(gif->palette);
    colors = palette_colors(gif->palette, &count);
    ColorMapObject *map = GifMakeMapObject(256, NULL);
    if (!map)
        return false;
    for (int i = 0; i < count; i++)
        map->Colors[i] =
            (GifColorType){(GifByteType)(colors[i] >> 16), (GifByteType)(colors[i] >> 8), (GifByteType)colors[i]};
    gif->file = EGifOpen(&gif->bytes, write_bytes, &error);
    bool ok = gif->file != NULL;
    if (ok) {
        EGifSetGifVersion(gif->file, true);
        ok = EGifPutScreenDesc(gif->file, gif->width, gif->height, 8, 0, map) == GIF_OK && write_loop(gif->file);
    }
    GifFreeMapObject(map);
    return ok;
}

/* Hundredths of a second; rounded from the beginning of the film on, so that errors do not add up. */
static long hundredths(const GifMaker *gif, long frames)
{
    return (frames * 100 + gif->fps / 2) / gif->fps;
}

static bool write_waiting(GifMaker *gif)
{
    long delay = hundredths(gif, gif->frames) - hundredths(gif, gif->shown_from);
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = (int)(delay > 65535 ? 65535 : delay),
                                    .TransparentColor = gif->shown_from > 0 ? TRANSPARENT : NO_TRANSPARENT_COLOR};
    GifByteType extension[4];
    int width = gif->area.x1 - gif->area.x0, height = gif->area.y1 - gif->area.y0;
    EGifGCBToExtension(&control, extension);
    bool ok = EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_OK
              && EGifPutImageDesc(gif->file, gif->area.x0, gif->area.y0, width, height, false, NULL) == GIF_OK;
    for (int y = 0; ok && y < height; y++)
        ok = EGifPutLine(gif->file, gif->waiting + (size_t)y * (size_t)width, width) == GIF_OK;
    return ok;
}

/* Where `next` differs from `now`; false: nowhere. */
static bool find_change(const GifMaker *gif, Area *area)
{
    size_t width = (size_t)gif->width;
    *area = (Area){gif->width, gif->height, 0, 0};
    for (int y = 0; y < gif->height; y++) {
        const uint8_t *now = gif->now + (size_t)y * width, *next = gif->next + (size_t)y * width;
        if (memcmp(now, next, width) == 0)
            continue;
        int first = 0, last = gif->width - 1;
        while (now[first] == next[first])
            first++;
        while (now[last] == next[last])
            last--;
        area->x0 = first < area->x0 ? first : area->x0;
        area->x1 = last + 1 > area->x1 ? last + 1 : area->x1;
        area->y0 = y < area->y0 ? y : area->y0;
        area->y1 = y + 1;
    }
    return area->y1 > 0;
}

static void take_over(GifMaker *gif, Area area, bool first)
{
    uint8_t *to = gif->waiting;
    for (int y = area.y0; y < area.y1; y++)
        for (int x = area.x0; x < area.x1; x++) {
            size_t at = (size_t)y * (size_t)gif->width + (size_t)x;
            *to++ = !first && gif->now[at] == gif->next[at] ? TRANSPARENT : gif->next[at];
        }
    uint8_t *swap = gif->now;
    gif->now = gif->next;
    gif->next = swap;
    gif->area = area;
    gif->shown_from = gif->frames;
}

bool gif_frame(GifMaker *gif, const uint32_t *pixels)
{
    bool first = gif->frames == 0, ok = true;
    if (first) {
        if (!gif->sampled)
            gif_sample(gif, pixels);
        ok = begin(gif);
    }
    if (ok && pixels) {
        Area area = {0, 0, gif->width, gif->height};
        size_t size = (size_t)gif->width * (size_t)gif->height;
        for (size_t i = 0; i < size; i++)
            gif->next[i] =
                i > 0 && pixels[i] == pixels[i - 1] ? gif->next[i - 1] : palette_find(gif->palette, pixels[i]);
        if (first || find_change(gif, &area)) {
            ok = first || write_waiting(gif);
            take_over(gif, area, first);
        }
    }
    gif->frames++;
    return ok;
}

bool gif_end(GifMaker *gif, Bytes *out)
{
    int error;
    bool ok = gif->frames > 0 && write_waiting(gif);
    if (gif->file)
        ok = EGifCloseFile(gif->file, &error) == GIF_OK && ok;
    gif->file = NULL;
    *out = gif->bytes;
    gif->bytes = (Bytes){0};
    return ok;
}

void gif_destroy(GifMaker *gif)
{
    int error;
    if (!gif)
        return;
    if (gif->file)
        EGifCloseFile(gif->file, &error);
    bytes_finish(&gif->bytes);
    palette_destroy(gif->palette);
    free(gif->now);
    free(gif->next);
    free(gif->waiting);
    free(gif);
}
