/* Two files of weights: which arrays are a pair, what of them has the same words, and how much they differ. */
#include "support.h"

#include "matrix/stack_pair.h"

static int numbers[] = {0, 1, 2, 3};

static MatrixStack stack_with(StackKind kind, int layers, int rows, int columns, const char **target,
                              const char **source)
{
    return (MatrixStack){.kind = kind,
                         .layers = layers,
                         .heads = 1,
                         .rows = rows,
                         .columns = columns,
                         .layer_names = numbers,
                         .head_names = numbers,
                         .target = target,
                         .source = source};
}

static void arrays_are_paired_by_what_they_are(void **state)
{
    (void)state;
    Arena arena = {0};
    StackPair *pairs;
    MatrixStack trace[] = {{.kind = STACK_CROSS, .array = "cross"}, {.kind = STACK_ENCODER, .array = "encoder"}};
    MatrixStack archive[] = {{.array = "loss"}, {.kind = STACK_ENCODER, .array = "encoder_attentions"}}, alone = {0};
    StackSet a = {.stacks = trace, .count = 2}, b = {.stacks = archive, .count = 2}, c = {.stacks = &alone, .count = 1};
    assert_int_equal(stack_pairs(&a, NULL, &arena, &pairs), 2);
    assert_true(pairs[1].of[0] == &trace[1] && !pairs[1].of[1]);
    assert_int_equal(stack_pairs(&a, &b, &arena, &pairs), 3);
    assert_true(pairs[0].of[0] == &trace[0] && !pairs[0].of[1]);
    assert_true(pairs[1].of[0] == &trace[1] && pairs[1].of[1] == &archive[1]);
    assert_true(!pairs[2].of[0] && pairs[2].of[1] == &archive[0]);
    a.asked = 1; /* the only array of a file goes with what is asked for */
    assert_int_equal(stack_pairs(&c, &a, &arena, &pairs), 2);
    assert_true(pairs[0].of[0] == &alone && pairs[0].of[1] == &trace[1] && !pairs[1].of[0]);
    trace[0] = (MatrixStack){.array = "loss"};
    assert_int_equal(stack_pairs(&a, &b, &arena, &pairs), 2);
    assert_true(pairs[0].of[1] == &archive[0]);
    arena_finish(&arena);
}

static void the_same_words_are_compared(void **state)
{
    (void)state;
    static const char *abc[] = {"a", "b", "c"}, *abd[] = {"a", "b", "d"}, *xbc[] = {"x", "b", "c"};
    static const struct {
        StackKind kind;
        int rows, columns; /* of the second; the first has 3 x 3, all of them a b c */
        const char **target, **source;
        int same_rows, same_columns, unlike;
        bool whole, unlike_target;
    } cases[] = {
        {STACK_CROSS, 3, 3, abc, abc, 3, 3, -1, true, true},    {STACK_CROSS, 3, 3, abd, abc, 2, 3, 2, false, true},
        {STACK_CROSS, 2, 3, abc, abc, 2, 3, -1, false, true},   {STACK_CROSS, 3, 3, xbc, abc, 0, 0, 0, false, true},
        {STACK_CROSS, 3, 3, abc, abd, 0, 0, 2, false, false},   {STACK_CROSS, 3, 2, abc, abc, 0, 0, -1, false, false},
        {STACK_CROSS, 3, 3, NULL, NULL, 3, 3, -1, true, true},  {STACK_CROSS, 2, 3, NULL, NULL, 0, 0, -1, false, true},
        {STACK_ENCODER, 3, 3, abd, abd, 0, 0, 2, false, false}, {STACK_DECODER, 3, 3, abd, abd, 2, 2, 2, false, false},
        {STACK_OTHER, 3, 3, abd, abc, 2, 3, 2, false, true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        MatrixStack one = stack_with(cases[i].kind, 1, 3, 3, abc, abc);
        MatrixStack two =
            stack_with(cases[i].kind, 1, cases[i].rows, cases[i].columns, cases[i].target, cases[i].source);
        StackMatch match = stack_match(&(StackPair){{&one, &two}});
        assert_int_equal(match.rows, cases[i].same_rows);
        assert_int_equal(match.columns, cases[i].same_columns);
        assert_int_equal(match.unlike, cases[i].unlike);
        assert_int_equal(match.whole, cases[i].whole);
        assert_int_equal(match.unlike_target, cases[i].unlike_target);
    }
}

/* The second less the first, whichever has more heads; heads are found by their numbers. */
static void the_difference_is_of_the_same_head(void **state)
{
    (void)state;
    static const char *ab[] = {"a", "b"}, *ac[] = {"a", "c"};
    float first[] = {1, 2, 3, 4}, second[] = {10, 20, 30, 40, 50, 60, 70, 80};
    static int one_number[] = {1};
    MatrixStack one = stack_with(STACK_CROSS, 1, 2, 2, ab, ab), two = stack_with(STACK_CROSS, 2, 2, 2, ac, ab), less;
    one.layer_names = one_number;
    one.values = first;
    two.values = second;
    StackPair pair = {{&one, &two}};
    assert_true(stack_lead(&pair) == &two);
    assert_int_equal(stack_partner(&one, 0, &two), 1);
    assert_int_equal(stack_partner(&two, 0, &one), -1);
    assert_false(stack_has_partners(&pair));
    stack_difference(&pair, &less);
    assert_true(less.rows == 1 && less.columns == 2 && less.layers == 2);
    static const float expected[] = {0, 0, 49, 58};
    assert_memory_equal(less.values, expected, sizeof expected);
    stack_finish(&less);
    pair = (StackPair){{&two, &one}};
    stack_difference(&pair, &less);
    assert_true(less.values[2] == -49);
    stack_finish(&less);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_paired_by_what_they_are),
        cmocka_unit_test(the_same_words_are_compared),
        cmocka_unit_test(the_difference_is_of_the_same_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
