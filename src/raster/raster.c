#include "raster/raster.h"

#include "raster/boxes.h"
#include "raster/images.h"
#include "raster/paths.h"
#include "raster/runs.h"
#include "raster/tiles.h"

#include <stdlib.h>

struct Raster {
    Runs *runs;
    Paths *paths;
    Tiles tiles;
    Canvas canvas; /* of the last call; no pixels: none */
    float scale;
    uint8_t *coverage; /* [coverage_width + 8] */
    int coverage_width;
};

Raster *raster_create(TextSource source)
{
    Raster *raster = heap_alloc(1, sizeof *raster);
    raster->runs = runs_create(source);
    raster->paths = paths_create();
    return raster;
}

void raster_destroy(Raster *raster)
{
    if (!raster)
        return;
    runs_destroy(raster->runs);
    paths_destroy(raster->paths);
    tiles_finish(&raster->tiles);
    free(raster->coverage);
    free(raster);
}

void raster_forget(Raster *raster)
{
    raster->canvas = (Canvas){0};
}

/* Gets ready for a canvas unlike the last one. */
static void meet_canvas(Raster *raster, Canvas canvas, float scale)
{
    const Canvas *last = &raster->canvas;
    if (last->pixels == canvas.pixels && last->width == canvas.width && last->height == canvas.height
        && last->stride == canvas.stride && raster->scale == scale)
        return;
    raster->canvas = canvas;
    raster->scale = scale;
    tiles_resize(&raster->tiles, canvas.width, canvas.height);
    paths_reserve(raster->paths, canvas.width);
    if (canvas.width > raster->coverage_width) {
        free(raster->coverage);
        raster->coverage_width = canvas.width;
        raster->coverage = heap_alloc((size_t)canvas.width + 8, 1);
    }
}

static void paint_ground(Sheet *sheet, Color ground)
{
    Band band;
    PixelRect all = {0, 0, sheet->canvas.width, sheet->canvas.height};
    ground.a = 255;
    sheet->index = -1;
    for (int row = 0; row < sheet->rows; row++)
        if (sheet_band(sheet, row, all, &band))
            for (int y = band.y0; y < band.y1; y++)
                sheet_paint(sheet, &band, y, 0, all.x1, ground, 255);
}

static void paint_command(Raster *raster, const Sheet *sheet, const DrawCommand *command)
{
    switch (command->kind) {
    case DRAW_BOX:
        boxes_paint(sheet, command);
        if (command->box.paint.dash > 0 && command->box.paint.stroke.a > 0)
            paths_paint_dashed_box(raster->paths, sheet, command);
        break;
    case DRAW_PATH:
        paths_paint(raster->paths, sheet, command);
        break;
    case DRAW_TEXT:
        runs_paint(raster->runs, sheet, command);
        break;
    case DRAW_IMAGE:
        images_paint(sheet, command);
        break;
    case DRAW_CLIP:
    case DRAW_UNCLIP:
    case DRAW_MARK:
    case DRAW_PIECE:
    case DRAW_PIECE_END:
        break;
    }
}

/* Whether any tile of the area is waiting for the command. */
static bool wanted(const Sheet *sheet, PixelRect area)
{
    for (int row = sheet_row(area.y0); row <= sheet_row(area.y1 - 1); row++)
        for (int column = area.x0 / TILE; column <= (area.x1 - 1) / TILE; column++)
            if (sheet->first[row * sheet->columns + column] <= sheet->index)
                return true;
    return false;
}

int raster_paint(Raster *raster, const DrawList *list, float scale, Canvas canvas, PixelRect *damaged, int capacity)
{
    canvas.width = canvas.width < RASTER_SIZE_MAX ? canvas.width : RASTER_SIZE_MAX;
    canvas.height = canvas.height < RASTER_SIZE_MAX ? canvas.height : RASTER_SIZE_MAX;
    if (canvas.width <= 0 || canvas.height <= 0 || !(scale > 0) || !isfinite(scale))
        return 0;
    meet_canvas(raster, canvas, scale);
    Tiles *tiles = &raster->tiles;
    tiles_compare(tiles, list, scale, canvas.width, canvas.height);
    int count = tiles_damaged(tiles, canvas.width, canvas.height, damaged, capacity);
    if (count == 0)
        return 0;
    Sheet sheet = {.canvas = canvas,
                   .scale = scale,
                   .first = tiles->first,
                   .columns = tiles->columns,
                   .rows = tiles->rows,
                   .coverage = raster->coverage};
    paint_ground(&sheet, list->ground);
    for (int i = 0; i < list->count; i++) {
        sheet.index = i;
        sheet.clip = tiles->areas[i];
        if (!rect_empty(sheet.clip) && wanted(&sheet, sheet.clip))
            paint_command(raster, &sheet, list->commands + i);
    }
    return count;
}
