#include "raster/images.h"

/* Pixels first .. last - 1 of one side of the image that pixel `at` of the canvas covers; at least one. */
static void covered(float at, float origin, float scale, int side, int *first, int *last)
{
    float from = (at - origin) * scale, to = from + scale;
    *first = from <= 0 ? 0 : from >= (float)side - 1 ? side - 1 : (int)from;
    *last = to <= 1 ? 1 : to >= (float)side ? side : (int)ceilf(to);
    if (*last <= *first)
        *last = *first + 1;
}

static uint32_t mean(const Image *image, PixelRect from)
{
    uint32_t sums[4] = {0}, pixel = 0, count = (uint32_t)((from.x1 - from.x0) * (from.y1 - from.y0));
    for (int y = from.y0; y < from.y1; y++)
        for (int x = from.x0; x < from.x1; x++)
            for (int part = 0; part < 4; part++)
                sums[part] += image->pixels[(size_t)y * (size_t)image->width + (size_t)x] >> (8 * part) & 0xFF;
    for (int part = 0; part < 4; part++)
        pixel |= (sums[part] + count / 2) / count << (8 * part);
    return pixel;
}

/* A premultiplied pixel over one of the canvas. */
static uint32_t over(uint32_t pixel, uint32_t ground)
{
    uint32_t rest = 255 - (pixel >> 24), out = 0xFF000000;
    for (int part = 0; part < 24; part += 8)
        out |= ((pixel >> part & 0xFF) + ((ground >> part & 0xFF) * rest + 127) / 255) << part;
    return out;
}

static void paint_row(const Sheet *sheet, const DrawCommand *command, int y, Run run)
{
    const Image *image = command->image.image;
    Box box = command->image.box;
    float left = box.x * sheet->scale, top = box.y * sheet->scale;
    float across = (float)image->width / (box.w * sheet->scale), down = (float)image->height / (box.h * sheet->scale);
    uint32_t *row = sheet->canvas.pixels + (ptrdiff_t)y * sheet->canvas.stride;
    PixelRect from;
    covered((float)y, top, down, image->height, &from.y0, &from.y1);
    for (int x = run.x0; x < run.x1; x++) {
        covered((float)x, left, across, image->width, &from.x0, &from.x1);
        row[x] = over(mean(image, from), row[x]);
    }
}

void images_paint(const Sheet *sheet, const DrawCommand *command)
{
    Box box = command->image.box;
    float scale = sheet->scale;
    PixelRect area = pixels_around(roundf(box.x * scale), roundf(box.y * scale), roundf((box.x + box.w) * scale),
                                   roundf((box.y + box.h) * scale), sheet->clip);
    if (rect_empty(area) || !(box.w > 0 && box.h > 0))
        return;
    Band band;
    for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);) {
        for (int y = band.y0; y < band.y1; y++)
            for (int i = 0; i < band.count; i++) {
                Run run = {band.runs[i].x0 > area.x0 ? band.runs[i].x0 : area.x0,
                           band.runs[i].x1 < area.x1 ? band.runs[i].x1 : area.x1};
                paint_row(sheet, command, y, run);
            }
    }
}
