#include "support.h"

#include "base/file.h"
#include "text/corpus.h"

static const CorpusOptions SPACES = {TOKENS_SPACE, TOKENS_SPACE, 0};

static void parse(Slice text, CorpusOptions options, Corpus *out)
{
    Error error = {0};
    expect_ok(corpus_parse(text, "folder/data.tsv", options, out, &error), &error);
}

static bool side_is(TokenList list, const char *joined) /* tokens with single spaces between */
{
    Arena arena = {0};
    TokenList expected = text_tokens(&arena, slice_of(joined), TOKENS_SPACE);
    bool same = expected.count == list.count;
    for (int i = 0; same && i < list.count; i++)
        same = slice_equal(list.tokens[i], expected.tokens[i]);
    arena_finish(&arena);
    return same;
}

static void our_own_form(void **state)
{
    (void)state;
    Corpus corpus;
    parse(LITERAL("Cat chase mouse\t\u732B \u6349 \u8001\u9F20\t0-0 2-2 1-1\nTom slept\t\u6C64\u59C6 \u7761 "
                  "\u4E86\t1-2 0-0 1-1\n"),
          SPACES, &corpus);
    assert_int_equal(corpus.count, 2);
    assert_true(corpus.gold);
    assert_int_equal(corpus.empty + corpus.left_out, 0);
    assert_string_equal(corpus.name, "data.tsv");
    const Pair *pair = &corpus.pairs[1];
    assert_true(side_is(pair->source, "Tom slept") && side_is(pair->target, "\u6C64\u59C6 \u7761 \u4E86"));
    assert_int_equal(pair->line, 2);
    static const Link expected[] = {{0, 0}, {1, 1}, {1, 2}};
    assert_int_equal(pair->link_count, 3);
    assert_memory_equal(pair->links, expected, sizeof expected);
    corpus_finish(&corpus);
    corpus_finish(&corpus);
}

