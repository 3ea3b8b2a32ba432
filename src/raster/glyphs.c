#include "raster/glyphs.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <stdlib.h>
#include <string.h>

#define SLOTS     16384           /* power of two */
#define SLOTS_MAX (SLOTS * 3 / 4) /* more glyphs than this begin the cache anew */
#define ANGLES    65536           /* steps in a full turn */
#define PI        3.14159265358979

/* A painted glyph; the key tells face, glyph, size, angle and quarter (see key_of). */
typedef struct Slot {
    uint64_t key;
    const uint8_t *coverage; /* [height, width], the cache's */
    int16_t left, top;       /* from the pixel of the origin to the first column and row */
    uint16_t width, height;  /* 0: nothing to paint, a space */
} Slot;

struct Glyphs {
    const Type *type;
    FT_Library library;
    FT_Face faces[FACE_COUNT]; /* opened when first needed */
    bool broken[FACE_COUNT];
    Slot *slots; /* [SLOTS], key 0: free */
    int count;
    Arena bitmaps;
    size_t bytes;
};

Glyphs *glyphs_create(const Type *type)
{
    Glyphs *glyphs = heap_alloc(1, sizeof *glyphs);
    glyphs->type = type;
    glyphs->slots = heap_alloc(SLOTS, sizeof *glyphs->slots);
    if (FT_Init_FreeType(&glyphs->library) != 0)
        glyphs->library = NULL; /* out of memory: text stays away, the rest is painted */
    return glyphs;
}

void glyphs_destroy(Glyphs *glyphs)
{
    if (!glyphs)
        return;
    if (glyphs->library)
        FT_Done_FreeType(glyphs->library); /* with its faces */
    arena_finish(&glyphs->bitmaps);
    free(glyphs->slots);
    free(glyphs);
}

static void begin_anew(Glyphs *glyphs)
{
    memset(glyphs->slots, 0, SLOTS * sizeof *glyphs->slots);
    arena_reset(&glyphs->bitmaps);
    glyphs->count = 0;
    glyphs->bytes = 0;
}

static FT_Face face_of(Glyphs *glyphs, Face face)
{
    if (!glyphs->faces[face] && !glyphs->broken[face]) {
        Slice file = type_file(glyphs->type, face);
        glyphs->broken[face] = !glyphs->library
                               || FT_New_Memory_Face(glyphs->library, (const FT_Byte *)file.text, (FT_Long)file.length,
                                                     0, &glyphs->faces[face])
                                      != 0;
    }
    return glyphs->faces[face];
}

/* How a run is painted, the same for all its glyphs. */
typedef struct Style {
    Face face;
    uint32_t size;  /* 1/64 px of an em */
    uint32_t angle; /* 1/ANGLES of a turn */
} Style;

/* 1 + 3 + 20 + 16 + 16 + 4 bits: used, face, glyph, size, angle, quarters right and down. */
static uint64_t key_of(const Style *style, uint32_t glyph, uint32_t right, uint32_t down)
{
    return UINT64_C(1) << 63 | (uint64_t)style->face << 56 | (uint64_t)(glyph & 0xfffff) << 36
           | (uint64_t)(style->size & 0xffff) << 20 | (uint64_t)style->angle << 4 | right << 2 | down;
}

static size_t slot_of(uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 50) & (SLOTS - 1);
}

/* The outline of a glyph in 1/64 px, y up, moved by quarters of a pixel; NULL if there is none. It is scaled from the
 * font's own units here, because FreeType would round the size of some fonts to whole pixels. */
static FT_Outline *outline_of(Glyphs *glyphs, const Style *style, uint32_t glyph, uint32_t right, uint32_t down)
{
    FT_Face face = face_of(glyphs, style->face);
    if (!face || !face->units_per_EM || FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0
        || face->glyph->format != FT_GLYPH_FORMAT_OUTLINE || face->glyph->outline.n_points <= 0)
        return NULL;
    double scale = (double)style->size / face->units_per_EM * 65536;
    double angle = (double)style->angle * 2 * PI / ANGLES; /* clockwise on the screen */
    FT_Fixed along = (FT_Fixed)lround(scale * cos(angle)), across = (FT_Fixed)lround(scale * sin(angle));
    FT_Matrix matrix = {along, across, -across, along};
    FT_Outline *outline = &face->glyph->outline;
    FT_Outline_Transform(outline, &matrix);
    FT_Outline_Translate(outline, (FT_Pos)(16 * right), -(FT_Pos)(16 * down));
    return outline;
}

