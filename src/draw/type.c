#include "draw/type.h"

#include "base/file.h"
#include "draw/font_file.h"
#include "draw/glyph.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <hb.h>

#include <stdlib.h>
#include <string.h>

#define DIRECT      0x250u /* Latin: looked up without hashing */
#define HASH_LEAST  1024u  /* slots, a power of two */
#define REPLACEMENT 0xFFFDu

enum { MISSING_MOST = 64 };

static const struct {
    const char *file, *family;
    int weight;
    bool italic;
} FACES[FACE_COUNT] = {
    [FACE_SANS] = {"attend-sans-regular.otf", "'Attend Sans', Inter, 'Helvetica Neue', Arial, sans-serif", 400, false},
    [FACE_SANS_BOLD] = {"attend-sans-semibold.otf", "'Attend Sans', Inter, 'Helvetica Neue', Arial, sans-serif", 600,
                        false},
    [FACE_MATH] = {"attend-math-regular.otf",
                   "'Attend Math', 'Latin Modern Math', 'Latin Modern Roman', 'STIX Two Math', serif", 400, false},
    [FACE_MATH_ITALIC] = {"attend-math-italic.otf",
                          "'Attend Math', 'Latin Modern Roman', 'STIX Two Text', 'Times New Roman', serif", 400, true},
    [FACE_MATH_BOLD] = {"attend-math-bold.otf",
                        "'Attend Math', 'Latin Modern Roman', 'STIX Two Text', 'Times New Roman', serif", 700, false},
    [FACE_CJK] =
        {"attend-cjk-regular.otf",
         "'Attend CJK', 'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif", 400,
         false},
    [FACE_CJK_BOLD] =
        {"attend-cjk-bold.otf",
         "'Attend CJK', 'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif", 700,
         false},
    [FACE_FALLBACK] = {"attend-fallback.ttf", "'Attend Fallback', 'DejaVu Sans', sans-serif", 400, false},
};

typedef struct Slot {
    uint32_t key; /* code point and wanted face, plus one; 0 is free */
    Glyph glyph;
} Slot;

/* What is found out as it is asked for. */
typedef struct Cache {
    Error error; /* the first */
    FT_Face faces[FACE_COUNT];
    bool opened[FACE_COUNT];
    Glyph *direct[FACE_COUNT]; /* [DIRECT]; advance < 0: not looked up yet */
    Slot *slots;
    uint32_t slot_count, used;
    uint32_t missing[MISSING_MOST];
    int missing_count;
    hb_font_t *shapers[FACE_COUNT]; /* NULL: not asked for yet */
    Shapes shapes;
} Cache;

struct Type {
    FT_Library library;
    char *folder;
    Slice files[FACE_COUNT];
    Cache *cache;
};

/* ---- files and faces ---- */

bool type_sound(const Type *type, Error *error)
{
    const Error *first = &type->cache->error;
    if (first->code != ERROR_NONE && error)
        *error = *first;
    return first->code == ERROR_NONE;
}

void type_blame(const Type *type, Face face, bool memory)
{
    Error *error = &type->cache->error;
    Arena arena = {0};
    const char *path = path_join(&arena, type->folder, FACES[face].file);
    if (error->code == ERROR_NONE && memory)
        error_at(error, ERROR_SYSTEM, path, 0, "cannot be used: there is no memory for this font");
    else if (error->code == ERROR_NONE)
        error_at(error, ERROR_FORMAT, path, 0, "is a damaged font: install it anew");
    arena_finish(&arena);
}

/* NULL where the file is broken: then the face has no glyphs. */
static FT_Face face_open(const Type *type, Face face)
{
    Cache *cache = type->cache;
    if (!cache->opened[face]) {
        cache->opened[face] = true;
        Slice file = type->files[face];
        int code = FT_Err_Invalid_Table;
        if (font_is_whole(file))
            code = FT_New_Memory_Face(type->library, (const FT_Byte *)file.text, (FT_Long)file.length, 0,
                                      &cache->faces[face]);
        if (code) {
            cache->faces[face] = NULL;
            type_blame(type, face, code == FT_Err_Out_Of_Memory);
        }
    }
    return cache->faces[face];
}

