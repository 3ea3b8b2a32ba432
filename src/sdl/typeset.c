#include "sdl/typeset.h"

#include "base/file.h"

#include <SDL_ttf.h>

#include <math.h>
#include <stdlib.h>

#define FONTS 48 /* open at a time: a face at a size */

typedef struct Font {
    Face face;
    int size, across, down; /* as in TextRun; size 0: the place is free */
    TTF_Font *ttf;          /* NULL: the file is broken */
    uint64_t used;          /* when, counted in runs */
} Font;

struct Typesetter {
    const Type *type;
    bool started; /* else memory was out: text stays away, the rest is painted */
    Font fonts[FONTS];
    uint64_t runs;        /* set so far */
    Bytes text;           /* of the run */
    SDL_Surface *surface; /* of the last run */
};

Typesetter *typesetter_create(const Type *type)
{
    Typesetter *typesetter = heap_alloc(1, sizeof *typesetter);
    typesetter->type = type;
    typesetter->started = TTF_Init() == 0;
    return typesetter;
}

static void font_close(Font *font)
{
    if (font->ttf)
        TTF_CloseFont(font->ttf);
    *font = (Font){0};
}

void typesetter_destroy(Typesetter *typesetter)
{
    if (!typesetter)
        return;
    for (int i = 0; i < FONTS; i++)
        font_close(&typesetter->fonts[i]);
    SDL_FreeSurface(typesetter->surface);
    if (typesetter->started)
        TTF_Quit();
    bytes_finish(&typesetter->text);
    free(typesetter);
}

/* The font that the run asks for, opened in place of the one that was not used for longest. */
static Font *font_for(Typesetter *typesetter, const TextRun *run)
{
    Font *oldest = typesetter->fonts;
    for (Font *font = oldest; font < typesetter->fonts + FONTS; font++) {
        if (font->size == run->size && font->face == run->face && font->across == run->across
            && font->down == run->down)
            return font;
        if (font->used < oldest->used)
            oldest = font;
    }
    font_close(oldest);
    *oldest = (Font){.face = run->face, .size = run->size, .across = run->across, .down = run->down};
    const FontFile *file = type_font(typesetter->type, run->face);
    SDL_RWops *bytes = SDL_RWFromConstMem(file->bytes.text, (int)file->bytes.length);
    /* So many dots an inch that a point is as many samples as a pixel has. */
    oldest->ttf = TTF_OpenFontIndexDPIRW(bytes, 1, run->size, file->index, (unsigned)run->across, (unsigned)run->down);
    if (oldest->ttf)
        TTF_SetFontHinting(oldest->ttf, TTF_HINTING_LIGHT_SUBPIXEL);
    else
        type_blame(typesetter->type, run->face, true); /* the file is whole: it was measured with */
    return oldest;
}

/* SDL2_ttf does not say where the origin lies in its surface. The surface begins at the origin, or at the ink of the
 * first letter where that begins further left. The baseline lies the font's ascent below the top, unless something
 * stands out there: then the surface is higher than the font by that, and by what hangs out below. */
static void find_origin(TTF_Font *font, Slice text, Coverage *out)
{
    int minx = 0, miny = 0, ascent = TTF_FontAscent(font), lowest = 0;
    for (Slice rest = text; rest.length;) {
        bool first = rest.text == text.text;
        uint32_t c = utf8_next(&rest);
        if (TTF_GlyphMetrics32(font, c, first ? &minx : NULL, NULL, &miny, NULL, NULL) == 0)
            lowest = miny < lowest ? miny : lowest;
    }
    int height = ascent - lowest > TTF_FontHeight(font) ? ascent - lowest : TTF_FontHeight(font);
    int above = out->height > height ? out->height - height : 0;
    out->left = minx < 0 ? minx : 0;
    out->top = -ascent - above;
}

/* Of letters that take their shapes from each other only the whole run says where its ink begins. */
static void find_whole_origin(const Type *type, TTF_Font *font, const TextRun *run, Coverage *out)
{
    float left, top, size = (float)run->size / TEXT_UNITS;
    text_ink(type, run->face, run->text, run->left, &left, &top);
    int above = (int)ceilf(top * size * (float)run->down) - TTF_FontAscent(font);
    out->left = -(int)ceilf(left * size * (float)run->across);
    out->top = -TTF_FontAscent(font) - (above > 0 ? above : 0);
}

static bool set(void *context, const TextRun *run, Coverage *out)
{
    Typesetter *typesetter = context;
    if (!typesetter->started || run->text.length == 0 || run->size <= 0)
        return false;
    Font *font = font_for(typesetter, run);
    font->used = ++typesetter->runs;
    if (!font->ttf)
        return false;
    typesetter->text.length = 0;
    bytes_add(&typesetter->text, run->text.text, run->text.length);
    if (run->face >= FACE_SYSTEM) { /* ours have the same shapes in every script */
        char script[5];
        text_script(run->text, script);
        TTF_SetFontScriptName(font->ttf, script);
    }
    TTF_SetFontDirection(font->ttf, run->left ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR);
    SDL_Color white = {255, 255, 255, 255}, black = {0, 0, 0, 255};
    SDL_FreeSurface(typesetter->surface);
    SDL_Surface *surface = TTF_RenderUTF8_Shaded(font->ttf, typesetter->text.data, white, black);
    typesetter->surface = surface;
    if (!surface)
        return false;
    /* A shaded surface has a byte a pixel, which tells how much of it is covered. */
    *out = (Coverage){surface->pixels, surface->w, surface->h, surface->pitch, 0, 0};
    if (run->whole)
        find_whole_origin(typesetter->type, font->ttf, run, out);
    else
        find_origin(font->ttf, run->text, out);
    return true;
}

TextSource typesetter_source(Typesetter *typesetter)
{
    return (TextSource){set, typesetter};
}
