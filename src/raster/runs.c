#include "raster/runs.h"

#include "base/recent.h"

#include <stdlib.h>
#include <string.h>

#define FINE       4                 /* samples a pixel */
#define EDGE       (FINE - 1)        /* empty samples on either side of a row, for the pixels that it covers in part */
#define FINE_SIZE  128               /* px of an em; larger letters have one sample a pixel */
#define WHOLE_MAX  4096              /* px; a longer run is painted letter by letter */
#define KEPT_BYTES ((size_t)4 << 20) /* of coverage, a generation */
#define ANGLES     65536             /* steps in a full turn */
#define PI         3.14159265358979

/* What a run covers. */
typedef struct Mask {
    int left, top, width, height; /* samples, from the origin; width 0: nothing to paint */
    int across;                   /* samples to the right a pixel */
    int stride;                   /* width + 2 EDGE */
    uint8_t coverage[];
} Mask;

/* What tells one mask from another; the run's code points follow. No padding. */
typedef struct MaskKey {
    uint32_t face, size, across, down; /* see TextRun */
    uint32_t way;                      /* WHOLE, LEFT */
    uint32_t angle;                    /* 1/ANGLES of a turn */
    uint32_t right, below;             /* of a turned run: where its origin lies in a pixel, 1/FINE px */
} MaskKey;

enum { WHOLE = 1, LEFT = 2 };

#define KEY_WORDS (sizeof(MaskKey) / sizeof(uint32_t))

struct Runs {
    TextSource source;
    Recent masks;
    uint32_t *key;   /* of the run at hand: a MaskKey and the code points */
    char *text;      /* the code points in UTF-8 */
    int capacity;    /* code points that both have room for */
    uint8_t *turned; /* the coverage of the run that is being turned */
    uint16_t *sums;  /* of the samples of one of its rows */
    size_t turned_capacity;
};

Runs *runs_create(TextSource source)
{
    Runs *runs = heap_alloc(1, sizeof *runs);
    runs->source = source;
    runs->masks.limit = KEPT_BYTES;
    return runs;
}

void runs_destroy(Runs *runs)
{
    if (!runs)
        return;
    recent_finish(&runs->masks);
    free(runs->key);
    free(runs->text);
    free(runs->sums);
    free(runs->turned);
    free(runs);
}

static void reserve(Runs *runs, int count)
{
    if (count <= runs->capacity)
        return;
    runs->capacity = 2 * count;
    runs->key = heap_resize(runs->key, KEY_WORDS + (size_t)runs->capacity, sizeof *runs->key);
    runs->text = heap_resize(runs->text, (size_t)runs->capacity, 4);
}

/* ---- masks ---- */

/* The columns and rows that hold all ink. */
static PixelRect ink_of(const Coverage *from)
{
    PixelRect ink = {from->width, from->height, 0, 0};
    for (int y = 0; y < from->height; y++) {
        const uint8_t *row = from->bytes + (ptrdiff_t)y * from->stride;
        int x0 = 0, x1 = from->width;
        while (x0 < x1 && row[x0] == 0)
            x0++;
        while (x1 > x0 && row[x1 - 1] == 0)
            x1--;
        if (x0 == x1)
            continue;
        ink.x0 = x0 < ink.x0 ? x0 : ink.x0;
        ink.x1 = x1 > ink.x1 ? x1 : ink.x1;
        ink.y0 = y < ink.y0 ? y : ink.y0;
        ink.y1 = y + 1;
    }
    return ink;
}

/* Keeps the inked part of a coverage under the key at hand. */
static const Mask *keep(Runs *runs, size_t key_bytes, const Coverage *from, int across)
{
    PixelRect ink = ink_of(from);
    int width = rect_empty(ink) ? 0 : ink.x1 - ink.x0, height = width ? ink.y1 - ink.y0 : 0, stride = width + 2 * EDGE;
    Mask *mask = recent_add(&runs->masks, runs->key, key_bytes,
                            sizeof *mask + (size_t)stride * (size_t)height * sizeof(uint8_t));
    *mask = (Mask){from->left + ink.x0, from->top + ink.y0, width, height, across, stride};
    for (int y = 0; y < height; y++)
        memcpy(mask->coverage + (ptrdiff_t)y * stride + EDGE,
               from->bytes + (ptrdiff_t)(ink.y0 + y) * from->stride + ink.x0, (size_t)width);
    return mask;
}

/* The run as its source sets it. */
static Coverage set(Runs *runs, const MaskKey *key, int count)
{
    Coverage coverage = {0};
    TextRun run = {(Face)key->face,         (int)key->size,         (int)key->across, (int)key->down,
                   (key->way & WHOLE) != 0, (key->way & LEFT) != 0, {runs->text, 0}};
    char *end = runs->text;
    for (int i = 0; i < count; i++)
        end += utf8_put(end, runs->key[KEY_WORDS + (size_t)i]);
    run.text.length = (size_t)(end - runs->text);
    if (!runs->source.set || !runs->source.set(runs->source.context, &run, &coverage))
        return (Coverage){0};
    return coverage;
}