Type *type_open(const char *folder, Error *error)
{
    Type *type = heap_alloc(1, sizeof *type);
    type->cache = heap_alloc(1, sizeof *type->cache);
    size_t length = strlen(folder) + 1;
    type->folder = memcpy(heap_alloc(length, 1), folder, length);
    Arena arena = {0};
    bool ok = true;
    for (int face = 0; face < FACE_COUNT && ok; face++)
        ok = font_map(path_join(&arena, folder, FACES[face].file), &type->files[face], error);
    if (ok && FT_Init_FreeType(&type->library))
        ok = error_set(error, ERROR_SYSTEM, "FreeType cannot be started");
    /* The large Chinese faces and the rare ones wait until they are wanted. */
    for (Face face = FACE_SANS; ok && face <= FACE_SANS_BOLD; face++)
        ok = face_open(type, face) || type_sound(type, error);
    arena_finish(&arena);
    if (ok)
        return type;
    type_close(type);
    return NULL;
}

void type_close(Type *type)
{
    if (!type)
        return;
    for (int face = 0; face < FACE_COUNT; face++) {
        if (type->cache->faces[face])
            FT_Done_Face(type->cache->faces[face]);
        font_unmap(type->files[face]);
        free(type->cache->direct[face]);
        hb_font_destroy(type->cache->shapers[face]);
    }
    if (type->library)
        FT_Done_FreeType(type->library);
    recent_finish(&type->cache->shapes.kept);
    hb_buffer_destroy(type->cache->shapes.buffer);
    free(type->cache->shapes.key);
    free(type->cache->shapes.steps);
    free(type->cache->slots);
    free(type->cache);
    free(type->folder);
    free(type);
}

Slice type_file(const Type *type, Face face)
{
    return type->files[face];
}

const char *type_family(Face face)
{
    return FACES[face].family;
}

int type_weight(Face face)
{
    return FACES[face].weight;
}

bool type_italic(Face face)
{
    return FACES[face].italic;
}

FaceMetrics type_metrics(const Type *type, Face face)
{
    FT_Face font = face_open(type, face);
    if (!font || !font->units_per_EM)
        return (FaceMetrics){0.9f, 0.25f, 0.7f, 0.5f};
    float em = (float)font->units_per_EM;
    FaceMetrics metrics = {(float)font->ascender / em, (float)-font->descender / em, 0.7f, 0.5f};
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(font, FT_SFNT_OS2);
    if (os2 && os2->version >= 2 && os2->sCapHeight > 0) {
        metrics.cap_height = (float)os2->sCapHeight / em;
        metrics.x_height = (float)os2->sxHeight / em;
    }
    return metrics;
}

/* ---- glyphs ---- */

/* The faces to ask in turn: the wanted one and its kin, then those for everything else. */
static int candidates(Face wanted, bool cjk, Face out[8])
{
    static const Face kin[FACE_COUNT][3] = {
        [FACE_SANS] = {FACE_SANS, FACE_SANS, FACE_SANS},
        [FACE_SANS_BOLD] = {FACE_SANS_BOLD, FACE_SANS_BOLD, FACE_SANS},
        [FACE_MATH] = {FACE_MATH, FACE_MATH, FACE_SANS},
        [FACE_MATH_ITALIC] = {FACE_MATH_ITALIC, FACE_MATH, FACE_SANS},
        [FACE_MATH_BOLD] = {FACE_MATH_BOLD, FACE_MATH, FACE_SANS_BOLD},
        [FACE_CJK] = {FACE_CJK, FACE_CJK, FACE_SANS},
        [FACE_CJK_BOLD] = {FACE_CJK_BOLD, FACE_CJK, FACE_SANS_BOLD},
        [FACE_FALLBACK] = {FACE_FALLBACK, FACE_FALLBACK, FACE_SANS},
    };
    bool bold = wanted == FACE_SANS_BOLD || wanted == FACE_MATH_BOLD || wanted == FACE_CJK_BOLD;
    Face hanzi = bold ? FACE_CJK_BOLD : FACE_CJK;
    int count = 0;
    for (int i = 0; i < 3; i++)
        out[count++] = kin[wanted][i];
    if (!cjk)
        out[count++] = FACE_FALLBACK;
    out[count++] = hanzi;
    out[count++] = FACE_CJK;
    if (cjk)
        out[count++] = FACE_FALLBACK;
    return count;
}

