#include "support.h"

#include "base/utf8.h"

static void well_formed_or_not(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        bool valid;
        size_t count;
    } cases[] = {
        {BYTES(""), true, 0},
        {BYTES("cat"), true, 3},
        {BYTES("a\0b"), true, 3},
        {BYTES("\xE7\x8C\xAB"), true, 1},
        {BYTES("\xC3\xA9t\xC3\xA9"), true, 3},
        {BYTES("\xF0\x9F\x90\xB1"), true, 1},
        {BYTES("\xF4\x8F\xBF\xBF"), true, 1},
        {BYTES("\xEF\xBF\xBF"), true, 1},
        {BYTES("\xE9t\xE9"), false, 3},        /* Latin-1 */
        {BYTES("\xE7\x8C"), false, 2},         /* cut short */
        {BYTES("\xC0\xAF"), false, 2},         /* overlong */
        {BYTES("\xE0\x80\xAF"), false, 3},     /* overlong */
        {BYTES("\xF0\x80\x80\xAF"), false, 4}, /* overlong */
        {BYTES("\xED\xA0\x80"), false, 3},     /* surrogate */
        {BYTES("\xF4\x90\x80\x80"), false, 4}, /* above U+10FFFF */
        {BYTES("\x80"), false, 1},
        {BYTES("\xFF\xFE"), false, 2},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(utf8_valid(cases[i].text), cases[i].valid);
        assert_int_equal(utf8_count(cases[i].text), cases[i].count);
    }
}

static void every_code_point_goes_there_and_back(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        if (c >= 0xD800 && c <= 0xDFFF)
            continue;
        char bytes[4];
        Slice slice = {bytes, utf8_put(bytes, c)};
        if (!utf8_valid(slice) || utf8_next(&slice) != c || slice.length != 0)
            fail_msg("U+%04X", c);
    }
}

static void every_text_can_be_made_safe_to_print(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words, *lines;
    } cases[] = {
        {"", "", ""},
        {"a\tb\n", "a?b?", "a\tb\n"},
        {"\x1B[31mred\x7F\r", "?[31mred??", "?[31mred??"},
        {"\xC2\x85\xC2\x9B"
         "1m",
         "??1m", "??1m"},
        {"\u202Ea\u202A\u2066b\u2069", "?a??b?", "?a??b?"},
        {"猫 \u00A0\u200E\u2065\u206A\uFFFD", "猫 \u00A0\u200E\u2065\u206A\uFFFD", "猫 \u00A0\u200E\u2065\u206A\uFFFD"},
        {"\xE7\x8C\xFF\xC0z\xF0\x9F", "????z??", "????z??"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[64];
        strcpy(text, cases[i].text);
        assert_int_equal(utf8_make_printable(text, strlen(text), false), strlen(cases[i].words));
        assert_string_equal(text, cases[i].words);
        strcpy(text, cases[i].text);
        assert_int_equal(utf8_make_printable(text, strlen(text), true), strlen(cases[i].lines));
        assert_string_equal(text, cases[i].lines);
    }
    char inside[] = "a\0b";
    assert_int_equal(utf8_make_printable(inside, 3, true), 3);
    assert_string_equal(inside, "a?b");
}

static void bad_bytes_count_one_each(void **state)
{
    (void)state;
    Slice text = LITERAL("a\xE7\x8Cz");
    static const uint32_t expected[] = {'a', 0xFFFD, 0xFFFD, 'z'};
    for (size_t i = 0; i < LENGTH(expected); i++)
        assert_int_equal(utf8_next(&text), expected[i]);
    assert_int_equal(text.length, 0);
}

