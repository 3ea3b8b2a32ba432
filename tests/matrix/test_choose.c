/* Which part of the weights is shown: heads, rows, means, rollout, words of pieces, by matrices small
 * enough to reckon. */
#include "support.h"

#include "matrix/matrix_stack.h"

#include <math.h>

static MatrixStack parse(const char *text)
{
    Bytes bytes = {0};
    Error error = {0};
    MatrixStack stack;
    bytes_add_text(&bytes, text);
    if (!stack_parse(&(StackInput){"w", bytes, NULL}, NULL, LINKS_PHARAOH, &stack, &error))
        fail_msg("%s", error_text(&error));
    return stack;
}

static void expect(MatrixStack *stack, int rows, int columns, const float *values)
{
    assert_int_equal(stack->rows, rows);
    assert_int_equal(stack->columns, columns);
    for (int i = 0; i < stack->layers * stack->heads * rows * columns; i++)
        if (fabsf(stack->values[i] - values[i]) > 1e-6f)
            fail_msg("number %d is %g, not %g", i, (double)stack->values[i], (double)values[i]);
    stack_finish(stack);
}

static void lists_choose_and_order(void **state)
{
    (void)state;
    Error error = {0};
    MatrixStack stack = parse("[[[1,2],[3,4]],[[5,6],[7,8]],[[9,10],[11,12]]]");
    assert_true(stack_choose(&stack, STACK_HEADS, "2,0", &error));
    assert_int_equal(stack.head_names[0], 2);
    assert_true(stack_choose(&stack, STACK_COLUMNS, "2-1", &error) && stack_choose(&stack, STACK_ROWS, "2", &error));
    expect(&stack, 1, 2, (const float[]){12, 11, 4, 3});
}

static void a_list_of_what_is_not_there_is_told(void **state)
{
    (void)state;
    static const char *const lists[] = {"3", "", "1,", "a", "0-", "-1", "1,,2", "0 1", "99999999999999999999"};
    for (size_t i = 0; i < LENGTH(lists); i++) {
        Error error = {0};
        MatrixStack stack = parse("[[[1,2],[3,4]],[[5,6],[7,8]],[[9,10],[11,12]]]");
        assert_false(stack_choose(&stack, STACK_HEADS, lists[i], &error));
        assert_int_equal(error.code, ERROR_USAGE);
        assert_non_null(strstr(error.message, "of what w has: 0 to 2"));
        assert_false(stack_choose(&stack, STACK_ROWS, "0", &error));
        assert_non_null(strstr(error.message, "of what w has: 1 to 2"));
        stack_finish(&stack);
    }
}

static void rows_become_columns(void **state)
{
    (void)state;
    MatrixStack stack = parse("{\"source\":[\"a\",\"b\",\"c\"],\"target\":[\"x\",\"y\"],"
                              "\"weights\":[[[1,2,3],[4,5,6]],[[7,8,9],[0,0,0]]]}");
    stack_transpose(&stack);
    assert_string_equal(stack.target[2], "c");
    assert_string_equal(stack.source[1], "y");
    expect(&stack, 3, 2, (const float[]){1, 4, 2, 5, 3, 6, 7, 0, 8, 0, 9, 0});
}

static void large_ones_too(void **state)
{
    (void)state;
    enum { ROWS = 70, COLUMNS = 33 };
    static float values[ROWS * COLUMNS];
    static const char *words[ROWS];
    MatrixStack stack;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        values[i] = (float)i;
    for (int i = 0; i < ROWS; i++)
        words[i] = "w";
    stack_of(words, COLUMNS, words, ROWS, values, &stack);
    stack_transpose(&stack);
    for (int t = 0; t < ROWS; t++)
        for (int j = 0; j < COLUMNS; j++)
            assert_true(stack.values[j * ROWS + t] == values[t * COLUMNS + j]);
    stack_transpose(&stack);
    expect(&stack, ROWS, COLUMNS, values);
}

static void rows_of_zeros_stay_when_each_is_divided_by_its_sum(void **state)
{
    (void)state;
    MatrixStack stack = parse("[[1,3],[0,0],[8,0]]");
    stack_share_rows(&stack);
    expect(&stack, 3, 2, (const float[]){0.25f, 0.75f, 0, 0, 1, 0});
}

/* What is blank is in no mean, and blank where all are. */
static void blank_cells_stay_out_of_what_is_joined(void **state)
{
    (void)state;
    Error error = {0};
    MatrixStack stack = parse("[[[1,null],[null,4]],[[3,null],[2,8]]]");
    assert_true(stack_reduce(&stack, REDUCE_MEAN, &error));
    assert_true(isnan(stack.values[1]));
    stack.values[1] = 0;
    expect(&stack, 2, 2, (const float[]){2, 0, 2, 6});
    stack = parse(
        "{\"source\":[\"▁a\",\"b\",\"▁c\"],\"target\":[\"▁x\",\"y\"],\"weights\":[[0.5,null,null],[0.25,0.5,null]]}");
    assert_true(stack_merge_pieces(&stack));
    assert_true(isnan(stack.values[1]));
    stack.values[1] = 0;
    expect(&stack, 1, 2, (const float[]){0.625f, 0});
    stack = parse("[[1,null],[0.5,0.5]]");
    assert_true(stack_reduce(&stack, REDUCE_ROLLOUT, &error));
    expect(&stack, 2, 2, (const float[]){1, 0, 0.25f, 0.75f});
}

