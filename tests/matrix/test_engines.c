/* What engines, aligners and libraries write: each form gives the weights, the words and the sentence that is asked
 * for. SEEDS are those of tests/fuzz. */
#include "seeds.h"

#include <math.h>

static const char *joined(const char **words, int count, char text[128])
{
    int used = 0;
    text[0] = '\0';
    for (int i = 0; words && i < count; i++)
        used += snprintf(text + used, 128 - (size_t)used, "%s%s", i ? " " : "", words[i]);
    return text;
}

static void each_form_has_its_weights_and_words(void **state)
{
    (void)state;
    static const struct {
        const char *name, *source, *target; /* "": nobody knows the words */
        int layers, heads;
    } cases[] = {
        {"marian.soft:2", "", "x </s>", 1, 1},
        {"marian.shares", "", "", 1, 1},
        {"marian.nbest:1", "", "x </s>", 1, 1},
        {"fairseq.out:0", "a b </s>", "x </s>", 1, 1},
        {"nematus.txt:2", "a b </s>", "x </s>", 1, 1},
        {"sockeye.json", "a b </s>", "x </s>", 1, 1},
        {"opennmt.log:2", "a b </s>", "x </s>", 1, 1},
        {"inseq.json:2", "a b </s>", "x </s>", 1, 1},
        {"transformers.json", "", "", 2, 2},
        {"transformers.npy:1", "", "", 2, 2},
        {"transformers.npz:1", "a é </s>", "x </s>", 2, 2},
        {"lines.jsonl:2", "a b </s>", "x </s>", 1, 1},
        {"ids.json", "7 8 9", "x </s>", 1, 1},
    };
    static const float expected[] = {0.25f, 0.75f, 0, 1, 0, 0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        MatrixStack stack;
        char text[128];
        expect_ok(seed_read(cases[i].name, NULL, &stack, &error), &error);
        print_message("%s\n", cases[i].name);
        assert_int_equal(stack.rows, 2);
        assert_int_equal(stack.columns, 3);
        assert_int_equal(stack.layers, cases[i].layers);
        assert_int_equal(stack.heads, cases[i].heads);
        assert_memory_equal(stack.values, expected, sizeof expected);
        assert_string_equal(joined(stack.source, 3, text), cases[i].source);
        assert_string_equal(joined(stack.target, 2, text), cases[i].target);
        stack_finish(&stack);
    }
}

static void the_other_sentence_of_a_batch_is_another(void **state)
{
    (void)state;
    static const char *const names[] = {"transformers.npy:2", "transformers.npz:2"};
    static const float expected[] = {1, 0, 0, 0.25f, 0.75f, 0}; /* its heads are exchanged */
    for (size_t i = 0; i < LENGTH(names); i++) {
        Error error = {0};
        MatrixStack stack;
        expect_ok(seed_read(names[i], NULL, &stack, &error), &error);
        for (int layer = 0; layer < 2; layer++)
            assert_memory_equal(stack_matrix(&stack, layer, 0), expected, sizeof expected);
        stack_finish(&stack);
    }
}

static void hard_links_are_as_large_as_their_sentences(void **state)
{
    (void)state;
    static const struct {
        const char *name, *source, *target;
        int rows, columns;
        float values[6];
    } cases[] = {{"marian.hard:2", "", "x w", 2, 2, {0, 1, 1, 0}},
                 {"fairseq.out:7", "y z", "w", 1, 2, {1, 0}},
                 {"giza.A3.final:2", "a b", "x w v", 3, 2, {0, 1, 1, 0, 0, 0}}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        MatrixStack stack;
        char text[128];
        expect_ok(seed_read(cases[i].name, NULL, &stack, &error), &error);
        assert_true(stack.linked);
        assert_int_equal(stack.rows, cases[i].rows);
        assert_int_equal(stack.columns, cases[i].columns);
        assert_memory_equal(stack.values, cases[i].values, stack_count(&stack) * sizeof(float));
        assert_string_equal(joined(stack.source, stack.columns, text), cases[i].source);
        assert_string_equal(joined(stack.target, stack.rows, text), cases[i].target);
        stack_finish(&stack);
    }
}

