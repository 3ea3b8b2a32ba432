/* Files of weights: what is read of each format, and the one sentence that each kind of bad input gives. SEEDS are
 * those of tests/fuzz, which NumPy wrote. */
#include "seeds.h"

#include <zlib.h>

#include <math.h>

static MatrixStack read_seed(const char *name, const char *array)
{
    Error error = {0};
    MatrixStack stack;
    expect_ok(seed_read(name, array, &stack, &error), &error);
    return stack;
}

/* Each has 0.25 0.75 0 / 1 0 0 as its first matrix. */
static void every_format_gives_the_same_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name, *array;
        int layers, heads;
        const char *source, *target; /* the second words */
    } cases[] = {{"plain.npy", NULL, 1, 1, NULL, NULL},       {"half.npy", NULL, 1, 1, NULL, NULL},
                 {"double_big.npy", NULL, 1, 1, NULL, NULL},  {"fortran.npy", NULL, 1, 2, NULL, NULL},
                 {"layers.npy", NULL, 3, 2, NULL, NULL},      {"batch.npy", NULL, 2, 2, NULL, NULL},
                 {"stored.npz", NULL, 1, 2, NULL, NULL},      {"deflated.npz", NULL, 1, 2, NULL, NULL},
                 {"two.npz", "a", 1, 1, NULL, NULL},          {"two.npz", "b", 1, 2, NULL, NULL},
                 {"one.safetensors", NULL, 1, 2, NULL, NULL}, {"brain.safetensors", "attention", 1, 1, NULL, NULL},
                 {"words.json", NULL, 1, 1, "b", "y"},        {"heads.json", NULL, 1, 2, NULL, NULL},
                 {"attentions.json", NULL, 2, 2, "b", "y"},   {"attentions.json", "cross", 2, 2, "b", "y"},
                 {"words.csv", NULL, 1, 1, "b, c", "y"},      {"words.tsv", NULL, 1, 1, "b", NULL},
                 {"words.npz", NULL, 1, 1, "b, c", "ÿ猫"},    {"plain.txt", NULL, 1, 1, NULL, NULL}};
    static const float expected[] = {0.25f, 0.75f, 0, 1, 0, 0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        MatrixStack stack = read_seed(cases[i].name, cases[i].array);
        assert_int_equal(stack.rows, 2);
        assert_int_equal(stack.columns, 3);
        assert_int_equal(stack.layers, cases[i].layers);
        assert_int_equal(stack.heads, cases[i].heads);
        assert_int_equal(stack.layered, cases[i].layers > 1);
        assert_int_equal(stack.headed, cases[i].layers > 1 || cases[i].heads > 1);
        assert_memory_equal(stack.values, expected, sizeof expected);
        if (stack.heads == 2) /* the other head has the rows the other way round */
            assert_memory_equal(stack_matrix(&stack, stack.layers - 1, 1), expected + 3, 3 * sizeof *expected);
        assert_int_equal(stack.source != NULL, cases[i].source != NULL);
        assert_int_equal(stack.target != NULL, cases[i].target != NULL);
        if (stack.source)
            assert_string_equal(stack.source[1], cases[i].source);
        if (stack.target)
            assert_string_equal(stack.target[1], cases[i].target);
        stack_finish(&stack);
    }
}

/* The words along the sides are those that ask and those that are asked. */
static void each_attention_of_a_trace_has_its_words(void **state)
{
    (void)state;
    MatrixStack stack = read_seed("attentions.json", "encoder");
    assert_int_equal(stack.rows, 3);
    assert_string_equal(stack.source[2], "c");
    assert_string_equal(stack.target[2], "c");
    stack_finish(&stack);
    stack = read_seed("attentions.json", "decoder");
    assert_int_equal(stack.rows, 2);
    assert_string_equal(stack.source[0], "<s>");
    assert_string_equal(stack.source[1], "x");
    assert_string_equal(stack.target[1], "x");
    stack_finish(&stack);
}

