/* One thing, two things. */
#include "base/arena.h"
#include "base/file.h"
#include "support.h"

static void expect(const char *wanted, const char *format, ...) PRINTF_LIKE(2, 3);

/* By all that print. */
static void expect(const char *wanted, const char *format, ...)
{
    char text[80];
    Bytes bytes = {0};
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_string_equal(text, wanted);
    va_start(arguments, format);
    bytes_vprintf(&bytes, format, arguments);
    va_end(arguments);
    assert_string_equal(bytes.data, wanted);
    bytes_finish(&bytes);
}

static void words_follow_their_number(void **state)
{
    (void)state;
    expect("1 pair", "%d pair(s)", 1);
    expect("0 pairs", "%d pair(s)", 0);
    expect("11 pairs", "%d pair(s)", 11);
    expect("1 of 3 sentences", "%d of %d sentence(s)", 1, 3);
    expect("3 of 1 sentence", "%d of %d sentence(s)", 3, 1);
    expect("1 card, 2 gates, 1 model", "%d card(s), %d gate(s), %zu model(s)", 1, 2, (size_t)1);
    expect("1 entry is", "%d entr(y|ies) (is|are)", 1);
    expect("2 entries are", "%d entr(y|ies) (is|are)", 2);
    expect("1 of 100% of pairs(s): 7 letters", "%d of 100%% of %s: %d letter(s)", 1, "pairs(s)", 7);
    expect("a1 1 word", "a%s %d word(s)", "1", 1);
    expect("tanh(s) exp(x) (a) 1", "tanh(%s) exp(x) (a) %d", "s", 1);
}

static void in_an_arena(void **state)
{
    (void)state;
    Arena arena = {0};
    assert_string_equal(arena_printf(&arena, "%s%d word(s)", "", 1), "1 word");
    char long_word[400];
    memset(long_word, 'a', sizeof long_word);
    long_word[sizeof long_word - 1] = '\0';
    const char *text = arena_printf(&arena, "%d word(s) %s", 2, long_word);
    assert_int_equal(strlen(text), 8 + 399);
    assert_memory_equal(text, "2 words a", 9);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_follow_their_number), cmocka_unit_test(in_an_arena)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