/* A level run seen from the pixels of the turned one: pixel (x, y) has the sample u = x du_dx + y du_dy + u0 at its
 * upper left corner, and v likewise. */
typedef struct RunTurn {
    const Mask *level;
    float u0, v0, du, dv; /* x to the right adds (du, dv), y downwards (-dv, du) */
} RunTurn;

/* Adds to the sums of one row of pixels what a line of samples through it covers, `y` px down. */
static void add_samples(const RunTurn *turn, float y, int width, uint16_t *sums)
{
    const Mask *level = turn->level;
    float step_u = turn->du / FINE, step_v = turn->dv / FINE, from = 0, to = (float)(width * FINE);
    float u0 = turn->u0 - y * turn->dv + step_u / 2, v0 = turn->v0 + y * turn->du + step_v / 2;
    line_narrow(u0, step_u, 0, (float)level->width, &from, &to);
    line_narrow(v0, step_v, 0, (float)level->height, &from, &to);
    if (from > to) /* far beyond every int where the run stands upright */
        return;
    for (int i = (int)ceilf(from); (float)i <= to && i < width * FINE; i++) {
        int u = (int)(u0 + (float)i * step_u), v = (int)(v0 + (float)i * step_v);
        if (u >= 0 && u < level->width && v >= 0 && v < level->height)
            sums[i / FINE] += level->coverage[(ptrdiff_t)v * level->stride + EDGE + u];
    }
}

static void turn_rows(Runs *runs, const RunTurn *turn, int width, int height)
{
    for (int y = 0; y < height; y++) {
        memset(runs->sums, 0, (size_t)width * sizeof *runs->sums);
        for (int line = 0; line < FINE; line++)
            add_samples(turn, (float)y + ((float)line + 0.5f) / FINE, width, runs->sums);
        for (int x = 0; x < width; x++)
            runs->turned[(ptrdiff_t)y * width + x] = (uint8_t)((runs->sums[x] + FINE * FINE / 2) / (FINE * FINE));
    }
}

/* Each pixel of a turned run is the mean of FINE x FINE samples of the level one. */
static Coverage turned(Runs *runs, const MaskKey *key, const Mask *level)
{
    double angle = (double)key->angle * 2 * PI / ANGLES; /* clockwise on the screen */
    float c = (float)cos(angle), s = (float)sin(angle), fine = (float)level->across;
    float right = (float)key->right / FINE, below = (float)key->below / FINE;
    float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < 4; i++) {
        float u = (float)(level->left + (i & 1 ? level->width : 0)) / fine;
        float v = (float)(level->top + (i & 2 ? level->height : 0)) / fine;
        x0 = least(x0, u * c - v * s), x1 = most(x1, u * c - v * s);
        y0 = least(y0, u * s + v * c), y1 = most(y1, u * s + v * c);
    }
    int left = (int)floorf(x0 + right), top = (int)floorf(y0 + below);
    int width = (int)ceilf(x1 + right) - left, height = (int)ceilf(y1 + below) - top;
    size_t bytes = (size_t)width * (size_t)height;
    if (bytes > runs->turned_capacity) {
        runs->turned_capacity = bytes;
        runs->turned = heap_resize(runs->turned, bytes, 1);
        runs->sums = heap_resize(runs->sums, bytes, sizeof *runs->sums); /* a row may be all there is */
    }
    float x = (float)left - right, y = (float)top - below;
    turn_rows(runs,
              &(RunTurn){level, (x * c + y * s) * fine - (float)level->left, (y * c - x * s) * fine - (float)level->top,
                         c * fine, -s * fine},
              width, height);
    return (Coverage){runs->turned, width, height, width, left, top};
}

/* The mask of the code points that stand in runs->key; good until the next call. */
static const Mask *fetch(Runs *runs, const MaskKey *key, int count)
{
    size_t key_bytes = sizeof *key + (size_t)count * sizeof(uint32_t);
    memcpy(runs->key, key, sizeof *key);
    const Mask *mask = recent_find(&runs->masks, runs->key, key_bytes);
    if (mask)
        return mask;
    if (key->angle == 0) {
        Coverage coverage = set(runs, key, count);
        return keep(runs, key_bytes, &coverage, (int)key->across);
    }
    MaskKey straight = *key;
    straight.angle = straight.right = straight.below = 0;
    const Mask *level = fetch(runs, &straight, count);
    Coverage coverage = level->width > 0 ? turned(runs, key, level) : (Coverage){0};
    memcpy(runs->key, key, sizeof *key);
    return keep(runs, key_bytes, &coverage, 1);
}

/* ---- painting ---- */