static MatrixStack read_text(const char *text, const char *array, Error *error)
{
    Bytes bytes = {0};
    MatrixStack stack = {0};
    bytes_add_text(&bytes, text);
    (void)!stack_parse(&(StackInput){.name = "w", .bytes = bytes}, array, LINKS_PHARAOH, &stack, error);
    return stack;
}

/* An encoder or a decoder alone: what is read is the self-attention that is there, of whose mask the zeros tell. */
static void half_a_trace_is_read(void **state)
{
    (void)state;
#define DECODER "\"attentions\":{\"decoder\":[[[[1,0],[0.5,0.5]]]]}}"
    static const struct {
        const char *text, *words; /* of rows, then of columns; or what is wrong */
        bool causal;
    } cases[] = {
        {"{\"source\":{\"tokens\":[\"a\",\"b\"]},\"attentions\":{\"encoder\":[[[[0.5,0.5],[1,0]]]]}}", "abab", false},
        {"{\"source\":{\"tokens\":[\"a\",\"b\"]},\"attentions\":{\"encoder\":[[[[1,0],[1,0]],[[1,0],[1,0]]]]}}", "abab",
         true},
        {"{\"source\":{\"tokens\":[\"a\",\"b\"]},\"attentions\":{\"encoder\":[[[[1,0],[1,0]],[[1,1],[1,0]]]]}}", "abab",
         false},
        {"{\"steps\":[{\"input\":{\"token\":\"x\"},\"output\":{\"token\":\"y\"}},{\"input\":{\"token\":\"y\"}}]"
         "," DECODER,
         "xyxy", true},
        {"{\"steps\":[{\"input\":{\"token\":\"x\"}},{\"input\":{\"token\":\"y\"}}]," DECODER, "xyxy", true},
        {"{\"steps\":[{\"input\":{\"token\":\"x\"}},{}]," DECODER, "has no word in \"input.token\" of step 2", false},
        {"{\"steps\":[{\"input\":{\"token\":\"x\"}}]," DECODER, "has 1 step; expected 2", false},
        {"{" DECODER, "has no array \"steps\"", false},
        {"{\"attentions\":{}}", "is empty", false},
    };
#undef DECODER
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        MatrixStack stack = read_text(cases[i].text, NULL, &error);
        if (error.code && !strstr(error.message, cases[i].words))
            fail_msg("%zu: \"%s\"", i, error.message);
        assert_int_equal(!error.code, strlen(cases[i].words) == 4);
        for (int k = 0; k < 2 && !error.code; k++)
            assert_true(*stack.target[k] == cases[i].words[k] && *stack.source[k] == cases[i].words[2 + k]);
        assert_int_equal(stack.causal, cases[i].causal);
        stack_finish(&stack);
    }
}

/* What is left of it, and what it becomes. */
static void a_mask_goes_with_its_cells(void **state)
{
    (void)state;
    static const char text[] = "{\"source\":{\"tokens\":[\"a\",\"b\",\"c\"]},\"attentions\":{\"encoder\":[[[[1,0,0],"
                               "[0.5,0.5,0],[0.2,0.3,0.5]]]]}}";
    Error error = {0};
    MatrixStack stack = read_text(text, NULL, &error);
    assert_true(stack.causal && stack_hides(&stack, 1, 2) && !stack_hides(&stack, 1, 1));
    expect_ok(stack_choose(&stack, STACK_ROWS, "2-3", &error), &error);
    assert_false(stack.causal);
    expect_ok(stack_choose(&stack, STACK_COLUMNS, "2-3", &error), &error);
    assert_true(stack.causal);
    stack_transpose(&stack);
    assert_false(stack.causal);
    stack_finish(&stack);
}

static StackSet open_seed(const char *name, const char *array, Error *error)
{
    Arena arena = {0};
    StackInput input = seed_load(name, &arena);
    StackSet set = {0};
    input.name = "w";
    (void)!stack_set_parse(&input, array, LINKS_PHARAOH, &set, error);
    arena_finish(&arena);
    return set;
}

