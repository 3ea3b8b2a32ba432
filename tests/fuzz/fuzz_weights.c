/* Weights of any program: what is read has a shape and its numbers, and goes through all that chooses and joins; what
 * is not read says so in a sentence. */
#include "fuzz.h"

#include "matrix/stack_set.h"

#include <math.h>
#include <string.h>

enum { SMALL = 4096 }; /* cells that are worked with: a file of few bytes may hold many */

static void look_at(MatrixStack *stack)
{
    Error error = {0};
    int row;
    double sum;
    size_t cells = (size_t)stack->layers * (size_t)stack->heads * (size_t)stack->rows * (size_t)stack->columns;
    assert(stack->layers > 0 && stack->heads > 0 && stack->rows > 0 && stack->columns > 0);
    if (cells > SMALL)
        return;
    if (!stack_check(stack, false, &error)) {
        assert(error.message[0]);
        return;
    }
    for (size_t i = 0; i < cells; i++)
        assert(isfinite(stack->values[i]) || (stack->masked && isnan(stack->values[i])));
    for (int t = 0; stack->target && t < stack->rows; t++)
        assert(utf8_valid(slice_of(stack->target[t])));
    for (int j = 0; stack->source && j < stack->columns; j++)
        assert(utf8_valid(slice_of(stack->source[j])));
    (void)stack_uneven(stack, &row, &sum);
    int rows = stack->rows, columns = stack->columns;
    assert(stack_merge_pieces(stack) == (stack->rows < rows || stack->columns < columns));
    stack_share_columns(stack);
    assert(stack_drop_end(stack, &error) || error.message[0]);
    assert(stack_choose(stack, STACK_COLUMNS, "1,1", &error) && stack->columns == 2);
    assert(stack_reduce(stack, REDUCE_MEAN, &error) && stack->heads == 1);
}

static void look_at_all(const uint8_t *data, size_t size)
{
    StackInput input = {.name = "file"};
    Error error = {0};
    StackSet set;
    bytes_add(&input.bytes, data, size);
    if (stack_set_parse(&input, NULL, LINKS_PHARAOH, &set, &error)) {
        assert(set.count > 0 && set.asked == 0 && set.values <= STACK_VALUES);
        for (int i = 0; i < set.count; i++) {
            assert(set.count == 1 || set.stacks[i].array);
            look_at(&set.stacks[i]);
        }
        stack_set_finish(&set);
    } else
        assert(error.code == ERROR_FORMAT && error.message[0] && set.count == 0 && !set.stacks);
    assert(!input.bytes.data);
}

static bool look_at_sentence(void *owner, int number, MatrixStack *stack, Error *error)
{
    (void)error;
    assert(number >= 0);
    look_at(stack);
    return ++*(int *)owner < 100;
}

/* One of several sentences, and all of them. */
static void look_at_sentences(const uint8_t *data, size_t size)
{
    StackInput input = {.name = "file", .picks = true, .sentence = size ? data[size - 1] % 4 : 1};
    Error error = {0};
    MatrixStack stack;
    int count = 0;
    bytes_add(&input.bytes, data, size);
    if (stack_parse(&input, NULL, LINKS_PHARAOH1, &stack, &error)) {
        look_at(&stack);
        stack_finish(&stack);
    } else
        assert(error.code == ERROR_FORMAT && error.message[0]);
    input = (StackInput){.name = "file"};
    error = (Error){0};
    bytes_add(&input.bytes, data, size);
    if (!stack_each_sentence(&input, LINKS_PHARAOH, look_at_sentence, &count, &error))
        assert(count == 100 || (error.code == ERROR_FORMAT && error.message[0]));
    (void)stack_is_printed((Slice){(const char *)data, size});
}

int fuzz_one(const uint8_t *data, size_t size)
{
    StackInput input = {.name = "file", .masked = size % 2 == 1};
    Error error = {0};
    MatrixStack stack;
    bytes_add(&input.bytes, data, size);
    if (stack_parse(&input, NULL, LINKS_PHARAOH, &stack, &error)) {
        look_at(&stack);
        stack_finish(&stack);
    } else {
        assert(error.code == ERROR_FORMAT && error.message[0] && strcmp(error.file, "file") == 0);
        assert(stack.layers == 0 && !stack.values);
    }
    assert(!input.bytes.data);
    look_at_all(data, size);
    look_at_sentences(data, size);
    return 0;
}
