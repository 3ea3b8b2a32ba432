/* What single commands leave in the pixels. */
#include "picture.h"

#include "raster/pixels.h"

#include <math.h>

static void mixing_is_exact(void **state)
{
    (void)state;
    for (int s = 0; s < 256; s += 15)
        for (int d = 0; d < 256; d += 5)
            for (int a = 0; a < 256; a++) {
                uint32_t to[1] = {0xff000000u | (uint32_t)d << 16 | (uint32_t)(255 - d) << 8 | (uint32_t)d};
                Color color = {(uint8_t)s, (uint8_t)s, (uint8_t)(255 - s), 255};
                pixels_paint(to, 1, color, (uint8_t)a);
                assert_int_equal(to[0] >> 16 & 255, (s * a + d * (255 - a) + 127) / 255);
                assert_int_equal(to[0] >> 8 & 255, (s * a + (255 - d) * (255 - a) + 127) / 255);
                assert_int_equal(to[0] & 255, ((255 - s) * a + d * (255 - a) + 127) / 255);
            }
}

/* Masks of all lengths, with empty and full stretches, give what one pixel at a time gives. */
static void masks_equal_single_pixels(void **state)
{
    (void)state;
    uint8_t coverage[40];
    uint32_t together[40], alone[40];
    for (int round = 0; round < 200; round++) {
        Color color = {200, 30, 90, round % 3 ? 255 : 140};
        for (int i = 0; i < 40; i++) {
            int kind = (i / 9 + round) % 4;
            coverage[i] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? 255 : (i * 37 + round * 11) & 255);
            together[i] = alone[i] = 0xff000000u | (uint32_t)(i * 0x050301);
        }
        int from = round % 7, count = round % 33;
        pixels_mask(together + from, coverage + from, count, color);
        for (int i = from; i < from + count; i++)
            pixels_paint(alone + i, 1, color, coverage[i]);
        assert_memory_equal(together, alone, sizeof together);
    }
}

static void half_a_pixel_is_half_covered(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 40, 30);
    drawlist_box(list, (Box){10.5f, 8, 20, 10.25f}, 0, paint_fill(BLACK));
    picture_paint(picture, 1);
    assert_int_equal(ink(picture, 9, 12), 0);
    assert_int_equal(ink(picture, 10, 12), 128);
    assert_int_equal(ink(picture, 11, 12), 255);
    assert_int_equal(ink(picture, 29, 12), 255);
    assert_int_equal(ink(picture, 30, 12), 128);
    assert_int_equal(ink(picture, 31, 12), 0);
    assert_int_equal(ink(picture, 15, 7), 0);
    assert_int_equal(ink(picture, 15, 18), 64);
    assert_int_equal(ink(picture, 10, 18), 32);
    assert_int_equal(pixel(picture, 0, 0), 0xffffffff);
}

static void scale_counts_in_pixels(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 40, 30);
    drawlist_box(list, (Box){4, 4, 3, 3}, 0, paint_fill(BLACK));
    picture_paint(picture, 1.5f);
    assert_int_equal(ink(picture, 5, 7), 0);
    assert_int_equal(ink(picture, 6, 7), 255);
    assert_int_equal(ink(picture, 9, 7), 255);
    assert_int_equal(ink(picture, 10, 7), 128);
    assert_int_equal(ink(picture, 11, 7), 0);
}

static void alpha_mixes(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 20, 20);
    drawlist_box(list, (Box){2, 2, 10, 10}, 0, paint_fill((Color){255, 0, 0, 128}));
    drawlist_box(list, (Box){6, 6, 10, 10}, 0, paint_fill((Color){0, 0, 255, 255}));
    picture_paint(picture, 1);
    assert_int_equal(pixel(picture, 3, 3), 0xffff7f7f);
    assert_int_equal(pixel(picture, 8, 8), 0xff0000ff);
}

