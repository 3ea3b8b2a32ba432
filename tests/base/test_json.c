#include "support.h"

#include "base/json.h"

#include <float.h>
#include <math.h>

static void good_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        " [1, 2.5e-3, -0]\n",
        "{\"a\":{\"b\":[true,false]}}",
        "\"\\u732b \\ud83d\\udc31 \\\\u0000\"",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        Error error = {0};
        cJSON *json = json_parse(slice_of(texts[i]), 20, &error);
        expect_ok(json != NULL, &error);
        cJSON_Delete(json);
    }
}

static void bad_texts(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *problem;
    } cases[] = {
        {BYTES(""), "byte 0"},
        {BYTES("[1,2"), "cannot be understood"},
        {BYTES("[1,NaN]"), "there is NaN at byte 3, which is no number"},
        {BYTES("{\"a\":-Infinity}"), "there is -Infinity at byte 5"},
        {BYTES("[1] x"), "byte 3 cannot be understood"},
        {BYTES("{\"a\":1}}"), "cannot be understood"},
        {BYTES("\"abc"), "no end of a string"},
        {BYTES("\"a\\"), "no end of a string"},
        {BYTES("\"a\\u0000b\""), "U+0000"},
        {BYTES("\"a\0b\""), "a control character in a string"},
        {BYTES("[1,\0 2]"), "NUL"},
        {BYTES("\"a\nb\""), "a control character in a string"},
        {BYTES("\"\xE9\""), "not UTF-8"},
        {BYTES("\"\\ud800\""), "cannot be understood"},
        {BYTES("[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]"), "there is a value more than can be meant"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        assert_null(json_parse(cases[i].text, 20, &error));
        expect_error(&error, cases[i].problem);
    }
}

static void depth_is_bounded(void **state)
{
    (void)state;
    char text[200001];
    for (int depth = 1; depth <= 100000; depth = depth < 40 ? depth + 1 : depth * 5) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        Error error = {0};
        cJSON *json = json_parse((Slice){text, 2 * (size_t)depth}, 1000000, &error);
        assert_int_equal(json != NULL, depth <= JSON_DEPTH);
        if (!json)
            expect_error(&error, "too deep a nesting at byte 32");
        cJSON_Delete(json);
    }
}

static void repeated_keys(void **state)
{
    (void)state;
    Error error = {0};
    cJSON *json = json_parse(slice_of("{\"a\":1,\"b\":2,\"A\":3,\"b\":4}"), 20, &error);
    assert_string_equal(json_repeated_key(json), "b");
    cJSON_DeleteItemFromObjectCaseSensitive(json, "b");
    assert_null(json_repeated_key(json));
    cJSON_Delete(json);
}

static void strings_are_escaped(void **state)
{
    (void)state;
    Bytes out = {0};
    json_print_string(&out, LITERAL("a\"b\\c\n\x01\x7F\xC2\x9B\u202E \xE7\x8C\xAB \xE9"));
    assert_string_equal(out.data, "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\\u009b\\u202e \xE7\x8C\xAB \xEF\xBF\xBD\"");
    bytes_finish(&out);
}

static void numbers_read_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {1, "1"},
        {-2.5, "-2.5"},
        {0.1, "0.1"},
        {0.7, "0.7"},
        {1e300, "1e+300"},
        {123456789012345, "123456789012345"},
        {9007199254740992.0, "9007199254740992"},
    };
    static const double values[] = {1.0 / 3, 2.0 / 3, DBL_MAX, DBL_MIN, 5e-324, 0.1 + 0.2, -M_PI};
    Bytes out = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        out.length = 0;
        json_print_number(&out, cases[i].value);
        assert_string_equal(out.data, cases[i].text);
    }
    for (size_t i = 0; i < LENGTH(values); i++) {
        out.length = 0;
        json_print_number(&out, values[i]);
        assert_true(strtod(out.data, NULL) == values[i]);
    }
    bytes_finish(&out);
}

static bool parse_many_values(void)
{
    enum { VALUES = 50000 };
    static char text[2 * VALUES + 2] = "[1";
    for (int i = 2; i < 2 * VALUES; i += 2)
        memcpy(text + i, ",1", 2);
    text[2 * VALUES] = ']';
    cJSON *json = json_parse((Slice){text, 2 * VALUES + 1}, 2 * VALUES, NULL);
    cJSON_Delete(json);
    return json != NULL;
}

static void no_memory_is_no_mistake_of_the_text(void **state)
{
    (void)state;
    expect_memory_is_blamed(parse_many_values, 8 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(repeated_keys),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(no_memory_is_no_mistake_of_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
