/* The pieces of an SVG file, for those who write one or put one into a page. Internal to export/. */
#ifndef EXPORT_SVG_WRITE_H
#define EXPORT_SVG_WRITE_H

#include "export/export.h"

typedef struct SvgWriter {
    Bytes out;
    const Type *type;
    int clips; /* names given so far */
    int depth; /* groups that are open */
} SvgWriter;

/* Adds the format, each @ in it replaced by the next number (double), at most two decimals. */
void svg_put(SvgWriter *writer, const char *format, ...);

/* As text of an element or an attribute, escaped. */
void svg_put_text(SvgWriter *writer, const char *text);

/* <svg ...> and all of the picture, but not its end. */
MUST_USE bool svg_put_picture(SvgWriter *writer, const DrawList *list, const ExportOptions *options, Error *error);

#endif
