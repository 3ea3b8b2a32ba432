/* Text measured and broken into lines. */
#include "draw/drawlist.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Type *type;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    type = type_open(FONTS, &error);
    return type ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    type_close(type);
    return 0;
}

static TextStyle plain(float size)
{
    return (TextStyle){FACE_SANS, size, {0, 0, 0, 255}, 0};
}

static float width_of(TextStyle style, const char *text)
{
    return text_width(type, style, slice_of(text));
}

static void assert_near(float a, float b)
{
    if (!(fabsf(a - b) <= 1e-3f))
        fail_msg("%f is not %f", (double)a, (double)b);
}

/* Pairs of letters stand closer, a letter and its mark are one, and a mark on a capital stands higher. */
static void test_shaping(void **state)
{
    (void)state;
    assert_true(width_of(plain(20), "AVATAR") < width_of(plain(20), "A") + width_of(plain(20), "VATAR") - 0.5f);
    assert_true(width_of(plain(20), "To") < width_of(plain(20), "T") + width_of(plain(20), "o") - 0.5f);
    assert_near(width_of(plain(20), "cafe\xcc\x81"), width_of(plain(20), "caf\xc3\xa9"));
    assert_near(width_of(plain(20), "x\xcc\x83y"), width_of(plain(20), "xy"));
    DrawList list = {0};
    drawlist_reset(&list, type, 200, 100, (Color){255, 255, 255, 255});
    drawlist_text_at(&list, plain(20), (Point){10, 50}, ALIGN_LEFT, slice_of("X\xcc\x83"));
    drawlist_text_at(&list, plain(20), (Point){10, 50}, ALIGN_LEFT, slice_of("x\xcc\x83"));
    drawlist_text_at(&list, plain(20), (Point){10, 50}, ALIGN_LEFT, slice_of("AV"));
    assert_int_equal(list.count, 3);
    const DrawCommand *high = list.commands, *low = high + 1, *pair = high + 2;
    assert_true(high->bounds.y < low->bounds.y - 2);
    assert_true(pair->text.letters[1].x < width_of(plain(20), "A") - 0.5f);
    assert_near(pair->text.width, width_of(plain(20), "AV"));
    assert_near(pair->text.letters[1].y, 0);
    drawlist_finish(&list);
}

static void test_widths(void **state)
{
    (void)state;
    static const Face faces[] = {FACE_SANS, FACE_SANS_BOLD, FACE_MATH, FACE_MATH_ITALIC, FACE_MATH_BOLD};
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        TextStyle style = {faces[i], 14.5f, {0}, 0}, large = {faces[i], 29, {0}, 0};
        assert_near(width_of(style, ""), 0);
        assert_near(width_of(style, "cat chase") + width_of(style, " mouse"), width_of(style, "cat chase mouse"));
        assert_near(2 * width_of(style, "cat 老鼠 α₂"), width_of(large, "cat 老鼠 α₂"));
        assert_near(width_of(style, "0.93"), width_of(style, "1.11")); /* tabular figures */
    }
    assert_near(width_of(plain(20), "老鼠"), 40);
    for (Face face = FACE_MONO; face <= FACE_MONO_BOLD; face++) {
        TextStyle code = {face, 20, {0}, 0};
        assert_near(width_of(code, "if i: W_q"), width_of(code, "MMMMMMMMM"));
        assert_near(width_of(code, "→α−"), width_of((TextStyle){FACE_MONO, 20, {0}, 0}, "000"));
    }
    assert_near(width_of(plain(20), "+2"), width_of(plain(20), "−2"));
    TextStyle tracked = plain(10);
    tracked.tracking = 0.9f;
    assert_near(width_of(tracked, "ABC"), width_of(plain(10), "ABC") + 1.8f);
    assert_near(width_of(tracked, "A"), width_of(plain(10), "A"));
}

static Face face_of(Face wanted, uint32_t codepoint)
{
    Face face;
    float advance;
    type_glyph(type, wanted, codepoint, &face, &advance);
    return face;
}

