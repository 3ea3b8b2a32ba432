/* Numbers as they stand in a sentence. */
#include "base/digits.h"
#include "support.h"

#include <math.h>

static void as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        double value;
        int digits;
        const char *text;
    } cases[] = {
        {14173.2283, 3, "14173"},
        {28.3464, 3, "28.3"},
        {0, 3, "0"},
        {1, 3, "1"},
        {0.5, 3, "0.5"},
        {-1e9, 6, "-1000000000"},
        {1e-8, 6, "0.00000001"},
        {0.000012345, 3, "0.0000123"},
        {9.996, 3, "10"},
        {0.1f, 6, "0.1"},
        {100, 3, "100"},
        {1e300, 3, "1e+300"},
        {1e-300, 3, "1e-300"},
        {INFINITY, 3, "inf"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[DIGITS_SIZE];
        assert_string_equal(digits_print(text, cases[i].value, cases[i].digits), cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_people_write_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