static void round_corners_are_symmetric(void **state)
{
    Picture *picture = *state;
    for (int radius = 1; radius <= 15; radius++) {
        DrawList *list = picture_begin(picture, 50, 50);
        drawlist_box(list, (Box){10, 10, 30, 30}, (float)radius, paint_fill_stroke((Color){0, 0, 0, 90}, BLACK, 1.5f));
        picture_paint(picture, 1);
        for (int y = 0; y < 50; y++)
            for (int x = 0; x < 50; x++) {
                assert_int_equal(ink(picture, x, y), ink(picture, 49 - x, y));
                assert_int_equal(ink(picture, x, y), ink(picture, x, 49 - y));
                assert_int_equal(ink(picture, x, y), ink(picture, y, x));
            }
    }
}

static void areas_are_right(void **state)
{
    Picture *picture = *state;
    const double pi = 3.14159265358979;
    for (int i = 0; i < 20; i++) { /* circles, at odd places, filled and stroked */
        float r = 1.5f + 0.9f * (float)i, x = 30 + 0.13f * (float)i;
        DrawList *list = picture_begin(picture, 64, 64);
        drawlist_box(list, (Box){x - r, x - r, 2 * r, 2 * r}, 99, paint_fill(BLACK));
        picture_paint(picture, 1);
        assert_true(fabs((double)ink_sum(picture) / 255 - pi * r * r) < 0.02 * pi * r * r + 0.15);
        list = picture_begin(picture, 64, 64);
        drawlist_box(list, (Box){x - r, x - r, 2 * r, 2 * r}, 99, paint_stroke(BLACK, 2));
        picture_paint(picture, 1);
        assert_true(fabs((double)ink_sum(picture) / 255 - 4 * pi * r) < 0.03 * 4 * pi * r);
    }
    for (int i = 0; i < 20; i++) { /* triangles */
        float d = 0.31f * (float)i;
        DrawList *list = picture_begin(picture, 64, 64);
        drawlist_move(list, 3 + d, 5);
        drawlist_line(list, 50, 9 + d);
        drawlist_line(list, 20 - d, 60);
        drawlist_path_end(list, paint_fill(BLACK)); /* closes by itself */
        picture_paint(picture, 1);
        double area = 0.5 * fabs((50.0 - 3 - d) * (60 - 5) - (20.0 - d - 3 - d) * (9 + d - 5));
        assert_true(fabs((double)ink_sum(picture) / 255 - area) < 1);
    }
}

/* A path fill and a box fill of the same rectangle agree to a step in 255. */
static void paths_and_boxes_agree(void **state)
{
    Picture *picture = *state;
    uint32_t box[40 * 40];
    for (int i = 0; i < 30; i++) {
        float x = 5 + 0.23f * (float)i, y = 4 + 0.17f * (float)i, w = 20.4f, h = 13.3f;
        DrawList *list = picture_begin(picture, 40, 40);
        drawlist_box(list, (Box){x, y, w, h}, 0, paint_fill(BLACK));
        picture_paint(picture, 1);
        memcpy(box, picture->canvas.pixels, sizeof box);
        list = picture_begin(picture, 40, 40);
        drawlist_move(list, x, y);
        drawlist_line(list, x, y + h);
        drawlist_line(list, x + w, y + h);
        drawlist_line(list, x + w, y);
        drawlist_close(list);
        drawlist_path_end(list, paint_fill(BLACK));
        picture_paint(picture, 1);
        for (int at = 0; at < 40 * 40; at++)
            assert_in_range((int)(box[at] & 255) - (int)(picture->canvas.pixels[at] & 255) + 1, 0, 2);
    }
}

