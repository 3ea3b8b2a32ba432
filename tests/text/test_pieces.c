#include "support.h"

#include "base/random.h"
#include "text/corpus.h"
#include "text/pieces.h"

/* Learned of words between spaces, each as often as it stands there. */
static void learn(const char *text, int merges, int least, Vocab *out)
{
    Corpus corpus;
    Error error = {0};
    Arena arena = {0};
    Vocab target = {0};
    const char *line = arena_printf(&arena, "%s\tx", text);
    expect_ok(corpus_parse(slice_of(line), "data.tsv", (CorpusOptions){TOKENS_BPE, TOKENS_SPACE, 0}, &corpus, &error),
              &error);
    corpus_vocabs(&corpus, (VocabOptions){false, least, {merges, 0}}, out, &target);
    vocab_finish(&target);
    corpus_finish(&corpus);
    arena_finish(&arena);
}

static const char *merge_text(const Vocab *vocab, int i, Arena *arena)
{
    const Merge *merge = &vocab->merges.made[i];
    return arena_printf(arena, "%s %s > %s", vocab_word(vocab, merge->left), vocab_word(vocab, merge->right),
                        vocab_word(vocab, merge->made));
}

static const char *cut(Arena *arena, const Vocab *vocab, const char *sentence, bool lowercase)
{
    TokenList pieces = pieces_of(arena, vocab, slice_of(sentence), TOKENS_BPE, lowercase);
    return text_join(arena, text_words(arena, &pieces), pieces.count, TOKENS_SPACE);
}

/* The words of the paper's own example (section 3.2), where "e s", "es t" and "l o" come first. */
#define PAPER "low low low low low lower lower newest newest newest newest newest newest widest widest widest"

