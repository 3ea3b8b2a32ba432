#include "support.h"

static bool is_zero(const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i])
            return false;
    return true;
}

static void pieces_are_apart_zeroed_and_aligned(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 15, 16, 63, 64, 65, 1000, 70000, 3, 200000, 64};
    Arena arena = {0};
    for (int round = 0; round < 3; round++) {
        unsigned char *pieces[LENGTH(sizes)];
        for (size_t i = 0; i < LENGTH(sizes); i++) {
            pieces[i] = arena_alloc(&arena, sizes[i], 1);
            assert_int_equal((uintptr_t)pieces[i] % (sizes[i] >= 64 ? 64 : 16), 0);
            assert_true(is_zero(pieces[i], sizes[i]));
            memset(pieces[i], (int)i + 1, sizes[i]);
        }
        for (size_t i = 0; i < LENGTH(sizes); i++)
            for (size_t j = 0; j < sizes[i]; j++)
                assert_int_equal(pieces[i][j], i + 1);
        arena_reset(&arena);
    }
    arena_finish(&arena);
}

static void reset_keeps_memory(void **state)
{
    (void)state;
    Arena arena = {0};
    size_t held = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 100; i++)
            arena_alloc(&arena, 5000, 1);
        if (round == 0)
            held = arena_held(&arena);
        arena_reset(&arena);
    }
    assert_true(held >= 500000);
    assert_int_equal(arena_held(&arena), held);
    arena_finish(&arena);
    assert_int_equal(arena_held(&arena), 0);
    arena_finish(&arena);
}

static void copies_and_prints(void **state)
{
    (void)state;
    Arena arena = {0};
    assert_string_equal(arena_copy(&arena, "catch", 3), "cat");
    assert_string_equal(arena_copy(&arena, NULL, 0), "");
    assert_string_equal(arena_printf(&arena, "%s-%d", "step", 3), "step-3");
    char long_text[3000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_string_equal(arena_printf(&arena, "%s", long_text), long_text);
    assert_non_null(arena_alloc(&arena, 0, 8));
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_apart_zeroed_and_aligned),
        cmocka_unit_test(reset_keeps_memory),
        cmocka_unit_test(copies_and_prints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