static void test_faces(void **state)
{
    (void)state;
    assert_int_equal(face_of(FACE_SANS, 'a'), FACE_SANS);
    assert_int_equal(face_of(FACE_SANS, 0x732B), FACE_CJK);
    assert_int_equal(face_of(FACE_SANS_BOLD, 0x732B), FACE_CJK_BOLD);
    assert_int_equal(face_of(FACE_MATH, 0x732B), FACE_CJK);
    assert_int_equal(face_of(FACE_MATH_ITALIC, 0x3B1), FACE_MATH_ITALIC);
    assert_int_equal(face_of(FACE_SANS, 0x2207), FACE_FALLBACK);
    /* GBK's rarest hanzi are in the regular face alone */
    assert_int_equal(face_of(FACE_SANS_BOLD, 0x9FA5), FACE_CJK);
    Face face;
    float advance;
    uint32_t unknown = type_glyph(type, FACE_SANS, 0x1F642, &face, &advance);
    assert_int_equal(unknown, type_glyph(type, FACE_FALLBACK, 0xFFFD, &face, &advance));
    assert_int_not_equal(unknown, 0);
    for (int i = 0; i < FACE_SYSTEM; i++) {
        float cap_height = type_cap_height(type, (Face)i);
        assert_true(cap_height > 0.6f && cap_height < 0.8f);
        assert_non_null(type_font(type, (Face)i)->family);
        assert_true(type_font(type, (Face)i)->bytes.length > 1000);
    }
    assert_int_equal(type_font(type, FACE_SANS_BOLD)->weight, 600);
    assert_true(type_font(type, FACE_MATH_ITALIC)->italic);
}

/* Many code points: the table of those seen grows, and what it said stays true. */
static void test_cache(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++)
        for (uint32_t c = 0x4E00; c < 0x4E00 + 3000; c += 3)
            assert_int_equal(face_of(FACE_SANS, c), FACE_CJK);
    assert_near(width_of(plain(10), "\xE4\xB8\x80"), 10);
}

static void test_quotes_and_marks(void **state)
{
    (void)state;
    float narrow = width_of(plain(20), "“");
    assert_true(narrow < 15);
    assert_near(width_of(plain(20), "说“猫”吗"), 5 * 20);
    assert_near(width_of(plain(20), "“猫”"), 20 + narrow + width_of(plain(20), "”"));
    float closed = width_of(plain(20), "”"); /* punctuation brings the room beside it */
    assert_near(width_of(plain(20), "说“猫”。好"), 5 * 20 + closed);
    assert_near(width_of(plain(20), "写，“猫”在"), 5 * 20 + narrow);
    assert_near(width_of(plain(20), "猫……鼠"), 4 * 20);
    assert_near(width_of(plain(20), "猫——鼠"), 2 * 20 + width_of(plain(20), "——"));
    assert_near(width_of(plain(20), "a\xE2\x80\x8B"
                                    "b\xEF\xB8\x8F"),
                width_of(plain(20), "ab"));
    TextStyle math = {FACE_MATH_ITALIC, 20, {0}, 0};
    float both = width_of(math, "h\xCC\x83");
    assert_true(both > 5 && both < 20);
}

static void test_fit_and_at(void **state)
{
    (void)state;
    TextStyle style = plain(20);
    Slice text = slice_of("a鼠b");
    float a = width_of(style, "a"), rat = width_of(style, "a鼠"), all = width_of(style, "a鼠b");
    assert_int_equal(text_fit(type, style, text, -1), 0);
    assert_int_equal(text_fit(type, style, text, a - 0.1f), 0);
    assert_int_equal(text_fit(type, style, text, a), 1);
    assert_int_equal(text_fit(type, style, text, rat - 0.1f), 1);
    assert_int_equal(text_fit(type, style, text, rat), 4);
    assert_int_equal(text_fit(type, style, text, 1000), 5);
    assert_int_equal(text_at(type, style, text, -5), 0);
    assert_int_equal(text_at(type, style, text, a * 0.4f), 0);
    assert_int_equal(text_at(type, style, text, a * 0.6f), 1);
    assert_int_equal(text_at(type, style, text, a + 11), 4);
    assert_int_equal(text_at(type, style, text, all), 5);
    assert_int_equal(text_at(type, style, text, 1000), 5);
    assert_int_equal(text_at(type, style, slice_of(""), 10), 0);
    /* a caret never stands between a letter and its mark */
    TextStyle math = {FACE_MATH_ITALIC, 20, {0}, 0};
    Slice marked = slice_of("h\xCC\x83");
    assert_int_equal(text_at(type, math, marked, 100), 3);
    assert_int_equal(text_fit(type, math, marked, 100), 3);
}

