/* NumPy's .npz: a zip archive of .npy files, stored or deflated. Only its directory is believed, and of that nothing
 * before it has been found inside the file. */
#include "matrix/stack_parts.h"

#include <string.h>
#include <zlib.h>

static const char *const SIDES[] = {"source", "target", "src", "tgt"}; /* arrays of words */
#define NPY_ENDING ".npy"
enum { LAYERS_MOST = 1000 }; /* arrays in an archive of layers */

typedef struct Member {
    Slice name;
    unsigned flags, method;
    size_t packed, length, local; /* bytes; where its own header is */
    uint32_t crc;
} Member;

typedef struct Directory {
    Member *members;
    const Member *sides[2]; /* NULL: it has no such words */
    const Member **layers;  /* in their order, where its arrays are layers; else NULL */
    int layer_count;
} Directory;

static bool is_zip(const StackFile *file)
{
    return slice_starts(file->bytes, "PK\3\4") || slice_starts(file->bytes, "PK\5\6");
}

static unsigned word(Slice file, size_t at, int bytes)
{
    unsigned value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (unsigned)(unsigned char)file.text[at + (size_t)i] << 8 * i;
    return value;
}

static bool damaged(const StackFile *file, Error *error)
{
    return error_at(error, ERROR_FORMAT, file->name, 0, "is no whole zip archive; expected what numpy.savez writes");
}

/* The record at the end says where the directory is, and how many members it has. */
static bool find_directory(StackFile *file, size_t *start, unsigned *count)
{
    Slice bytes = file->bytes;
    for (size_t back = 22; back <= bytes.length && back <= 22 + 65535; back++) {
        size_t at = bytes.length - back;
        if (memcmp(bytes.text + at, "PK\5\6", 4) != 0)
            continue;
        *count = word(bytes, at + 10, 2);
        *start = word(bytes, at + 16, 4);
        return *start <= at || damaged(file, &file->wrong);
    }
    return damaged(file, &file->wrong);
}

/* The member whose entry is there, and where the next one is. */
static bool take_member(StackFile *file, size_t *next, Member *out)
{
    Slice bytes = file->bytes;
    size_t at = *next;
    if (at > bytes.length || bytes.length - at < 46 || memcmp(bytes.text + at, "PK\1\2", 4) != 0)
        return damaged(file, &file->wrong);
    size_t name = word(bytes, at + 28, 2), more = (size_t)word(bytes, at + 30, 2) + word(bytes, at + 32, 2);
    if (name + more > bytes.length - at - 46)
        return damaged(file, &file->wrong);
    *out = (Member){{bytes.text + at + 46, name}, word(bytes, at + 8, 2),  word(bytes, at + 10, 2),
                    word(bytes, at + 20, 4),      word(bytes, at + 24, 4), word(bytes, at + 42, 4),
                    word(bytes, at + 16, 4)};
    *next = at + 46 + name + more;
    return true;
}

static bool ends_with(Slice name, const char *ending)
{
    size_t length = strlen(ending);
    return name.length > length && memcmp(name.text + name.length - length, ending, length) == 0;
}

/* What the array of a member is called. */
static Slice name_of(const Member *member)
{
    size_t ending = ends_with(member->name, NPY_ENDING) ? strlen(NPY_ENDING) : 0;
    return (Slice){member->name.text, member->name.length - ending};
}

static bool is_named(const Member *member, const char *name)
{
    return slice_is(member->name, name) || slice_is(name_of(member), name);
}

static int side_of(const Member *member)
{
    for (int i = 0; i < 4; i++)
        if (is_named(member, SIDES[i]))
            return i % 2;
    return -1;
}

/* numpy.savez(f, *attentions) calls arrays without a name arr_0, arr_1, ...: they are layers. */
static void find_layers(StackFile *file, const Slice *names)
{
    Directory *found = file->found;
    int count = 0;
    for (int i = 0; i < file->count; i++)
        count += names[i].text != NULL;
    found->layers = ARENA_ARRAY(&file->arena, const Member *, (size_t)count + 1);
    for (int i = 0; i < file->count; i++)
        for (int k = 0; names[i].text && k < count; k++)
            if (slice_is(names[i], arena_printf(&file->arena, "arr_%d", k)) && !found->layers[k]) {
                found->layers[k] = &found->members[i];
                found->layer_count++;
            }
    if (count < 2 || found->layer_count < count)
        found->layers = NULL;
}

