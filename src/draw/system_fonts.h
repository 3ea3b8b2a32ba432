/* Inside draw/ only: the system's fonts, asked for a character that none of ours has. fontconfig is started by the
 * first question. What it answers depends on the machine and its settings, not on what was asked before. */
#ifndef DRAW_SYSTEM_FONTS_H
#define DRAW_SYSTEM_FONTS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct SystemFonts SystemFonts;

typedef struct SystemFont {
    const char *path, *family; /* live until system_fonts_close */
    int index;                 /* of the face in its file, as FreeType counts: instances of variable fonts too */
    int weight;                /* as CSS counts: 400 is regular */
    bool italic;
} SystemFont;

/* The next font that has the code point, the likeliest first: only fonts made of outlines. `*place` is 0 for the first
 * question and moves on. False: no more. `*fonts` may be NULL at first. */
bool system_fonts_next(SystemFonts **fonts, uint32_t codepoint, bool bold, int *place, SystemFont *out);

void system_fonts_close(SystemFonts *fonts); /* NULL allowed */

#endif
