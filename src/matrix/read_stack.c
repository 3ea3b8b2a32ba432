/* Files of weights. What one is shows in its first bytes. */
#include "matrix/stack_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- formats ---- */

static bool is_pickle(Slice file)
{
    return slice_starts(file, "\x80");
}

static bool is_none(const StackFile *file)
{
    return is_pickle(file->bytes) || slice_trim(file->text).length == 0;
}

static bool refuse(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice text = slice_unmarked(file->bytes);
    (void)i;
    if (is_pickle(text))
        return stack_fail(stack, error,
                          "is a pickle, which could run programs and is never loaded; expected what numpy.save or "
                          "safetensors writes");
    if (file->text.text)
        return stack_fail(stack, error, "is empty; expected weights");
    if (slice_starts(text, "\xFF\xFE") || slice_starts(text, "\xFE\xFF"))
        return stack_fail(stack, error, "is text in UTF-16; expected UTF-8: save it as that first");
    int line = bad_line(text);
    if (line)
        return error_at(error, ERROR_FORMAT, stack->name, line,
                        "is not text in UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 first");
    return stack_fail(stack, error,
                      "is no file of weights that is known here; expected JSON, .npy, .npz, safetensors, CSV, TSV or "
                      "links such as 0-0 1-2");
}

static bool is_links(const StackFile *file)
{
    return links_are(slice_trim(file->text));
}

static bool read_links(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Slice text = slice_trim(file->text);
    StackLink *links;
    int count;
    (void)i;
    if (memchr(text.text, '\n', text.length))
        return stack_fail(stack, error, "has the links of several sentences; expected one line of it: --from %s:1",
                          stack->name);
    if (!links_read(text, file->links, stack->name, &stack->arena, &links, &count, error))
        return false;
    size_t shape[2] = {1, 1};
    for (int k = 0; k < count; k++) {
        shape[0] = (size_t)links[k].row + 1 > shape[0] ? (size_t)links[k].row + 1 : shape[0];
        shape[1] = (size_t)links[k].column + 1 > shape[1] ? (size_t)links[k].column + 1 : shape[1];
    }
    if (!stack_shape(stack, shape, 2, error))
        return false;
    stack->linked = true;
    stack->values = ARENA_ARRAY(&stack->arena, float, shape[0] * shape[1]);
    for (int k = 0; k < count; k++)
        stack->values[(size_t)links[k].row * shape[1] + (size_t)links[k].column] = 1;
    return true;
}

/* The first one that a file is; a table is whatever is left. */
static const StackFormat NO_FORMAT = {.is = is_none, .read = refuse},
                         LINKS_FORMAT = {.is = is_links, .read = read_links};
static const StackFormat *const FORMATS[] = {&NPY_FORMAT,    &NPZ_FORMAT,   &TENSORS_FORMAT, &NO_FORMAT,
                                             &NESTED_FORMAT, &LINKS_FORMAT, &SHEET_FORMAT};

/* ---- a file ---- */

static const StackFormat *find(StackFile *file)
{
    size_t i = 0;
    while (FORMATS[i]->is && !FORMATS[i]->is(file))
        i++;
    if (FORMATS[i]->find)
        FORMATS[i]->find(file);
    return FORMATS[i];
}

static StackFile file_of(StackInput *input, const char *array, LinkFormat links)
{
    Slice all = input->bytes.length ? bytes_slice(&input->bytes) : slice_of("");
    bool text = !memchr(all.text, '\0', all.length) && utf8_valid(all);
    StackFile file = {.name = input->name,
                      .array = array,
                      .links = links,
                      .bytes = all,
                      .text = text ? slice_unmarked(all) : (Slice){0},
                      .owner = &input->bytes,
                      .json = input->json,
                      .count = 1};
    input->json = NULL;
    return file;
}

static void finish(StackFile *file)
{
    cJSON_Delete(file->json);
    arena_finish(&file->arena);
    bytes_finish(file->owner);
}

bool stack_begins(Slice front)
{
    const StackFile file = {.bytes = front};
    return NPY_FORMAT.is(&file) || NPZ_FORMAT.is(&file) || is_pickle(front);
}

/* Array i; a failure leaves it empty. */
static bool read_array(const StackFile *file, const StackFormat *format, int i, MatrixStack *out, Error *error)
{
    *out = (MatrixStack){0};
    out->name = arena_string(&out->arena, file->name);
    Error inner = {0};
    bool ok = i >= 0 && format->read(file, i, out, &inner);
    if (ok)
        return true;
    *error = i >= 0 ? inner : file->wrong;
    stack_finish(out);
    return false;
}

