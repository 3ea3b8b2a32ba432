#include "support.h"

#include "text/vocab.h"

static void the_special_words_come_first(void **state)
{
    (void)state;
    Vocab vocab = {0};
    assert_int_equal(vocab_find(&vocab, slice_of("<s>"), false), VOCAB_UNKNOWN);
    assert_int_equal(vocab_add(&vocab, slice_of("cat")), VOCAB_SPECIAL);
    static const char *const words[] = {"<pad>", "<s>", "</s>", "<unk>", "cat"};
    assert_int_equal(vocab.count, LENGTH(words));
    for (int id = 0; id < vocab.count; id++) {
        assert_string_equal(vocab_word(&vocab, id), words[id]);
        assert_int_equal(vocab_find(&vocab, slice_of(words[id]), false), id);
        assert_int_equal(vocab_add(&vocab, slice_of(words[id])), id);
    }
    vocab_finish(&vocab);
    vocab_finish(&vocab);
}

static void many_words_keep_their_numbers(void **state)
{
    (void)state;
    enum { WORDS = 20000 };
    Vocab vocab = {0};
    char word[32];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < WORDS; i++) {
            snprintf(word, sizeof word, "w%d", i * 7919);
            assert_int_equal(vocab_add(&vocab, slice_of(word)), i + VOCAB_SPECIAL);
        }
    assert_int_equal(vocab.count, WORDS + VOCAB_SPECIAL);
    for (int i = 0; i < WORDS; i++) {
        snprintf(word, sizeof word, "w%d", i * 7919);
        assert_int_equal(vocab_find(&vocab, slice_of(word), false), i + VOCAB_SPECIAL);
        snprintf(word, sizeof word, "v%d", i);
        assert_int_equal(vocab_find(&vocab, slice_of(word), false), VOCAB_UNKNOWN);
    }
    vocab_finish(&vocab);
}

/* All words of a and b, the long ones first: a search meets many words that only begin like the one it looks for. */
static void the_front_of_a_word_is_another_word(void **state)
{
    (void)state;
    Vocab vocab = {0};
    int expected = VOCAB_SPECIAL;
    for (int length = 14; length > 0; length--)
        for (int bits = 0; bits < 1 << length; bits++, expected++) {
            char word[16];
            for (int i = 0; i < length; i++)
                word[i] = bits >> i & 1 ? 'b' : 'a';
            assert_int_equal(vocab_add(&vocab, (Slice){word, (size_t)length}), expected);
        }
    vocab_finish(&vocab);
}

static void finding(void **state)
{
    (void)state;
    static const struct {
        Slice word;
        bool lowercase;
        int id;
    } cases[] = {
        {BYTES("cat"), false, 4},          {BYTES("Cat"), false, 3},        {BYTES("Cat"), true, 4},
        {BYTES("CAT"), true, 4},           {BYTES("ca"), true, 3},          {BYTES("cats"), true, 3},
        {BYTES("cat\0s"), true, 3},        {BYTES("cat\0"), false, 3},      {BYTES("Tom"), false, 5},
        {BYTES("Tom"), true, 3}, /* the vocabulary itself is not folded */
        {BYTES("\u00C9T\u00C9"), true, 6}, {BYTES("\u732B"), true, 7},      {BYTES(""), false, 3},
        {BYTES("\xFF"), true, 3},          {{"cat and more", 3}, false, 4},
    };
    Vocab vocab = {0};
    vocab_add(&vocab, slice_of("cat"));
    vocab_add(&vocab, slice_of("Tom"));
    vocab_add(&vocab, slice_of("\u00E9t\u00E9"));
    vocab_add(&vocab, slice_of("\u732B"));
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(vocab_find(&vocab, cases[i].word, cases[i].lowercase), cases[i].id);
    assert_int_equal(vocab.count, 8);
    vocab_finish(&vocab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_special_words_come_first),
        cmocka_unit_test(many_words_keep_their_numbers),
        cmocka_unit_test(the_front_of_a_word_is_another_word),
        cmocka_unit_test(finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
