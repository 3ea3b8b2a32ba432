#include "support.h"

static void text_says_where(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        int line;
        const char *expected;
    } cases[] = {
        {NULL, 0, "7 is odd"},
        {"", 3, "7 is odd"},
        {"lesson.md", 0, "lesson.md: 7 is odd"},
        {"lesson.md", 12, "lesson.md:12: 7 is odd"},
        {"a\x1B[2J\nb\u202E.md", 1, "a?[2J?b?.md:1: 7 is odd"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        assert_false(error_at(&error, ERROR_FORMAT, cases[i].file, cases[i].line, "%d is odd", 7));
        assert_string_equal(error_text(&error), cases[i].expected);
        assert_int_equal(error.code, ERROR_FORMAT);
    }
}

static void set_forgets_the_last_one(void **state)
{
    (void)state;
    Error error;
    error_at(&error, ERROR_FILE, "a.tsv", 5, "first");
    assert_false(error_set(&error, ERROR_USAGE, "second"));
    assert_string_equal(error_text(&error), "second");
    assert_int_equal(error.code, ERROR_USAGE);
    assert_int_equal(error.line, 0);
}

static void nobody_has_to_listen(void **state)
{
    (void)state;
    assert_false(error_set(NULL, ERROR_FILE, "unheard"));
    assert_false(error_at(NULL, ERROR_FILE, "x", 1, "unheard"));
}

static void long_names_lose_their_front_and_long_texts_their_end(void **state)
{
    (void)state;
    char path[600], text[900];
    memset(path, 'p', sizeof path);
    strcpy(path + sizeof path - 10, "/name.tsv");
    memset(text, 't', sizeof text);
    text[sizeof text - 1] = '\0';
    Error error;
    error_at(&error, ERROR_FILE, path, 1, "%s", text);
    assert_memory_equal(error.file, "...", 3);
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_non_null(strstr(error_text(&error), "/name.tsv:1: ttt"));
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void no_cut_goes_through_a_character(void **state)
{
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        char path[700], text[900];
        memset(path, 'p', sizeof path);
        memset(text, 't', sizeof text);
        for (int i = 0; i < 150; i++)
            memcpy(path + shift + 3 * i, "猫", 3);
        for (int i = 0; i < 250; i++)
            memcpy(text + shift + 3 * i, "猫", 3);
        path[460] = text[800] = '\0';
        Error error;
        error_at(&error, ERROR_FILE, path, 1, "%s", text);
        assert_true(utf8_valid(slice_of(error.file)));
        assert_true(utf8_valid(slice_of(error.message)));
        assert_true(strlen(error.file) > sizeof error.file - 4 && strlen(error.message) > sizeof error.message - 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_says_where),
        cmocka_unit_test(set_forgets_the_last_one),
        cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(long_names_lose_their_front_and_long_texts_their_end),
        cmocka_unit_test(no_cut_goes_through_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