/* The means of FINE samples each, for `count` pixels. */
static void mean_row(uint8_t *to, const uint8_t *samples, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t four;
        memcpy(&four, samples + (ptrdiff_t)i * FINE, sizeof four);
        four = (four & 0x00ff00ffu) + (four >> 8 & 0x00ff00ffu);
        to[i] = (uint8_t)(((four & 0xffff) + (four >> 16) + FINE / 2) / FINE);
    }
}

/* The mask with its origin `right` samples right of pixel (x, y). */
static void paint_mask(const Sheet *sheet, const Mask *mask, int x, int y, int right, Color color)
{
    int start = mask->left + right, phase = start & (mask->across - 1), left = x + (start - phase) / mask->across;
    int top = y + mask->top, width = (phase + mask->width + mask->across - 1) / mask->across;
    PixelRect area = rect_intersect((PixelRect){left, top, left + width, top + mask->height}, sheet->clip);
    if (rect_empty(area))
        return;
    Band band;
    for (band.y1 = area.y0; sheet_next_band(sheet, area, &band);) {
        for (int at = band.y0; at < band.y1; at++) {
            const uint8_t *samples = mask->coverage + (ptrdiff_t)(at - top) * mask->stride + EDGE;
            if (mask->across == 1) {
                sheet_mask(sheet, &band, at, area.x0, area.x1, color, samples, left);
                continue;
            }
            mean_row(sheet->coverage + area.x0, samples + (ptrdiff_t)(area.x0 - left) * FINE - phase,
                     area.x1 - area.x0);
            sheet_mask(sheet, &band, at, area.x0, area.x1, color, sheet->coverage, 0);
        }
    }
}

/* Paints code points of the command from `first` to `end`, the first of them at (x, y). */
static void paint_piece(Runs *runs, const Sheet *sheet, const DrawCommand *command, MaskKey *key, int first, int end,
                        float x, float y)
{
    float far = RASTER_SIZE_MAX + 4 * RUNS_SIZE_MAX;
    if (!(fabsf(x) < far && fabsf(y) < far))
        return;
    float quarters = key->angle || key->across == FINE ? FINE : 1;
    int at_x = (int)floorf(x * quarters + 0.5f), at_y = (int)floorf(y * (key->angle ? FINE : 1) + 0.5f), count = 0;
    for (int i = first; i < end; i++)
        if (command->text.letters[i].shown != 0)
            runs->key[KEY_WORDS + (size_t)count++] = command->text.letters[i].shown;
    if (key->angle) {
        key->right = (uint32_t)at_x & (FINE - 1);
        key->below = (uint32_t)at_y & (FINE - 1);
        paint_mask(sheet, fetch(runs, key, count), (at_x - (int)key->right) / FINE, (at_y - (int)key->below) / FINE, 0,
                   command->text.color);
    } else
        paint_mask(sheet, fetch(runs, key, count), 0, at_y, at_x, command->text.color);
}

/* Whether letter i has to be set with the one before it. */
static bool joins(const DrawCommand *command, int i)
{
    const Letter *letters = command->text.letters;
    if (command->text.whole)
        return letters[i].shown != ' ' && letters[i - 1].shown != ' ';
    return letters[i].shown == 0 || (letters[i].shown >= 0x300 && letters[i].shown <= 0x36f);
}

void runs_paint(Runs *runs, const Sheet *sheet, const DrawCommand *command)
{
    float scale = sheet->scale, size = command->text.size * scale, angle = command->text.angle;
    float x = command->text.origin.x * scale, y = command->text.origin.y * scale;
    int count = command->text.count;
    if (count <= 0 || !(size >= 1.0f / TEXT_UNITS && size < RUNS_SIZE_MAX) || !isfinite(angle))
        return;
    bool fine = size <= FINE_SIZE, whole = fine && !command->text.tracked && command->text.width * scale < WHOLE_MAX;
    MaskKey key = {.face = (uint32_t)command->text.face, .size = (uint32_t)lroundf(size * TEXT_UNITS)};
    key.way = (command->text.whole ? WHOLE : 0) | (command->text.left ? LEFT : 0);
    key.angle = (uint32_t)llround((double)angle / (2 * PI) * ANGLES) & (ANGLES - 1);
    key.across = fine ? FINE : 1;
    key.down = key.angle ? key.across : 1;
    reserve(runs, count);
    if (whole) {
        paint_piece(runs, sheet, command, &key, 0, count, x, y);
        return;
    }
    float along = cosf(angle), down = sinf(angle);
    for (int first = 0, end; first < count; first = end) {
        float advance = command->text.letters[first].x;
        for (end = first + 1; end < count && joins(command, end); end++)
            advance = least(advance, command->text.whole ? command->text.letters[end].x : advance);
        advance *= scale;
        paint_piece(runs, sheet, command, &key, first, end, x + advance * along, y + advance * down);
    }
}
