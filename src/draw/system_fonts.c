#include "draw/system_fonts.h"

#include "base/utf8.h"

#include <fontconfig/fontconfig.h>
#include <stdlib.h>

struct SystemFonts {
    FcConfig *config;
    FcFontSet *sorted[2][2]; /* [bold][Chinese first]; NULL: not asked for yet */
};

static FcFontSet *sort(FcConfig *config, bool bold, bool chinese)
{
    FcResult result;
    FcPattern *wish = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, "sans-serif", FC_WEIGHT, FcTypeInteger,
                                     bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR, FC_SLANT, FcTypeInteger, FC_SLANT_ROMAN,
                                     FC_LANG, FcTypeString, chinese ? "zh-cn" : "en", (char *)NULL);
    FcConfigSubstitute(config, wish, FcMatchPattern);
    FcDefaultSubstitute(wish);
    FcFontSet *sorted = FcFontSort(config, wish, FcFalse, NULL, &result);
    FcPatternDestroy(wish);
    return sorted ? sorted : FcFontSetCreate();
}

static bool is_true(const FcPattern *font, const char *what)
{
    FcBool value = FcFalse;
    return FcPatternGetBool(font, what, 0, &value) == FcResultMatch && value == FcTrue;
}

/* Neither bitmaps nor the colours of emoji. Of a variable font, its named instances. */
static bool has(const FcPattern *font, uint32_t codepoint)
{
    FcCharSet *characters;
    return FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch
           && FcCharSetHasChar(characters, codepoint) && is_true(font, FC_OUTLINE) && !is_true(font, FC_COLOR)
           && !is_true(font, FC_VARIABLE);
}

static bool describe(const FcPattern *font, SystemFont *out)
{
    FcChar8 *path, *family;
    int slant = FC_SLANT_ROMAN;
    double weight = FC_WEIGHT_REGULAR;
    if (FcPatternGetString(font, FC_FILE, 0, &path) != FcResultMatch
        || FcPatternGetString(font, FC_FAMILY, 0, &family) != FcResultMatch)
        return false;
    *out = (SystemFont){.path = (const char *)path, .family = (const char *)family};
    FcPatternGetInteger(font, FC_INDEX, 0, &out->index);
    FcPatternGetInteger(font, FC_SLANT, 0, &slant);
    FcPatternGetDouble(font, FC_WEIGHT, 0, &weight);
    out->weight = (int)FcWeightToOpenTypeDouble(weight);
    out->italic = slant != FC_SLANT_ROMAN;
    return true;
}

bool system_fonts_next(SystemFonts **fonts, uint32_t codepoint, bool bold, int *place, SystemFont *out)
{
    if (!*fonts) {
        *fonts = heap_alloc(1, sizeof **fonts);
        (*fonts)->config = FcInitLoadConfigAndFonts();
    }
    bool chinese = utf8_is_cjk(codepoint);
    FcFontSet **sorted = &(*fonts)->sorted[bold][chinese];
    if (!(*fonts)->config)
        return false;
    if (!*sorted)
        *sorted = sort((*fonts)->config, bold, chinese);
    while (*sorted && *place < (*sorted)->nfont) {
        const FcPattern *font = (*sorted)->fonts[(*place)++];
        if (has(font, codepoint) && describe(font, out))
            return true;
    }
    return false;
}

void system_fonts_close(SystemFonts *fonts)
{
    if (!fonts)
        return;
    for (int i = 0; i < 4; i++)
        if (fonts->sorted[i / 2][i % 2])
            FcFontSetDestroy(fonts->sorted[i / 2][i % 2]);
    if (fonts->config)
        FcConfigDestroy(fonts->config);
    free(fonts);
}
