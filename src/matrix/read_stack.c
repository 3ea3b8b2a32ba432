/* A file of weights: what it is shows in its first bytes. */
#include "matrix/stack_parts.h"

#include <string.h>

static bool starts_with(Slice file, const char *magic, size_t length)
{
    return file.length >= length && memcmp(file.text, magic, length) == 0;
}

static bool is_text(Slice text)
{
    return utf8_valid(text) && !memchr(text.text, '\0', text.length);
}

static bool is_zip(Slice file)
{
    return starts_with(file, "PK\3\4", 4) || starts_with(file, "PK\5\6", 4);
}

static bool is_nested(Slice trimmed)
{
    return trimmed.length > 0 && (*trimmed.text == '{' || *trimmed.text == '[');
}

void stack_each(StackSet *set, Slice file)
{
    Slice trimmed = slice_trim(slice_unmarked(file));
    if (is_zip(file))
        npz_each(set, file);
    else if (is_nested(trimmed) && is_text(trimmed))
        nested_each(set, trimmed);
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

static bool no_text(const MatrixStack *stack, Slice text, Error *error)
{
    if (starts_with(text, "\xFF\xFE", 2) || starts_with(text, "\xFE\xFF", 2))
        return stack_fail(stack, error, "is text in UTF-16; expected UTF-8: save it as that first");
    int line = bad_line(text);
    if (line)
        return error_at(error, ERROR_FORMAT, stack->name, line,
                        "is not text in UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 first");
    return stack_fail(stack, error,
                      "is no file of weights that is known here; expected JSON, .npy, .npz, safetensors, CSV, TSV or "
                      "links such as 0-0 1-2");
}

static bool read_text(MatrixStack *stack, Slice text, const char *array, LinkFormat format, Error *error)
{
    text = slice_unmarked(text);
    if (!is_text(text))
        return no_text(stack, text, error);
    Slice trimmed = slice_trim(text);
    if (trimmed.length == 0)
        return stack_fail(stack, error, "is empty; expected weights");
    if (is_nested(trimmed))
        return nested_read(stack, trimmed, array, error);
    if (!links_are(trimmed))
        return sheet_read(stack, text, error);
    if (memchr(trimmed.text, '\n', trimmed.length))
        return stack_fail(stack, error, "has the links of several sentences; expected one line of it: --from %s:1",
                          stack->name);
    StackLink *links;
    int count;
    if (!links_read(trimmed, format, stack->name, &stack->arena, &links, &count, error))
        return false;
    size_t shape[2] = {1, 1};
    for (int i = 0; i < count; i++) {
        shape[0] = (size_t)links[i].row + 1 > shape[0] ? (size_t)links[i].row + 1 : shape[0];
        shape[1] = (size_t)links[i].column + 1 > shape[1] ? (size_t)links[i].column + 1 : shape[1];
    }
    if (!stack_shape(stack, shape, 2, error))
        return false;
    stack->linked = true;
    stack->values = ARENA_ARRAY(&stack->arena, float, shape[0] * shape[1]);
    for (int i = 0; i < count; i++)
        stack->values[(size_t)links[i].row * shape[1] + (size_t)links[i].column] = 1;
    return true;
}

static bool read_bytes(MatrixStack *stack, Bytes *bytes, const char *array, LinkFormat links, Error *error)
{
    Slice file = bytes_slice(bytes);
    if (starts_with(file, "\x93NUMPY", 6))
        return npy_read(stack, file, bytes, error);
    if (is_zip(file))
        return npz_read(stack, file, array, error);
    if (file.length > 8 && file.text[8] == '{' && memchr(file.text, '\0', 8))
        return tensors_read(stack, file, array, bytes, error);
    if (starts_with(file, "\x80", 1))
        return stack_fail(stack, error,
                          "is a pickle, which could run programs and is never loaded; expected what numpy.save or "
                          "safetensors writes");
    return read_text(stack, file, array, links, error);
}

bool stack_parse(Bytes *bytes, const char *name, const char *array, LinkFormat links, MatrixStack *out, Error *error)
{
    *out = (MatrixStack){0};
    out->name = arena_string(&out->arena, name);
    bool ok = read_bytes(out, bytes, array, links, error);
    bytes_finish(bytes);
    if (!ok)
        stack_finish(out);
    return ok;
}

static bool cut_line(Bytes *bytes, int line, const char *name, Error *error)
{
    Slice taken;
    Bytes kept = {0};
    if (!take_line(bytes_slice(bytes), line, name, &taken, error))
        return false;
    bytes_add(&kept, taken.text, taken.length);
    bytes_finish(bytes);
    *bytes = kept;
    return true;
}

bool stack_load(const char *path, Arena *arena, Bytes *bytes, const char **name, Error *error)
{
    int line = 0;
    bool standard = strcmp(path, "-") == 0;
    const char *file = standard ? "/dev/stdin" : path;
    *bytes = (Bytes){0};
    *name = standard ? "standard input" : path;
    if (!standard && split_line(path, arena, &file, &line))
        *name = file;
    if (file_read_kind(file, FILE_INPUT, FILE_LIMIT_DATA, bytes, error)
        && (!line || cut_line(bytes, line, *name, error)))
        return true;
    bytes_finish(bytes);
    return false;
}

bool stack_read(const char *path, const char *array, LinkFormat links, MatrixStack *out, Error *error)
{
    *out = (MatrixStack){0};
    Arena arena = {0};
    Bytes bytes;
    const char *name;
    bool ok = stack_load(path, &arena, &bytes, &name, error) && stack_parse(&bytes, name, array, links, out, error);
    arena_finish(&arena);
    return ok;
}
