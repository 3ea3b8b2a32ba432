/* NumPy's .npz: a zip archive of .npy files, stored or deflated. Only its directory is believed, and of that nothing
 * before it has been found inside the file. */
#include "matrix/stack_parts.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char *const SIDES[] = {"source", "target"}; /* arrays of words */

typedef struct Member {
    Slice name;
    unsigned flags, method;
    size_t packed, length, local; /* bytes; where its own header is */
    uint32_t crc;
} Member;

typedef struct Archive {
    MatrixStack *stack;
    Slice file;
    size_t at; /* of the next entry in the directory */
    unsigned left;
    Error *error;
} Archive;

static unsigned word(Slice file, size_t at, int bytes)
{
    unsigned value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (unsigned)(unsigned char)file.text[at + (size_t)i] << 8 * i;
    return value;
}

static bool damaged(const Archive *archive)
{
    return stack_fail(archive->stack, archive->error, "is no whole zip archive; expected what numpy.savez writes");
}

/* The record at the end says where the directory is. */
static bool find_directory(Archive *archive)
{
    Slice file = archive->file;
    for (size_t back = 22; back <= file.length && back <= 22 + 65535; back++) {
        size_t at = file.length - back;
        if (memcmp(file.text + at, "PK\5\6", 4) != 0)
            continue;
        archive->left = word(file, at + 10, 2);
        archive->at = word(file, at + 16, 4);
        return archive->at <= at || damaged(archive);
    }
    return damaged(archive);
}

/* The next member; false at the end, or with an error. */
static bool next_member(Archive *archive, Member *out)
{
    Slice file = archive->file;
    size_t at = archive->at;
    if (archive->left == 0)
        return false;
    if (at > file.length || file.length - at < 46 || memcmp(file.text + at, "PK\1\2", 4) != 0)
        return damaged(archive);
    size_t name = word(file, at + 28, 2), more = (size_t)word(file, at + 30, 2) + word(file, at + 32, 2);
    if (name + more > file.length - at - 46)
        return damaged(archive);
    *out = (Member){{file.text + at + 46, name}, word(file, at + 8, 2),  word(file, at + 10, 2), word(file, at + 20, 4),
                    word(file, at + 24, 4),      word(file, at + 42, 4), word(file, at + 16, 4)};
    archive->at = at + 46 + name + more;
    archive->left--;
    return true;
}

static bool is_array(const Member *member)
{
    return member->name.length > 4 && memcmp(member->name.text + member->name.length - 4, ".npy", 4) == 0;
}

/* An array of this name, without its ending. */
static bool is_named(const Member *member, const char *name)
{
    return slice_is(member->name, name)
           || (is_array(member) && slice_is((Slice){member->name.text, member->name.length - 4}, name));
}

static bool has_ending(const Member *member, const char *ending)
{
    size_t length = strlen(ending);
    return member->name.length > length
           && memcmp(member->name.text + member->name.length - length, ending, length) == 0;
}

