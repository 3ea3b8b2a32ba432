/* Inside export/ only: a draw list on any cairo surface. */
#ifndef EXPORT_CAIRO_PAINT_H
#define EXPORT_CAIRO_PAINT_H

#include "draw/drawlist.h"

#include <cairo.h>

#define POINTS_PER_PX 0.75 /* 96 px to the inch */

typedef enum TextMode {
    TEXT_OUTLINES, /* filled shapes, placed to fractions of a pixel: for images */
    TEXT_LIVE,     /* glyphs with their characters: for PDF and EPS */
} TextMode;

/* Paints ground and commands in the units the context has. False where FreeType or cairo is out of order. */
MUST_USE bool cairo_paint_list(cairo_t *cairo, const DrawList *list, TextMode mode);

/* The same in steps, for pages: their fonts are embedded once. All have one Type, and stay as long as the painter; only
 * they are painted. count >= 1. NULL where FreeType fails. */
typedef struct CairoPainter CairoPainter;
CairoPainter *cairo_painter_open(cairo_t *cairo, const DrawList *pages, int count, TextMode mode);
MUST_USE bool cairo_painter_paint(CairoPainter *painter, const DrawList *list);
void cairo_painter_close(CairoPainter *painter); /* NULL allowed */

/* For cairo's streams: `closure` is a Bytes that grows. */
cairo_status_t cairo_write_bytes(void *closure, const unsigned char *data, unsigned length);

#endif
