/* Text on the pixels: a source made up here stands in for the one that knows fonts. */
#include "raster/picture.h"

#include <math.h>

typedef struct Made {
    int calls, across, down, letters; /* of the last call */
    uint8_t bytes[40 * 40];
} Made;

/* A run covers a block: from its origin two pixels to the right and three upwards, whatever its text. */
static bool make_block(void *context, const TextRun *run, Coverage *out)
{
    Made *made = context;
    made->calls++;
    made->across = run->across;
    made->down = run->down;
    made->letters = (int)utf8_count(run->text);
    memset(made->bytes, 255, sizeof made->bytes);
    *out = (Coverage){made->bytes, 2 * run->across, 3 * run->down, 40, 0, -3 * run->down};
    return true;
}

static Made made;

static void begin(Picture *picture)
{
    raster_destroy(picture->raster);
    made = (Made){0};
    picture->raster = raster_create((TextSource){make_block, &made});
    picture_begin(picture, 60, 40);
}

static void draw_style(Picture *picture, TextStyle style, Point at, float angle, const char *text)
{
    drawlist_reset(&picture->list, picture->type, 60, 40, WHITE);
    drawlist_text_turned(&picture->list, style, at, angle, ALIGN_LEFT, slice_of(text));
    for (int i = 0; i < picture->list.count; i++)
        picture->list.commands[i].bounds = (Box){0, 0, 60, 40}; /* the made-up ink is not the font's */
    picture_paint(picture, 1);
}

static void draw(Picture *picture, Point at, float angle, float tracking, const char *text)
{
    draw_style(picture, (TextStyle){FACE_SANS, 10, BLACK, tracking}, at, angle, text);
}

static void a_run_moves_by_quarters_and_is_set_once(void **state)
{
    Picture *picture = *state;
    begin(picture);
    for (int quarter = 0; quarter < 8; quarter++) {
        draw(picture, (Point){20 + 0.25f * (float)quarter, 20.4f}, 0, 0, "ab");
        int part = quarter % 4, x = 20 + quarter / 4;
        assert_int_equal(ink(picture, x - 1, 18), 0);
        assert_in_range(ink(picture, x, 18) + 1, 255 * (4 - part) / 4, 255 * (4 - part) / 4 + 2);
        assert_int_equal(ink(picture, x + 1, 18), 255);
        assert_in_range(ink(picture, x + 2, 18) + 1, 255 * part / 4, 255 * part / 4 + 2);
        assert_int_equal(ink(picture, x + 1, 17), 255); /* whole rows */
        assert_int_equal(ink(picture, x + 1, 19), 255);
        assert_int_equal(ink(picture, x + 1, 16), 0);
        assert_int_equal(ink(picture, x + 1, 20), 0);
    }
    assert_int_equal(made.calls, 1);
    assert_int_equal(made.across, 4);
    assert_int_equal(made.down, 1);
    assert_int_equal(made.letters, 2);
    draw(picture, (Point){20, 20}, 0, 0, "ba");
    assert_int_equal(made.calls, 2);
}

static void a_turned_run_is_turned_about_its_origin(void **state)
{
    Picture *picture = *state;
    begin(picture);
    draw(picture, (Point){30, 20}, -1.5707963f, 0, "ab"); /* upwards: three to the left, two up */
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 60; x++)
            assert_int_equal(ink(picture, x, y), x >= 27 && x < 30 && y >= 18 && y < 20 ? 255 : 0);
    draw(picture, (Point){30.25f, 20.5f}, -1.5707963f, 0, "ab");
    assert_int_equal(ink(picture, 28, 18), 128);
    assert_int_equal(ink(picture, 30, 19), 64);
    assert_true(labs(ink_sum(picture) - 6 * 255) <= 5);
    draw(picture, (Point){30, 20}, 0.7853982f, 0, "ab");
    assert_true(labs(ink_sum(picture) - 6 * 255) < 30);
    assert_int_equal(made.calls, 1);
    assert_int_equal(made.across, 4);
    assert_int_equal(made.down, 4);
}

static void a_tracked_run_is_set_letter_by_letter(void **state)
{
    Picture *picture = *state;
    begin(picture);
    draw(picture, (Point){10, 20}, 0, 4, "aba");
    assert_int_equal(made.calls, 2); /* the second a is known */
    assert_int_equal(made.letters, 1);
    const DrawCommand *run = picture->list.commands;
    for (int i = 0; i < run->text.count; i++)
        assert_int_equal(ink(picture, 11 + (int)run->text.letters[i].x, 18), 255);
    assert_true(labs(ink_sum(picture) - 3 * 6 * 255) <= 18);
    draw(picture, (Point){10, 20}, 0, 4, "ax\xcc\x83"); /* a mark stays with its letter */
    assert_int_equal(made.letters, 2);
}

static void large_letters_are_set_in_whole_pixels(void **state)
{
    Picture *picture = *state;
    begin(picture);
    draw_style(picture, (TextStyle){FACE_SANS, 200, BLACK, 0}, (Point){10.25f, 35}, 0, "a");
    assert_int_equal(made.across, 1);
    assert_int_equal(ink_sum(picture), 6 * 255);
    draw_style(picture, (TextStyle){FACE_SANS, 2000, BLACK, 0}, (Point){10, 35}, 0, "a");
    assert_int_equal(ink_sum(picture), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_moves_by_quarters_and_is_set_once),
        cmocka_unit_test(a_turned_run_is_turned_about_its_origin),
        cmocka_unit_test(a_tracked_run_is_set_letter_by_letter),
        cmocka_unit_test(large_letters_are_set_in_whole_pixels),
    };
    return cmocka_run_group_tests(tests, picture_setup, picture_teardown);
}