static void test_break(void **state)
{
    (void)state;
    /* widths in em of a hanzi, so that the cases can be counted; lines are shown with | between them */
    static const struct {
        const char *text;
        float ems;
        const char *lines;
    } cases[] = {
        {"", 10, ""},
        {"   ", 10, ""},
        {"one", 10, "one"},
        {"Each answer is a score", 6.9f, "Each answer|is a score"},
        {"  Each   answer  ", 4, "Each|answer"},
        {"one\ntwo", 10, "one|two"},
        {"one\n\n two\n", 10, "one||two"},
        {"猫捉老鼠猫捉老鼠", 3, "猫捉老|鼠猫捉|老鼠"},
        {"猫捉，老鼠", 2, "猫|捉，|老鼠"},
        {"猫捉（老鼠）", 3, "猫捉|（老|鼠）"},
        {"他说：“猫。”是的", 4, "他说：|“猫。”是|的"},
        {"老鼠——猫", 3, "老|鼠——|猫"},
        {"the mouse老鼠 cat", 5, "the mouse|老鼠 cat"},
        {"unbreakablelongword", 4, "unbreak|ablelon|gword"},
        {"a unbreakablelongword", 4, "a|unbreak|ablelon|gword"},
        {"encoder-decoder", 5, "encoder-|decoder"},
        {"-1 and x-1", 2.2f, "-1|and|x-1"},
        {"0.93\xC2\xA0of 1", 3.3f,
         "0.93\xC2\xA0"
         "o|f 1"},
        {"auto\xE2\x80\x8Bmatic", 3, "auto|matic"},
        {"wide", 0.1f, "w|i|d|e"},
    };
    Arena arena = {0};
    TextStyle style = plain(20);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TextLines lines = text_break(&arena, type, style, slice_of(cases[i].text), cases[i].ems * 20);
        char shown[256] = "";
        for (int j = 0; j < lines.count; j++) {
            strcat(shown, j ? "|" : "");
            strncat(shown, lines.lines[j].text, lines.lines[j].length);
            assert_true(cases[i].ems < 1 || text_width(type, style, lines.lines[j]) <= cases[i].ems * 20 + 0.02f);
        }
        assert_string_equal(shown, cases[i].lines);
    }
    /* a text is as wide as it is: it stays in one line, whatever its rounding */
    for (float size = 7; size < 40; size += 0.37f) {
        Slice text = slice_of("The decoder 解码器 is about to write its third word.");
        TextLines lines = text_break(&arena, type, plain(size), text, text_width(type, plain(size), text));
        assert_int_equal(lines.count, 1);
    }
    arena_finish(&arena);
}

static void test_folders(void **state)
{
    (void)state;
    Error error = {0};
    assert_null(type_open("/nowhere", &error));
    assert_int_equal(error.code, ERROR_FILE);
    assert_non_null(strstr(error_text(&error), "/nowhere/attend-sans-regular.otf"));
    type_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shaping), cmocka_unit_test(test_widths),           cmocka_unit_test(test_faces),
        cmocka_unit_test(test_cache),   cmocka_unit_test(test_quotes_and_marks), cmocka_unit_test(test_fit_and_at),
        cmocka_unit_test(test_break),   cmocka_unit_test(test_folders),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