static void what_is_signed_says_so(void **state)
{
    (void)state;
    Error error = {0};
    MatrixStack stack;
    expect_ok(seed_read("inseq.json:2", NULL, &stack, &error), &error);
    assert_false(stack.is_signed);
    assert_int_equal(stack.kind, STACK_CROSS);
    stack_finish(&stack);
    expect_ok(seed_read("inseq.json:2", "decoder", &stack, &error), &error);
    assert_true(stack.values[0] == 0.5f && isnan(stack.values[1]));
    assert_false(stack_check(&stack, false, &error));
    stack_finish(&stack);
}

static void the_end_mark_needs_no_word(void **state)
{
    (void)state;
    Error error = {0};
    MatrixStack stack;
    char text[128];
    expect_ok(seed_read("marian.shares", NULL, &stack, &error), &error);
    expect_ok(stack_name(&stack, "a b", "x", &error), &error);
    assert_string_equal(joined(stack.source, 3, text), "a b </s>");
    assert_string_equal(joined(stack.target, 2, text), "x </s>");
    assert_false(stack_name(&stack, "a", NULL, &error));
    stack_finish(&stack);
}

static void words_of_bytes_are_text(void **state)
{
    (void)state;
    static const struct {
        const char *words[3];
        const char *shown;
    } cases[] = {{{"a", "Ġcaf", "Ã©"}, "a ▁caf é"},
                 {{"å¤§", "Ċ", "b"}, "大 ↵ b"},
                 {{"å", "Ġ¤§", "x"}, "å Ġ¤§ x"}, /* a letter in two pieces stays */
                 {{"für", "Ã©", "x"}, "für Ã© x"},
                 {{"é", "x", "猫"}, "é x 猫"},
                 {{"<|endoftext|>", "Ġthe", "Ã¼"}, "<|endoftext|> ▁the ü"}};
    static const float values[3] = {1, 0, 0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        MatrixStack stack;
        char text[128];
        stack_of(cases[i].words, 3, &(const char *){"x"}, 1, values, &stack);
        stack_show_bytes(&stack);
        assert_string_equal(joined(stack.source, 3, text), cases[i].shown);
        stack_show_bytes(&stack); /* once is enough */
        assert_string_equal(joined(stack.source, 3, text), cases[i].shown);
        stack_finish(&stack);
    }
}

static void pieces_of_a_letter_are_merged_first(void **state)
{
    (void)state;
    static const char *const pieces[] = {"å", "¤§", "Ġcat"};
    static const float values[3] = {0.25f, 0.25f, 0.5f};
    MatrixStack stack;
    char text[128];
    stack_of(pieces, 3, &(const char *){"x"}, 1, values, &stack);
    assert_true(stack_merge_pieces(&stack));
    stack_show_bytes(&stack);
    assert_string_equal(joined(stack.source, stack.columns, text), "大 cat");
    stack_finish(&stack);
}

static void a_sentence_that_is_not_there_is_told(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"marian.soft", "has several sentences; expected one of them, such as"},
        {"marian.soft:9", "has no sentence 9; expected one of 2, such as"},
        {"fairseq.out", "such as"},
        {"fairseq.out:1", "has no sentence 1; expected one of 2"},
        {"giza.A3.final:3", "has no sentence 3; expected one of 2"},
        {"transformers.npy", "has a batch of 2 sentences; expected one of them, such as"},
        {"transformers.npz", "has a batch of 2 sentences; expected one of them, such as"},
        {"transformers.npy:3", "has no sentence 3; expected one of 2, such as"},
        {"plain.npy:1", "is not a file of several sentences, where ':1' is one"},
        {"words.csv:2", "is not a file of several sentences, where ':2' is one"},
        {"inseq.json", "has the attributions of 2 sentences; expected one of them, such as"},
        {"marian.hard:3", "has no links in this sentence"},
        {"lines.jsonl:3", "has no sentence 3; expected one of 2, such as"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        MatrixStack stack;
        assert_false(seed_read(cases[i][0], NULL, &stack, &error));
        if (!strstr(error.message, cases[i][1]))
            fail_msg("%s: \"%s\"", cases[i][0], error.message);
    }
}

