/* The makers of films, for film.c alone. Pixels are 0xXXRRGGBB, row by row without gaps. */
#ifndef EXPORT_FILM_PARTS_H
#define EXPORT_FILM_PARTS_H

#include "base/error.h"
#include "base/file.h"

#include <stdint.h>

/* ---- palette.c: the colours of a GIF ---- */

#define PALETTE_COLORS 255

typedef struct Palette Palette;

Palette *palette_create(void);
void palette_destroy(Palette *palette);
void palette_count(Palette *palette, const uint32_t *pixels, size_t count); /* before palette_choose */
void palette_choose(Palette *palette);
const uint32_t *palette_colors(const Palette *palette, int *count);
uint8_t palette_find(Palette *palette, uint32_t pixel); /* the nearest colour */

/* ---- film_gif.c ---- */

typedef struct GifMaker GifMaker;

GifMaker *gif_create(int width, int height, int fps);
void gif_sample(GifMaker *gif, const uint32_t *pixels);
bool gif_frame(GifMaker *gif, const uint32_t *pixels); /* NULL: as before. False: giflib gave up */
bool gif_end(GifMaker *gif, Bytes *out);
void gif_destroy(GifMaker *gif);

/* ---- film_pipe.c: ffmpeg ---- */

typedef struct VideoPipe VideoPipe;

bool pipe_available(void);
VideoPipe *pipe_create(const char *path, int width, int height, int fps, Error *error);
MUST_USE bool pipe_frame(VideoPipe *video, const uint32_t *pixels, Error *error);
MUST_USE bool pipe_end(VideoPipe *video, Error *error); /* waits; the file is in its place */
void pipe_abandon(VideoPipe *video);

#endif
