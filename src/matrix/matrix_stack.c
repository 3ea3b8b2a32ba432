#include "matrix/stack_parts.h"
#include "text/normal.h"

#include <math.h>
#include <string.h>

const char *const STACK_KINDS[] = {"", "cross", "encoder", "decoder"};

bool stack_fail(const MatrixStack *stack, Error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_vat(error, ERROR_FORMAT, stack->name, 0, format, arguments);
    va_end(arguments);
    return false;
}

void choose_array(StackFile *file, const char *what, const Slice *names, size_t ending, const char *none)
{
    Bytes all = {0};
    int named = 0, fitting = 0;
    char shown[EXCERPT_SIZE];
    for (int i = 0; i < file->count; i++) {
        if (!names[i].text)
            continue;
        bytes_printf(&all, "%s%s", named++ ? ", " : "", slice_excerpt(names[i], shown));
        Slice whole = {names[i].text, names[i].length + ending};
        if (!file->array || slice_is(names[i], file->array) || slice_is(whole, file->array)) {
            file->chosen = i;
            fitting++;
        }
    }
    if (named == 0)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "%s", none);
    else if (fitting == 0)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "has no %s '%s'; it has %.200s", what, file->array,
                 all.data);
    else if (fitting > 1)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "has several %ss: choose one of %.200s with --array", what,
                 all.data);
    if (fitting != 1)
        file->chosen = -1;
    bytes_finish(&all);
}

bool tensors_are(Slice file, uint64_t *header)
{
    bool are = file.length > 8 && file.text[8] == '{' && memchr(file.text, '\0', 8);
    *header = 0;
    for (int i = 7; are && i >= 0; i--)
        *header = *header << 8 | (unsigned char)file.text[i];
    return are;
}

StackKind stack_kind(Slice array)
{
    static const char *const endings[] = {"", "_attentions", "_attention", "_weights"};
    for (int kind = STACK_CROSS; kind <= STACK_DECODER; kind++) {
        size_t length = strlen(STACK_KINDS[kind]);
        if (!slice_starts(array, STACK_KINDS[kind]))
            continue;
        Slice behind = {array.text + length, array.length - length};
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (slice_is(behind, endings[i]))
                return (StackKind)kind;
    }
    return STACK_OTHER;
}

int bad_line(Slice text)
{
    int line = 1;
    for (Slice piece; slice_cut(&text, '\n', &piece); line++) {
        for (size_t i = 0; i < piece.length; i++)
            if ((unsigned char)piece.text[i] < ' ' && !strchr("\t\r\f\x1B", piece.text[i]))
                return 0;
        if (!utf8_valid(piece))
            return line;
    }
    return 0;
}

/* ---- shapes ---- */

static const char *shape_text(const size_t *shape, int dimensions, Arena *arena)
{
    const char *text = "";
    for (int i = 0; i < dimensions; i++)
        text = arena_printf(arena, "%s%s%zu", text, i ? " x " : "", shape[i]);
    return text;
}

static int *numbers_up_to(Arena *arena, int count)
{
    int *numbers = ARENA_ARRAY(arena, int, (size_t)count);
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    return numbers;
}

/* The last four sizes; those in front of them must be 1. */
static bool read_shape(MatrixStack *stack, const size_t *shape, int dimensions, Error *error)
{
    size_t sizes[4] = {1, 1, 1, 1}, count = 1;
    int from = dimensions, to = 4;
    for (; from > 0 && to > 0; from--) {
        if (dimensions > 4 && shape[from - 1] == 1 && from < dimensions - 1)
            continue; /* a batch of one */
        sizes[--to] = shape[from - 1];
    }
    for (; from > 0; from--)
        if (shape[from - 1] != 1)
            return false;
    for (int i = 0; i < 4; i++) {
        if (sizes[i] == 0)
            return stack_fail(stack, error, "is empty: its shape is %s; expected a row and a column at least",
                              shape_text(shape, dimensions, &stack->arena));
        if (sizes[i] > STACK_VALUES / count)
            return stack_fail(stack, error, "has the shape %s; expected %zu numbers at most",
                              shape_text(shape, dimensions, &stack->arena), STACK_VALUES);
        count *= sizes[i];
    }
    stack->layers = (int)sizes[0];
    stack->heads = (int)sizes[1];
    stack->rows = (int)sizes[2];
    stack->columns = (int)sizes[3];
    stack->layered = dimensions > 3;
    stack->headed = dimensions > 2;
    return true;
}