/* ---- all of a file ---- */

typedef struct Seen {
    int count, numbers[4], links[4];
} Seen;

static bool see(void *owner, int number, MatrixStack *stack, Error *error)
{
    Seen *seen = owner;
    (void)error;
    seen->numbers[seen->count] = number;
    for (size_t i = 0; i < stack_count(stack); i++)
        seen->links[seen->count] += stack->values[i] > 0;
    return ++seen->count < 4;
}

static void every_sentence_is_visited(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        Seen seen;
    } cases[] = {{"marian.hard", {3, {1, 2, 3}, {1, 2, 0}}}, {"fairseq.out", {2, {8, 1}, {1, 3}}},
                 {"giza.A3.final", {2, {1, 2}, {1, 2}}},     {"nematus.txt", {2, {1, 2}, {3, 3}}},
                 {"lines.jsonl", {2, {1, 2}, {1, 3}}},       {"plain.npy", {1, {1}, {3}}}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Seen seen = {0};
        StackInput input = seed_load(cases[i].name, &arena);
        expect_ok(stack_each_sentence(&input, LINKS_PHARAOH, see, &seen, &error), &error);
        assert_memory_equal(&seen, &cases[i].seen, sizeof seen);
        arena_finish(&arena);
    }
}

static void a_bad_sentence_says_its_line(void **state)
{
    (void)state;
    Bytes bytes = {0};
    Error error = {0};
    Seen seen = {0};
    bytes_add_text(&bytes, "0-0\n1-1\n0-0 x\n");
    StackInput input = {.name = "w", .bytes = bytes};
    assert_false(stack_each_sentence(&input, LINKS_PHARAOH, see, &seen, &error));
    assert_int_equal(error.line, 3);
    assert_int_equal(seen.count, 2);
}

static void what_is_printed_is_known_by_its_beginning(void **state)
{
    (void)state;
    static const char *const printed[] = {"marian.soft",  "marian.shares", "marian.hard",
                                          "marian.nbest", "fairseq.out",   "nematus.txt",
                                          "opennmt.log",  "giza.A3.final", "links.txt"},
                             *const others[] = {"words.csv", "plain.txt", "words.json", "plain.npy", "words.tsv"};
    for (size_t i = 0; i < LENGTH(printed) + LENGTH(others); i++) {
        bool is = i < LENGTH(printed);
        Arena arena = {0};
        const char *name = is ? printed[i] : others[i - LENGTH(printed)];
        StackInput input = seed_load(name, &arena);
        print_message("%s\n", name);
        assert_int_equal(stack_is_printed(bytes_slice(&input.bytes)), is);
        stack_unload(&input);
        arena_finish(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_has_its_weights_and_words),
        cmocka_unit_test(the_other_sentence_of_a_batch_is_another),
        cmocka_unit_test(hard_links_are_as_large_as_their_sentences),
        cmocka_unit_test(what_is_signed_says_so),
        cmocka_unit_test(the_end_mark_needs_no_word),
        cmocka_unit_test(words_of_bytes_are_text),
        cmocka_unit_test(pieces_of_a_letter_are_merged_first),
        cmocka_unit_test(a_sentence_that_is_not_there_is_told),
        cmocka_unit_test(every_sentence_is_visited),
        cmocka_unit_test(a_bad_sentence_says_its_line),
        cmocka_unit_test(what_is_printed_is_known_by_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
