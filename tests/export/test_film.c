/* A GIF decoded again by giflib: as many pictures as changed, the right time each, the right pixels, small
 * rectangles. */
#include "export/film.h"

#include "base/arena.h"
#include "base/file.h"

#include <gif_lib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WIDTH = 120, HEIGHT = 80 };

static char path[64];
static Type *type;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    strcpy(path, "/tmp/attend-film-XXXXXX.gif");
    close(mkstemps(path, 4));
    unlink(path);
    type = type_open(FONTS, &error);
    return type ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    type_close(type);
    return 0;
}

/* A white box that has moved `step` times by 8 px. */
static void draw_step(DrawList *list, int step)
{
    drawlist_reset(list, type, WIDTH, HEIGHT, color_hex(0x102030));
    drawlist_box(list, (Box){4.0f + 8 * (float)step, 20, 16, 12}, 0, paint_fill(color_hex(0xFFFFFF)));
    drawlist_box(list, (Box){0, 70, 40, 10}, 0, paint_fill(color_hex(0xD97A08)));
}

static void make_film(const int *steps, int count, int fps, bool samples)
{
    Error error = {0};
    DrawList list = {0};
    FilmOptions options = {1, fps};
    Film *film = film_create(path, WIDTH, HEIGHT, &options, &error);
    assert_non_null(film);
    for (int i = 0; i < count && samples; i++) {
        draw_step(&list, steps[i]);
        film_sample(film, &list);
    }
    for (int i = 0; i < count; i++) {
        draw_step(&list, steps[i]);
        assert_true(film_frame(film, &list, &error));
    }
    assert_true(film_end(film, &error));
    drawlist_finish(&list);
}

static GifFileType *read_film(void)
{
    int error;
    GifFileType *gif = DGifOpenFileName(path, &error);
    assert_non_null(gif);
    assert_int_equal(DGifSlurp(gif), GIF_OK);
    assert_int_equal(gif->SWidth, WIDTH);
    assert_int_equal(gif->SHeight, HEIGHT);
    return gif;
}

/* Lays frame `index` over what is on the screen. */
static void lay_over(const GifFileType *gif, int index, uint32_t *screen)
{
    const SavedImage *image = &gif->SavedImages[index];
    GraphicsControlBlock control;
    assert_int_equal(DGifSavedExtensionToGCB((GifFileType *)gif, index, &control), GIF_OK);
    assert_int_equal(control.DisposalMode, DISPOSE_DO_NOT);
    const GifImageDesc *at = &image->ImageDesc;
    for (int y = 0; y < at->Height; y++)
        for (int x = 0; x < at->Width; x++) {
            int color = image->RasterBits[y * at->Width + x];
            if (color == control.TransparentColor)
                continue;
            GifColorType c = gif->SColorMap->Colors[color];
            screen[(at->Top + y) * WIDTH + at->Left + x] = (uint32_t)c.Red << 16 | (uint32_t)c.Green << 8 | c.Blue;
        }
}

static void the_frames_are_what_was_drawn(void **state)
{
    (void)state;
    static const int steps[] = {0, 0, 1, 2, 2, 2, 5};
    static const int shown[] = {0, 1, 2, 5}, delays[] = {20, 10, 30, 10};
    uint32_t screen[WIDTH * HEIGHT];
    memset(screen, 0xEE, sizeof screen);
    make_film(steps, 7, 10, true);
    GifFileType *gif = read_film();
    assert_int_equal(gif->ImageCount, 4);
    for (int i = 0; i < 4; i++) {
        GraphicsControlBlock control;
        lay_over(gif, i, screen);
        assert_int_equal(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        assert_int_equal(control.DelayTime, delays[i]);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                int left = 4 + 8 * shown[i];
                bool box = x >= left && x < left + 16 && y >= 20 && y < 32, foot = x < 40 && y >= 70;
                uint32_t wanted = box ? 0xFFFFFF : foot ? 0xD97A08 : 0x102030;
                assert_int_equal(screen[y * WIDTH + x], wanted);
            }
    }
    DGifCloseFile(gif, NULL);
}