Glyph glyph_measure(const Type *type, Face face, uint32_t id, uint32_t codepoint)
{
    FT_Face font = face_open(type, face);
    Glyph glyph = {.id = id, .codepoint = codepoint, .face = face};
    int code = font ? FT_Load_Glyph(font, id, FT_LOAD_NO_SCALE) : 0;
    if (code)
        type_blame(type, face, code == FT_Err_Out_Of_Memory);
    if (!font || code)
        return glyph;
    float em = (float)font->units_per_EM;
    FT_BBox box;
    FT_Outline_Get_CBox(&font->glyph->outline, &box);
    glyph.advance = (float)font->glyph->metrics.horiAdvance / em;
    glyph.left = (float)box.xMin / em;
    glyph.right = (float)box.xMax / em;
    glyph.top = (float)-box.yMax / em;
    glyph.bottom = (float)-box.yMin / em;
    return glyph;
}

static Glyph look_up(const Type *type, Face wanted, uint32_t codepoint)
{
    Face faces[8];
    int count = candidates(wanted, utf8_is_cjk(codepoint), faces);
    for (int i = 0; i < count; i++) {
        if (i > 0 && faces[i] == faces[i - 1])
            continue;
        FT_Face font = face_open(type, faces[i]);
        uint32_t id = font ? FT_Get_Char_Index(font, codepoint) : 0;
        if (id)
            return glyph_measure(type, faces[i], id, codepoint);
    }
    FT_Face fallback = face_open(type, FACE_FALLBACK);
    Glyph box =
        glyph_measure(type, FACE_FALLBACK, fallback ? FT_Get_Char_Index(fallback, REPLACEMENT) : 0, REPLACEMENT);
    box.missing = codepoint != REPLACEMENT;
    return box;
}

static Slot *slot_for(const Cache *cache, uint32_t key)
{
    uint32_t at = (key * 2654435761u) >> 7;
    for (;; at++) {
        Slot *slot = &cache->slots[at & (cache->slot_count - 1)];
        if (slot->key == key || slot->key == 0)
            return slot;
    }
}

static void grow(Cache *cache)
{
    Cache old = *cache;
    cache->slot_count = old.slot_count ? old.slot_count * 2 : HASH_LEAST;
    cache->slots = heap_alloc(cache->slot_count, sizeof *cache->slots);
    for (uint32_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].key)
            *slot_for(cache, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

static Glyph find_direct(const Type *type, Face wanted, uint32_t codepoint)
{
    Glyph **table = &type->cache->direct[wanted];
    if (!*table) {
        *table = heap_alloc(DIRECT, sizeof **table);
        for (uint32_t i = 0; i < DIRECT; i++)
            (*table)[i].advance = -1;
    }
    Glyph *glyph = &(*table)[codepoint];
    if (glyph->advance < 0)
        *glyph = look_up(type, wanted, codepoint);
    return *glyph;
}

Glyph glyph_find(const Type *type, Face wanted, uint32_t codepoint)
{
    if (codepoint < DIRECT)
        return find_direct(type, wanted, codepoint);
    Cache *cache = type->cache;
    if (2 * (cache->used + 1) > cache->slot_count)
        grow(cache);
    uint32_t key = codepoint * FACE_COUNT + wanted + 1;
    Slot *slot = slot_for(cache, key);
    if (slot->key == 0) {
        *slot = (Slot){key, look_up(type, wanted, codepoint)};
        cache->used++;
    }
    return slot->glyph;
}

uint32_t type_glyph(const Type *type, Face wanted, uint32_t codepoint, Face *face, float *advance)
{
    Glyph glyph = glyph_find(type, wanted, codepoint);
    *face = glyph.face;
    *advance = glyph.advance;
    return glyph.id;
}

void glyph_miss(const Type *type, uint32_t codepoint)
{
    Cache *cache = type->cache;
    for (int i = 0; i < cache->missing_count; i++)
        if (cache->missing[i] == codepoint)
            return;
    if (cache->missing_count < MISSING_MOST)
        cache->missing[cache->missing_count++] = codepoint;
}

int type_missing(const Type *type, const uint32_t **codepoints)
{
    *codepoints = type->cache->missing;
    return type->cache->missing_count;
}

Shapes *type_shapes(const Type *type)
{
    return &type->cache->shapes;
}

hb_font_t *type_shaper(const Type *type, Face face)
{
    hb_font_t **shaper = &type->cache->shapers[face];
    if (!*shaper) {
        Slice file = type->files[face];
        hb_blob_t *blob = hb_blob_create(file.text, (unsigned)file.length, HB_MEMORY_MODE_READONLY, NULL, NULL);
        hb_face_t *opened = hb_face_create(blob, 0);
        *shaper = hb_font_create(opened); /* scaled to its own units */
        hb_face_destroy(opened);
        hb_blob_destroy(blob);
    }
    return *shaper;
}