/* The array that is meant; "source" and "target" are words beside it, unless they are asked for. */
static void choose(StackFile *file)
{
    const Directory *found = file->found;
    Slice *names = ARENA_ARRAY(&file->arena, Slice, (size_t)file->count);
    bool pickle = false;
    for (int i = 0; i < file->count; i++) {
        const Member *member = &found->members[i];
        bool meant = side_of(member) < 0 || (file->array && is_named(member, file->array));
        pickle |= ends_with(member->name, ".pkl");
        if (meant && ends_with(member->name, NPY_ENDING))
            names[i] = name_of(member);
    }
    if (!file->array && file->count < LAYERS_MOST)
        find_layers(file, names);
    if (((const Directory *)file->found)->layers) {
        file->chosen = (int)(found->layers[0] - found->members);
        return;
    }
    choose_array(file, "array", names, strlen(NPY_ENDING),
                 pickle ? "holds a pickle, which could run programs and is never loaded; expected what "
                          "numpy.savez or safetensors writes"
                        : "is a zip archive without an .npy array; expected what numpy.savez writes");
}

static void find(StackFile *file)
{
    Directory *found = file->found = ARENA_NEW(&file->arena, Directory);
    size_t at = 0;
    unsigned left = 0;
    file->count = 0;
    file->chosen = -1;
    if (!find_directory(file, &at, &left))
        return;
    found->members = ARENA_ARRAY(&file->arena, Member, left);
    while (file->count < (int)left && take_member(file, &at, &found->members[file->count])) {
        const Member *member = &found->members[file->count++];
        if (side_of(member) >= 0 && !(file->array && is_named(member, file->array)))
            found->sides[side_of(member)] = member;
    }
    if (!file->wrong.code)
        choose(file);
}

static bool is_shown(const StackFile *file, int i, size_t *bytes)
{
    const Member *member = &((const Directory *)file->found)->members[i];
    const Directory *found = file->found;
    bool shown =
        found->layers ? member == found->layers[0] : ends_with(member->name, NPY_ENDING) && side_of(member) < 0;
    *bytes += shown ? member->length : 0;
    return shown;
}

/* What zlib makes of it, all of it and no more. */
static bool inflate_all(Slice packed, Bytes *out, size_t length)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed.text, .avail_in = (uInt)packed.length};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    out->data = heap_alloc(length + 1, 1);
    out->capacity = length + 1;
    stream.next_out = (Bytef *)out->data;
    stream.avail_out = (uInt)length;
    bool ok = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == length;
    out->length = stream.total_out;
    inflateEnd(&stream);
    return ok;
}

/* The .npy file of a member. */
static bool unpack(const StackFile *file, const Member *member, Bytes *out, Error *error)
{
    Slice bytes = file->bytes;
    size_t at = member->local;
    if (member->flags & 1)
        return error_at(error, ERROR_FORMAT, file->name, 0, "is encrypted; expected what numpy.savez writes");
    if (!file_fits(file->name, member->length, FILE_LIMIT_DATA, error))
        return false;
    if (at > bytes.length || bytes.length - at < 30 || memcmp(bytes.text + at, "PK\3\4", 4) != 0)
        return damaged(file, error);
    size_t head = 30 + (size_t)word(bytes, at + 26, 2) + word(bytes, at + 28, 2);
    if (head > bytes.length - at || member->packed > bytes.length - at - head)
        return damaged(file, error);
    Slice packed = {bytes.text + at + head, member->packed};
    if (member->method == 0 && member->packed == member->length)
        bytes_add(out, packed.text, packed.length);
    else if (member->method != 8)
        return error_at(error, ERROR_FORMAT, file->name, 0, "is packed by method %u; expected stored or deflated",
                        member->method);
    else if (member->length / 1040 > member->packed
             || !inflate_all(packed, out, member->length)) /* deflate's most is 1032 to 1 */
        return damaged(file, error);
    bool whole = crc32(crc32(0, NULL, 0), (const Bytef *)out->data, (uInt)out->length) == member->crc;
    return (whole && slice_starts(bytes_slice(out), NPY_MAGIC)) || damaged(file, error);
}