static void a_set_has_every_array_that_can_be_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *name, *array, *words[3][2]; /* of each: its name, the second words of rows and columns */
        int count, asked, left_out;
        StackKind kinds[3];
    } cases[] = {
        {"attentions.json", NULL, {{"cross", "yb"}, {"encoder", "bb"}, {"decoder", "xx"}}, 3, 0, 0, {1, 2, 3}},
        {"attentions.json", "decoder", {{"cross", "yb"}, {"encoder", "bb"}, {"decoder", "xx"}}, 3, 2, 0, {1, 2, 3}},
        {"two.npz", "b", {{"a", NULL}, {"b", NULL}}, 2, 1, 0, {0}},
        {"two.npz", "b.npy", {{"b", NULL}}, 1, 0, 0, {0}},
        {"arrays.json", NULL, {{"base", "yb"}, {"ours", NULL}}, 2, 0, 0, {0}},
        {"arrays.json", "ours", {{"base", "yb"}, {"ours", NULL}}, 2, 1, 0, {0}},
        {"words.npz", NULL, {{"weights", NULL}}, 1, 0, 0, {0}},
        {"plain.npy", "any", {{NULL, NULL}}, 1, 0, 0, {0}},
        {"words.json", NULL, {{NULL, "yb"}}, 1, 0, 0, {0}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        StackSet set = open_seed(cases[i].name, cases[i].array, &error);
        assert_int_equal(set.count, cases[i].count);
        assert_int_equal(set.asked, cases[i].asked);
        assert_int_equal(set.left_out, cases[i].left_out);
        for (int k = 0; k < set.count; k++) {
            const MatrixStack *stack = &set.stacks[k];
            const char *array = cases[i].words[k][0], *words = cases[i].words[k][1];
            assert_true(array ? strcmp(stack->array, array) == 0 : !stack->array);
            assert_int_equal(stack->kind, cases[i].kinds[k]);
            assert_true(!words || (*stack->target[1] == words[0] && *stack->source[1] == words[1]));
        }
        stack_set_finish(&set);
    }
}

/* Of self-attention both sides are the same sentence, also where only the shape says so; what is no matrix
 * is left out. */
static void arrays_of_an_archive_have_their_words(void **state)
{
    (void)state;
    Error error = {0};
    StackSet set = open_seed("attentions.npz", "square", &error);
    assert_int_equal(set.count, 4);
    assert_string_equal(set.stacks[set.asked].array, "square");
    assert_int_equal(set.left_out, 1);
    assert_non_null(strstr(set.lacks.message, "array 'ids' holds values of the type '<U1'"));
    for (int i = 0; i < set.count; i++) {
        const MatrixStack *stack = &set.stacks[i];
        assert_string_equal(stack->source[0], stack->kind == STACK_DECODER ? "x" : "a");
        assert_string_equal(stack->target[0], stack->kind == STACK_DECODER || stack->kind == STACK_CROSS ? "x" : "a");
    }
    stack_set_finish(&set);
    set = open_seed("attentions.npz", "encoder", &error);
    assert_string_equal(set.stacks[set.asked].array, "encoder_attentions");
    stack_set_finish(&set);
}

static void a_set_says_what_is_wrong(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"attentions.json", "inner", "has no attentions \"inner\"; expected one of cross, encoder and decoder"},
        {"two.npz", "c", "has no array 'c'; it has a, b"},
        {"attentions.npz", "ids", "holds values of the type '<U1'"},
        {"nan.npy", NULL, "is NaN"},
        {"objects.npy", NULL, "pickled Python objects"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        StackSet set = open_seed(cases[i][0], cases[i][1], &error);
        assert_int_equal(set.count, 0);
        if (!strstr(error.message, cases[i][2]))
            fail_msg("%s: \"%s\"", cases[i][0], error.message);
    }
}

static void decimal_commas_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {";a;b\nx;0,25;0,75\n", "0,25;0,75\n", "\ta\tb\nx\t0,25\t0,75\n", "0.25;0.75\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        Bytes bytes = {0};
        Error error = {0};
        MatrixStack stack;
        bytes_add_text(&bytes, texts[i]);
        expect_ok(stack_parse(&(StackInput){.name = "w", .bytes = bytes}, NULL, LINKS_PHARAOH, &stack, &error), &error);
        assert_true(stack.rows == 1 && stack.columns == 2 && stack.values[0] == 0.25f && stack.values[1] == 0.75f);
        stack_finish(&stack);
    }
}

