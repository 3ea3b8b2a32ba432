/* A system without fontconfig, such as a page in a browser: no font but ours. */
#include "draw/system_fonts.h"

bool system_fonts_next(SystemFonts **fonts, uint32_t codepoint, bool bold, int *place, SystemFont *out)
{
    (void)fonts, (void)codepoint, (void)bold, (void)place, (void)out;
    return false;
}

void system_fonts_close(SystemFonts *fonts)
{
    (void)fonts;
}