static void the_papers_example(void **state)
{
    (void)state;
    static const char *const merges[] = {"e@@ s@@ > es@@", "es@@ t > est",     "l@@ o@@ > lo@@",
                                         "e@@ w@@ > ew@@", "ew@@ est > ewest", "n@@ ewest > newest"};
    Arena arena = {0};
    Vocab vocab = {0};
    learn(PAPER, LENGTH(merges), 1, &vocab);
    assert_int_equal(vocab.merges.count, LENGTH(merges));
    for (size_t i = 0; i < LENGTH(merges); i++)
        assert_string_equal(merge_text(&vocab, i, &arena), merges[i]);
    /* letters by falling count: there are most of e */
    assert_string_equal(vocab_word(&vocab, VOCAB_SPECIAL), "e@@");
    assert_string_equal(vocab_word(&vocab, VOCAB_SPECIAL + 1), "e");
    assert_string_equal(vocab_word(&vocab, vocab.count - 1), "newest");
    assert_string_equal(cut(&arena, &vocab, "lowest newest low, slow", false),
                        "lo@@ w@@ est newest lo@@ w , s@@ lo@@ w");
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void it_ends_where_nothing_comes_twice(void **state)
{
    (void)state;
    Arena arena = {0};
    Vocab vocab = {0};
    learn("abc abd", 100, 1, &vocab);
    assert_int_equal(vocab.merges.count, 1);
    assert_string_equal(merge_text(&vocab, 0, &arena), "a@@ b@@ > ab@@");
    vocab_finish(&vocab);
    learn("abc abc abd abd", 100, 3, &vocab); /* c and d are too rare to be known */
    assert_int_equal(vocab.merges.count, 1);
    assert_int_equal(vocab_find(&vocab, slice_of("c"), false), VOCAB_UNKNOWN);
    vocab_finish(&vocab);
    learn("a b c", 100, 1, &vocab);
    assert_int_equal(vocab.merges.count, 0);
    assert_true(vocab.pieces);
    assert_string_equal(cut(&arena, &vocab, "cab", false), "c@@ a@@ b");
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void repeated_letters_are_merged_from_the_left(void **state)
{
    (void)state;
    Arena arena = {0};
    Vocab vocab = {0};
    learn("aaaaa aaaaa baaaa", 2, 1, &vocab);
    assert_string_equal(merge_text(&vocab, 0, &arena), "a@@ a@@ > aa@@");
    assert_string_equal(merge_text(&vocab, 1, &arena), "aa@@ a > aaa");
    assert_string_equal(cut(&arena, &vocab, "aaaa aaaaa", false), "aa@@ a@@ a aa@@ aaa");
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void at_signs_stay_what_they_are(void **state)
{
    (void)state;
    static const char *const words[] = {"@", "@@", "@@@", "@@@@", "a@b", "ab"};
    Arena arena = {0};
    Vocab vocab = {0};
    learn("@@@@ @@@@ @@ @@ @ @ ab ab a b", 100, 1, &vocab);
    assert_int_equal(vocab.merges.count, 1);
    for (size_t i = 0; i < LENGTH(words); i++) {
        TokenList list = {&(Slice){words[i], strlen(words[i])}, 1};
        TokenList pieces = pieces_cut(&arena, &vocab, list, false), whole = pieces_words(&arena, &pieces);
        assert_int_equal(whole.count, 1);
        assert_true(slice_is(whole.tokens[0], words[i]));
    }
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void case_is_folded_for_looking_up_alone(void **state)
{
    (void)state;
    Arena arena = {0};
    Vocab vocab = {0};
    learn(PAPER, 6, 1, &vocab);
    assert_string_equal(cut(&arena, &vocab, "NEWest \u00c9", true), "NEWest \u00c9");
    assert_string_equal(cut(&arena, &vocab, "NEWest", false), "N@@ E@@ W@@ est");
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void words_come_back(void **state)
{
    (void)state;
    static const char *const sentences[] = {"The lowest, newest \"slow\" words don't end.",
                                            "l'homme \u732B\u6349\u8001\u9F20", "e\u0301te\u0301 x"};
    Arena arena = {0};
    Vocab vocab = {0};
    learn(PAPER, 6, 1, &vocab);
    for (size_t i = 0; i < LENGTH(sentences); i++) {
        TokenList words = text_tokens(&arena, slice_of(sentences[i]), TOKENS_WORD);
        TokenList pieces = pieces_cut(&arena, &vocab, words, false), whole = pieces_words(&arena, &pieces);
        assert_int_equal(whole.count, words.count);
        for (int k = 0; k < words.count; k++)
            assert_true(slice_equal(whole.tokens[k], words.tokens[k]));
        assert_string_equal(text_join(&arena, text_words(&arena, &pieces), pieces.count, TOKENS_BPE),
                            text_join(&arena, text_words(&arena, &words), words.count, TOKENS_CHAR));
    }
    vocab_finish(&vocab);
    arena_finish(&arena);
}

/* Every letter of a word as long as may be is merged with the next, again and again. */
static void the_longest_word_takes_no_time(void **state)
{
    (void)state;
    Arena arena = {0};
    Vocab vocab = {0};
    Bytes text = {0};
    for (int i = 0; i < WORD_BYTES_MOST; i++)
        bytes_add(&text, &"ab"[random_mix((uint64_t)i) % 2], 1);
    const char *word = bytes_take(&text, &arena);
    learn(arena_printf(&arena, "%s %s", word, word), 5000, 1, &vocab);
    assert_string_equal(cut(&arena, &vocab, word, false), word);
    TokenList longer = pieces_of(&arena, &vocab, slice_of(arena_printf(&arena, "%sa", word)), TOKENS_BPE, false);
    assert_int_equal(longer.count, 1); /* no word any more: who reads it says so */
    vocab_finish(&vocab);
    arena_finish(&arena);
}

static void merges_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"e@@", "s@@"}, /* there already */
                                           {"e", "s@@"},     {"e@@", "q"}, {"e@@", "w"}, {"<pad>", "e"},
                                           {"e@@", "<pad>"}, {"", ""},     {"@@", "e"},  {"e@@", ""}};
    Vocab vocab = {0};
    learn(PAPER, 1, 1, &vocab);
    for (size_t i = 0; i < LENGTH(pairs); i++)
        assert_false(pieces_add_merge(&vocab, slice_of(pairs[i][0]), slice_of(pairs[i][1])));
    assert_int_equal(vocab.merges.count, 1);
    vocab_finish(&vocab);
}

static void a_corpus_is_cut_anew_for_each_model(void **state)
{
    (void)state;
    static const struct {
        int merges, pieces;
    } cases[] = {{1, 5}, {2, 4}, {0, 1}, {6, 1}};
    Corpus corpus;
    Error error = {0};
    expect_ok(corpus_parse(LITERAL("newest\tx\t0-0\n"), "d.tsv", (CorpusOptions){TOKENS_BPE, TOKENS_SPACE, 0}, &corpus,
                           &error),
              &error);
    assert_int_equal(corpus.pairs[0].link_count, 1);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Vocab source = {0}, target = {0};
        if (cases[i].merges)
            learn(PAPER, cases[i].merges, 1, &source);
        vocab_add(&target, slice_of("x"));
        corpus_encode(&corpus, &source, &target, false);
        assert_int_equal(corpus.pairs[0].source.count, cases[i].pieces);
        assert_int_equal(corpus.pairs[0].link_count, 0);
        assert_false(corpus.gold);
        vocab_finish(&source);
        vocab_finish(&target);
    }
    assert_true(corpus.pairs[0].source_ids[0] >= VOCAB_SPECIAL);
    corpus_finish(&corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_example),
        cmocka_unit_test(it_ends_where_nothing_comes_twice),
        cmocka_unit_test(repeated_letters_are_merged_from_the_left),
        cmocka_unit_test(at_signs_stay_what_they_are),
        cmocka_unit_test(case_is_folded_for_looking_up_alone),
        cmocka_unit_test(words_come_back),
        cmocka_unit_test(the_longest_word_takes_no_time),
        cmocka_unit_test(merges_that_do_not_fit_are_refused),
        cmocka_unit_test(a_corpus_is_cut_anew_for_each_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