static void tables_of_words_are_sentence_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool pairs;
    } cases[] = {
        {"the cat,le chat\na dog,un chien\n", true},
        {"the cat\tle chat\n", true},
        {"cat = chat\n", true},
        {"source,target\n0.5,0.5\n", true}, /* named so */
        {"question,answer\n12,21\n34,43\n", true},
        {"12,21\n34,43\n56,65\n", true},
        {"twelve,12\nthirteen,13\nten,10\n", true},
        {"12,21,a note\n34,43,a note\n", false},
        {"1,2\n3\n", false}, /* a broken matrix, which says where */
        {"1,2,3\n3,x,4\n", false},
        {"0.8,0.2\n0.1,0.9\n0.5,0.5\n0,1\n", false},
        {"the,cat\n0.8,0.2\n0.1,0.9\n", false},
        {"1,0\n0,1\n1,0\n", false},
        {"12,21\n34,43\n", false},
        {",the,cat\nle,8,2\nchat,1,9\nx,3,4\n", false},
        {",the\nle,8\nchat,1\nx,3\n", false},
        {"0.25 0.75 0\n1 0 0\n", false},
        {"0.5\n0.2\n0.3\n", false},
        {"head 0\n,a,b\nx,3,4\n", false},
        {"0-0 1-1\n", false},
        {"[[12,21]]", false},
        {"", false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        if (stack_is_pairs(slice_of(cases[i].text)) != cases[i].pairs)
            fail_msg("%s", cases[i].text);
}

static void whole_numbers_and_truths_are_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"int.npy", "bool.npy"};
    static const float expected[] = {0, 1, 0, 1, 0, 0};
    for (size_t i = 0; i < LENGTH(names); i++) {
        MatrixStack stack = read_seed(names[i], NULL);
        assert_memory_equal(stack.values, expected, sizeof expected);
        stack_finish(&stack);
    }
}

static void links_are_a_matrix(void **state)
{
    (void)state;
    static const float expected[] = {1, 0, 0, 0, 0, 1, 0, 1, 0};
    MatrixStack stack = read_seed("links.txt", NULL);
    Error error = {0};
    assert_int_equal(stack.rows, 3);
    assert_memory_equal(stack.values, expected, sizeof expected);
    assert_true(stack_name(&stack, "a b c d", "x y z", &error));
    assert_int_equal(stack.columns, 4);
    assert_true(stack_matrix(&stack, 0, 0)[4 + 2] == 1 && stack.values[3] == 0);
    assert_false(stack_name(&stack, "a b", NULL, &error));
    stack_finish(&stack);
}

