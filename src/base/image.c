#include "base/image.h"

#include "base/file.h"
#include "base/hash.h"

#include <png.h>

static uint32_t premultiplied(const unsigned char *rgba)
{
    uint32_t a = rgba[3], pixel = a << 24;
    for (int i = 0; i < 3; i++)
        pixel |= ((uint32_t)rgba[i] * a + 127) / 255 << (16 - 8 * i);
    return pixel;
}

static bool damaged(png_image *png, const char *path, Error *error)
{
    error_at(error, ERROR_FORMAT, path, 0, "is no PNG that can be read: %s", png->message);
    png_image_free(png);
    return false;
}

bool image_parse(Slice bytes, const char *path, Arena *arena, Image *out, Error *error)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, bytes.text, bytes.length))
        return damaged(&png, path, error);
    uint64_t area = (uint64_t)png.width * png.height;
    if (png.width > IMAGE_SIDE || png.height > IMAGE_SIDE || area > IMAGE_AREA || area == 0) {
        error_at(error, ERROR_FORMAT, path, 0, "has %u x %u pixels; expected at most %d a side and %d in all",
                 (unsigned)png.width, (unsigned)png.height, IMAGE_SIDE, IMAGE_AREA);
        png_image_free(&png);
        return false;
    }
    png.format = PNG_FORMAT_RGBA;
    Arena scratch = {0};
    unsigned char *rgba = arena_alloc(&scratch, area, 4);
    bool ok = png_image_finish_read(&png, NULL, rgba, 0, NULL) || damaged(&png, path, error);
    if (ok) {
        *out = (Image){.width = (int)png.width, .height = (int)png.height, .png = bytes};
        out->pixels = ARENA_ARRAY(arena, uint32_t, area);
        for (uint64_t i = 0; i < area; i++)
            out->pixels[i] = premultiplied(rgba + 4 * i);
        out->hash = hash_bytes(hash_mix(hash_mix(1, png.width), png.height), out->pixels, area * sizeof *out->pixels);
    }
    arena_finish(&scratch);
    return ok;
}

void image_make(uint32_t *pixels, int width, int height, Arena *arena, Image *out)
{
    size_t area = (size_t)width * (size_t)height, channels = 3;
    for (size_t i = 0; i < area && channels == 3; i++)
        channels = pixels[i] ? 3 : 4;
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB,
                     .flags = PNG_IMAGE_FLAG_FAST};
    Arena scratch = {0};
    unsigned char *bytes = arena_alloc(&scratch, area, channels);
    for (size_t i = 0; i < area; i++)
        for (size_t k = 0; k < channels; k++)
            bytes[channels * i + k] = (unsigned char)(pixels[i] >> (k < 3 ? 16 - 8 * k : 24));
    size_t length = PNG_IMAGE_PNG_SIZE_MAX(png);
    char *file = arena_alloc(&scratch, length, 1);
    if (!png_image_write_to_memory(&png, file, &length, 0, bytes, 0, NULL))
        heap_exhausted();
    *out =
        (Image){.width = width, .height = height, .pixels = pixels, .png = {arena_copy(arena, file, length), length}};
    out->hash = hash_bytes(hash_mix(hash_mix(1, png.width), png.height), pixels, area * sizeof *pixels);
    arena_finish(&scratch);
}

bool image_read(const char *path, Arena *arena, Image *out, Error *error)
{
    Bytes bytes;
    if (!file_read(path, IMAGE_BYTES, &bytes, error))
        return false;
    Slice kept = {arena_copy(arena, bytes.data, bytes.length), bytes.length};
    bytes_finish(&bytes);
    return image_parse(kept, path, arena, out, error);
}