bool stack_parse(StackInput *input, const char *array, LinkFormat links, MatrixStack *out, Error *error)
{
    StackFile file = file_of(input, array, links);
    const StackFormat *format = find(&file);
    bool ok = read_array(&file, format, file.chosen, out, error);
    finish(&file);
    return ok;
}

/* ---- all arrays of a file ---- */

static void leave_out(StackSet *set, const Error *why)
{
    if (set->left_out++ == 0)
        set->lacks = *why;
}

static bool has_room(StackSet *set, size_t bytes)
{
    Error full;
    bool ok = set->count + set->left_out < SET_ARRAYS && bytes <= STACK_VALUES * sizeof(float);
    if (!ok) {
        error_at(&full, ERROR_FORMAT, set->name, 0,
                 "has more arrays than can be shown together; choose one with --array");
        leave_out(set, &full);
    }
    return ok;
}

static bool can_be_seen(const StackSet *set, const MatrixStack *stack, size_t values, Error *error)
{
    if (stack->rows > SET_SIDE || stack->columns > SET_SIDE)
        return stack_fail(
            stack, error,
            "has %d row(s) and %d column(s), and at most %d of each are shown here; attend heatmap --rows or --columns "
            "draws a part of them",
            stack->rows, stack->columns, SET_SIDE);
    return stack_check(stack, false, error)
           && (values <= STACK_VALUES - set->values
               || stack_fail(stack, error, "has more than %zu numbers; choose one of its arrays with --array",
                             STACK_VALUES));
}

static bool take_array(const StackFile *file, const StackFormat *format, int i, StackSet *set)
{
    MatrixStack stack;
    Error wrong = {0};
    bool ok = read_array(file, format, i, &stack, &wrong);
    size_t values = stack_count(&stack);
    if (!ok || !can_be_seen(set, &stack, values, &wrong)) {
        leave_out(set, &wrong);
        stack_finish(&stack);
        return false;
    }
    set->values += values;
    set->stacks = heap_resize(set->stacks, (size_t)set->count + 1, sizeof *set->stacks);
    set->stacks[set->count++] = stack;
    return true;
}

static void take_all(StackFile *file, const StackFormat *format, StackSet *set)
{
    file->all = true;
    size_t bytes = 0;
    for (int i = 0; format->shown && i < file->count && has_room(set, bytes); i++)
        if (format->shown(file, i, &bytes))
            (void)take_array(file, format, i, set);
    file->all = false;
}

/* By its name, else by what it is. */
static int find_array(const StackSet *set, const char *array)
{
    for (int i = 0; i < set->count; i++)
        if (!array || (set->stacks[i].array && strcmp(set->stacks[i].array, array) == 0))
            return i;
    StackKind kind = array ? stack_kind(slice_of(array)) : STACK_OTHER;
    for (int i = 0; kind != STACK_OTHER && i < set->count; i++)
        if (set->stacks[i].kind == kind)
            return i;
    return -1;
}

bool stack_set_parse(StackInput *input, const char *array, StackSet *out, Error *error)
{
    StackFile file = file_of(input, array, LINKS_PHARAOH);
    const StackFormat *format = find(&file);
    *out = (StackSet){.name = file.name};
    take_all(&file, format, out);
    out->asked = find_array(out, array);
    bool ok = out->asked >= 0, alone = !ok && (array || !out->left_out);
    if (alone) { /* it is none of those that are shown: what is wrong with it is said, or all together are too many */
        stack_set_finish(out);
        *out = (StackSet){.name = file.name};
        ok = take_array(&file, format, file.chosen, out);
    }
    finish(&file);
    if (!ok) {
        *error = out->lacks;
        stack_set_finish(out);
    }
    return ok;
}

void stack_set_finish(StackSet *set)
{
    for (int i = 0; i < set->count; i++)
        stack_finish(&set->stacks[i]);
    free(set->stacks);
    *set = (StackSet){0};
}

/* ---- from the disk ---- */

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

bool stack_load(const char *path, Arena *arena, StackInput *out, Error *error)
{
    int line = 0;
    bool standard = strcmp(path, "-") == 0;
    const char *file = standard ? "/dev/stdin" : path;
    *out = (StackInput){.name = standard ? "standard input" : path};
    if (!standard && split_line(path, arena, &file, &line))
        out->name = file;
    if (file_read_kind(file, FILE_INPUT, FILE_LIMIT_DATA, &out->bytes, error)
        && (!line || cut_line(&out->bytes, line, out->name, error)))
        return true;
    stack_unload(out);
    return false;
}

void stack_unload(StackInput *input)
{
    cJSON_Delete(input->json);
    input->json = NULL;
    bytes_finish(&input->bytes);
}
