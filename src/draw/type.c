#include "draw/type.h"

#include "base/arrival.h"
#include "base/file.h"
#include "draw/font_file.h"
#include "draw/glyph.h"
#include "draw/system_fonts.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <hb.h>

#include <stdlib.h>
#include <string.h>

#define GLYPH_BYTES ((size_t)1 << 18) /* kept, a generation */
#define SHAPE_BYTES ((size_t)2 << 20) /* likewise */
#define REPLACEMENT 0xFFFDu

enum { MISSING_MOST = 64, COMING_MOST = 16 };

#define SANS  "'Attend Sans', Inter, 'Helvetica Neue', Arial, sans-serif"
#define MATH  "'Attend Math', 'Latin Modern Math', 'Latin Modern Roman', 'STIX Two Math', serif"
#define SERIF "'Attend Math', 'Latin Modern Roman', 'STIX Two Text', 'Times New Roman', serif"
#define MONO  "'Attend Mono', 'DejaVu Sans Mono', ui-monospace, Consolas, monospace"
#define OTHER "'Attend Fallback', 'DejaVu Sans', sans-serif"
#define HANZI "'Attend CJK', 'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

static const struct {
    const char *file, *family;
    int weight;
    bool italic;
    Face kin[2]; /* asked in turn for what the face itself has not */
} OURS[FACE_SYSTEM] = {
    [FACE_SANS] = {"attend-sans-regular.otf", SANS, 400, false, {FACE_SANS, FACE_SANS}},
    [FACE_SANS_BOLD] = {"attend-sans-semibold.otf", SANS, 600, false, {FACE_SANS_BOLD, FACE_SANS}},
    [FACE_MATH] = {"attend-math-regular.otf", MATH, 400, false, {FACE_MATH, FACE_SANS}},
    [FACE_MATH_ITALIC] = {"attend-math-italic.otf", SERIF, 400, true, {FACE_MATH, FACE_SANS}},
    [FACE_MATH_BOLD] = {"attend-math-bold.otf", SERIF, 700, false, {FACE_MATH, FACE_SANS_BOLD}},
    [FACE_MONO] = {"attend-mono-regular.ttf", MONO, 400, false, {FACE_MONO, FACE_SANS}},
    [FACE_MONO_BOLD] = {"attend-mono-bold.ttf", MONO, 700, false, {FACE_MONO_BOLD, FACE_SANS_BOLD}},
    [FACE_CJK] = {"attend-cjk-regular.otf", HANZI, 400, false, {FACE_CJK, FACE_SANS}},
    [FACE_CJK_BOLD] = {"attend-cjk-bold.otf", HANZI, 700, false, {FACE_CJK, FACE_SANS_BOLD}},
    [FACE_FALLBACK] = {"attend-fallback.ttf", OTHER, 400, false, {FACE_FALLBACK, FACE_SANS}},
};

/* A face, and what of it has been needed so far. */
typedef struct OpenFace {
    FontFile file;
    const char *path; /* NULL: one for the system that is still free */
    bool tried;
    FT_Face ft;        /* NULL where it is tried and cannot be opened */
    hb_font_t *shaper; /* NULL: not asked for yet */
} OpenFace;

/* Computed when it is first asked for. */
typedef struct Cache {
    Error error; /* the first */
    OpenFace faces[FACE_COUNT];
    SystemFonts *system;
    Arena names;
    Recent glyphs; /* by face and code point */
    uint32_t missing[MISSING_MOST];
    int missing_count;
    const char *coming[COMING_MOST]; /* the system's fonts that are still to come */
    bool lost[COMING_MOST];          /* could not be had when it was looked at last */
    int coming_count;
    Shapes shapes;
} Cache;

struct Type {
    FT_Library library;
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
    const char *path = type->cache->faces[face].path;
    if (error->code == ERROR_NONE && memory)
        error_at(error, ERROR_SYSTEM, path, 0, "cannot be used: there is no memory for this font");
    else if (error->code == ERROR_NONE)
        error_at(error, ERROR_FORMAT, path, 0, "is a damaged font: install it anew");
}