static void bad_input_is_one_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length; /* 0: a C string */
        const char *sentence;
    } cases[] = {
        {"", 0, "is empty; expected weights"},
        {"\n \n", 0, "is empty; expected weights"},
        {"\x80\x04\x95", 0, "is a pickle, which could run programs"},
        {"\1\xFF\xD8\xFF", 0, "is no file of weights that is known here"},
        {",caf\xE9\nx,1\n", 0, "is not text in UTF-8; if the file is Latin-1 or GBK"},
        {"\xFF\xFE,\0a\0", 6, "is text in UTF-16"},
        {"0.5,,0.5\n0.1,0.2,0.7\n", 0, "row 1 has '' for weight 2; expected a number"},
        {"0.5,0.5,\n0.1,0.9,\n", 0, "row 1 has '' for weight 3; expected a number"},
        {"\"0,5\",\"0,5\"\n\"0,1\",0.9\n", 0, "with a decimal point"},
        {"\x93NUMPY\x01", 0, "is no whole .npy file"},
        {"\x93NUMPY\x01\0\x05\0{'a':", 15, "has a header that is none of NumPy's"},
        {"PK\5\6 nothing", 0, "is no whole zip archive"},
        {"\2\0\0\0\0\0\0\0{}", 10, "holds no tensor; expected one"},
        {"[1,2]", 0, "has weights that are one row; expected an array of rows"},
        {"[[[[[[[[[1]]]]]]]]]", 0, "has weights nine deep"},
        {"[[[[[1]]],[[[1]]]]]", 0, "has a batch of 2 sentences; expected one of them, such as w:1"},
        {"[[1,2],[3]]", 0, "row 2 has 1 item; expected 2, as the first one has"},
        {"[[[1,2]],[[1,\"x\"]]]", 0, "head 1, row 1, weight 2 is not a number"},
        {"[[]]", 0, "is empty: its shape is 1 x 0"},
        {"{\"weights\":3}", 0, "has no array \"weights\""},
        {"{\"source\":[\"a\"],\"weights\":[[1,2]]}", 0, "has 1 word in \"source\"; expected 2"},
        {"{\"target\":[\"a\",\"b\"],\"weights\":[[1,2]]}", 0, "has 2 words in \"target\"; expected 1"},
        {"{\"source\":[1.5,2],\"weights\":[[1,2]]}", 0, "has a source[0] that is no word"},
        {"{\"heads\":[0],\"weights\":[[[1]],[[1]]]}", 0, "has \"heads\" that are not 2 numbers"},
        {"head 0\n,a\nx,1\nhead 1\n", 0, "row 4 names a head without a table"},
        {"head 0\n,a\nx,1\nhead 1\n,a,b\nx,0,1\n", 0,
         "has 1 x 2 weights below row 4; expected 1 x 1, as in its first table"},
        {"layer 0 head 0\n,a\nx,1\nlayer 0 head 1\n,a\nx,1\nlayer 1 head 0\n,a\nx,1\n", 0, "row 1 names another head"},
        {"1,2\n3\n", 0, "row 2 has 1 field; expected 2 weights"},
        {"the cat,le chat\na dog,un chien\n", 0, "holds words, as sentence pairs do; expected weights: row 2 has 'un"},
        {"a,b\n1,x\n", 0, "row 2 has 'x' for weight 2; expected a number"},
        {"a,\"b\n1,2\n", 0, "has a field in quotes that does not end as it should"},
        {",a,b\n", 0, "is a table without weights"},
        {"0-0 1\n", 0, "has '1' among its links"},
        {"0-0\n1-1\n", 0, "has several sentences; expected one of them, such as w:1"},
        {"[[1]]\n[[1]]\n", 0, "has several sentences; expected one of them, such as w:1"},
        {"x ||| 0.5,0.5 0.5\n", 0, "row 2 has 1 weight; expected 2, as the first one has"},
        {"x ||| 0.5,0.5 0.5,a\n", 0, "row 2 has 'a' for weight 2; expected a number"},
        {"x y z ||| 0.5,0.5 0.5,0.5\n", 0, "has a target of 3 words; expected 1, or 2 with the end mark"},
        {"S-3\ta b\nH-3\t-1\tx\n", 0, "has no line A-3; expected what fairseq-generate --print-alignment"},
        {"# Sentence pair (1)\nx\n", 0, "has a sentence that is not three lines"},
        {"# Sentence pair (1)\nx\na ({ 2 })\n", 0, "links a source word to target word 2 of 1"},
        {"# Sentence pair (1)\nx\na ({ 0 })\n", 0, "has '0' among the numbers of a source word"},
        {"# Sentence pair (1)\nx\na b ({ 1 })\n", 0, "has a source word without its numbers"},
        {"{\"sequence_attributions\":[]}", 0, "has the attributions of 0 sentences"},
        {"{\"sequence_attributions\":[{\"source_attributions\":[[[1]]]}]}", 0, "has attributions 3 deep"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Bytes bytes = {0};
        Error error = {0};
        MatrixStack stack;
        bytes_add(&bytes, cases[i].text, cases[i].length ? cases[i].length : strlen(cases[i].text));
        assert_false(stack_parse(&(StackInput){.name = "w", .bytes = bytes}, NULL, LINKS_PHARAOH, &stack, &error));
        if (!strstr(error.message, cases[i].sentence))
            fail_msg("case %zu: \"%s\" does not say \"%s\"", i, error.message, cases[i].sentence);
        assert_int_equal(error.code, ERROR_FORMAT);
        assert_string_equal(error.file, "w");
    }
}

