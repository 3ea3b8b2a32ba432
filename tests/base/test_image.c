/* PNG files as pixels: what is good, what is damaged, what is larger than it may be. */
#include "support.h"

#include "base/file.h"
#include "base/image.h"

#include <png.h>

/* A PNG of so many pixels, all of one colour (RGBA). */
static Slice make_png(Arena *arena, unsigned width, unsigned height, const unsigned char color[4])
{
    png_image png = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    unsigned char *rgba = arena_alloc(arena, (size_t)width * height, 4);
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy(rgba + 4 * i, color, 4);
    png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *bytes = arena_alloc(arena, length, 1);
    assert_true(png_image_write_to_memory(&png, bytes, &length, 0, rgba, 0, NULL));
    return (Slice){bytes, length};
}

static void pixels_are_premultiplied(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Image image, other;
    Slice png = make_png(&arena, 3, 2, (const unsigned char[]){255, 128, 0, 128});
    expect_ok(image_parse(png, "a.png", &arena, &image, &error), &error);
    assert_int_equal(image.width, 3);
    assert_int_equal(image.height, 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(image.pixels[i], 0x80804000);
    expect_ok(
        image_parse(make_png(&arena, 2, 3, (const unsigned char[]){255, 128, 0, 128}), "a.png", &arena, &other, &error),
        &error);
    assert_true(image.hash != other.hash);
    arena_finish(&arena);
}

static void what_is_refused(void **state)
{
    (void)state;
    Arena arena = {0};
    Image image;
    static const unsigned char red[] = {255, 0, 0, 255};
    Slice png = make_png(&arena, 40, 40, red);
    for (size_t length = 0; length < png.length; length += 1 + length / 8) { /* cut off anywhere before its end mark */
        Error error = {0};
        if (!image_parse((Slice){png.text, length}, "a.png", &arena, &image, &error))
            expect_error(&error, "a.png: is no PNG that can be read: ");
        else
            assert_true(length > png.length - 20);
    }
    Error error = {0};
    assert_false(image_parse(make_png(&arena, IMAGE_SIDE + 1, 1, red), "wide.png", &arena, &image, &error));
    expect_error(&error, "wide.png: has 4097 x 1 pixels; expected at most 4096 a side and 4194304 in all");
    assert_false(image_parse(make_png(&arena, 4096, 1025, red), "large.png", &arena, &image, &error));
    expect_error(&error, "large.png: has 4096 x 1025 pixels");
    assert_false(image_read("/nowhere/a.png", &arena, &image, &error));
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pixels_are_premultiplied), cmocka_unit_test(what_is_refused)};
    return cmocka_run_group_tests_name("base image", tests, NULL, NULL);
}
