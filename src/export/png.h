/* Inside export/ only: pixels to PNG. cairo's own writer takes twice as long, and says nothing about the scale. */
#ifndef EXPORT_PNG_H
#define EXPORT_PNG_H

#include "base/file.h"

typedef struct Pixels {
    const unsigned char *rows; /* 32 bits a pixel in the machine's order: alpha, red, green, blue; premultiplied */
    size_t stride;             /* bytes a row */
    uint32_t width, height;
    bool alpha;  /* false: the top byte means nothing, everything is opaque */
    float scale; /* pixels in 1/96 inch: the size at which the picture is printed */
} Pixels;

/* Adds the whole file to `out`. RFC 2083. */
void png_encode(const Pixels *pixels, Bytes *out);

#endif
