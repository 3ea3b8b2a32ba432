/* Sentence pairs as people type, paste and export them: what parts a line, what is told of the others. */
#include "support.h"

#include "text/corpus.h"
#include "text/pair_lines.h"

static void lines_are_parted(void **state)
{
    (void)state;
    static const struct {
        const char *line, *source, *target, *more;
        PairFault fault;
    } cases[] = {
        {"cat\t猫", "cat", "猫", "", PAIR_FINE},
        {"cat = 猫", "cat", "猫", "", PAIR_FINE},
        {"  cat |  猫  ", "cat", "猫", "", PAIR_FINE},
        {"cat → 猫", "cat", "猫", "", PAIR_FINE},
        {"cat -> 猫", "cat", "猫", "", PAIR_FINE},
        {"cat=猫", "cat", "猫", "", PAIR_FINE},
        {"cat＝猫", "cat", "猫", "", PAIR_FINE},
        {"　cat　\t猫\r", "cat", "猫", "", PAIR_FINE},
        {"a=b = c", "a=b", "c", "", PAIR_FINE},            /* the sign with spaces is meant */
        {"a = b\tc = d", "a = b", "c = d", "", PAIR_FINE}, /* the tab is surest */
        {"Hi.\t嗨。\tCC-BY 2.0\ttag", "Hi.", "嗨。", "CC-BY 2.0\ttag", PAIR_FINE},
        {"cat", "cat", "", "", PAIR_ALONE},
        {"\t猫", "", "猫", "", PAIR_NO_SOURCE},
        {"cat =", "cat", "", "", PAIR_NO_TARGET},
        {"cat = ", "cat", "", "", PAIR_NO_TARGET},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        PairLine line;
        Slice rest = slice_of(cases[i].line), title = {0};
        assert_true(pair_line_next(&rest, &line, &title));
        assert_int_equal(line.fault, cases[i].fault);
        assert_true(line.source.text && slice_is(line.source, cases[i].source));
        if (line.fault != PAIR_ALONE)
            assert_true(slice_is(line.target, cases[i].target) && slice_is(line.more, cases[i].more));
        assert_false(pair_line_next(&rest, &line, &title));
    }
}

static void all_lines_are_read(void **state)
{
    (void)state;
    Arena arena = {0};
    PairLines lines;
    char text[2000];
    int at = snprintf(
        text, sizeof text,
        "#separator:tab\n#html:true\n# Our class\n# another\n\nthe cat\t猫\nthe dog = 狗\nthe cat | 猫\nwhat\n= 狗\n");
    memset(text + at, 'x', PAIR_SIDE_BYTES + 1);
    strcpy(text + at + PAIR_SIDE_BYTES + 1, " = y\nThe cow = 牛");
    pair_lines_read(slice_of(text), &arena, &lines);
    assert_int_equal(lines.lines, 12);
    assert_int_equal(lines.pairs, 3);
    assert_true(slice_is(lines.title, "Our class"));
    static const LineFault faults[] = {{8, PAIR_REPEATED}, {9, PAIR_ALONE}, {10, PAIR_NO_SOURCE}, {11, PAIR_LONG}};
    assert_int_equal(lines.fault_count, LENGTH(faults));
    for (size_t i = 0; i < LENGTH(faults); i++) {
        assert_int_equal(lines.faults[i].line, faults[i].line);
        assert_int_equal(lines.faults[i].fault, faults[i].fault);
    }
    assert_int_equal(lines.source_words, 4); /* the, cat, dog, cow: of pairs that are fine, whatever their case */
    assert_int_equal(lines.target_words, 3);
    Bytes tsv = {0};
    pair_lines_print(slice_of(text), &tsv);
    assert_string_equal(tsv.data, "the cat\t猫\nthe dog\t狗\nThe cow\t牛\n");
    bytes_finish(&tsv);
    pair_lines_read(slice_of(""), &arena, &lines);
    assert_int_equal(lines.pairs + lines.fault_count + lines.source_words, 0);
    arena_finish(&arena);
}

/* Attributions and links stay; one that begins with a digit is not taken for links. */
static void columns_are_kept(void **state)
{
    (void)state;
    Bytes tsv = {0};
    Corpus corpus;
    Error error = {0};
    TokenKind kinds[2];
    pair_lines_print(slice_of("a b\tc d\t0-0 1-1\nb\td\t2024 by Tom\ne\tf\tCC-BY\tx\n"), &tsv);
    assert_string_equal(tsv.data, "a b\tc d\t0-0 1-1\nb\td\t\t2024 by Tom\ne\tf\tCC-BY\tx\n");
    expect_ok(corpus_parse_wild(bytes_slice(&tsv), "x", kinds, &corpus, &error), &error);
    assert_int_equal(corpus.pairs[0].link_count, 2);
    assert_string_equal(corpus.pairs[0].credit, "");
    assert_string_equal(corpus.pairs[1].credit, "2024 by Tom");
    assert_string_equal(corpus.pairs[2].credit, "CC-BY\tx");
    corpus_finish(&corpus);
    bytes_finish(&tsv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_parted), cmocka_unit_test(all_lines_are_read),
                                       cmocka_unit_test(columns_are_kept)};
    return cmocka_run_group_tests_name("pair lines", tests, NULL, NULL);
}