/* The words of a side, where the archive has them. */
static bool read_side(const StackFile *file, int side, MatrixStack *stack, int expected, const char ***out,
                      Error *error)
{
    const Member *member = ((const Directory *)file->found)->sides[side];
    Bytes npy = {0};
    bool ok = !member
              || (unpack(file, member, &npy, error)
                  && (*out = npy_words(stack, bytes_slice(&npy), SIDES[side], expected, error)));
    bytes_finish(&npy);
    return ok;
}

/* A square matrix of an array that does not say what it is may be a sentence over itself. */
static bool read_either(const StackFile *file, int side, MatrixStack *stack, int expected, const char ***out,
                        Error *error)
{
    Error first = {0}, other = {0};
    if (read_side(file, side, stack, expected, out, &first)
        || (stack->kind == STACK_OTHER && stack->rows == stack->columns
            && read_side(file, 1 - side, stack, expected, out, &other)))
        return true;
    *error = first;
    return false;
}

/* The layers of the archive, one behind the other: each has as many heads, rows and columns as the first. */
static bool read_layers(const StackFile *file, MatrixStack *stack, Error *error)
{
    const Directory *found = file->found;
    for (int l = 0; l < found->layer_count; l++) {
        const Member *member = found->layers[l];
        MatrixStack layer = {.name = stack->name, .batch = stack->batch};
        Bytes npy = {0};
        size_t count = 0, shape[4] = {(size_t)found->layer_count};
        bool ok = unpack(file, member, &npy, error) && npy_take(&layer, bytes_slice(&npy), &npy, error);
        if (ok && l == 0) {
            shape[1] = (size_t)layer.heads, shape[2] = (size_t)layer.rows, shape[3] = (size_t)layer.columns;
            ok = stack_shape(stack, shape, 4, error);
            stack->values = ok ? ARENA_ARRAY(&stack->arena, float, stack_count(stack)) : NULL;
        }
        char shown[EXCERPT_SIZE];
        if (ok && layer.layers > 1)
            ok = stack_fail(stack, error, "has a batch of %d sentences; expected one of them, such as %s:1",
                            layer.layers, stack->name);
        if (ok && (layer.heads != stack->heads || layer.rows != stack->rows || layer.columns != stack->columns))
            ok = stack_fail(stack, error,
                            "has several arrays, and '%s' has another shape than the first; choose one with --array",
                            slice_excerpt(name_of(member), shown));
        count = ok ? stack_count(&layer) : 0;
        if (ok)
            memcpy(stack_matrix(stack, l, 0), layer.values, count * sizeof *layer.values);
        stack_finish(&layer);
        bytes_finish(&npy);
        if (!ok)
            return false;
    }
    return true;
}

/* Columns are the source and rows the target, but of self-attention both are the same sentence. */
static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    const Member *member = &((const Directory *)file->found)->members[i];
    Bytes npy = {0};
    Error inner = {0};
    bool layers = ((const Directory *)file->found)->layers != NULL;
    bool ok = layers ? read_layers(file, stack, &inner)
                     : unpack(file, member, &npy, &inner) && npy_take(stack, bytes_slice(&npy), &npy, &inner);
    if (ok) {
        stack->array = layers ? NULL : seen_word(&stack->arena, name_of(member));
        stack->kind = stack_kind(name_of(member));
        ok = read_either(file, stack->kind == STACK_DECODER, stack, stack->columns, &stack->source, &inner)
             && read_either(file, stack->kind != STACK_ENCODER, stack, stack->rows, &stack->target, &inner);
    }
    bytes_finish(&npy);
    char shown[EXCERPT_SIZE];
    if (!ok && file->all)
        return stack_fail(stack, error, "array '%s' %s", slice_excerpt(name_of(member), shown), inner.message);
    if (!ok)
        *error = inner;
    return ok;
}

const StackFormat NPZ_FORMAT = {is_zip, NULL, find, is_shown, read_file, true};
