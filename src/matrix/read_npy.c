/* NumPy's .npy: "\x93NUMPY", a version, the length of a Python dict, and then the numbers. */
#include "matrix/stack_parts.h"

#include <string.h>

enum { HEADER_MOST = 1 << 16 };

typedef struct Header {
    bool words; /* texts are expected, else numbers */
    const MatrixStack *stack;
    Slice rest;
    RawArray *array;
    bool typed, ordered, shaped;
    Error *error;
} Header;

static bool odd(const Header *header)
{
    char shown[EXCERPT_SIZE];
    return stack_fail(header->stack, header->error,
                      "has a header that is none of NumPy's; expected descr, fortran_order and shape, not '%s'",
                      slice_excerpt(header->rest, shown));
}

static void skip_space(Header *header)
{
    while (header->rest.length && strchr(" \t\n\r", *header->rest.text) && *header->rest.text)
        header->rest.text++, header->rest.length--;
}

static bool take(Header *header, const char *token)
{
    skip_space(header);
    bool starts = slice_starts(header->rest, token);
    size_t length = starts ? strlen(token) : 0;
    header->rest.text += length, header->rest.length -= length;
    return starts;
}

static bool take_string(Header *header, Slice *out)
{
    skip_space(header);
    if (!header->rest.length || (*header->rest.text != '\'' && *header->rest.text != '"'))
        return false;
    const char *end = memchr(header->rest.text + 1, *header->rest.text, header->rest.length - 1);
    if (!end)
        return false;
    *out = (Slice){header->rest.text + 1, (size_t)(end - header->rest.text - 1)};
    header->rest.length -= (size_t)(end + 1 - header->rest.text);
    header->rest.text = end + 1;
    return true;
}

static bool take_number(Header *header, size_t *out)
{
    skip_space(header);
    size_t value = 0, digits = 0;
    for (; header->rest.length && *header->rest.text >= '0' && *header->rest.text <= '9'; digits++) {
        if (value > SIZE_MAX / 20)
            return false;
        value = value * 10 + (size_t)(*header->rest.text - '0');
        header->rest.text++, header->rest.length--;
    }
    *out = value;
    return digits > 0;
}

/* "<f4", "|b1", ">i8". */
static bool read_type(Header *header)
{
    Slice text;
    NumberType *type = &header->array->type;
    if (!take_string(header, &text))
        return stack_fail(header->stack, header->error,
                          "holds records of several fields; expected an array of numbers");
    if (memchr(text.text, 'O', text.length))
        return stack_fail(
            header->stack, header->error,
            "holds pickled Python objects, which could run programs and are never loaded; expected numbers: "
            "numpy.save(..., weights.astype(\"float32\"))");
    bool ordered = text.length && strchr("<>|=", *text.text) && *text.text;
    type->big = ordered && *text.text == '>';
    Slice rest = {text.text + ordered, text.length - ordered};
    if (header->words && rest.length > 1 && rest.length < 6 && strchr("US", rest.text[0])) {
        Slice shown = {rest.text + 1, rest.length - 1};
        size_t letters = 0;
        Header digits = {.rest = shown};
        header->typed = take_number(&digits, &letters) && digits.rest.length == 0 && letters > 0;
        *type = (NumberType){rest.text[0], (rest.text[0] == 'U' ? 4 : 1) * (int)letters, type->big};
    } else if (!header->words && rest.length == 2 && strchr("fiub", rest.text[0]) && strchr("1248", rest.text[1])) {
        type->kind = rest.text[0];
        type->size = rest.text[1] - '0';
        header->typed = type->kind == 'f' ? type->size > 1 : type->kind != 'b' || type->size == 1;
    }
    char shown[EXCERPT_SIZE];
    return header->typed
           || stack_fail(header->stack, header->error, "holds values of the type '%s'; expected %s",
                         slice_excerpt(text, shown), header->words ? "words" : "float, int or bool");
}

static bool read_sizes(Header *header)
{
    RawArray *array = header->array;
    header->shaped = take(header, "(");
    while (header->shaped && !take(header, ")")) {
        if (array->dimensions == 8 || !take_number(header, &array->shape[array->dimensions]))
            return odd(header);
        array->dimensions++;
        if (!take(header, ",") && (!header->rest.length || *header->rest.text != ')'))
            return odd(header);
    }
    return header->shaped || odd(header);
}

