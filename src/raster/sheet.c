#include "raster/sheet.h"

PixelRect rect_intersect(PixelRect a, PixelRect b)
{
    return (PixelRect){int_most(a.x0, b.x0), int_most(a.y0, b.y0), int_least(a.x1, b.x1), int_least(a.y1, b.y1)};
}

bool rect_empty(PixelRect rect)
{
    return rect.x0 >= rect.x1 || rect.y0 >= rect.y1;
}

static int clamped(float value, int low, int high)
{
    return value <= (float)low ? low : value >= (float)high ? high : (int)value;
}

PixelRect pixels_around(float x0, float y0, float x1, float y1, PixelRect within)
{
    if (!(x0 <= x1 && y0 <= y1)) /* NaN too */
        return (PixelRect){0};
    return (PixelRect){clamped(floorf(x0), within.x0, within.x1), clamped(floorf(y0), within.y0, within.y1),
                       clamped(ceilf(x1), within.x0, within.x1), clamped(ceilf(y1), within.y0, within.y1)};
}

void line_narrow(float at, float step, float low, float high, float *from, float *to)
{
    if (step == 0) {
        if (at < low || at > high)
            *to = *from - 1;
        return;
    }
    float a = (low - at) / step, b = (high - at) / step;
    *from = most(*from, least(a, b));
    *to = least(*to, most(a, b));
}

bool sheet_band(const Sheet *sheet, int row, PixelRect area, Band *band)
{
    band->y0 = int_most(area.y0, row * TILE);
    band->y1 = int_least(area.y1, (row + 1) * TILE);
    band->count = 0;
    if (band->y0 >= band->y1 || area.x0 >= area.x1)
        return false;
    const int32_t *first = sheet->first + row * sheet->columns;
    for (int x = area.x0; x < area.x1;) {
        int column = x / TILE, end = int_least((column + 1) * TILE, area.x1);
        if (first[column] <= sheet->index) {
            Run *last = band->runs + band->count - 1;
            if (band->count > 0 && last->x1 == x)
                last->x1 = end;
            else
                band->runs[band->count++] = (Run){x, end};
        }
        x = end;
    }
    return band->count > 0;
}

bool sheet_next_band(const Sheet *sheet, PixelRect area, Band *band)
{
    while (band->y1 < area.y1)
        if (sheet_band(sheet, sheet_row(band->y1), area, band))
            return true;
    return false;
}

void sheet_paint(const Sheet *sheet, const Band *band, int y, int x0, int x1, Color color, uint8_t coverage)
{
    uint32_t *row = sheet->canvas.pixels + (ptrdiff_t)y * sheet->canvas.stride;
    for (int i = 0; i < band->count; i++) {
        int from = int_most(x0, band->runs[i].x0), to = int_least(x1, band->runs[i].x1);
        if (from < to)
            pixels_paint(row + from, to - from, color, coverage);
    }
}

void sheet_mask(const Sheet *sheet, const Band *band, int y, int x0, int x1, Color color, const uint8_t *coverage,
                int origin)
{
    uint32_t *row = sheet->canvas.pixels + (ptrdiff_t)y * sheet->canvas.stride;
    for (int i = 0; i < band->count; i++) {
        int from = int_most(x0, band->runs[i].x0), to = int_least(x1, band->runs[i].x1);
        if (from < to)
            pixels_mask(row + from, coverage + (from - origin), to - from, color);
    }
}
