/* Files of weights. What one is shows in its first bytes. */
#include "matrix/stack_parts.h"

#include "base/system.h"

#include <math.h>
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

/* The first one that a file is; a table is whatever is left. */
static const StackFormat NO_FORMAT = {.is = is_none, .read = refuse};
static const StackFormat *const FORMATS[] = {&NPY_FORMAT,    &NPZ_FORMAT,   &TENSORS_FORMAT, &NO_FORMAT,
                                             &NESTED_FORMAT, &GIZA_FORMAT,  &FAIRSEQ_FORMAT, &NEMATUS_FORMAT,
                                             &BARS_FORMAT,   &DEBUG_FORMAT, &LINKS_FORMAT,   &SHEET_FORMAT};

/* ---- a file ---- */

static bool nothing(StackFile *file)
{
    file->count = 0;
    file->chosen = -1;
    return false;
}

/* Arrays may hold a batch of sentences. */
static bool take_batch(StackFile *file, const StackFormat *format)
{
    if (file->picks && file->sentence > 0 && format->batches) {
        file->batch = file->sentence;
        return true;
    }
    if (file->picks)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "is not a file of several sentences, where ':%d' is one",
                 file->sentence);
    return !file->picks || nothing(file);
}

/* The sentence that is asked for becomes the text; if none is, there must be a single one. */
static bool take_sentence(StackFile *file, const StackFormat *format)
{
    Slice rest = file->text, one;
    int first = 0, count = 0;
    for (int number = 1; format->next(&rest, &one, &number); number = ++count + 1) {
        first = count ? first : number;
        if (file->picks ? number == file->sentence : count == 0)
            file->text = one;
        if (file->picks && number == file->sentence)
            return true;
        if (!file->picks && count == 1) {
            error_at(&file->wrong, ERROR_FORMAT, file->name, 0,
                     "has several sentences; expected one of them, such as %s:%d", file->name, first);
            return nothing(file);
        }
    }
    if (!file->picks)
        return true;
    if (count == 1 && format->batches)
        return take_batch(file, format);
    error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "has no sentence %d; expected one of %d, such as %s:%d",
             file->sentence, count, file->name, first);
    return nothing(file);
}

static const StackFormat *find_format(const StackFile *file)
{
    size_t i = 0;
    while (FORMATS[i]->is && !FORMATS[i]->is(file))
        i++;
    return FORMATS[i];
}

static const StackFormat *find(StackFile *file)
{
    const StackFormat *format = find_format(file);
    if ((format->next && !file->json ? take_sentence(file, format) : take_batch(file, format)) && format->find)
        format->find(file);
    return format;
}

