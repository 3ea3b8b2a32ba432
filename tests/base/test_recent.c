#include "support.h"

#include "base/recent.h"

static int *value_of(Recent *recent, int key)
{
    return recent_find(recent, &key, sizeof key);
}

static void put(Recent *recent, int key)
{
    int *value = recent_add(recent, &key, sizeof key, 100 * sizeof *value);
    for (int i = 0; i < 100; i++)
        assert_int_equal(value[i], 0);
    value[0] = value[99] = key;
}

static void what_is_asked_for_stays(void **state)
{
    (void)state;
    Recent recent = {.limit = 10000}; /* some 20 values a generation */
    assert_null(value_of(&recent, 7));
    put(&recent, 7);
    for (int key = 100; key < 1000; key++) {
        put(&recent, key);
        int *kept = value_of(&recent, 7);
        assert_non_null(kept);
        assert_int_equal(kept[0], 7);
        assert_int_equal(kept[99], 7);
        assert_int_equal(value_of(&recent, key)[99], key);
    }
    assert_null(value_of(&recent, 100)); /* nobody asked for it */
    recent_finish(&recent);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    Recent recent = {.limit = 1 << 20};
    size_t held = 0;
    for (int key = 0; key < 60000; key++) {
        put(&recent, key);
        value_of(&recent, key - 2000); /* an old one is found again */
        if (key == 0)
            held = arena_held(&recent.young.arena) + arena_held(&recent.old.arena);
    }
    assert_true(held < (size_t)3 << 20);
    assert_int_equal(held, arena_held(&recent.young.arena) + arena_held(&recent.old.arena));
    recent_finish(&recent);
}

/* Keys of any length: one that begins another is another. */
static void keys_are_told_apart(void **state)
{
    (void)state;
    static const char text[] = "abcdefghijklmnopqrstuvwxyz";
    Recent recent = {.limit = 1 << 20};
    for (size_t length = 0; length <= 26; length++) {
        assert_null(recent_find(&recent, text, length));
        *(size_t *)recent_add(&recent, text, length, sizeof(size_t)) = length;
    }
    for (size_t length = 0; length <= 26; length++)
        assert_int_equal(*(size_t *)recent_find(&recent, text, length), length);
    recent_finish(&recent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_stays),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(keys_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