static void files_that_are_wrong_are_told(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"objects.npy", NULL, "pickled Python objects, which could run programs and are never loaded"},
        {"empty.npy", NULL, "its shape is 0 x 5"},
        {"header_4gb.npy", NULL, "speaks of a header of 4294967295 bytes"},
        {"header_4gb.safetensors", NULL, "speaks of a header of 4294967296 bytes"},
        {"two.npz", NULL, "has several arrays: choose one of a, b with --array"},
        {"two.npz", "c", "has no array 'c'; it has a, b"},
        {"one.safetensors", "c", "has no tensor 'c'; it has attention"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        MatrixStack stack;
        assert_false(seed_read(cases[i][0], cases[i][1], &stack, &error));
        if (!strstr(error.message, cases[i][2]))
            fail_msg("%s: \"%s\"", cases[i][0], error.message);
    }
}

static void masked_cells_are_blank_where_that_is_asked_for(void **state)
{
    (void)state;
    static const char *const texts[] = {"[[0.5,null],[-Infinity,0.25]]", "[[0.5,NaN],[NaN,0.25]]",
                                        ",a,b\nx,0.5,\ny,-inf,0.25\n", "0.5 nan\n-inf 0.25\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        StackInput input = {.name = "w", .masked = true};
        MatrixStack stack;
        Error error = {0};
        float low, high;
        int row;
        double sum;
        bytes_add_text(&input.bytes, texts[i]);
        assert_true(stack_parse(&input, NULL, LINKS_PHARAOH, &stack, &error));
        assert_true(stack_check(&stack, true, &error) && stack_has_blanks(&stack));
        assert_true(isnan(stack.values[1]) && isnan(stack.values[2]));
        stack_range(&stack, false, &low, &high);
        assert_true(low == 0.25f && high == 0.5f);
        assert_int_equal(stack_uneven(&stack, &row, &sum), 2);
        assert_true(sum == 0.5);
        stack_share_rows(&stack);
        assert_true(stack.values[0] == 1 && isnan(stack.values[1]) && stack.values[3] == 1);
        stack_finish(&stack);
    }
    StackInput infinite = {.name = "w", .masked = true};
    MatrixStack stack;
    Error error = {0};
    bytes_add_text(&infinite.bytes, "0.5 inf\n0 1\n");
    assert_true(stack_parse(&infinite, NULL, LINKS_PHARAOH, &stack, &error));
    assert_false(stack_check(&stack, false, &error));
    assert_string_equal(error.message, "row 1, column 2 is infinite; expected a number that ends");
    stack_finish(&stack);
}

static void numbers_that_are_no_shares_are_told(void **state)
{
    (void)state;
    static const struct {
        float value;
        bool shares;
        const char *sentence; /* NULL: nothing is wrong */
    } cases[] = {{0.5f, true, NULL},
                 {-0.5f, false, NULL},
                 {-0.5f, true, "row 2, column 1 is -0.5; expected a share from 0 to 1"},
                 {1.5f, true, "row 2, column 1 is 1.5; expected a share"},
                 {(float)NAN, false, "row 2, column 1 is NaN"},
                 {-(float)INFINITY, false, "row 2, column 1 is infinite"}};
    static const char *const words[] = {"a", "b"};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        float values[] = {0.5f, 0.5f, cases[i].value, 0.5f};
        MatrixStack stack;
        Error error = {0};
        stack_of(words, 2, words, 2, values, &stack);
        assert_int_equal(stack_check(&stack, cases[i].shares, &error), cases[i].sentence == NULL);
        if (cases[i].sentence && !strstr(error.message, cases[i].sentence))
            fail_msg("\"%s\"", error.message);
        stack_finish(&stack);
    }
}

static void put(Bytes *out, unsigned value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        bytes_add(out, &(char){(char)(i < 4 ? value >> 8 * i : 0)}, 1);
}

