#include "support.h"

#include "base/random.h"

/* From an independent implementation of splitmix64 and xoshiro256** in Python. */
static void bits_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, bits[4];
    } cases[] = {
        {0, {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c}},
        {1, {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7}},
        {42, {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1}},
        {UINT64_MAX, {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Random random = random_seeded(cases[i].seed);
        for (int j = 0; j < 4; j++)
            assert_true(random_bits(&random) == cases[i].bits[j]);
    }
}

static void units_fill_the_interval(void **state)
{
    (void)state;
    Random random = random_seeded(7);
    double sum = 0, least = 1, most = 0;
    for (int i = 0; i < 20000; i++) {
        double value = random_unit(&random);
        assert_true(value >= 0 && value < 1);
        sum += value;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    assert_true(sum / 20000 > 0.49 && sum / 20000 < 0.51);
    assert_true(least < 0.001 && most > 0.999);
}

static void below_is_even(void **state)
{
    (void)state;
    Random random = random_seeded(9);
    int seen[7] = {0};
    for (int i = 0; i < 70000; i++)
        seen[random_below(&random, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 9600, 10400); /* 4 standard deviations of 93 */
    for (int i = 0; i < 100; i++)
        assert_int_equal(random_below(&random, 1), 0);
    for (int i = 0; i < 100; i++)
        assert_true(random_below(&random, 3000000000u) < 3000000000u);
}

static void shuffling_keeps_everything(void **state)
{
    (void)state;
    int items[50], again[50], seen[50] = {0}, moved = 0;
    for (int i = 0; i < 50; i++)
        items[i] = again[i] = i;
    Random one = random_seeded(3), two = random_seeded(3);
    random_shuffle(&one, items, 50);
    random_shuffle(&two, again, 50);
    assert_memory_equal(items, again, sizeof items);
    for (int i = 0; i < 50; i++) {
        seen[items[i]]++;
        moved += items[i] != i;
    }
    for (int i = 0; i < 50; i++)
        assert_int_equal(seen[i], 1);
    assert_true(moved > 40);
    random_shuffle(&one, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_the_published_ones),
        cmocka_unit_test(units_fill_the_interval),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(shuffling_keeps_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