static int open_file(const Type *type, OpenFace *face)
{
    Slice bytes = face->file.bytes;
    face->tried = true;
    int code = FT_New_Memory_Face(type->library, (const FT_Byte *)bytes.text, (FT_Long)bytes.length, face->file.index,
                                  &face->ft);
    if (code)
        face->ft = NULL;
    return code;
}

/* NULL where the file is broken: then the face has no glyphs. */
static FT_Face face_open(const Type *type, Face face)
{
    OpenFace *open = &type->cache->faces[face];
    if (!open->tried) {
        open->tried = true;
        int code = font_is_whole(open->file.bytes) ? open_file(type, open) : FT_Err_Invalid_Table;
        if (code)
            type_blame(type, face, code == FT_Err_Out_Of_Memory);
    }
    return open->ft;
}

Type *type_open(const char *folder, Error *error)
{
    Type *type = heap_alloc(1, sizeof *type);
    type->cache = heap_alloc(1, sizeof *type->cache);
    type->cache->glyphs.limit = GLYPH_BYTES;
    type->cache->shapes.kept.limit = SHAPE_BYTES;
    bool ok = true;
    for (int i = 0; i < FACE_SYSTEM && ok; i++) {
        OpenFace *face = &type->cache->faces[i];
        face->path = path_join(&type->cache->names, folder, OURS[i].file);
        face->file.family = OURS[i].family;
        face->file.weight = OURS[i].weight;
        face->file.italic = OURS[i].italic;
        ok = font_map(face->path, &face->file.bytes, error);
    }
    if (ok && FT_Init_FreeType(&type->library))
        ok = error_set(error, ERROR_SYSTEM, "FreeType cannot be started");
    /* The large Chinese faces and the rare ones wait until they are wanted. */
    for (Face face = FACE_SANS; ok && face <= FACE_SANS_BOLD; face++)
        ok = face_open(type, face) || type_sound(type, error);
    if (ok)
        return type;
    type_close(type);
    return NULL;
}

void type_close(Type *type)
{
    if (!type)
        return;
    Cache *cache = type->cache;
    for (OpenFace *face = cache->faces; face < cache->faces + FACE_COUNT; face++) {
        if (face->ft)
            FT_Done_Face(face->ft);
        font_unmap(face->file.bytes);
        hb_font_destroy(face->shaper);
    }
    if (type->library)
        FT_Done_FreeType(type->library);
    system_fonts_close(cache->system);
    recent_finish(&cache->glyphs);
    recent_finish(&cache->shapes.kept);
    hb_buffer_destroy(cache->shapes.buffer);
    bytes_finish(&cache->shapes.key);
    free(cache->shapes.steps);
    free(cache->shapes.shaped);
    arena_finish(&cache->names);
    free(cache);
    free(type);
}

const FontFile *type_font(const Type *type, Face face)
{
    return &type->cache->faces[face].file;
}

float type_cap_height(const Type *type, Face face)
{
    FT_Face font = face_open(type, face);
    const TT_OS2 *os2 = font && font->units_per_EM ? FT_Get_Sfnt_Table(font, FT_SFNT_OS2) : NULL;
    bool told = os2 && os2->version >= 2 && os2->sCapHeight > 0;
    return told ? (float)os2->sCapHeight / (float)font->units_per_EM : 0.7f;
}

/* ---- further faces ---- */

/* As CSS has it, with what stands in for it. */
static const char *family_css(const Type *type, const char *family, const char *kind)
{
    char *css = arena_printf(&type->cache->names, "'%s', %s", family, kind);
    for (char *c = css + 1, *end = c + strlen(family); c < end; c++)
        if ((unsigned char)*c < ' ' || strchr("'\",\\<&", *c)) /* neither CSS nor XML may take it for its own */
            *c = ' ';
    return css;
}