/* Paints the glyph into the slot's bitmap, cropped to what it covers. */
static void render(Glyphs *glyphs, Slot *slot, FT_Outline *outline)
{
    FT_BBox box;
    FT_Outline_Get_CBox(outline, &box);
    FT_Pos x0 = box.xMin >> 6, x1 = (box.xMax + 63) >> 6, y0 = box.yMin >> 6, y1 = (box.yMax + 63) >> 6;
    FT_Pos width = x1 - x0, height = y1 - y0;
    FT_Pos limit = 4 * GLYPHS_SIZE_MAX;
    if (width <= 0 || height <= 0 || width > limit || height > limit || labs(x0) > limit || labs(y1) > limit)
        return;
    uint8_t *coverage = arena_alloc(&glyphs->bitmaps, (size_t)width * (size_t)height, 1);
    FT_Bitmap bitmap = {.rows = (unsigned)height,
                        .width = (unsigned)width,
                        .pitch = (int)width,
                        .buffer = coverage,
                        .num_grays = 256,
                        .pixel_mode = FT_PIXEL_MODE_GRAY};
    FT_Outline_Translate(outline, -x0 * 64, -y0 * 64);
    glyphs->bytes += (size_t)width * (size_t)height;
    if (FT_Outline_Get_Bitmap(glyphs->library, outline, &bitmap) != 0)
        return;
    slot->coverage = coverage;
    slot->left = (int16_t)x0;
    slot->top = (int16_t)-y1;
    slot->width = (uint16_t)width;
    slot->height = (uint16_t)height;
}

static const Slot *fetch(Glyphs *glyphs, const Style *style, uint32_t glyph, uint32_t right, uint32_t down)
{
    uint64_t key = key_of(style, glyph, right, down);
    size_t at = slot_of(key);
    while (glyphs->slots[at].key != 0 && glyphs->slots[at].key != key)
        at = (at + 1) & (SLOTS - 1);
    if (glyphs->slots[at].key == key)
        return glyphs->slots + at;
    if (glyphs->bytes > GLYPHS_BYTES || glyphs->count >= SLOTS_MAX) {
        begin_anew(glyphs);
        at = slot_of(key);
    }
    glyphs->count++;
    Slot *slot = glyphs->slots + at;
    *slot = (Slot){.key = key};
    FT_Outline *outline = outline_of(glyphs, style, glyph, right, down);
    if (outline)
        render(glyphs, slot, outline);
    return slot;
}

/* The glyph's bitmap with its origin on pixel (x, y). */
static void paint_glyph(const Sheet *sheet, const Slot *slot, int x, int y, Color color)
{
    int left = x + slot->left, top = y + slot->top;
    PixelRect area = rect_intersect((PixelRect){left, top, left + slot->width, top + slot->height}, sheet->clip);
    if (rect_empty(area))
        return;
    Band band;
    for (int row = sheet_row(area.y0); row <= sheet_row(area.y1 - 1); row++) {
        if (!sheet_band(sheet, row, area, &band))
            continue;
        for (int at = band.y0; at < band.y1; at++) {
            const uint8_t *coverage = slot->coverage + (ptrdiff_t)(at - top) * slot->width;
            sheet_mask(sheet, &band, at, left, left + slot->width, color, coverage, left);
        }
    }
}

void glyphs_paint(Glyphs *glyphs, const Sheet *sheet, const DrawCommand *command)
{
    float scale = sheet->scale, size = command->text.size * scale, angle = command->text.angle;
    float x = command->text.origin.x * scale, y = command->text.origin.y * scale;
    float far = RASTER_SIZE_MAX + 4 * GLYPHS_SIZE_MAX;
    if (!(size >= 1.0f / 64 && size < GLYPHS_SIZE_MAX) || !isfinite(angle) || !(fabsf(x) < 1e6f && fabsf(y) < 1e6f))
        return;
    Style style = {command->text.face, (uint32_t)lroundf(size * 64), 0};
    float along = 1, down = 0;
    if (angle != 0) {
        along = cosf(angle);
        down = sinf(angle);
        style.angle = (uint32_t)llround((double)angle / (2 * PI) * ANGLES) & (ANGLES - 1);
    } else
        y = roundf(y);
    for (int i = 0; i < command->text.count; i++) {
        float advance = command->text.xs[i] * scale;
        float at_x = floorf((x + advance * along) * 4 + 0.5f), at_y = floorf((y + advance * down) * 4 + 0.5f);
        if (!(fabsf(at_x) < 4 * far && fabsf(at_y) < 4 * far))
            continue;
        int quarters_x = (int)at_x, quarters_y = (int)at_y;
        const Slot *slot =
            fetch(glyphs, &style, command->text.glyphs[i], (uint32_t)quarters_x & 3, (uint32_t)quarters_y & 3);
        if (slot->width > 0)
            paint_glyph(sheet, slot, (quarters_x - (quarters_x & 3)) / 4, (quarters_y - (quarters_y & 3)) / 4,
                        command->text.color);
    }
}
