/* Inside export/ only: the glyphs that a picture needs, as @font-face rules. */
#ifndef EXPORT_SVG_FONTS_H
#define EXPORT_SVG_FONTS_H

#include "draw/drawlist.h"

/* Adds a rule for every face in the pages, its font cut down to the characters used. */
MUST_USE bool svg_embed_fonts(const DrawList *pages, int count, Bytes *out, Error *error);

void svg_base64(Bytes *out, const unsigned char *data, size_t length); /* for data: addresses */

#endif