/* The place of that font among the faces, which is its own or still free; NULL: none is. */
static OpenFace *place_for(const Type *type, const char *path, int index)
{
    OpenFace *faces = type->cache->faces;
    for (int i = FACE_SYSTEM; i < FACE_COUNT; i++)
        if (!faces[i].path || (faces[i].file.index == index && strcmp(faces[i].path, path) == 0))
            return &faces[i];
    return NULL;
}

/* By the font's own classification. */
static bool has_serifs(const TT_OS2 *os2)
{
    enum { LATIN = 2, COVE = 2, TRIANGLE = 10 }; /* PANOSE's numbers */
    return os2 && os2->panose[0] == LATIN && os2->panose[1] >= COVE && os2->panose[1] <= TRIANGLE;
}

static void describe_face(const Type *type, OpenFace *face)
{
    FT_Face ft = face->ft;
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(ft, FT_SFNT_OS2);
    bool bold = ft->style_flags & FT_STYLE_FLAG_BOLD;
    face->file.family = family_css(type, ft->family_name ? ft->family_name : path_name(face->path),
                                   has_serifs(os2) ? "serif" : "sans-serif");
    face->file.weight = os2 && os2->usWeightClass ? os2->usWeightClass : bold ? 700 : 400;
    face->file.italic = ft->style_flags & FT_STYLE_FLAG_ITALIC;
}

bool type_add(Type *type, const char *path, Face *out, Error *error)
{
    OpenFace *face = place_for(type, path, 0);
    if (!face)
        return error_at(error, ERROR_USAGE, path, 0, "is one font too many");
    *out = (Face)(face - type->cache->faces);
    if (face->path)
        return true;
    if (!font_map(path, &face->file.bytes, error))
        return false;
    face->path = arena_string(&type->cache->names, path);
    if (!font_is_inside(face->file.bytes) || open_file(type, face))
        return error_at(error, ERROR_FORMAT, path, 0, "is a damaged font");
    if (!FT_IS_SCALABLE(face->ft) || face->ft->units_per_EM == 0)
        return error_at(error, ERROR_FORMAT, path, 0, "has no outlines, only pictures of letters");
    if (!face->ft->charmap || face->ft->charmap->encoding != FT_ENCODING_UNICODE)
        return error_at(error, ERROR_FORMAT, path, 0, "does not say which letters it has: it has no table of Unicode");
    describe_face(type, face);
    return true;
}

/* ---- glyphs ---- */

