#include "export/png.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LEVEL 3 /* for our pictures 6 takes half as long again and saves a tenth */

static void put_32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void put_chunk(Bytes *out, const char *kind, const void *data, size_t length)
{
    unsigned char head[8], sum[4];
    put_32(head, (uint32_t)length);
    memcpy(head + 4, kind, 4);
    bytes_add(out, head, sizeof head);
    bytes_add(out, data, length);
    unsigned long crc = crc32(crc32(0, head + 4, 4), data, (unsigned)length);
    put_32(sum, (uint32_t)crc);
    bytes_add(out, sum, sizeof sum);
}

static unsigned char straight(uint32_t channel, uint32_t alpha)
{
    uint32_t value = alpha ? (channel * 255 + alpha / 2) / alpha : 0;
    return (unsigned char)(value > 255 ? 255 : value);
}

/* One row in PNG's order of channels. */
static void take_row(const Pixels *pixels, uint32_t y, unsigned char *row)
{
    const unsigned char *from = pixels->rows + y * pixels->stride;
    for (uint32_t x = 0; x < pixels->width; x++) {
        uint32_t argb;
        memcpy(&argb, from + 4 * (size_t)x, sizeof argb);
        uint32_t a = argb >> 24, r = argb >> 16 & 0xFF, g = argb >> 8 & 0xFF, b = argb & 0xFF;
        if (pixels->alpha) {
            *row++ = straight(r, a);
            *row++ = straight(g, a);
            *row++ = straight(b, a);
            *row++ = (unsigned char)a;
        } else {
            *row++ = (unsigned char)r;
            *row++ = (unsigned char)g;
            *row++ = (unsigned char)b;
        }
    }
}

static void compress_some(z_stream *stream, Bytes *out, int flush)
{
    unsigned char block[16384];
    do {
        stream->next_out = block;
        stream->avail_out = sizeof block;
        deflate(stream, flush);
        bytes_add(out, block, sizeof block - stream->avail_out);
    } while (stream->avail_out == 0);
}

/* Filter 0, none: words and flat areas come out smaller so than as differences, and sooner. */
static void compress_rows(const Pixels *pixels, Bytes *out)
{
    size_t length = 1 + pixels->width * (size_t)(pixels->alpha ? 4 : 3);
    unsigned char *row = heap_alloc(length, 1);
    z_stream stream = {0};
    int made = deflateInit(&stream, LEVEL);
    assert(made == Z_OK);
    (void)made;
    for (uint32_t y = 0; y < pixels->height; y++) {
        take_row(pixels, y, row + 1);
        stream.next_in = row;
        stream.avail_in = (unsigned)length;
        compress_some(&stream, out, Z_NO_FLUSH);
    }
    compress_some(&stream, out, Z_FINISH);
    deflateEnd(&stream);
    free(row);
}

void png_encode(const Pixels *pixels, Bytes *out)
{
    bytes_add(out, "\x89PNG\r\n\x1A\n", 8);
    unsigned char head[13] = {[8] = 8, [9] = pixels->alpha ? 6 : 2}; /* 8 bits; colour with or without alpha */
    put_32(head, pixels->width);
    put_32(head + 4, pixels->height);
    put_chunk(out, "IHDR", head, sizeof head);
    put_chunk(out, "sRGB", "\0", 1);
    unsigned char density[9] = {[8] = 1}; /* a metre */
    put_32(density, (uint32_t)lroundf(96 / 0.0254f * pixels->scale));
    put_32(density + 4, (uint32_t)lroundf(96 / 0.0254f * pixels->scale));
    put_chunk(out, "pHYs", density, sizeof density);
    Bytes data = {0};
    compress_rows(pixels, &data);
    put_chunk(out, "IDAT", data.data, data.length);
    bytes_finish(&data);
    put_chunk(out, "IEND", "", 0);
}