/* A shape that begins left of its clip keeps its coverage inside. */
static void clips_cut_and_nothing_else(void **state)
{
    Picture *picture = *state;
    uint32_t whole[60 * 60];
    for (int clipped = 0; clipped < 2; clipped++) {
        DrawList *list = picture_begin(picture, 60, 60);
        if (clipped) {
            drawlist_clip(list, (Box){0, 0, 40, 60});
            drawlist_clip(list, (Box){20, 15, 60, 30});
        }
        drawlist_move(list, -30, 10);
        drawlist_cubic(list, 30, 0, 50, 40, 90, 22);
        drawlist_line(list, 40, 70);
        drawlist_close(list);
        drawlist_path_end(list, paint_fill_stroke((Color){0, 0, 0, 100}, BLACK, 3));
        drawlist_box(list, (Box){10, 20, 25, 60}, 9, paint_fill_stroke((Color){90, 0, 0, 255}, BLACK, 2));
        drawlist_text_at(list, (TextStyle){FACE_SANS_BOLD, 20, BLACK, 0}, (Point){5, 40}, ALIGN_LEFT,
                         slice_of("mouse猫"));
        if (clipped) {
            drawlist_unclip(list);
            drawlist_unclip(list);
        }
        picture_paint(picture, 1);
        if (!clipped)
            memcpy(whole, picture->canvas.pixels, sizeof whole);
    }
    for (int y = 0; y < 60; y++)
        for (int x = 0; x < 60; x++) {
            bool inside = x >= 20 && x < 40 && y >= 15 && y < 45;
            assert_int_equal(pixel(picture, x, y), inside ? whole[y * 60 + x] : 0xffffffff);
        }
}

static void strokes_never_add_up(void **state)
{
    Picture *picture = *state;
    Color half = {0, 0, 0, 128};
    DrawList *list = picture_begin(picture, 60, 60);
    drawlist_move(list, 10, 30); /* there and back, then across itself */
    drawlist_line(list, 50, 30);
    drawlist_line(list, 10, 30);
    drawlist_line(list, 30, 10);
    drawlist_line(list, 30, 50);
    drawlist_path_end(list, paint_stroke(half, 6));
    picture_paint(picture, 1);
    int most = 0;
    for (int i = 0; i < 60 * 60; i++)
        most = ink(picture, i % 60, i / 60) > most ? ink(picture, i % 60, i / 60) : most;
    assert_int_equal(most, 128);
    assert_int_equal(ink(picture, 30, 30), 128);
    assert_int_equal(ink(picture, 45, 28), 128);
    assert_int_equal(ink(picture, 45, 33), 0);
}

/* Twice around, the same way. */
static void draw_frame(DrawList *list)
{
    for (int turn = 0; turn < 2; turn++) {
        float inset = 8 * (float)turn;
        drawlist_move(list, 4 + inset, 4 + inset);
        drawlist_line(list, 36 - inset, 4 + inset);
        drawlist_line(list, 36 - inset, 36 - inset);
        drawlist_line(list, 4 + inset, 36 - inset);
        drawlist_close(list);
    }
}

static void fills_are_non_zero(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 40, 40);
    draw_frame(list);
    drawlist_path_end(list, paint_fill(BLACK));
    picture_paint(picture, 1);
    assert_int_equal(ink(picture, 20, 20), 255);
    assert_int_equal(ink(picture, 6, 20), 255);
    assert_int_equal(ink(picture, 12, 12), 255);
}

static void dashes_leave_gaps(void **state)
{
    Picture *picture = *state;
    DrawList *list = picture_begin(picture, 60, 20);
    Paint paint = paint_stroke(BLACK, 2);
    paint.dash = 6;
    paint.gap = 6;
    drawlist_segment(list, (Point){4, 10}, (Point){56, 10}, paint);
    picture_paint(picture, 1);
    assert_int_equal(ink(picture, 6, 9), 255);
    assert_int_equal(ink(picture, 12, 9), 0);
    assert_int_equal(ink(picture, 18, 9), 255);
    assert_int_equal(ink(picture, 25, 9), 0);
    assert_int_equal(ink(picture, 30, 10), 255);
}

/* The same run a quarter of a pixel on differs; a whole pixel on it is the same picture moved. */
static void text_goes_by_quarters(void **state)
{
    Picture *picture = *state;
    uint32_t first[120 * 30];
    for (int i = 0; i < 5; i++) {
        DrawList *list = picture_begin(picture, 120, 30);
        drawlist_text_at(list, (TextStyle){FACE_SANS, 14.5f, BLACK, 0}, (Point){10 + 0.25f * (float)i, 20}, ALIGN_LEFT,
                         slice_of("chase 老鼠"));
        picture_paint(picture, 1);
        assert_true(ink_sum(picture) > 255 * 100);
        if (i == 0)
            memcpy(first, picture->canvas.pixels, sizeof first);
        else if (i < 4)
            assert_memory_not_equal(first, picture->canvas.pixels, sizeof first);
    }
    for (int y = 0; y < 30; y++)
        assert_memory_equal(picture->canvas.pixels + y * 120 + 1, first + y * 120, 119 * sizeof(uint32_t));
}

