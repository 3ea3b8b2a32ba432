/* SDL2_ttf's runs stand where the draw list says that they do. */
#include "raster/picture.h"
#include "system_font.h"

#include <math.h>

static const struct {
    Face face;
    const char *text;
} RUNS[] = {
    {FACE_SANS, "Each answer is a score."},
    {FACE_SANS, "jolly (figs) [j] Ångström"},
    {FACE_SANS, "AVATAR To Ty. WAVE, LT P. \"A\" (j) x₁ y² Yo Te VA."},
    {FACE_SANS, "cafe\xcc\x81 x\xcc\x83 X\xcc\x83 q\xcc\x84 A\xcc\x8a h\xcc\x82 Việt"},
    {FACE_SANS, "0.93 −1.31 +11.33 2.36"},
    {FACE_SANS_BOLD, "One sentence, read twice"},
    {FACE_MATH, "softmax(e)₃ = exp(2.52) / ∑ √2 ⎡x⎤"},
    {FACE_MATH_ITALIC, "fjαβ h\xcc\x83 y\xcc\x82 j\xcc\x83"},
    {FACE_MATH_BOLD, "0.42 × 1.00"},
    {FACE_CJK, "老鼠捉猫，一句话读两遍。"},
    {FACE_CJK_BOLD, "编码器状态"},
    {FACE_SANS, "attention 注意力 (alpha) 解码器 AVATAR 老鼠"},
    {FACE_SANS_BOLD, "cat " HANGUL HANGUL " mouse"},
    {FACE_FALLBACK, "✓ ✗ ⏎ ▁▂▃ ŷ"},
};

static const float SIZES[] = {8, 11, 13, 14.5f, 17, 19.333f, 20, 28, 56};

/* What is inked. A column or row at an edge counts as far as its darkest pixel is covered. */
static Box ink_box(const Picture *picture)
{
    int width = picture->canvas.width, height = picture->canvas.height, x0 = width, y0 = height, x1 = -1, y1 = -1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (ink(picture, x, y) > 0) {
                x0 = x < x0 ? x : x0;
                y0 = y < y0 ? y : y0;
                x1 = x > x1 ? x : x1;
                y1 = y > y1 ? y : y1;
            }
    int left = 0, right = 0, top = 0, bottom = 0;
    for (int y = y0; y <= y1; y++) {
        left = ink(picture, x0, y) > left ? ink(picture, x0, y) : left;
        right = ink(picture, x1, y) > right ? ink(picture, x1, y) : right;
    }
    for (int x = x0; x <= x1; x++) {
        top = ink(picture, x, y0) > top ? ink(picture, x, y0) : top;
        bottom = ink(picture, x, y1) > bottom ? ink(picture, x, y1) : bottom;
    }
    float x = (float)(x0 + 1) - (float)left / 255, y = (float)(y0 + 1) - (float)top / 255;
    return (Box){x, y, (float)x1 + (float)right / 255 - x, (float)y1 + (float)bottom / 255 - y};
}

static void runs_stand_where_they_were_measured(void **state)
{
    Picture *picture = *state;
    for (size_t i = 0; i < LENGTH(RUNS); i++)
        for (size_t k = 0; k < LENGTH(SIZES); k++) {
            DrawList *list = picture_begin(picture, 1500, 160);
            drawlist_text_at(list, (TextStyle){RUNS[i].face, SIZES[k], BLACK, 0}, (Point){40.25f, 90}, ALIGN_LEFT,
                             slice_of(RUNS[i].text));
            assert_true(list->count > 0);
            for (int c = 0; c < list->count; c++) {
                DrawCommand command = list->commands[c];
                Box ink = box_inset(command.bounds, TEXT_EDGE, TEXT_EDGE);
                DrawList alone = *list;
                alone.commands = &command;
                alone.count = 1;
                command.bounds = (Box){0, 0, 1500, 160}; /* nothing is cut off */
                picture->count = raster_paint(picture->raster, &alone, 1, picture->canvas, picture->damaged, RECTS);
                Box box = ink_box(picture);
                float left = box.x - ink.x, right = left + box.w - ink.w;
                float top = box.y - ink.y, bottom = top + box.h - ink.h;
                /* Hinting makes letters higher or lower by whole rows, but it does not move them: a baseline that is
                 * off by one moves both edges the same way. */
                bool near = fabsf(left) <= 1 && fabsf(right) <= 1;
                if (!near || fabsf(top) > 1.5f || fabsf(bottom) > 1.5f || fabsf(top + bottom) > 1.5f)
                    fail_msg("'%s' at %g px: painted %.2f %.2f %.2f %.2f, measured %.2f %.2f %.2f %.2f", RUNS[i].text,
                             (double)SIZES[k], (double)box.x, (double)box.y, (double)box.w, (double)box.h,
                             (double)ink.x, (double)ink.y, (double)ink.w, (double)ink.h);
            }
        }
}

/* What is painted of a text does not reach beyond its bounds, so that nothing is left behind when it goes. */
static void bounds_hold_all_ink(void **state)
{
    Picture *picture = *state;
    enum { W = 1000, H = 400 };
    uint32_t *within = heap_alloc((size_t)W * H, sizeof *within);
    for (size_t i = 0; i < LENGTH(RUNS); i++)
        for (size_t k = 0; k < LENGTH(SIZES); k++)
            for (int turned = 0; turned < 2; turned++) {
                DrawList *list = picture_begin(picture, W, H);
                drawlist_text_turned(list, (TextStyle){RUNS[i].face, SIZES[k], BLACK, turned ? 0 : 0.9f},
                                     (Point){40.6f, turned ? 40.3f : 200.5f}, turned ? 0.4f : 0, ALIGN_LEFT,
                                     slice_of(RUNS[i].text));
                picture_paint(picture, 1);
                memcpy(within, picture->canvas.pixels, (size_t)W * H * sizeof *within);
                for (int c = 0; c < list->count; c++)
                    list->commands[c].bounds = (Box){0, 0, W, H};
                raster_forget(picture->raster);
                picture_paint(picture, 1);
                assert_memory_equal(within, picture->canvas.pixels, (size_t)W * H * sizeof *within);
            }
    free(within);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_stand_where_they_were_measured),
        cmocka_unit_test(bounds_hold_all_ink),
    };
    Arena arena = {0};
    char folder[64], *fonts = resource_folder("assets/fonts", &arena);
    system_fonts_make(folder, path_join(&arena, fonts, "attend-fallback.ttf"), 1);
    int failed = cmocka_run_group_tests(tests, picture_setup, picture_teardown);
    folder_remove_all(folder);
    arena_finish(&arena);
    return failed;
}