/* An archive in which so many names have one and the same array. */
static Bytes many_names(int count)
{
    Arena arena = {0};
    Error error = {0};
    Bytes npy, zip = {0}, directory = {0};
    expect_ok(file_read(path_join(&arena, getenv("SEEDS"), "plain.npy"), 10000, &npy, &error), &error);
    unsigned size = (unsigned)npy.length, sum = (unsigned)crc32(0, (const unsigned char *)npy.data, size);
    bytes_add(&zip, "PK\3\4", 4);
    put(&zip, 0, 26);
    bytes_add(&zip, npy.data, size);
    for (int i = 0; i < count; i++) {
        const char *name = arena_printf(&arena, "a%d.npy", i);
        bytes_add(&directory, "PK\1\2", 4);
        put(&directory, 0, 12);
        put(&directory, sum, 4);
        put(&directory, size, 4);
        put(&directory, size, 4);
        put(&directory, (unsigned)strlen(name), 2);
        put(&directory, 0, 16);
        bytes_add_text(&directory, name);
    }
    unsigned at = (unsigned)zip.length;
    bytes_add(&zip, directory.data, directory.length);
    bytes_add(&zip, "PK\5\6", 4);
    put(&zip, 0, 6);
    put(&zip, (unsigned)count, 2);
    put(&zip, (unsigned)directory.length, 4);
    put(&zip, at, 4);
    put(&zip, 0, 2);
    bytes_finish(&npy);
    bytes_finish(&directory);
    arena_finish(&arena);
    return zip;
}

static void what_is_too_much_to_look_at_is_told(void **state)
{
    (void)state;
    Error error = {0};
    StackSet set;
    StackInput input = {.name = "w", .bytes = many_names(SET_ARRAYS)};
    expect_ok(stack_set_parse(&input, NULL, LINKS_PHARAOH, &set, &error), &error);
    assert_int_equal(set.count, SET_ARRAYS);
    assert_int_equal(set.left_out, 0);
    stack_set_finish(&set);
    input.bytes = many_names(60000);
    expect_ok(stack_set_parse(&input, NULL, LINKS_PHARAOH, &set, &error), &error);
    assert_int_equal(set.count, SET_ARRAYS);
    assert_int_equal(set.left_out, 1);
    expect_error(&set.lacks, "has more arrays than can be shown together; choose one with --array");
    stack_set_finish(&set);
    input.bytes = many_names(60000);
    expect_ok(stack_set_parse(&input, "a59999", LINKS_PHARAOH, &set, &error), &error);
    assert_string_equal(set.stacks[set.asked].array, "a59999");
    stack_set_finish(&set);
    for (int i = 0; i <= SET_SIDE; i++)
        bytes_add_text(&input.bytes, i ? ",1" : "1");
    assert_false(stack_set_parse(&input, NULL, LINKS_PHARAOH, &set, &error));
    expect_error(&error,
                 "has 1 row and 10001 columns, and at most 10000 of each are shown here; attend heatmap --rows");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_gives_the_same_numbers),
        cmocka_unit_test(each_attention_of_a_trace_has_its_words),
        cmocka_unit_test(half_a_trace_is_read),
        cmocka_unit_test(a_mask_goes_with_its_cells),
        cmocka_unit_test(a_set_has_every_array_that_can_be_drawn),
        cmocka_unit_test(arrays_of_an_archive_have_their_words),
        cmocka_unit_test(what_is_too_much_to_look_at_is_told),
        cmocka_unit_test(a_set_says_what_is_wrong),
        cmocka_unit_test(whole_numbers_and_truths_are_numbers),
        cmocka_unit_test(decimal_commas_are_read),
        cmocka_unit_test(tables_of_words_are_sentence_pairs),
        cmocka_unit_test(links_are_a_matrix),
        cmocka_unit_test(bad_input_is_one_sentence),
        cmocka_unit_test(files_that_are_wrong_are_told),
        cmocka_unit_test(masked_cells_are_blank_where_that_is_asked_for),
        cmocka_unit_test(numbers_that_are_no_shares_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
