/* Inside export/ only: fonts cut down to what pictures need of them. */
#ifndef EXPORT_FONT_CUT_H
#define EXPORT_FONT_CUT_H

#include "draw/drawlist.h"

struct hb_blob_t;

typedef enum FontCut {
    CUT_CHARACTERS, /* by code point, glyphs numbered anew: for a reader that shapes the text again */
    CUT_GLYPHS,     /* those drawn, under their own numbers; outlines without subroutines */
} FontCut;

bool font_is_cff(const FontFile *file); /* its outlines are of that kind */
bool font_is_used(const DrawList *pages, int count, Face face);
/* The font of a face with what the texts of all pages need. NULL: HarfBuzz cannot cut it. Else hb_blob_destroy it. */
struct hb_blob_t *font_cut(const DrawList *pages, int count, Face face, FontCut how);

#endif