static bool read_order(Header *header)
{
    header->array->fortran = take(header, "True");
    header->ordered = header->array->fortran || take(header, "False");
    return header->ordered || odd(header);
}

static bool read_header(Header *header)
{
    Slice key;
    if (!take(header, "{"))
        return odd(header);
    while (!take(header, "}")) {
        if (!take_string(header, &key) || !take(header, ":"))
            return odd(header);
        bool ok = slice_is(key, "descr")           ? read_type(header)
                  : slice_is(key, "fortran_order") ? read_order(header)
                  : slice_is(key, "shape")         ? !header->shaped && read_sizes(header)
                                                   : odd(header);
        if (!ok)
            return header->error->code ? false : odd(header);
        take(header, ",");
    }
    skip_space(header);
    return (header->typed && header->ordered && header->shaped && header->rest.length == 0) || odd(header);
}

/* The array of a file, its data not yet measured. */
static bool open_array(const MatrixStack *stack, Slice file, bool words, RawArray *out, Error *error)
{
    Error inner = {0};
    *out = (RawArray){0};
    bool known = file.length >= 12 && file.text[6] >= 1 && file.text[6] <= 3;
    if (!known)
        return stack_fail(stack, error, "is no whole .npy file; expected a header of version 1, 2 or 3");
    const unsigned char *bytes = (const unsigned char *)file.text;
    bool wide = bytes[6] > 1;
    size_t start = wide ? 12 : 10, length = bytes[8] | (size_t)bytes[9] << 8;
    if (wide)
        length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    size_t left = file.length - start, most = left < HEADER_MOST ? left : HEADER_MOST;
    if (length > most)
        return stack_fail(stack, error, "speaks of a header of %zu bytes; expected %zu at most", length, most);
    Header header = {
        .words = words, .stack = stack, .rest = {file.text + start, length}, .array = out, .error = &inner};
    if (!read_header(&header)) {
        *error = inner;
        return false;
    }
    out->data = (Slice){file.text + start + length, left - length};
    return true;
}

bool npy_take(MatrixStack *stack, Slice npy, Bytes *owner, Error *error)
{
    RawArray array;
    return open_array(stack, npy, false, &array, error) && stack_take(stack, &array, owner, error);
}

static bool is_npy(const StackFile *file)
{
    return slice_starts(file->bytes, NPY_MAGIC);
}

static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    (void)i;
    return npy_take(stack, file->bytes, file->owner, error);
}

const StackFormat NPY_FORMAT = {.is = is_npy, .read = read_file, .batches = true};

/* Letters of 4 bytes, or bytes of UTF-8, zeros behind the last. */
static char *take_word(Arena *arena, const RawArray *array, const unsigned char *at)
{
    Bytes text = {0};
    bytes_add_text(&text, "");
    if (array->type.kind == 'S')
        bytes_add(&text, at, strnlen((const char *)at, (size_t)array->type.size));
    for (int i = 0; array->type.kind == 'U' && i < array->type.size; i += 4) {
        uint32_t letter = 0;
        for (int k = 0; k < 4; k++)
            letter |= (uint32_t)at[i + k] << 8 * (array->type.big ? 3 - k : k);
        if (letter == 0)
            break;
        bool legal = letter <= 0x10FFFF && (letter < 0xD800 || letter > 0xDFFF);
        bytes_add_letter(&text, legal ? letter : 0xFFFD);
    }
    char *word = seen_word(arena, bytes_slice(&text));
    bytes_finish(&text);
    return word;
}

const char **npy_words(MatrixStack *stack, Slice file, const char *name, int expected, Error *error)
{
    RawArray array;
    if (!open_array(stack, file, true, &array, error))
        return NULL;
    size_t size = (size_t)array.type.size;
    if (array.dimensions != 1 || array.shape[0] != (size_t)expected || array.data.length < size * (size_t)expected) {
        stack_fail(stack, error, "has no %d word(s) in its array '%s'; expected as many as its weights have %s",
                   expected, name, name[0] == 's' ? "columns" : "rows");
        return NULL;
    }
    const char **words = ARENA_ARRAY(&stack->arena, const char *, (size_t)expected);
    for (size_t i = 0; i < (size_t)expected; i++)
        words[i] = take_word(&stack->arena, &array, (const unsigned char *)array.data.text + i * size);
    return words;
}