static StackFile file_of(StackInput *input, const char *array, LinkFormat links)
{
    Slice all = input->bytes.length ? bytes_slice(&input->bytes) : slice_of("");
    bool text = !memchr(all.text, '\0', all.length) && utf8_valid(all);
    StackFile file = {.name = input->name,
                      .array = array,
                      .links = links,
                      .masked = input->masked,
                      .picks = input->picks,
                      .sentence = input->sentence,
                      .bytes = all,
                      .text = text ? slice_unmarked(all) : (Slice){0},
                      .whole = text ? slice_unmarked(all) : (Slice){0},
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

bool stack_is_printed(Slice front)
{
    static const StackFormat *const printed[] = {&GIZA_FORMAT, &FAIRSEQ_FORMAT, &NEMATUS_FORMAT,
                                                 &BARS_FORMAT, &DEBUG_FORMAT,   &LINKS_FORMAT};
    Slice lines = front;
    if (!utf8_valid(front)) /* a letter may be cut through at the end */
        while (lines.length > 0 && lines.text[--lines.length] != '\n')
            ;
    const Slice text = slice_unmarked(lines);
    const StackFile file = {.bytes = front, .text = text};
    bool found = false;
    for (size_t i = 0; !found && i < sizeof printed / sizeof *printed; i++)
        found = slice_trim(text).length && !memchr(text.text, '\0', text.length) && utf8_valid(text)
                && printed[i]->is(&file);
    return found;
}

/* Where the sentence begins. */
static int line_of(const StackFile *file)
{
    int line = 1;
    for (const char *at = file->whole.text; at < file->text.text; at++)
        line += *at == '\n';
    return line;
}

/* Before softmax masked weights are −inf. */
static void make_blanks(MatrixStack *stack)
{
    size_t count = stack_count(stack);
    for (size_t i = 0; i < count; i++)
        if (stack->values[i] == -INFINITY)
            stack->values[i] = NAN;
}

/* Array i; a failure leaves it empty. */
static bool read_array(const StackFile *file, const StackFormat *format, int i, MatrixStack *out, Error *error)
{
    *out = (MatrixStack){0};
    out->name = arena_string(&out->arena, file->name);
    out->batch = file->batch;
    out->masked = file->masked;
    Error inner = {0};
    bool ok = i >= 0 && format->read(file, i, out, &inner);
    if (ok && out->masked)
        make_blanks(out);
    if (ok) {
        out->causal = looks_back(out);
        return true;
    }
    *error = i >= 0 ? inner : file->wrong;
    if (i >= 0 && format->next && !file->json)
        error->line = line_of(file);
    stack_finish(out);
    return false;
}

static bool has_links(const MatrixStack *stack)
{
    size_t count = stack_count(stack), i = 0;
    while (i < count && stack->values[i] <= 0)
        i++;
    return i < count;
}

bool stack_parse(StackInput *input, const char *array, LinkFormat links, MatrixStack *out, Error *error)
{
    StackFile file = file_of(input, array, links);
    const StackFormat *format = find(&file);
    bool ok = read_array(&file, format, file.chosen, out, error);
    if (ok && out->linked && !has_links(out)) {
        ok = error_at(error, ERROR_FORMAT, file.name, line_of(&file),
                      "has no links in this sentence; expected some such as 0-0 1-2");
        stack_finish(out);
    }
    finish(&file);
    return ok;
}

/* ---- all sentences of a file ---- */

static bool visit_sentence(StackFile *file, const StackFormat *format, int number, StackVisit *visit, void *owner,
                           Error *error)
{
    MatrixStack stack;
    if (format->find)
        format->find(file);
    bool ok = read_array(file, format, file->chosen, &stack, error) && visit(owner, number, &stack, error);
    stack_finish(&stack);
    cJSON_Delete(file->json);
    file->json = NULL;
    file->chosen = 0;
    return ok;
}

bool stack_each_sentence(StackInput *input, LinkFormat links, StackVisit *visit, void *owner, Error *error)
{
    StackFile file = file_of(input, NULL, links);
    const StackFormat *format = find_format(&file);
    Slice rest = file.text;
    bool ok = true;
    if (!format->next)
        ok = visit_sentence(&file, format, 1, visit, owner, error);
    for (int count = 1, number = 1; ok && format->next && format->next(&rest, &file.text, &number); number = ++count)
        ok = visit_sentence(&file, format, number + format->from_zero, visit, owner, error);
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
    stack_show_bytes(&stack);
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

bool stack_set_parse(StackInput *input, const char *array, LinkFormat links, StackSet *out, Error *error)
{
    StackFile file = file_of(input, array, links);
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

bool stack_load(const char *path, Arena *arena, StackInput *out, Error *error)
{
    bool standard = strcmp(path, "-") == 0;
    const char *file = standard ? "/dev/stdin" : path;
    *out = (StackInput){.name = standard ? "standard input" : path};
    out->picks = !standard && split_line(path, arena, &file, &out->sentence);
    if (out->picks)
        out->name = file;
    if (file_read_kind(file, FILE_INPUT, FILE_LIMIT_DATA, &out->bytes, error))
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
