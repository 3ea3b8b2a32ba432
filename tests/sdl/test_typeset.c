/* SDL2_ttf's runs stand where the draw list says that they do. */
#include "raster/picture.h"
#include "system_font.h"

#include <math.h>

typedef struct Sample {
    Face face;
    const char *text;
} Sample;

static const Sample RUNS[] = {
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

/* Set by fonts of the machine: to the left, letters joined, letters that do not stand in order. */
static const Sample FOREIGN[] = {
    {FACE_SANS, "\u05e9\u05dc\u05d5\u05dd"},
    {FACE_SANS, "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd"},
    {FACE_SANS, "\u0645\u0631\u062d\u0628\u0627"},
    {FACE_SANS, "\u0627\u0644\u0639\u0627\u0644\u0645 \u0644\u0627"},
    {FACE_SANS, "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"},
    {FACE_SANS, "(\u05e2\u05d5\u05dc\u05dd) cat \u05d0 3"},
    {FACE_SANS, "\u0939\u093f\u0928\u094d\u0926\u0940 \u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f"},
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

static void expect_in_place(Picture *picture, const Sample *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < LENGTH(SIZES); k++) {
            DrawList *list = picture_begin(picture, 1500, 160);
            drawlist_text_at(list, (TextStyle){runs[i].face, SIZES[k], BLACK, 0}, (Point){40.25f, 90}, ALIGN_LEFT,
                             slice_of(runs[i].text));
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
                    fail_msg("'%s' at %g px: painted %.2f %.2f %.2f %.2f, measured %.2f %.2f %.2f %.2f", runs[i].text,
                             (double)SIZES[k], (double)box.x, (double)box.y, (double)box.w, (double)box.h,
                             (double)ink.x, (double)ink.y, (double)ink.w, (double)ink.h);
            }
        }
}

/* What is painted of a text does not reach beyond its bounds, so that nothing is left behind when it goes. */
static void expect_within_bounds(Picture *picture, const Sample *runs, size_t count)
{
    enum { W = 1000, H = 400 };
    uint32_t *within = heap_alloc((size_t)W * H, sizeof *within);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < LENGTH(SIZES); k++)
            for (int turned = 0; turned < 2; turned++) {
                DrawList *list = picture_begin(picture, W, H);
                drawlist_text_turned(list, (TextStyle){runs[i].face, SIZES[k], BLACK, turned ? 0 : 0.9f},
                                     (Point){40.6f, turned ? 40.3f : 200.5f}, turned ? 0.4f : 0, ALIGN_LEFT,
                                     slice_of(runs[i].text));
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

static void runs_stand_where_they_were_measured(void **state)
{
    expect_in_place(*state, RUNS, LENGTH(RUNS));
}

static void bounds_hold_all_ink(void **state)
{
    expect_within_bounds(*state, RUNS, LENGTH(RUNS));
}

static bool has_fonts(const Type *type)
{
    const uint32_t *missing;
    for (size_t i = 0; i < LENGTH(FOREIGN); i++)
        text_width(type, (TextStyle){FOREIGN[i].face, 20, BLACK, 0}, slice_of(FOREIGN[i].text));
    return type_missing(type, &missing) == 0;
}

static void foreign_letters_are_set_as_they_are_measured(void **state)
{
    Picture *picture = *state;
    if (!has_fonts(picture->type))
        skip();
    expect_in_place(picture, FOREIGN, LENGTH(FOREIGN));
    expect_within_bounds(picture, FOREIGN, LENGTH(FOREIGN));
}

/* A Hebrew word is its letters, which join with nothing, each where the draw list has it: the first on the right. */
static void a_word_to_the_left_is_its_letters(void **state)
{
    Picture *picture = *state;
    enum { W = 300, H = 100 };
    TextStyle style = {FACE_SANS, 48, BLACK, 0};
    long apart = 0, all;
    if (!has_fonts(picture->type))
        skip();
    DrawList *list = picture_begin(picture, W, H);
    drawlist_text_at(list, style, (Point){40, 70}, ALIGN_LEFT, slice_of("\u05e9\u05dc\u05d5\u05dd"));
    assert_int_equal(list->count, 1);
    assert_int_equal(list->commands->text.count, 4);
    Letter letters[4];
    memcpy(letters, list->commands->text.letters, sizeof letters);
    assert_true(letters[0].x > letters[1].x && letters[2].x > letters[3].x);
    picture_paint(picture, 1);
    all = ink_sum(picture);
    uint32_t *word = heap_alloc((size_t)W * H, sizeof *word);
    memcpy(word, picture->canvas.pixels, (size_t)W * H * sizeof *word);
    list = picture_begin(picture, W, H);
    for (int i = 0; i < 4; i++) {
        char letter[5] = "";
        utf8_put(letter, letters[i].codepoint);
        drawlist_text_at(list, style, (Point){40 + letters[i].x, 70}, ALIGN_LEFT, slice_of(letter));
    }
    picture_paint(picture, 1);
    for (int i = 0; i < W * H; i++)
        apart += labs((long)(word[i] & 0xff) - (long)(picture->canvas.pixels[i] & 0xff));
    free(word);
    assert_true(all > 10000 && apart < all / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_stand_where_they_were_measured),
        cmocka_unit_test(bounds_hold_all_ink),
    };
    const struct CMUnitTest foreign[] = {
        cmocka_unit_test(foreign_letters_are_set_as_they_are_measured),
        cmocka_unit_test(a_word_to_the_left_is_its_letters),
    };
    Arena arena = {0};
    char folder[64], *fonts = resource_folder("assets/fonts", &arena);
    system_fonts_make(folder, path_join(&arena, fonts, "attend-fallback.ttf"), 1);
    int failed = cmocka_run_group_tests(tests, picture_setup, picture_teardown);
    folder_remove_all(folder);
    unsetenv("FONTCONFIG_FILE");
    failed += cmocka_run_group_tests(foreign, picture_setup, picture_teardown);
    arena_finish(&arena);
    return failed;
}