static void lower_case(void **state)
{
    (void)state;
    static const struct {
        uint32_t upper, lower;
    } cases[] = {
        {'A', 'a'},     {'Z', 'z'},     {'a', 'a'},     {'[', '['},     {0xC9, 0xE9},     {0xD7, 0xD7},
        {0xDF, 0xDF},   {0x100, 0x101}, {0x139, 0x13A}, {0x14A, 0x14B}, {0x178, 0xFF},    {0x179, 0x17A},
        {0x391, 0x3B1}, {0x410, 0x430}, {0x401, 0x451}, {0x130, 0x130}, {0x732B, 0x732B},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(utf8_lower(cases[i].upper), cases[i].lower);
}

static void kinds_of_characters(void **state)
{
    (void)state;
    static const struct {
        uint32_t c;
        bool space, cjk;
    } cases[] = {
        {' ', true, false},    {'\t', true, false},    {0xA0, true, false},    {0x202F, true, false},
        {0x2009, true, false}, {0x200B, false, false}, {0xAD, false, false},   {'a', false, false},
        {0x732B, false, true}, {0x3042, false, true},  {0xAC00, false, true},  {0xFF0C, false, true},
        {0x3002, false, true}, {0xE9, false, false},   {0x20000, false, true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(utf8_is_space(cases[i].c), cases[i].space);
        assert_int_equal(utf8_is_cjk(cases[i].c), cases[i].cjk);
    }
    assert_true(utf8_is_space(0x3000));
    int words = 1, characters = 0;
    utf8_count_words(slice_of(" it's  猫cat，\xC2\xA0x\xFF"), &words, &characters);
    assert_true(words == 4 && characters == 2);
}

static void slices(void **state)
{
    (void)state;
    assert_true(slice_is(slice_trim(slice_of(" \t a b \r\n")), "a b"));
    assert_int_equal(slice_trim(slice_of("  ")).length, 0);
    assert_true(slice_equal(slice_of(NULL), slice_of("")));
    assert_false(slice_equal(slice_of("ab"), slice_of("abc")));
    assert_false(slice_equal(slice_of("ab"), slice_of("ac")));

    static const char *const expected[] = {"a", "", "b", ""};
    Slice rest = slice_of("a,,b,"), piece;
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_true(slice_cut(&rest, ',', &piece));
        assert_true(slice_is(piece, expected[i]));
    }
    assert_false(slice_cut(&rest, ',', &piece));
}

static void excerpts(void **state)
{
    (void)state;
    char long_text[] = "\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB"
                       "\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB";
    char to[EXCERPT_SIZE];
    assert_string_equal(slice_excerpt(slice_of("cat"), to), "cat");
    assert_string_equal(slice_excerpt(slice_of(""), to), "");
    assert_string_equal(slice_excerpt(LITERAL("a\x1B[2J\0\xFF z"), to), "a?[2J?? z");
    slice_excerpt(slice_of(long_text), to);
    assert_true(utf8_valid(slice_of(to)) && strlen(to) == 42 && strcmp(to + 39, "...") == 0);
}

static void what_does_not_fit_is_left_out_whole(void **state)
{
    (void)state;
    static const char *const texts[] = {"abcdefgh",
                                        ("a\xC3\xA9"
                                         "b\xC3\xA9"
                                         "c"),
                                        "\xE7\x8C\xAB\xE7\x8C\xAB\xE7\x8C\xAB",
                                        ("\xF0\x9F\x90\xB1"
                                         "a\xF0\x9F\x90\xB1"),
                                        ""};
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (size_t size = 1; size < 16; size++) {
            char to[16];
            memset(to, 'x', sizeof to);
            utf8_print(to, size, "%s", texts[i]);
            size_t length = strlen(to), whole = strlen(texts[i]);
            assert_true(length < size);
            assert_memory_equal(to, texts[i], length);
            assert_true(utf8_valid(slice_of(to)));
            assert_true(length == whole || length + 4 > size - 1);
            assert_true(length == whole || whole >= size);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(well_formed_or_not),
        cmocka_unit_test(every_code_point_goes_there_and_back),
        cmocka_unit_test(every_text_can_be_made_safe_to_print),
        cmocka_unit_test(bad_bytes_count_one_each),
        cmocka_unit_test(lower_case),
        cmocka_unit_test(kinds_of_characters),
        cmocka_unit_test(slices),
        cmocka_unit_test(excerpts),
        cmocka_unit_test(what_does_not_fit_is_left_out_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
