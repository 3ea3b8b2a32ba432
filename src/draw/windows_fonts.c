/* On Windows: the files of its folder of fonts, those that it has for its own texts first. */
#include "draw/system_fonts.h"

#include "base/names.h"
#include "base/system.h"
#include "draw/font_file.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H
#include <stdlib.h>
#include <string.h>

struct SystemFonts {
    Arena names;
    FT_Library library; /* NULL: there is no memory for it */
    const char *folder;
    char **files;
    int count;
};

static const char *const FIRST[2][2][3] = {
    /* [Chinese][bold] */
    {{"segoeui.ttf", "arial.ttf", "msyh.ttc"}, {"segoeuib.ttf", "arialbd.ttf", "msyhbd.ttc"}},
    {{"msyh.ttc", "simsun.ttc", "segoeui.ttf"}, {"msyhbd.ttc", "simhei.ttf", "segoeuib.ttf"}},
};
enum { FIRSTS = sizeof FIRST[0][0] / sizeof *FIRST[0][0] };

static void begin(SystemFonts *fonts)
{
    const char *windows = system_variable("SystemRoot");
    fonts->folder = path_join(&fonts->names, windows ? windows : "C:/Windows", "Fonts");
    fonts->count = system_folder(fonts->folder, &fonts->names, &fonts->files);
    if (FT_Init_FreeType(&fonts->library) != 0)
        heap_exhausted();
}

/* Neither bitmaps nor the colours of emoji, nothing slanted, and nothing heavier or lighter than was asked for. */
static bool describe(SystemFonts *fonts, FT_Face face, uint32_t codepoint, bool bold, SystemFont *out)
{
    const TT_OS2 *table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
    int weight = table && table->version != 0xFFFF ? table->usWeightClass : 400;
    if (!FT_IS_SCALABLE(face) || FT_HAS_COLOR(face) || FT_HAS_MULTIPLE_MASTERS(face)
        || (face->style_flags & FT_STYLE_FLAG_ITALIC) || (weight != 400 && !(bold && weight == 700))
        || FT_Get_Char_Index(face, codepoint) == 0 || !face->family_name)
        return false;
    out->family = arena_string(&fonts->names, face->family_name);
    out->weight = weight;
    return true;
}

static bool try_file(SystemFonts *fonts, const char *name, uint32_t codepoint, bool bold, SystemFont *out)
{
    static const char *const endings[] = {".ttf", ".ttc", ".otf", NULL};
    Slice bytes = {0};
    FT_Face face;
    if (!path_check_ending(name, endings, NULL))
        return false;
    *out = (SystemFont){.path = path_join(&fonts->names, fonts->folder, name)};
    bool found =
        font_map(out->path, &bytes, NULL)
        && FT_New_Memory_Face(fonts->library, (const FT_Byte *)bytes.text, (FT_Long)bytes.length, 0, &face) == 0;
    if (found) {
        found = describe(fonts, face, codepoint, bold, out);
        FT_Done_Face(face);
    }
    font_unmap(bytes);
    return found;
}

bool system_fonts_next(SystemFonts **fonts, uint32_t codepoint, bool bold, int *place, SystemFont *out)
{
    if (!*fonts) {
        *fonts = heap_alloc(1, sizeof **fonts);
        begin(*fonts);
    }
    while (*place < FIRSTS + (*fonts)->count) {
        int at = (*place)++;
        const char *name = at < FIRSTS ? FIRST[utf8_is_cjk(codepoint)][bold][at] : (*fonts)->files[at - FIRSTS];
        if (try_file(*fonts, name, codepoint, bold, out))
            return true;
    }
    return false;
}

void system_fonts_close(SystemFonts *fonts)
{
    if (!fonts)
        return;
    FT_Done_FreeType(fonts->library);
    arena_finish(&fonts->names);
    free(fonts);
}
