/* A character that no face of ours has comes from the system's fonts, where they have it. */
#include "system_font.h"

#include "base/arrival.h"
#include "draw/drawlist.h"

#include <fontconfig/fontconfig.h>

static int starts; /* of fontconfig */

FcConfig *__real_FcInitLoadConfigAndFonts(void);
FcConfig *__wrap_FcInitLoadConfigAndFonts(void);

FcConfig *__wrap_FcInitLoadConfigAndFonts(void)
{
    starts++;
    return __real_FcInitLoadConfigAndFonts();
}

static char folder[64];
static Type *type;
static DrawList list;

static void open(int fonts)
{
    Error error = {0};
    system_fonts_make(folder, FONTS "/attend-fallback.ttf", fonts);
    type = type_open(FONTS, &error);
    assert_non_null(type);
    starts = 0;
}

static void close_again(void)
{
    drawlist_finish(&list);
    type_close(type);
    folder_remove_all(folder);
}

/* Draws one line and says how many characters no font has. */
static int draw(Face face, const char *text)
{
    const uint32_t *missing;
    drawlist_reset(&list, type, 400, 100, color_hex(0xFFFFFF));
    drawlist_text_at(&list, (TextStyle){face, 20, color_hex(0), 0}, (Point){10, 50}, ALIGN_LEFT, slice_of(text));
    return type_missing(type, &missing);
}

/* In place of base/arrival.c: in a page, fonts are still to come. */
static Arrival arrival;
static int asked;

Arrival file_arrival(const char *path)
{
    return folder[0] && strstr(path, folder) ? arrival : FILE_IS_THERE;
}

void file_ask(const char *path)
{
    (void)path;
    asked++;
    arrival = arrival == FILE_IS_THERE ? FILE_IS_THERE : FILE_IS_COMING;
}

static bool is_box(void)
{
    draw(FACE_SANS, HANGUL);
    return list.commands->text.face == FACE_FALLBACK;
}

static void one_that_is_to_come_is_drawn_when_it_has(void **state)
{
    (void)state;
    open(1);
    asked = 0;
    arrival = FILE_IS_COMING;
    assert_true(is_box() && is_box());
    assert_int_equal(asked, 1);
    assert_false(type_has_more(type));
    arrival = FILE_IS_LOST;
    assert_false(type_has_more(type));
    assert_true(is_box());
    assert_int_equal(asked, 1); /* not again and again */
    arrival = FILE_IS_COMING;   /* the network is back */
    assert_true(type_has_more(type));
    assert_true(is_box());
    assert_int_equal(asked, 2);
    assert_false(type_has_more(type));
    arrival = FILE_IS_THERE;
    assert_true(type_has_more(type));
    assert_false(is_box());
    assert_false(type_has_more(type));
    close_again();
}

static void the_system_has_it(void **state)
{
    (void)state;
    open(1);
    assert_int_equal(draw(FACE_SANS, "cat 老鼠 ✓"), 0);
    assert_int_equal(starts, 0); /* nothing was missing */
    assert_int_equal(draw(FACE_SANS, "cat " HANGUL " mouse"), 0);
    assert_int_equal(draw(FACE_SANS_BOLD, HANGUL HANGUL), 0);
    assert_int_equal(starts, 1);
    const DrawCommand *run = list.commands;
    assert_int_equal(list.count, 1);
    assert_int_equal(run->text.face, FACE_SYSTEM);
    assert_int_equal(run->text.letters[1].codepoint, 0xD55C);
    const FontFile *font = type_font(type, FACE_SYSTEM);
    assert_string_equal(font->family, "'Attend Leftover', sans-serif");
    assert_int_equal(font->weight, 400);
    assert_true(font->bytes.length > 100000);
    Face ours;
    float advance;
    type_glyph(type, FACE_SANS, 0xFB00, &ours, &advance);
    assert_true(ours < FACE_SYSTEM);
    assert_true(run->text.width > 30 * advance);          /* two of them at 20 px */
    assert_int_equal(draw(FACE_SANS, "\xed\x9e\xa3"), 1); /* U+D7A3 is in no font */
    assert_int_equal(list.commands[0].text.face, FACE_FALLBACK);
    Bytes printed = {0};
    draw(FACE_SANS, HANGUL);
    drawlist_print(&list, &printed);
    assert_non_null(strstr(printed.data, "text system 20.00"));
    bytes_finish(&printed);
    assert_true(type_sound(type, NULL));
    close_again();
}

/* fontconfig remembers a font whose file has been spoilt since. */
static void a_font_that_cannot_be_opened_is_passed_over(void **state)
{
    (void)state;
    open(2);
    assert_int_equal(draw(FACE_SANS, HANGUL), 0);
    Arena arena = {0};
    Error error = {0};
    const char *paths[2];
    for (int i = 0; i < 2; i++)
        paths[i] = arena_printf(&arena, "%s/font-%d.ttf", folder, i);
    type_close(type);
    for (int spoilt = 0; spoilt < 2; spoilt++) {
        FILE *file = fopen(paths[spoilt], "r+b");
        assert_non_null(file);
        fseek(file, spoilt ? 4 : 0, SEEK_SET); /* the second still begins like a font */
        for (int i = 0; i < 4096; i++)
            fputc('x', file);
        fclose(file);
        type = type_open(FONTS, &error);
        assert_int_equal(draw(FACE_SANS, HANGUL), spoilt);
        assert_true(type_sound(type, NULL));
        if (spoilt == 0)
            type_close(type);
    }
    arena_finish(&arena);
    close_again();
}

static void there_is_none(void **state)
{
    (void)state;
    open(0);
    assert_int_equal(draw(FACE_SANS, HANGUL " " HANGUL), 1);
    assert_int_equal(starts, 1);
    assert_int_equal(list.commands[0].text.face, FACE_FALLBACK);
    assert_int_equal(list.commands[0].text.letters[0].codepoint, 0xD55C); /* for those who copy it */
    close_again();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_has_it),
        cmocka_unit_test(one_that_is_to_come_is_drawn_when_it_has),
        cmocka_unit_test(a_font_that_cannot_be_opened_is_passed_over),
        cmocka_unit_test(there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