bool stack_shape(MatrixStack *stack, const size_t *shape, int dimensions, Error *error)
{
    Error inner = {0};
    if (dimensions < 1 || !read_shape(stack, shape, dimensions, &inner)) {
        if (inner.code) {
            *error = inner;
            return false;
        }
        return stack_fail(stack, error,
                          "has the shape %s; expected [row][column], [head][row][column] or "
                          "[layer][head][row][column]",
                          dimensions ? shape_text(shape, dimensions, &stack->arena) : "()");
    }
    stack->layer_names = numbers_up_to(&stack->arena, stack->layers);
    stack->head_names = numbers_up_to(&stack->arena, stack->heads);
    return true;
}

bool batch_size(const MatrixStack *stack, const size_t *shape, int dimensions, int *which, Error *error)
{
    bool five = dimensions == 5;
    *which = five && (stack->batch || shape[1] > 1) ? 1 : !five && stack->batch && dimensions > 2 ? 0 : -1;
    int batch = stack->batch;
    if (*which < 0)
        return !batch || stack_fail(stack, error, "is not a file of several sentences, where ':%d' is one", batch);
    if (!batch)
        return stack_fail(stack, error, "has a batch of %zu sentences; expected one of them, such as %s:1",
                          shape[*which], stack->name);
    return (size_t)batch <= shape[*which]
           || stack_fail(stack, error, "has no sentence %d; expected one of %zu, such as %s:1", batch, shape[*which],
                         stack->name);
}

static float *make_values(MatrixStack *stack)
{
    size_t matrix = (size_t)stack->rows * (size_t)stack->columns;
    return ARENA_ARRAY(&stack->arena, float, (size_t)stack->layers *(size_t)stack->heads *matrix);
}

char *seen_word(Arena *arena, Slice text)
{
    char *word = arena_alloc(arena, normal_room(text) + 1, 1);
    word[normal_visible(text, word)] = '\0';
    return word;
}

/* ---- numbers ---- */

static float half_value(unsigned bits)
{
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value = exponent == 31 ? (fraction ? (float)NAN : (float)INFINITY)
                  : exponent     ? ldexpf((float)(fraction | 1024), (int)exponent - 25)
                                 : ldexpf((float)fraction, -24);
    return bits >> 15 ? -value : value;
}

static float number_value(NumberType type, uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float single;
    double twice;
    switch (type.kind) {
    case 'f':
        if (type.size == 2)
            return half_value(low);
        memcpy(&single, &low, sizeof single);
        memcpy(&twice, &bits, sizeof twice);
        return type.size == 4 ? single : (float)twice;
    case 'B':
        low <<= 16;
        memcpy(&single, &low, sizeof single);
        return single;
    case 'b':
        return bits != 0;
    case 'i': {
        int unused = 64 - 8 * type.size;
        return (float)((int64_t)(bits << unused) >> unused);
    }
    default:
        return (float)bits;
    }
}

static uint64_t number_bits(NumberType type, const unsigned char *at)
{
    uint64_t bits = 0;
    for (int i = 0; i < type.size; i++)
        bits |= (uint64_t)at[i] << 8 * (type.big ? type.size - 1 - i : i);
    return bits;
}

static bool is_ours(const RawArray *array)
{
    const uint16_t one = 1;
    return array->type.kind == 'f' && array->type.size == 4 && array->type.big != (*(const unsigned char *)&one == 1)
           && !array->fortran && (uintptr_t)array->data.text % sizeof(float) == 0;
}

/* Where the number of a place in our order stands in a file whose first index runs fastest. */
static size_t fortran_place(const RawArray *array, size_t index)
{
    size_t strides[8], place = 0, stride = 1;
    for (int i = 0; i < array->dimensions; i++, stride *= array->shape[i - 1])
        strides[i] = stride;
    for (int i = array->dimensions - 1; i >= 0; i--) {
        place += index % array->shape[i] * strides[i];
        index /= array->shape[i];
    }
    return place;
}