/* The one that is meant; "source" and "target" are words beside it, and found on the way. */
static bool find_member(Archive *archive, const char *wanted, Member *out, Member *sides)
{
    Member member;
    int arrays = 0, found = 0;
    bool pickle = false;
    Bytes names = {0};
    char shown[EXCERPT_SIZE];
    while (next_member(archive, &member)) {
        pickle |= has_ending(&member, ".pkl");
        int side = is_named(&member, SIDES[0]) ? 0 : is_named(&member, SIDES[1]) ? 1 : -1;
        if (side >= 0 && (!wanted || !is_named(&member, wanted))) {
            sides[side] = member;
            continue;
        }
        if (!is_array(&member))
            continue;
        Slice name = {member.name.text, member.name.length - 4};
        bytes_printf(&names, "%s%s", arrays++ ? ", " : "", slice_excerpt(name, shown));
        if (!wanted || is_named(&member, wanted)) {
            *out = member;
            found++;
        }
    }
    bool ok = found == 1 && !archive->error->code;
    if (!ok && !archive->error->code) {
        if (arrays == 0)
            stack_fail(
                archive->stack, archive->error,
                pickle ? "holds a pickle, which could run programs and is never loaded; expected what numpy.savez or "
                         "safetensors writes"
                       : "is a zip archive without an .npy array; expected what numpy.savez writes");
        else if (wanted)
            stack_fail(archive->stack, archive->error, "has no array '%s'; it has %.200s", wanted, names.data);
        else
            stack_fail(archive->stack, archive->error, "has several arrays: choose one of %.200s with --array",
                       names.data);
    }
    bytes_finish(&names);
    return ok;
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

static bool unpack(const Archive *archive, const Member *member, Bytes *out)
{
    Slice file = archive->file;
    size_t at = member->local;
    if (member->flags & 1)
        return stack_fail(archive->stack, archive->error, "is encrypted; expected what numpy.savez writes");
    if (!file_fits(archive->stack->name, member->length, FILE_LIMIT_DATA, archive->error))
        return false;
    if (at > file.length || file.length - at < 30 || memcmp(file.text + at, "PK\3\4", 4) != 0)
        return damaged(archive);
    size_t head = 30 + (size_t)word(file, at + 26, 2) + word(file, at + 28, 2);
    if (head > file.length - at || member->packed > file.length - at - head)
        return damaged(archive);
    Slice packed = {file.text + at + head, member->packed};
    if (member->method == 0 && member->packed == member->length)
        bytes_add(out, packed.text, packed.length);
    else if (member->method != 8)
        return stack_fail(archive->stack, archive->error, "is packed by method %u; expected stored or deflated",
                          member->method);
    else if (member->length / 1040 > member->packed
             || !inflate_all(packed, out, member->length)) /* deflate's most is 1032 to 1 */
        return damaged(archive);
    return crc32(crc32(0, NULL, 0), (const Bytef *)out->data, (uInt)out->length) == member->crc || damaged(archive);
}

static bool is_npy(const Archive *archive, const Bytes *npy)
{
    return (npy->length >= 6 && memcmp(npy->data, "\x93NUMPY", 6) == 0) || damaged(archive);
}

/* The words of a side, where the archive has them. */
static bool read_side(const Archive *archive, const Member *sides, int side, int expected, const char ***out)
{
    Bytes npy = {0};
    const Member *member = &sides[side];
    bool ok = !member->name.length || (unpack(archive, member, &npy) && is_npy(archive, &npy));
    if (ok && member->name.length)
        ok = (*out = npy_words(archive->stack, bytes_slice(&npy), SIDES[side], expected, archive->error)) != NULL;
    bytes_finish(&npy);
    return ok;
}

/* A square matrix of an array that does not say what it is may be a sentence over itself. */
static bool read_either(const Archive *archive, const Member *sides, int side, int expected, const char ***out)
{
    const MatrixStack *stack = archive->stack;
    if (read_side(archive, sides, side, expected, out))
        return true;
    Error first = *archive->error;
    *archive->error = (Error){0};
    if (stack->kind == STACK_OTHER && stack->rows == stack->columns
        && read_side(archive, sides, 1 - side, expected, out))
        return true;
    *archive->error = first;
    return false;
}

/* Columns are the source and rows the target, but of self-attention both are the same sentence. */
static bool read_sides(const Archive *archive, const Member *sides)
{
    MatrixStack *stack = archive->stack;
    return read_either(archive, sides, stack->kind == STACK_DECODER, stack->columns, &stack->source)
           && read_either(archive, sides, stack->kind != STACK_ENCODER, stack->rows, &stack->target);
}

/* The array of a member, and its words. */
static bool read_member(MatrixStack *stack, Slice file, const Member *member, const Member *sides, Error *error)
{
    Error inner = {0};
    Archive archive = {stack, file, 0, 0, &inner};
    Bytes npy = {0};
    bool ok =
        unpack(&archive, member, &npy) && is_npy(&archive, &npy) && npy_read(stack, bytes_slice(&npy), &npy, &inner);
    Slice name = {member->name.text, ok && is_array(member) ? member->name.length - 4 : member->name.length};
    if (ok) {
        stack->array = seen_word(&stack->arena, name);
        stack->kind = stack_kind(name);
        ok = read_sides(&archive, sides);
    }
    bytes_finish(&npy);
    if (!ok)
        *error = inner;
    return ok;
}

static bool is_side(const Member *member, int side)
{
    return is_named(member, SIDES[side]);
}

static void take_member(StackSet *set, Slice file, const Member *member, const Member *sides)
{
    MatrixStack stack = {0}, named = {.name = set->name};
    Error wrong = {0}, told = {0};
    char shown[EXCERPT_SIZE];
    stack.name = arena_string(&stack.arena, set->name);
    bool ok = read_member(&stack, file, member, sides, &wrong);
    if (!ok)
        stack_fail(&named, &told, "array '%s' %s",
                   slice_excerpt((Slice){member->name.text, member->name.length - 4}, shown), wrong.message);
    stack_set_take(set, &stack, ok, &told);
}

/* The directory is read twice, whatever is in it: for the words, and for the arrays. */
void npz_each(StackSet *set, Slice file)
{
    Error error = {0};
    MatrixStack named = {.name = set->name};
    Archive archive = {&named, file, 0, 0, &error}, again;
    Member member, sides[2] = {{{0}}, {{0}}};
    if (!find_directory(&archive))
        return;
    again = archive;
    while (next_member(&archive, &member))
        for (int side = 0; side < 2; side++)
            if (is_side(&member, side))
                sides[side] = member;
    for (size_t bytes = 0; next_member(&again, &member) && stack_set_has_room(set, bytes);)
        if (is_array(&member) && !is_side(&member, 0) && !is_side(&member, 1)) {
            take_member(set, file, &member, sides);
            bytes += member.length;
        }
}

bool npz_read(MatrixStack *stack, Slice file, const char *array, Error *error)
{
    Error inner = {0};
    Archive archive = {stack, file, 0, 0, &inner};
    Member member = {0}, sides[2] = {{{0}}, {{0}}};
    if (find_directory(&archive) && find_member(&archive, array, &member, sides))
        return read_member(stack, file, &member, sides, error);
    *error = inner;
    return false;
}
