/* Text: glyphs painted by FreeType into a cache, unhinted, in grey, at quarters of a pixel. Upright text sits on whole
 * rows so that its baseline is crisp; turned text goes by quarters in both directions. */
#ifndef RASTER_GLYPHS_H
#define RASTER_GLYPHS_H

#include "raster/sheet.h"

#define GLYPHS_BYTES    ((size_t)16 << 20) /* of bitmaps kept; above, the cache begins anew */
#define GLYPHS_SIZE_MAX 1024               /* px of an em; larger text is not painted */

typedef struct Glyphs Glyphs;

Glyphs *glyphs_create(const Type *type); /* `type` must outlive it */
void glyphs_destroy(Glyphs *glyphs);     /* NULL allowed */

void glyphs_paint(Glyphs *glyphs, const Sheet *sheet, const DrawCommand *command);

#endif
