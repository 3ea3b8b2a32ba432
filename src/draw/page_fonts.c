/* In a page: the fonts that web/pack.js has cut into pieces, of what the course does not have. Each comes when one of
 * its letters is wanted. */
#include "draw/system_fonts.h"

#include "base/file.h"
#include "base/resource.h"

#include <emscripten.h>
#include <stdlib.h>

/* Faces that a letter can be in; others: all that is no Chinese. */
typedef enum Piece { BOLD, REGULAR, OTHERS, PIECES } Piece;

struct SystemFonts {
    Arena names;
    const char *folder; /* NULL: under node there is none */
};

/* web/page/hanzi.js */
/* clang-format off */
EM_JS(int, web_hanzi_group, (int codepoint), {
    return hanziGroup(codepoint);
})
/* clang-format on */

static const char *name_of(int piece, uint32_t codepoint, Arena *arena)
{
    if (piece == OTHERS)
        return "fallback.ttf";
    return arena_printf(arena, "hanzi-%d%s.otf", web_hanzi_group((int)codepoint), piece == BOLD ? "-bold" : "");
}

bool system_fonts_next(SystemFonts **fonts, uint32_t codepoint, bool bold, int *place, SystemFont *out)
{
    if (!*fonts) {
        *fonts = heap_alloc(1, sizeof **fonts);
        (*fonts)->folder = resource_folder("assets/fonts/more", &(*fonts)->names);
    }
    bool chinese = utf8_is_cjk(codepoint);
    while ((*fonts)->folder && *place < PIECES) {
        int piece = (*place)++;
        const char *path = path_join(&(*fonts)->names, (*fonts)->folder, name_of(piece, codepoint, &(*fonts)->names));
        *out = (SystemFont){.path = path,
                            .family = piece == OTHERS ? "Attend Fallback" : "Attend CJK",
                            .weight = piece == BOLD ? 700 : 400};
        if ((piece == OTHERS || chinese) && (piece != BOLD || bold) && file_exists(path))
            return true;
    }
    return false;
}

void system_fonts_close(SystemFonts *fonts)
{
    if (fonts)
        arena_finish(&fonts->names);
    free(fonts);
}