static void forms_from_the_wild(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        int count, empty, last_line;
    } cases[] = {
        {BYTES("a\tb"), 1, 0, 1},
        {BYTES("\xEF\xBB\xBF"
               "a\tb\n"),
         1, 0, 1},
        {BYTES("a\tb\r\nc\td\r\n"), 2, 0, 2},
        {BYTES("a\tb\r\r\n"), 1, 0, 1},
        {BYTES("\n  \na\tb\n\n\nc\td\n"), 2, 0, 6},
        {BYTES("a\t\n\tb\na\tb\n\t\n \t \n"), 1, 4, 3},
        {BYTES("a\tb\tCC-BY 2.0 (France) #4008918\n"), 1, 0, 1},
        {BYTES("a\tb\t\tmore\n"), 1, 0, 1},
        {BYTES("a\xC2\xA0x\tb\xE3\x80\x80y\n"), 1, 0, 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Corpus corpus;
        parse(cases[i].text, SPACES, &corpus);
        assert_int_equal(corpus.count, cases[i].count);
        assert_int_equal(corpus.empty, cases[i].empty);
        assert_int_equal(corpus.pairs[corpus.count - 1].line, cases[i].last_line);
        assert_false(corpus.gold);
        assert_true(corpus.pairs[0].source.tokens[0].text[0] == 'a');
        corpus_finish(&corpus);
    }
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *message;
    } cases[] = {
        {BYTES(""), "data.tsv: holds no usable sentence pair (0 with an empty side, 0 too long)"},
        {BYTES("\n\n\t\n"), "no usable sentence pair (1 with an empty side"},
        {BYTES("a\tb\nno tab here\n"), "data.tsv:2: there is no TAB; source TAB target was expected"},
        {BYTES("a\tb\nc\0\td\n"), "data.tsv:2: there is a NUL byte"},
        {BYTES("\xFF\xFE"
               "a\0\t\0b\0\n\0"),
         "data.tsv:1: there is a NUL byte"},
        {BYTES("a\tb\n\n\xE9t\xE9\tsummer\n"), "data.tsv:3: there is text that is not UTF-8; if the file is Latin-1"},
        {BYTES("a\tb\rc\td\n"), "data.tsv:1: there is a carriage return inside a line"},
        {BYTES("a b\tc d\t0-0 1-2\n"), "data.tsv:1: the link 1-2 leads past the sentence: at most 1-1 was expected"},
        {BYTES("a b\tc d\t2-0\n"), "the link 2-0 leads past"},
        {BYTES("a\tb\t0-0 0-0\n"), "data.tsv:1: the link 0-0 stands there twice"},
        {BYTES("a b\tc\t1-0 0-0 1-0\n"), "the link 1-0 stands there twice"},
        {BYTES("a\tb\t0-\n"), "\"0-\" is not an alignment link"},
        {BYTES("a\tb\t0\n"), "\"0\" is not an alignment link"},
        {BYTES("a\tb\t0-0-0\n"), "\"0-0-0\" is not"},
        {BYTES("a\tb\t0-0 x\n"), "\"x\" is not"},
        {BYTES("a\tb\t0--1\n"), "\"0--1\" is not"},
        {BYTES("a\tb\t99999999999999999999-0\n"), "\"99999999999999999999-0\" is not"},
        {BYTES("a\tb\t4294967296-0\n"), "\"4294967296-0\" is not"},
        {BYTES("a\tb\t2011 a year\n"), "\"2011\" is not an alignment link: source-target counted from 0"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Corpus corpus;
        assert_false(corpus_parse(cases[i].text, "data.tsv", SPACES, &corpus, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_FORMAT);
        assert_int_equal(corpus.count, 0);
        assert_null(corpus.pairs);
    }
}

/* What a spreadsheet writes is the same corpus as lines with tabs. */
static void tables_are_read(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        int count, empty, last_line, links;
    } cases[] = {
        {BYTES("a b,x y\nc,z\n"), 2, 0, 2, 0},
        {BYTES("\xEF\xBB\xBFsource,target\r\na b,x y\r\n"), 1, 0, 2, 0},
        {BYTES("a b;\"x, y\";0-0 1?1\nc;z;0-0"), 2, 0, 2, 2},
        {BYTES("id,Target,alignment,Source\n1,x y,0-0 1p1,a b\n2,z,0-0,c\n"), 2, 0, 3, 2},
        {BYTES("\"a\nb\",\"x \"\"y\"\"\"\n\n,\nc,z\n"), 2, 1, 5, 0},
        {BYTES("a b,x y,CC-BY 2.0,\nc,z,,\n"), 2, 0, 2, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Corpus corpus;
        expect_ok(corpus_parse(cases[i].text, "data.CSV", SPACES, &corpus, &error), &error);
        assert_int_equal(corpus.count, cases[i].count);
        assert_int_equal(corpus.empty, cases[i].empty);
        const Pair *first = &corpus.pairs[0];
        assert_int_equal(corpus.pairs[corpus.count - 1].line, cases[i].last_line);
        assert_true(side_is(first->source, "a b"));
        assert_int_equal(first->target.count, 2);
        assert_int_equal(first->link_count, cases[i].links);
        if (first->link_count)
            assert_true(!first->links[0].possible && first->links[1].possible);
        corpus_finish(&corpus);
    }
}

static void what_is_wrong_with_tables_is_said(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *message;
    } cases[] = {
        {BYTES("a,x\nb,y,z\n"), "data.csv:2: there are 3 fields; 2 were expected, as in the first row"},
        {BYTES("a,x\n\"b\nc\",y\nd\n"), "data.csv:4: there is 1 field; 2 were expected"},
        {BYTES("a\tx\n"), "data.csv:1: there is one field; a source sentence, a comma"},
        {BYTES("a,x\n\"b,y\n"), "data.csv:2: there is a field in quotes that does not end as it should"},
        {BYTES("source,target\n"),
         "holds no usable sentence pair (0 with an empty side, 0 too long); rows of source, target"},
        {BYTES("a,x,0-1\n"), "data.csv:1: the link 0-1 leads past the sentence: at most 0-0"},
        {BYTES("a,\xE9\n"), "there is text that is not UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Corpus corpus;
        assert_false(corpus_parse(cases[i].text, "data.csv", SPACES, &corpus, &error));
        expect_error(&error, cases[i].message);
    }
}

static void links_count_from_what_is_said(void **state)
{
    (void)state;
    Corpus corpus;
    Error error = {0};
    CorpusOptions from_one = {.links = LINKS_PHARAOH1};
    parse(LITERAL("a b\tx y\t1-1 2?2\n"), from_one, &corpus);
    const Link *links = corpus.pairs[0].links;
    assert_true(links[0].source == 0 && links[0].target == 0 && !links[0].possible);
    assert_true(links[1].source == 1 && links[1].target == 1 && links[1].possible);
    corpus_finish(&corpus);
    assert_false(corpus_parse(LITERAL("a b\tx y\t0-1\n"), "data.tsv", from_one, &corpus, &error));
    expect_error(&error, "\"0-1\" is not an alignment link: source-target counted from 1, such as 1-1");
    error = (Error){0};
    assert_false(corpus_parse(LITERAL("a b\tx y\t1-3\n"), "data.tsv", from_one, &corpus, &error));
    expect_error(&error, "the link 1-3 leads past the sentence: at most 2-2 was expected");
}

static void gold_links_have_a_file_of_their_own(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    LinkFile gold;
    Corpus corpus;
    expect_ok(links_parse(LITERAL("0003 2 1 P\r\n\n0001 1 1 S 0.7\n3 0 2 S\n3 1 2\n"), "g", LINKS_NAACL, &arena, &gold,
                          &error),
              &error);
    assert_int_equal(gold.count, 3); /* to no word: none */
    CorpusOptions options = {.gold = &gold};
    parse(LITERAL("a b\tx y\t1-1\n\nc d\tz w\n"), options, &corpus); /* a line a sentence, an empty one too */
    assert_int_equal(corpus.pairs[0].link_count, 1);
    assert_int_equal(corpus.pairs[0].links[0].source, 0);
    const Link *links = corpus.pairs[1].links;
    assert_true(links[0].source == 1 && links[0].target == 0 && links[0].possible);
    assert_true(links[1].source == 0 && links[1].target == 1 && !links[1].possible);
    assert_true(corpus.gold);
    corpus_finish(&corpus);
    expect_ok(corpus_parse(LITERAL("source,target\na b,x y\nb,y\nc d,z w\n"), "data.csv", options, &corpus, &error),
              &error);
    assert_int_equal(corpus.pairs[2].link_count, 2); /* of a table the rows below its names */
    corpus_finish(&corpus);
    assert_false(corpus_parse(LITERAL("a b\tx y\n"), "data.tsv", options, &corpus, &error));
    expect_error(&error, "g:5: speaks of sentence 3, and data.tsv has 1");
    error = (Error){0};
    assert_false(corpus_parse(LITERAL("a\tx\na\tx\na\tx y\n"), "data.tsv", options, &corpus, &error));
    expect_error(&error, "g:1: the link leads past sentence 3, which has 1 source word and 2 target words");
    arena_finish(&arena);
}

static void bad_gold_files_say_where(void **state)
{
    (void)state;
    const struct {
        Slice text;
        LinkFormat format;
        const char *message;
    } cases[] = {
        {LITERAL("1 1 1 S\n1 1\n"), LINKS_NAACL, "g:2: '1 1' is no link; a sentence's number"},
        {LITERAL("1 1 1 X\n"), LINKS_NAACL, "g:1: '1 1 1 X' is no link"},
        {LITERAL("0 1 1 S\n"), LINKS_NAACL, "g:1: '0 1 1 S' is no link"},
        {LITERAL("1 -1 1 S\n"), LINKS_NAACL, "g:1: '1 -1 1 S' is no link"},
        {LITERAL("1 1 99999999999 S\n"), LINKS_NAACL, "is no link"},
        {LITERAL("1 1 1 S 0.5 more\n"), LINKS_NAACL, "is no link"},
        {LITERAL("1-1 2-2\n"), LINKS_NAACL, "g:1: '1-1 2-2' is no link"},
        {LITERAL("1 1 1 S\n2 1 1 S\n1 1 1 P\n"), LINKS_NAACL,
         "g:3: the link from source word 1 to target word 1 of sentence 1 stands there twice"},
        {LITERAL("1 0 1 S\n"), LINKS_NAACL, "g: holds no gold link"},
        {LITERAL(""), LINKS_NAACL, "g: holds no gold link"},
        {LITERAL("1 1 1 \xFF\n"), LINKS_NAACL, "g: is not text in UTF-8"},
        {LITERAL("0-0\n0-0 1+1\n"), LINKS_PHARAOH, "g:2: '1+1' is no link; a source word and a target word from 0"},
        {LITERAL("0-1\n"), LINKS_PHARAOH1, "g:1: '0-1' is no link; a source word and a target word from 1"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        LinkFile gold;
        assert_false(links_parse(cases[i].text, "g", cases[i].format, &arena, &gold, &error));
        expect_error(&error, cases[i].message);
        arena_finish(&arena);
    }
}

static void gold_needs_links_everywhere(void **state)
{
    (void)state;
    Corpus corpus;
    parse(LITERAL("a\tb\t0-0\nc\td\n"), SPACES, &corpus);
    assert_false(corpus.gold);
    assert_int_equal(corpus.pairs[0].link_count, 1);
    assert_int_equal(corpus.pairs[1].link_count, 0);
    corpus_finish(&corpus);
}

/* Links count words between spaces: they would lie about characters. */
static void links_of_other_tokens_are_dropped(void **state)
{
    (void)state;
    Corpus corpus;
    Slice text = LITERAL("old cat\t\u8001 \u732B\t0-0 1-1\nmouse, no\t\u8001\u9F20 \u4E0D\t0-0 1-1\n");
    parse(text, (CorpusOptions){TOKENS_SPACE, TOKENS_CHAR, 0}, &corpus);
    assert_int_equal(corpus.pairs[0].link_count, 2);
    assert_int_equal(corpus.pairs[1].link_count, 0);
    assert_int_equal(corpus.pairs[1].target.count, 3);
    assert_false(corpus.gold);
    corpus_finish(&corpus);
    parse(text, SPACES, &corpus);
    assert_true(corpus.gold);
    corpus_finish(&corpus);
}

static void long_pairs_are_left_out(void **state)
{
    (void)state;
    Corpus corpus;
    CorpusOptions options = {TOKENS_SPACE, TOKENS_SPACE, 2};
    parse(LITERAL("a b\tc\na b c\td\ne\tf g h\ni\tj k\n"), options, &corpus);
    assert_int_equal(corpus.count, 2);
    assert_int_equal(corpus.left_out, 2);
    assert_int_equal(corpus.pairs[1].line, 4);
    corpus_finish(&corpus);
    Error error = {0};
    assert_false(corpus_parse(LITERAL("a b c\td\n"), "x.tsv", options, &corpus, &error));
    expect_error(&error, "0 with an empty side, 1 too long");
}

static void very_long_lines(void **state)
{
    (void)state;
    Bytes text = {0};
    for (int i = 0; i < 200000; i++)
        bytes_add_text(&text, "word ");
    bytes_add_text(&text, "\tx\t");
    for (int i = 0; i < 200000; i++)
        bytes_printf(&text, "%d-0 ", 199999 - i);
    Corpus corpus;
    parse(bytes_slice(&text), SPACES, &corpus);
    assert_int_equal(corpus.pairs[0].source.count, 200000);
    assert_int_equal(corpus.pairs[0].link_count, 200000);
    assert_int_equal(corpus.pairs[0].links[7].source, 7);
    corpus_finish(&corpus);
    bytes_finish(&text);
}

static void vocabularies_by_count_then_appearance(void **state)
{
    (void)state;
    Corpus corpus;
    parse(LITERAL("The cat\tx z\nthe dog\ty z\nA cat\ty z </s>\n"), SPACES, &corpus);
    static const struct {
        bool lowercase;
        int least;
        const char *source, *target;
    } cases[] = {
        {true, 1, "the cat dog a", "z y x"},
        {false, 1, "cat The the dog A", "z y x"},
        {true, 2, "the cat", "z y"},
        {true, 100, "", ""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Vocab source, target;
        corpus_vocabs(&corpus, (VocabOptions){cases[i].lowercase, cases[i].least}, &source, &target);
        Bytes sources = {0}, targets = {0};
        bytes_add_text(&sources, "");
        bytes_add_text(&targets, "");
        for (int id = VOCAB_SPECIAL; id < source.count; id++)
            bytes_printf(&sources, "%s%s", id > VOCAB_SPECIAL ? " " : "", vocab_word(&source, id));
        for (int id = VOCAB_SPECIAL; id < target.count; id++)
            bytes_printf(&targets, "%s%s", id > VOCAB_SPECIAL ? " " : "", vocab_word(&target, id));
        assert_string_equal(sources.data, cases[i].source);
        assert_string_equal(targets.data, cases[i].target);
        assert_string_equal(vocab_word(&source, VOCAB_UNKNOWN), "<unk>");
        bytes_finish(&sources);
        bytes_finish(&targets);
        vocab_finish(&source);
        vocab_finish(&target);
    }
    corpus_finish(&corpus);
}

static void encoding(void **state)
{
    (void)state;
    Corpus corpus;
    Vocab source = {0}, target = {0};
    parse(LITERAL("The Cat <pad>\tX </s> y\n"), SPACES, &corpus);
    vocab_add(&source, slice_of("cat"));
    vocab_add(&target, slice_of("x"));
    vocab_add(&target, slice_of("y"));
    corpus_encode(&corpus, &source, &target, true);
    static const int sources[] = {VOCAB_UNKNOWN, 4, VOCAB_UNKNOWN};
    static const int targets[] = {VOCAB_UNKNOWN, VOCAB_UNKNOWN, 5}; /* the target is never folded */
    assert_memory_equal(corpus.pairs[0].source_ids, sources, sizeof sources);
    assert_memory_equal(corpus.pairs[0].target_ids, targets, sizeof targets);
    corpus_finish(&corpus);
    vocab_finish(&source);
    vocab_finish(&target);
}

static void from_a_file(void **state)
{
    (void)state;
    char folder[64], path[128];
    folder_create(folder);
    snprintf(path, sizeof path, "%s/pairs.tsv", folder);
    Error error = {0};
    Corpus corpus;
    assert_false(corpus_read(path, SPACES, &corpus, &error));
    expect_error(&error, "pairs.tsv: cannot be opened");
    expect_ok(file_write(path, "a\tb\n", 4, &error), &error);
    expect_ok(corpus_read(path, SPACES, &corpus, &error), &error);
    assert_string_equal(corpus.name, "pairs.tsv");
    assert_string_equal(corpus.sha256, "5dd1197866f479824d9b483e1b7ae9ad3e518f3b4fd447c6b92d127dda6178c5");
    corpus_finish(&corpus);
    folder_remove(folder);
}

static void real_pairs(void **state) /* what downloaded files hold, in small */
{
    (void)state;
    Corpus corpus;
    parse(
        LITERAL(
            "I'm Tom.\t\u6211\u662F\u6C64\u59C6\u3002\tCC-BY 2.0 (France) Attribution: tatoeba.org #1 (CK) & #2 (x)\r\n"
            "Run!\tCours\u202F!\r\n"),
        (CorpusOptions){TOKENS_WORD, TOKENS_CHAR, 0}, &corpus);
    assert_true(side_is(corpus.pairs[0].source, "I'm Tom ."));
    assert_true(side_is(corpus.pairs[0].target, "\u6211 \u662F \u6C64 \u59C6 \u3002"));
    assert_true(side_is(corpus.pairs[1].target, "Cours !"));
    corpus_finish(&corpus);
}

/* ---- real files ---- */

static void repeated_pairs_go(void **state)
{
    (void)state;
    Corpus corpus;
    parse(LITERAL("Run!\tCours\u202F!\nRun!\tCourez\u202F!\nrun!\tCours !\nRun !\tCours!\nRun!\tCours \u00AD!\n"),
          (CorpusOptions){TOKENS_WORD, TOKENS_WORD, 0}, &corpus);
    assert_int_equal(corpus.count, 5);
    assert_int_equal(corpus_unique(&corpus), 2); /* lines 4 and 5 are line 1 again; case and translation differ */
    assert_int_equal(corpus.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(corpus.pairs[i].line, i + 1);
    assert_int_equal(corpus_unique(&corpus), 0);
    corpus_finish(&corpus);
}

static void hold_out(double share, uint64_t seed, Corpus *corpus, Corpus *heldout)
{
    Bytes text = {0};
    for (int i = 0; i < 2000; i++)
        bytes_printf(&text, "%s number %d\tle nombre %d\n", i % 2 ? "The" : "the", i / 4, i);
    parse(bytes_slice(&text), (CorpusOptions){TOKENS_WORD, TOKENS_WORD, 0}, corpus);
    bytes_finish(&text);
    corpus_split(corpus, share, seed, heldout);
    assert_int_equal(corpus->count + heldout->count, 2000);
}

static void sentences_are_held_out(void **state)
{
    (void)state;
    Corpus first, second, held_first, held_second;
    hold_out(0.1, 1, &first, &held_first);
    hold_out(0.1, 1, &second, &held_second);
    assert_in_range(held_first.count, 120, 280);
    assert_int_equal(held_first.count % 4, 0); /* the four translations of a number stay together */
    assert_int_equal(held_first.count, held_second.count);
    for (int i = 0; i < held_first.count; i++)
        assert_int_equal(held_first.pairs[i].line, held_second.pairs[i].line);
    corpus_finish(&held_second);
    corpus_finish(&second);
    hold_out(0.1, 2, &second, &held_second);
    assert_int_not_equal(held_first.pairs[0].line, held_second.pairs[0].line);
    corpus_finish(&held_first);
    corpus_finish(&first);
    corpus_finish(&held_second);
    corpus_finish(&second);
    hold_out(0, 1, &first, &held_first);
    assert_int_equal(held_first.count, 0);
    corpus_finish(&held_first);
    corpus_finish(&first);
}

static void tokens_are_guessed(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        TokenKind source, target;
    } cases[] = {
        {BYTES("Run.\t\u4F60\u7528\u8DD1\u7684\u3002\tCC-BY\n"), TOKENS_WORD, TOKENS_CHAR},
        {BYTES("Run!\tCours !\n"), TOKENS_WORD, TOKENS_WORD},
        {BYTES("\u732B Tom\tcat\n"), TOKENS_WORD, TOKENS_WORD},
        {BYTES("\u732B \u6349\tcat chases\t0-0 1-1\n"), TOKENS_SPACE, TOKENS_SPACE},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Corpus corpus;
        parse(cases[i].text, SPACES, &corpus);
        assert_int_equal(corpus_token_kind(&corpus, false), cases[i].source);
        assert_int_equal(corpus_token_kind(&corpus, true), cases[i].target);
        corpus_finish(&corpus);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_form),
        cmocka_unit_test(forms_from_the_wild),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(tables_are_read),
        cmocka_unit_test(what_is_wrong_with_tables_is_said),
        cmocka_unit_test(links_count_from_what_is_said),
        cmocka_unit_test(gold_links_have_a_file_of_their_own),
        cmocka_unit_test(bad_gold_files_say_where),
        cmocka_unit_test(gold_needs_links_everywhere),
        cmocka_unit_test(links_of_other_tokens_are_dropped),
        cmocka_unit_test(long_pairs_are_left_out),
        cmocka_unit_test(very_long_lines),
        cmocka_unit_test(vocabularies_by_count_then_appearance),
        cmocka_unit_test(encoding),
        cmocka_unit_test(from_a_file),
        cmocka_unit_test(real_pairs),
        cmocka_unit_test(repeated_pairs_go),
        cmocka_unit_test(sentences_are_held_out),
        cmocka_unit_test(tokens_are_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