static void rectangles_hold_what_changed(void **state)
{
    (void)state;
    static const int steps[] = {0, 1};
    make_film(steps, 2, 10, true);
    GifFileType *gif = read_film();
    assert_int_equal(gif->ImageCount, 2);
    const GifImageDesc *at = &gif->SavedImages[1].ImageDesc;
    assert_int_equal(at->Left, 4);
    assert_int_equal(at->Top, 20);
    assert_int_equal(at->Width, 24);
    assert_int_equal(at->Height, 12);
    DGifCloseFile(gif, NULL);
}

/* At 30 frames a second a frame is 3 1/3 hundredths: the errors must not add up. */
static void time_does_not_drift(void **state)
{
    (void)state;
    int steps[60];
    for (int i = 0; i < 60; i++)
        steps[i] = i % 10;
    make_film(steps, 60, 30, false);
    GifFileType *gif = read_film();
    int sum = 0;
    for (int i = 0; i < gif->ImageCount; i++) {
        GraphicsControlBlock control;
        assert_int_equal(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        assert_in_range(control.DelayTime, 3, 4);
        sum += control.DelayTime;
    }
    assert_int_equal(gif->ImageCount, 60);
    assert_int_equal(sum, 200);
    DGifCloseFile(gif, NULL);
}

/* More colours than a GIF has: every pixel is near to what it was, and what covers most is exact. */
static void many_colours_come_close(void **state)
{
    (void)state;
    Error error = {0};
    DrawList list = {0};
    FilmOptions options = {1, 10};
    Film *film = film_create(path, WIDTH, HEIGHT, &options, &error);
    drawlist_reset(&list, type, WIDTH, HEIGHT, color_hex(0x14161C));
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < WIDTH; x++) {
            Color color = {(uint8_t)(x * 2), (uint8_t)(y * 8), (uint8_t)(255 - x - y), 255};
            drawlist_box(&list, (Box){(float)x, (float)y, 1, 1}, 0, paint_fill(color));
        }
    assert_true(film_frame(film, &list, &error));
    assert_true(film_end(film, &error));
    GifFileType *gif = read_film();
    uint32_t screen[WIDTH * HEIGHT] = {0};
    lay_over(gif, 0, screen);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            uint32_t pixel = screen[y * WIDTH + x];
            if (y >= 30)
                assert_int_equal(pixel, 0x14161C);
            else {
                assert_in_range((pixel >> 16 & 0xFF) + 64, 64 + (uint32_t)x * 2 - 30, 64 + (uint32_t)x * 2 + 30);
                assert_in_range((pixel >> 8 & 0xFF) + 64, 64 + (uint32_t)y * 8 - 30, 64 + (uint32_t)y * 8 + 30);
            }
        }
    DGifCloseFile(gif, NULL);
    drawlist_finish(&list);
}

static void an_abandoned_film_leaves_nothing(void **state)
{
    (void)state;
    Error error = {0};
    DrawList list = {0};
    FilmOptions options = {1, 10};
    unlink(path);
    Film *film = film_create(path, WIDTH, HEIGHT, &options, &error);
    draw_step(&list, 1);
    assert_true(film_frame(film, &list, &error));
    film_abandon(film);
    film_abandon(NULL);
    assert_false(file_exists(path));
    film = film_create(path, WIDTH, HEIGHT, &options, &error);
    assert_false(film_end(film, &error)); /* without a single frame */
    assert_false(file_exists(path));
    drawlist_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_frames_are_what_was_drawn),
        cmocka_unit_test(rectangles_hold_what_changed),
        cmocka_unit_test(time_does_not_drift),
        cmocka_unit_test(many_colours_come_close),
        cmocka_unit_test(an_abandoned_film_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
