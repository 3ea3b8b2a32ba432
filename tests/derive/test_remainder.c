/* What is printed of a few shares and of all others adds up to 1: "<0.01" stands for something from 0 to that. */
#include "derive/remainder.h"
#include "support.h"

#include <math.h>

/* In hundredths of a hundredth, so that nothing is rounded. */
static void add(const char *text, long *from, long *to)
{
    long number = lrint(strtod(text + (text[0] == '<' || text[0] == '>'), NULL) * 1e6);
    *from += text[0] == '<' ? 0 : number;
    *to += text[0] == '>' ? 1000000 : number;
}

static Remainder expect_closed(const float *shares, int count, Arena *arena)
{
    Remainder others = remainder_of(shares, count, arena);
    long from = 0, to = 0;
    double left = 1;
    for (int i = 0; i < count; i++) {
        add(share_text(arena, (double)shares[i], others.decimals), &from, &to);
        left -= (double)shares[i];
    }
    add(others.text, &from, &to);
    if (from > 1000000 || to < 1000000)
        fail_msg("%g %g ...: with %s for all others it is %ld to %ld millionths", (double)shares[0], (double)shares[1],
                 others.text, from, to);
    double told = strtod(others.text + (others.text[0] == '<' || others.text[0] == '>'), NULL);
    assert_true(fabs(told - fmax(left, 0)) <= 0.5 * (count + 2) * pow(10, -others.decimals));
    return others;
}

static void it_adds_up(void **state)
{
    (void)state;
    Arena arena = {0};
    Random random = random_seeded(3);
    int longer = 0;
    for (int round = 0; round < 20000; round++) {
        float shares[5];
        int count = 1 + round % 5;
        double left = 1;
        for (int i = 0; i < count; i++) {
            shares[i] = (float)(left * pow(random_unit(&random), round % 3 ? 1 : 0.05));
            left -= (double)shares[i];
        }
        longer += expect_closed(shares, count, &arena).decimals > 2;
        arena_reset(&arena);
    }
    assert_true(longer < 400); /* two decimals nearly always do */
    arena_finish(&arena);
}

static void as_it_is_read(void **state)
{
    (void)state;
    Arena arena = {0};
    static const struct {
        float shares[4];
        const char *others;
    } cases[] = {
        {{0.94f, 0.004f, 0.003f, 0.002f}, "0.05"}, /* 0.051: with three "<0.01" that can be 1 */
        {{0.62f, 0.234f, 0.084f, 0}, "0.07"},      /* 0.062, but 0.62 + 0.23 + 0.08 leave 0.07 */
        {{0.9985f, 0.0005f, 0, 0}, "<0.01"},
        {{1, 0, 0, 0}, "0.00"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(expect_closed(cases[i].shares, 4, &arena).text, cases[i].others);
    arena_finish(&arena);
}

static void what_is_printed_gives_the_whole_or_not(void **state)
{
    (void)state;
    Arena arena = {0};
    static const struct {
        float shares[3];
        bool adds_up;
    } cases[] = {
        {{0.25f, 0.25f, 0.5f}, true},
        {{0.226f, 0.656f, 0.118f}, false}, /* 0.23 + 0.66 + 0.12 */
        {{1.0f / 3, 1.0f / 3, 1.0f / 3}, false},
        {{0.004f, 0.003f, 0.993f}, true},    /* <0.01 + <0.01 + 0.99 */
        {{0.3333f, 0.0167f, 0.0166f}, true}, /* 0.33 + 0.02 + 0.02 of 0.37 */
        {{0.126f, 0.336f, 0.067f}, false},   /* 0.13 + 0.34 + 0.07 of 0.53 */
    };
    assert_true(fabs(shares_total(cases[4].shares, 3) - 0.3666) < 1e-6);
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(shares_add_up(cases[i].shares, 3, &arena), cases[i].adds_up);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_adds_up),
        cmocka_unit_test(as_it_is_read),
        cmocka_unit_test(what_is_printed_gives_the_whole_or_not),
    };
    return cmocka_run_group_tests_name("derive remainder", tests, NULL, NULL);
}