/* The faces of ours to ask in turn: the wanted one and its kin, then those for everything else. */
static int candidates(Face wanted, bool bold, bool cjk, Face out[8])
{
    Face hanzi = bold ? FACE_CJK_BOLD : FACE_CJK;
    int count = 0;
    out[count++] = wanted;
    for (int i = 0; i < 2; i++)
        out[count++] = wanted < FACE_SYSTEM ? OURS[wanted].kin[i] : FACE_SANS;
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

static void await_font(Cache *cache, const char *path)
{
    file_ask(path);
    for (int i = 0; i < cache->coming_count; i++)
        if (strcmp(cache->coming[i], path) == 0) {
            cache->lost[i] = false;
            return;
        }
    if (cache->coming_count < COMING_MOST)
        cache->coming[cache->coming_count++] = path;
}

bool type_has_more(const Type *type)
{
    Cache *cache = type->cache;
    bool more = false;
    int kept = 0;
    for (int i = 0; i < cache->coming_count; i++) {
        Arrival arrival = file_arrival(cache->coming[i]);
        bool lost = arrival == FILE_IS_LOST || arrival == FILE_IS_REFUSED;
        more = more || arrival == FILE_IS_THERE || (cache->lost[i] && !lost);
        cache->lost[kept] = lost;
        cache->coming[kept] = cache->coming[i];
        kept += arrival != FILE_IS_THERE;
    }
    cache->coming_count = kept;
    if (more) {
        recent_finish(&cache->glyphs);
        recent_finish(&cache->shapes.kept);
    }
    return more;
}

/* A font of the system as a face, opened or found to be of no use; FACE_COUNT: no place is free. */
static Face take_font(const Type *type, const SystemFont *font)
{
    OpenFace *face = place_for(type, font->path, font->index);
    if (!face)
        return FACE_COUNT;
    if (!face->path) {
        *face = (OpenFace){.file = {.index = font->index, .weight = font->weight, .italic = font->italic},
                           .path = font->path,
                           .tried = true};
        face->file.family = family_css(type, font->family, "sans-serif");
        if (font_map(font->path, &face->file.bytes, &(Error){0}))
            (void)open_file(type, face);
    }
    return (Face)(face - type->cache->faces);
}

/* The glyph of the first font of the system that has it and can be used. */
static bool find_in_system(const Type *type, bool bold, uint32_t codepoint, Glyph *out)
{
    SystemFont font;
    for (int place = 0; system_fonts_next(&type->cache->system, codepoint, bold, &place, &font);) {
        if (file_arrival(font.path) != FILE_IS_THERE) { /* whether the next ones are wanted it will tell */
            await_font(type->cache, font.path);
            return false;
        }
        Face face = take_font(type, &font);
        FT_Face ft = face < FACE_COUNT ? type->cache->faces[face].ft : NULL;
        uint32_t id = ft ? FT_Get_Char_Index(ft, codepoint) : 0;
        if (id && FT_Load_Glyph(ft, id, FT_LOAD_NO_SCALE) == 0 && ft->glyph->format == FT_GLYPH_FORMAT_OUTLINE) {
            *out = glyph_measure(type, face, id, codepoint);
            return true;
        }
    }
    return false;
}

static Glyph look_up(const Type *type, Face wanted, uint32_t codepoint)
{
    Face faces[8];
    Glyph glyph;
    bool bold = type_font(type, wanted)->weight > 500;
    int count = candidates(wanted, bold, utf8_is_cjk(codepoint), faces);
    for (int i = 0; i < count; i++) {
        if (i > 0 && faces[i] == faces[i - 1])
            continue;
        FT_Face font = face_open(type, faces[i]);
        uint32_t id = font ? FT_Get_Char_Index(font, codepoint) : 0;
        if (id)
            return glyph_measure(type, faces[i], id, codepoint);
    }
    if (codepoint != REPLACEMENT && find_in_system(type, bold, codepoint, &glyph))
        return glyph;
    FT_Face fallback = face_open(type, FACE_FALLBACK);
    glyph = glyph_measure(type, FACE_FALLBACK, fallback ? FT_Get_Char_Index(fallback, REPLACEMENT) : 0, REPLACEMENT);
    glyph.missing = codepoint != REPLACEMENT;
    return glyph;
}

Glyph glyph_find(const Type *type, Face wanted, uint32_t codepoint)
{
    Recent *glyphs = &type->cache->glyphs;
    uint32_t key[2] = {wanted, codepoint};
    Glyph *known = recent_find(glyphs, key, sizeof key);
    if (!known) {
        Glyph found = look_up(type, wanted, codepoint);
        known = recent_add(glyphs, key, sizeof key, sizeof *known);
        *known = found;
    }
    return *known;
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

hb_face_t *type_hb_face(const FontFile *file)
{
    hb_blob_t *blob =
        hb_blob_create(file->bytes.text, (unsigned)file->bytes.length, HB_MEMORY_MODE_READONLY, NULL, NULL);
    hb_face_t *face = hb_face_create(blob, (unsigned)file->index & 0xFFFF);
    hb_blob_destroy(blob);
    return face;
}

hb_font_t *type_shaper(const Type *type, Face face)
{
    hb_font_t **shaper = &type->cache->faces[face].shaper;
    if (!*shaper) {
        const FontFile *file = type_font(type, face);
        hb_face_t *opened = type_hb_face(file);
        *shaper = hb_font_create(opened); /* scaled to its own units */
#ifndef HB_NO_VAR
        if (file->index >> 16)
            hb_font_set_var_named_instance(*shaper, (unsigned)(file->index >> 16) - 1);
#endif
        hb_face_destroy(opened);
    }
    return *shaper;
}
