/* A picture from a PNG file as pixels, for draw lists. What it is said to be is checked before anything is decoded.
 *
 *   Image image;
 *   if (!image_read("lessons/mine/cells.png", &arena, &image, &error)) return false;
 */
#ifndef BASE_IMAGE_H
#define BASE_IMAGE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

#include <stdint.h>

#define IMAGE_SIDE  4096              /* px of a side, at most */
#define IMAGE_AREA  (4 << 20)         /* and in all */
#define IMAGE_BYTES ((size_t)8 << 20) /* of the file */

typedef struct Image {
    int width, height;
    uint32_t *pixels; /* [height, width] 0xAARRGGBB, premultiplied, from the top */
    uint64_t hash;    /* of all that */
    Slice png;        /* the file, for who embeds it */
} Image;

/* All of it is the arena's. Too large, no PNG or damaged: an error with the path. */
MUST_USE bool image_read(const char *path, Arena *arena, Image *out, Error *error);
MUST_USE bool image_parse(Slice png, const char *path, Arena *arena, Image *out, Error *error);

/* Of pixels that are opaque or 0, which stay the caller's; `png` is the arena's. */
void image_make(uint32_t *pixels, int width, int height, Arena *arena, Image *out);

#endif
