/* What is written is read back, whatever it is; no field can be taken for a formula. */
#include "support.h"

#include "base/table.h"

static const char *const FIELDS[] = {"",     "cat",     "=1+1",    "+1",   "-x",  "@a",   "\tx",       "\rx",   "'",
                                     "'tis", "'=1",     "''+1",    "a=b",  " x ", "a,b",  "a\tb",      "\"q\"", "a\"b",
                                     "\"",   "line\nx", "cr\r\nx", "老鼠", "''",  "'\"=", "=\"a,b\"\r"};

static void fields_come_back(void **state)
{
    (void)state;
    for (int tabs = 0; tabs < 2; tabs++) {
        Arena arena = {0};
        Bytes text = {0};
        bytes_add_text(&text, "");
        char separator = tabs ? '\t' : ',';
        for (size_t i = 0; i < LENGTH(FIELDS); i++) {
            size_t start = text.length;
            table_put(&text, slice_of(FIELDS[i]), separator);
            char first = text.data[text.data[start] == '"' ? start + 1 : start];
            assert_true(text.length == start || !strchr("=+-@\t\r", first));
            bytes_add(&text, i % 3 == 2 ? "\n" : &separator, 1);
        }
        Slice rest = bytes_slice(&text), field;
        bool last;
        for (size_t i = 0; i < LENGTH(FIELDS); i++) {
            assert_true(table_take(&rest, separator, &arena, &field, &last));
            if (!slice_is(field, FIELDS[i]))
                fail_msg("\"%s\" came back as \"%.*s\"", FIELDS[i], (int)field.length, field.text);
            assert_int_equal(last, i % 3 == 2);
        }
        assert_int_equal(rest.length, 0);
        bytes_finish(&text);
        arena_finish(&arena);
    }
}

static void quotes_must_be_closed(void **state)
{
    (void)state;
    static const char *const broken[] = {"\"", "\"a", "\"a\"\"", "\"a\"b,c"};
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(broken); i++) {
        Slice rest = slice_of(broken[i]), field;
        bool last;
        assert_false(table_take(&rest, ',', &arena, &field, &last));
        assert_true(rest.length > 0);
    }
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fields_come_back), cmocka_unit_test(quotes_must_be_closed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
