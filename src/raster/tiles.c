#include "raster/tiles.h"

#include "base/hash.h"
#include "raster/boxes.h"

#include <stdlib.h>
#include <string.h>

#define EMPTY_HASH UINT64_C(0x243f6a8885a308d3)

void tiles_finish(Tiles *tiles)
{
    free(tiles->painted);
    free(tiles->wanted);
    free(tiles->first);
    free(tiles->areas);
    free(tiles->clips);
    *tiles = (Tiles){0};
}

void tiles_resize(Tiles *tiles, int width, int height)
{
    tiles->columns = (width + TILE - 1) / TILE;
    tiles->rows = (height + TILE - 1) / TILE;
    int count = tiles->columns * tiles->rows;
    if (count > tiles->capacity) {
        tiles->capacity = count;
        tiles->painted = heap_resize(tiles->painted, (size_t)count, sizeof *tiles->painted);
        tiles->wanted = heap_resize(tiles->wanted, (size_t)count, sizeof *tiles->wanted);
        tiles->first = heap_resize(tiles->first, (size_t)count, sizeof *tiles->first);
    }
    if (count > 0)
        memset(tiles->painted, 0, (size_t)count * sizeof *tiles->painted); /* no hash is 0, see joined */
}

static uint64_t joined(uint64_t hash, uint64_t with)
{
    hash = hash_mix(hash, with);
    return hash ? hash : 1;
}

static uint64_t pair(int a, int b)
{
    return (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
}

static PixelRect tile_rect(int column, int row, PixelRect canvas)
{
    return rect_intersect((PixelRect){column * TILE, row * TILE, (column + 1) * TILE, (row + 1) * TILE}, canvas);
}

static bool rect_holds(PixelRect outer, PixelRect inner)
{
    return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;
}

/* Adds a command to the hashes of the tiles that it touches. */
static void add_command(Tiles *tiles, const DrawList *list, int index, float scale, PixelRect canvas)
{
    const DrawCommand *command = list->commands + index;
    PixelRect area = tiles->areas[index];
    uint64_t hash = drawlist_hash(command);
    hash = joined(joined(hash, pair(area.x0, area.y0)), pair(area.x1, area.y1));
    bool hides = command->kind == DRAW_BOX && command->box.paint.fill.a == 255;
    for (int row = sheet_row(area.y0); row <= sheet_row(area.y1 - 1); row++)
        for (int column = area.x0 / TILE; column <= (area.x1 - 1) / TILE; column++) {
            int tile = row * tiles->columns + column;
            if (hides) {
                PixelRect rect = tile_rect(column, row, canvas);
                if (rect_holds(area, rect) && boxes_hide(command, scale, rect)) {
                    tiles->wanted[tile] = EMPTY_HASH;
                    tiles->first[tile] = index;
                }
            }
            tiles->wanted[tile] = joined(tiles->wanted[tile], hash);
        }
}

/* Clips go by whole pixels. */
static PixelRect clip_rect(Box box, float scale, PixelRect within)
{
    return pixels_around(roundf(box.x * scale), roundf(box.y * scale), roundf((box.x + box.w) * scale),
                         roundf((box.y + box.h) * scale), within);
}

static void push_clip(Tiles *tiles, int depth, PixelRect clip)
{
    if (depth >= tiles->clip_capacity) {
        tiles->clip_capacity = 2 * depth + 16;
        tiles->clips = heap_resize(tiles->clips, (size_t)tiles->clip_capacity, sizeof *tiles->clips);
    }
    tiles->clips[depth] = clip;
}

/* Fills `areas`: empty for what paints nothing. */
static void find_areas(Tiles *tiles, const DrawList *list, float scale, PixelRect canvas)
{
    if (list->count > tiles->area_capacity) {
        tiles->area_capacity = list->count + list->count / 2;
        tiles->areas = heap_resize(tiles->areas, (size_t)tiles->area_capacity, sizeof *tiles->areas);
    }
    int depth = 0;
    push_clip(tiles, 0, canvas);
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = list->commands + i;
        Box bounds = command->bounds;
        PixelRect clip = tiles->clips[depth], area = {0};
        if (command->kind == DRAW_CLIP)
            push_clip(tiles, ++depth, rect_intersect(clip_rect(bounds, scale, canvas), clip));
        else if (command->kind == DRAW_UNCLIP)
            depth = depth > 0 ? depth - 1 : 0;
        else if (command->kind <= DRAW_IMAGE && !rect_empty(clip))
            area = pixels_around(bounds.x * scale, bounds.y * scale, (bounds.x + bounds.w) * scale,
                                 (bounds.y + bounds.h) * scale, clip);
        tiles->areas[i] = area;
    }
}

void tiles_compare(Tiles *tiles, const DrawList *list, float scale, int width, int height)
{
    PixelRect canvas = {0, 0, width, height};
    Color ground = list->ground;
    uint64_t empty = joined(EMPTY_HASH, pair(ground.r << 8 | ground.g, ground.b));
    int count = tiles->columns * tiles->rows;
    for (int i = 0; i < count; i++) {
        tiles->wanted[i] = empty;
        tiles->first[i] = -1;
    }
    find_areas(tiles, list, scale, canvas);
    for (int i = 0; i < list->count; i++)
        if (!rect_empty(tiles->areas[i]))
            add_command(tiles, list, i, scale, canvas);
    for (int i = 0; i < count; i++)
        if (tiles->wanted[i] == tiles->painted[i])
            tiles->first[i] = TILE_KEPT;
    uint64_t *painted = tiles->painted;
    tiles->painted = tiles->wanted;
    tiles->wanted = painted;
}

static void unite(PixelRect *into, PixelRect rect)
{
    into->x0 = rect.x0 < into->x0 ? rect.x0 : into->x0;
    into->y0 = rect.y0 < into->y0 ? rect.y0 : into->y0;
    into->x1 = rect.x1 > into->x1 ? rect.x1 : into->x1;
    into->y1 = rect.y1 > into->y1 ? rect.y1 : into->y1;
}

/* Runs of tiles become rectangles, and one that lies right under another of the same width joins it. */
int tiles_damaged(const Tiles *tiles, int width, int height, PixelRect *rects, int capacity)
{
    PixelRect canvas = {0, 0, width, height};
    int count = 0;
    for (int row = 0; row < tiles->rows; row++) {
        const int32_t *first = tiles->first + row * tiles->columns;
        for (int column = 0; column < tiles->columns; column++) {
            if (first[column] == TILE_KEPT)
                continue;
            PixelRect run = tile_rect(column, row, canvas);
            while (column + 1 < tiles->columns && first[column + 1] != TILE_KEPT)
                unite(&run, tile_rect(++column, row, canvas));
            int above = count - 1;
            while (above >= 0 && !(rects[above].y1 == run.y0 && rects[above].x0 == run.x0 && rects[above].x1 == run.x1))
                above--;
            if (above >= 0)
                unite(rects + above, run);
            else if (count < capacity)
                rects[count++] = run;
            else
                unite(rects + count - 1, run);
        }
    }
    return count;
}