/* The shape of what is read of an array, and how many numbers the whole has; false where there are too many. */
static bool take_shape(MatrixStack *stack, const RawArray *array, int which, size_t *all, Error *error)
{
    size_t shape[8];
    memcpy(shape, array->shape, sizeof shape);
    if (which >= 0)
        shape[which] = 1;
    /* one sentence of a batch of matrices or of heads is what is left */
    bool ok = which == 0 ? stack_shape(stack, shape + 1, array->dimensions - 1, error)
                         : stack_shape(stack, shape, array->dimensions, error);
    *all = ok ? stack_count(stack) : 0;
    if (ok && which >= 0 && array->shape[which] > STACK_VALUES / *all)
        return stack_fail(stack, error, "has the shape %s; expected %zu numbers at most",
                          shape_text(array->shape, array->dimensions, &stack->arena), STACK_VALUES);
    *all *= which >= 0 ? array->shape[which] : 1;
    return ok;
}

/* Where number i of the sentence that is read stands among those of the whole batch. */
static size_t batch_place(const RawArray *array, int which, int batch, size_t i)
{
    if (which < 0)
        return i;
    size_t inner = 1;
    for (int k = which + 1; k < array->dimensions; k++)
        inner *= array->shape[k];
    return (i / inner * array->shape[which] + (size_t)batch - 1) * inner + i % inner;
}

bool stack_take(MatrixStack *stack, const RawArray *array, Bytes *owner, Error *error)
{
    int which;
    size_t count, size = (size_t)array->type.size, taken;
    if (!batch_size(stack, array->shape, array->dimensions, &which, error)
        || !take_shape(stack, array, which, &count, error))
        return false;
    if (array->data.length < count * size)
        return stack_fail(stack, error, "ends too early: the shape %s needs %zu byte(s), and %zu (is|are) there",
                          shape_text(array->shape, array->dimensions, &stack->arena), count * size, array->data.length);
    if (owner && which < 0 && is_ours(array)) {
        stack->bytes = *owner;
        *owner = (Bytes){0};
        stack->values = (float *)(uintptr_t)array->data.text;
        return true;
    }
    stack->values = make_values(stack);
    const unsigned char *data = (const unsigned char *)array->data.text;
    taken = stack_count(stack);
    for (size_t i = 0; i < taken; i++) {
        size_t place = batch_place(array, which, stack->batch, i);
        place = array->fortran ? fortran_place(array, place) : place;
        stack->values[i] = number_value(array->type, number_bits(array->type, data + place * size));
    }
    return true;
}

/* ---- one matrix of ours ---- */

static const char **copy_words(Arena *arena, const char *const *words, int count)
{
    const char **copies = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (int i = 0; i < count; i++)
        copies[i] = arena_string(arena, words[i]);
    return copies;
}

void stack_of(const char *const *source, int columns, const char *const *target, int rows, const float *values,
              MatrixStack *out)
{
    *out = (MatrixStack){.name = "", .layers = 1, .heads = 1, .rows = rows, .columns = columns};
    out->layer_names = numbers_up_to(&out->arena, 1);
    out->head_names = numbers_up_to(&out->arena, 1);
    out->values = make_values(out);
    memcpy(out->values, values, (size_t)rows * (size_t)columns * sizeof *values);
    out->source = copy_words(&out->arena, source, columns);
    out->target = copy_words(&out->arena, target, rows);
}

bool stack_same_rows(const MatrixStack *a, const MatrixStack *b)
{
    bool same = a->rows == b->rows && !a->target == !b->target;
    for (int i = 0; same && a->target && i < a->rows; i++)
        same = strcmp(a->target[i], b->target[i]) == 0;
    return same;
}

const char *stack_word(const MatrixStack *stack, bool target, int i, Arena *arena)
{
    const char **words = target ? stack->target : stack->source;
    return words ? words[i] : arena_printf(arena, "%d", i + 1);
}

void stack_finish(MatrixStack *stack)
{
    arena_finish(&stack->arena);
    bytes_finish(&stack->bytes);
    *stack = (MatrixStack){0};
}