/* Turned by a right angle, text covers as much as upright; turned fully, it is the same. */
static void text_turns(void **state)
{
    Picture *picture = *state;
    long sums[3];
    static const float angles[] = {0, -1.5707963f, 6.2831853f};
    for (int i = 0; i < 3; i++) {
        DrawList *list = picture_begin(picture, 200, 200);
        drawlist_text_turned(list, (TextStyle){FACE_SANS_BOLD, 20, BLACK, 0}, (Point){100, 100}, angles[i], ALIGN_LEFT,
                             slice_of("turned"));
        picture_paint(picture, 1);
        sums[i] = ink_sum(picture);
    }
    assert_true(labs(sums[0] - sums[1]) < sums[0] / 100);
    assert_int_equal(sums[0], sums[2]);
}

/* Two by two pixels over eight by eight, then over one: each pixel of the canvas is the mean of what it covers. */
static void images_are_scaled(void **state)
{
    Picture *picture = *state;
    uint32_t pixels[] = {0xff000000, 0xffffffff, 0x00000000, 0x80800000}; /* the last: half of red */
    Image image = {.width = 2, .height = 2, .pixels = pixels};
    DrawList *list = picture_begin(picture, 20, 20);
    drawlist_image(list, (Box){4, 6, 8, 8}, &image);
    drawlist_image(list, (Box){17, 17, 1, 1}, &image);
    drawlist_image(list, (Box){0, 0, 0, 4}, &image);
    picture_paint(picture, 1);
    assert_int_equal(pixel(picture, 3, 6), 0xffffffff);
    assert_int_equal(pixel(picture, 4, 6), 0xff000000);
    assert_int_equal(pixel(picture, 7, 9), 0xff000000);
    assert_int_equal(pixel(picture, 8, 9), 0xffffffff);
    assert_int_equal(pixel(picture, 4, 10), 0xffffffff);
    assert_int_equal(pixel(picture, 11, 13), 0xffff7f7f);
    assert_int_equal(pixel(picture, 12, 13), 0xffffffff);
    assert_int_equal(pixel(picture, 17, 17), 0xffbf9f9f);
    image.hash++; /* other pixels: the window sees it */
    picture_paint(picture, 1);
    assert_true(picture->count > 0);
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 0);
}

static void an_empty_list_is_its_ground(void **state)
{
    Picture *picture = *state;
    picture_begin(picture, 130, 70);
    picture->list.ground = (Color){1, 2, 3, 255};
    picture_paint(picture, 1);
    assert_int_equal(picture->count, 1);
    for (int i = 0; i < 130 * 70; i++)
        assert_int_equal(picture->canvas.pixels[i], 0xff010203);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixing_is_exact),
        cmocka_unit_test(masks_equal_single_pixels),
        cmocka_unit_test(half_a_pixel_is_half_covered),
        cmocka_unit_test(scale_counts_in_pixels),
        cmocka_unit_test(alpha_mixes),
        cmocka_unit_test(round_corners_are_symmetric),
        cmocka_unit_test(areas_are_right),
        cmocka_unit_test(paths_and_boxes_agree),
        cmocka_unit_test(clips_cut_and_nothing_else),
        cmocka_unit_test(strokes_never_add_up),
        cmocka_unit_test(fills_are_non_zero),
        cmocka_unit_test(dashes_leave_gaps),
        cmocka_unit_test(text_goes_by_quarters),
        cmocka_unit_test(text_turns),
        cmocka_unit_test(images_are_scaled),
        cmocka_unit_test(an_empty_list_is_its_ground),
    };
    return cmocka_run_group_tests(tests, picture_setup, picture_teardown);
}
