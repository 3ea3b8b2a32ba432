#include "support.h"

#include "text/normal.h"

static void one_spelling(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *normal;
    } cases[] = {
        {BYTES(""), ""},
        {BYTES("Plain text, 3.5!"), "Plain text, 3.5!"},
        {BYTES("a\u00A0b\u202Fc\u2009d\u3000e\tf"), "a b c d e f"},
        {BYTES("so\u00ADlar \u200Bzero\uFEFF"), "solar zero"},
        {BYTES("\uFF21\uFF5A\uFF10\uFF01\uFF1F\uFF0C\uFF5E"), "Az0!?,~"},
        {BYTES("l\u2019an \u2018a\u2019 \u201Cb\u201D \u201Ec\u201C"), "l'an 'a' \"b\" \"c\""},
        {BYTES("well\u2010known\u2026"), "well-known..."},
        {BYTES("\uFB01n \uFB04"), "fin ffl"},
        {BYTES("\u00ABOui\u00BB \u2014 \u3002\u3001"), "\u00ABOui\u00BB \u2014 \u3002\u3001"},
        {BYTES("e\u0301te\u0301 C\u0327a nai\u0308ve n\u0303"), "\u00E9t\u00E9 \u00C7a na\u00EFve \u00F1"},
        {BYTES("x\u0301 \u0301e"), "x\u0301 \u0301e"}, /* no such letter: the accent stays */
        {BYTES("o\u0302\u0301"), "\u00F4\u0301"},      /* two accents: the first one joins */
        {BYTES("\u2026\u0301"), "...\u0301"},          /* nor does a sign take one */
        {BYTES("E\u200B\u0301"), "\u00C9"},            /* what vanishes is not between */
        {BYTES("\u6211\u662F\uFF34\uFF4F\uFF4D\u3002"), "\u6211\u662FTom\u3002"},
        {BYTES("\xE9t\xE9"), "\uFFFDt\uFFFD"},
        {BYTES("a\xEF\xBF\xBE\xF0\x9F\xBF\xBF"), "a\uFFFD\uFFFD"},
        {BYTES("a\0b"), "ab"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char to[256];
        assert_true(normal_room(cases[i].text) <= sizeof to);
        size_t length = normal_text(cases[i].text, to);
        assert_true(length < normal_room(cases[i].text) || cases[i].text.length == 0);
        to[length] = '\0';
        assert_string_equal(to, cases[i].normal);
        char again[256];
        assert_int_equal(normal_text((Slice){to, length}, again), length);
        assert_memory_equal(again, to, length); /* twice is once */
    }
}

static void the_visible_stays(void **state)
{
    (void)state;
    char to[64];
    size_t length = normal_visible(LITERAL("so\u00ADlar \u2019\uFF01\a"), to);
    to[length] = '\0';
    assert_string_equal(to, "solar \u2019\uFF01");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_spelling),
        cmocka_unit_test(the_visible_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