static void many_become_one(void **state)
{
    (void)state;
    Error error = {0};
    static const char *const text = "[[[[1,0],[0.5,0.5]],[[0,1],[0.5,0.5]]],[[[1,0],[0,1]],[[1,0],[0,1]]]]";
    MatrixStack stack = parse(text);
    assert_true(stack_reduce(&stack, REDUCE_MEAN, &error));
    expect(&stack, 2, 2, (const float[]){0.75f, 0.25f, 0.25f, 0.75f});
    stack = parse(text);
    assert_true(stack_reduce(&stack, REDUCE_MAX, &error));
    expect(&stack, 2, 2, (const float[]){1, 1, 0.5f, 1});
    stack = parse(text); /* layer 0: half of [0.5 0.5; 0.5 0.5] and half the word itself; layer 1 changes nothing */
    assert_true(stack_reduce(&stack, REDUCE_ROLLOUT, &error));
    expect(&stack, 2, 2, (const float[]){0.75f, 0.25f, 0.25f, 0.75f});
    stack = parse("[[1,0,0],[0,1,0]]");
    assert_false(stack_reduce(&stack, REDUCE_ROLLOUT, &error));
    assert_non_null(strstr(error.message, "expected as many for a rollout"));
    stack_finish(&stack);
}

static void pieces_become_words(void **state)
{
    (void)state;
    static const char *const marked[] = {"\"▁a\",\"b\",\"▁c\",\"</s>\"", "\"Ġa\",\"b\",\"Ġc\",\"</s>\"",
                                         "\"a\",\"##b\",\"c\",\"[SEP]\"", "\"a@@\",\"b\",\"c\",\"</s>\""};
    for (size_t i = 0; i < LENGTH(marked); i++) {
        Bytes text = {0};
        bytes_printf(
            &text,
            "{\"source\":[%s],\"target\":[%s],\"weights\":[[0.5,0.25,0.25,0],[0.25,0.25,0.5,0],[0,0,1,0],[0,0,0,1]]}",
            marked[i], marked[i]);
        MatrixStack stack = parse(text.data);
        assert_true(stack_merge_pieces(&stack));
        assert_string_equal(stack.source[0], "ab");
        assert_string_equal(stack.target[1], "c");
        expect(&stack, 3, 3, (const float[]){0.625f, 0.375f, 0, 0, 1, 0, 0, 0, 1});
        bytes_finish(&text);
    }
    MatrixStack stack = parse("{\"source\":[\"a\",\"b\"],\"weights\":[[0.5,0.5]]}");
    assert_false(stack_merge_pieces(&stack));
    expect(&stack, 1, 2, (const float[]){0.5f, 0.5f});
}

static void the_end_mark_goes_and_columns_are_shared(void **state)
{
    (void)state;
    Error error = {0};
    MatrixStack stack = parse("{\"source\":[\"a\",\"b\",\"</s>\"],\"target\":[\"x\",\"y\",\"</s>\"],"
                              "\"weights\":[[0.5,0.25,0.25],[0.5,0.5,0],[0,0,1]]}");
    assert_true(stack_drop_end(&stack, &error));
    stack_share_columns(&stack);
    expect(&stack, 2, 2, (const float[]){0.5f, 1 / 3.0f, 0.5f, 2 / 3.0f});
}

static void uneven_rows_are_counted(void **state)
{
    (void)state;
    int row = 0;
    double sum = 0;
    MatrixStack stack = parse("[[0.5,0.5],[0.5,0.3],[1,1]]");
    assert_int_equal(stack_uneven(&stack, &row, &sum), 2);
    assert_int_equal(row, 2);
    assert_true(fabs(sum - 0.8) < 1e-6);
    stack_finish(&stack);
}

static void a_row_in_numbers(void **state)
{
    (void)state;
    StackRow row;
    stack_row((const float[]){0.0625f, 0.25f, 0, 0.5f, 0.0625f, 0.125f, 0}, 7, &row);
    assert_true(row.sum == 1 && row.entropy == 1.875);
    assert_int_equal(row.count, 5);
    assert_memory_equal(row.largest, ((int[]){3, 1, 5, 0, 4}), sizeof row.largest);
    stack_row((const float[]){0, 1}, 2, &row);
    assert_true(row.entropy == 0 && row.count == 2 && row.largest[0] == 1);
    stack_row((const float[]){-2, 1, 2}, 3, &row);
    assert_true(row.sum == 1 && isnan(row.entropy) && row.largest[0] == 0 && row.largest[1] == 2);
    stack_row((const float[]){0.5f, 0.25f}, 2, &row);
    assert_true(isnan(row.entropy));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_choose_and_order),
        cmocka_unit_test(a_list_of_what_is_not_there_is_told),
        cmocka_unit_test(rows_become_columns),
        cmocka_unit_test(large_ones_too),
        cmocka_unit_test(rows_of_zeros_stay_when_each_is_divided_by_its_sum),
        cmocka_unit_test(blank_cells_stay_out_of_what_is_joined),
        cmocka_unit_test(many_become_one),
        cmocka_unit_test(pieces_become_words),
        cmocka_unit_test(uneven_rows_are_counted),
        cmocka_unit_test(a_row_in_numbers),
        cmocka_unit_test(the_end_mark_goes_and_columns_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
