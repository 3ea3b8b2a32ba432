/* The files of one figure of attend heatmap: a panel each, or the difference of two. */
#include "cli/heatmap.h"

#include "base/names.h"
#include "matrix/stack_pair.h"
#include "words/explain_words.h"
#include "words/figures_words.h"

#include <stddef.h>
#include <string.h>

/* ---- what each of them is asked for ---- */

static const struct {
    const char *option;
    size_t given, one; /* in Request: the list, and the field of one file */
} EACH[] = {{"array", offsetof(Request, arrays), offsetof(Request, array)},
            {"source", offsetof(Request, sources), offsetof(Request, source_words)},
            {"target", offsetof(Request, targets), offsetof(Request, target_words)},
            {"gold", offsetof(Request, golds), offsetof(Request, gold)}};

/* The call as if file i were the only one. */
static bool call_of_one(const Call *call, int i, int count, Call *out, Error *error)
{
    const Request *request = &call->request;
    *out = *call;
    out->request.from = request->files.count ? request->files.values[i] : NULL;
    for (size_t k = 0; k < sizeof EACH / sizeof *EACH; k++) {
        const OptionList *list = (const OptionList *)((const char *)request + EACH[k].given);
        if (list->count > 1 && list->count != count)
            return error_set(error, ERROR_USAGE,
                             "--%s was given %d times; expected it once, or once for each --from, of which there are "
                             "%d",
                             EACH[k].option, list->count, request->files.count);
        if (list->count)
            *(const char **)((char *)&out->request + EACH[k].one) = list->values[list->count > 1 ? i : 0];
    }
    return true;
}

static OptionList list_of(const char **values, int count)
{
    return (OptionList){.values = values, .count = count};
}

/* A figure of several files is drawn again as it was: `out` asks for each of them, under its name. */
static void ask_for_all(const Call *call, Call *out)
{
    const Request *request = &call->request;
    const char *path = request->files.count == 1 ? request->files.values[0] : NULL;
    *out = *call;
    if (!path || request->arrays.count || !path_check_ending(path, PICTURE_ENDINGS, NULL)
        || export_is_numbers(export_format(request->output)))
        return;
    OpenFile figure = {.path = path};
    StackSet set;
    Error none = {0}; /* what is wrong with the file is said when it is opened */
    if (opened_set(&figure, NULL, LINKS_PHARAOH, &set, &none) && set.count > 1) {
        const char **paths = ARENA_ARRAY(call->arena, const char *, (size_t)set.count),
                   **names = ARENA_ARRAY(call->arena, const char *, (size_t)set.count);
        for (int i = 0; i < set.count; i++) {
            paths[i] = path;
            names[i] = arena_string(call->arena, set.stacks[i].array);
        }
        out->request.files = list_of(paths, set.count);
        out->request.arrays = list_of(names, set.count);
        out->request.panels = request->panels.count ? request->panels : out->request.arrays;
    }
    stack_set_finish(&set);
    opened_finish(&figure);
}

static bool open_each(const Call *call, HeatmapFiles *files, Error *error)
{
    for (int i = 0; i < files->count; i++) {
        Call one;
        if (!call_of_one(call, i, files->count, &one, error)
            || !heatmap_open(&one, &files->opened[i], &files->of[i], error))
            return false;
        if (files->of[i].turned != files->of->turned)
            return error_set(error, ERROR_USAGE,
                             "the rows of %s are source words and those of %s are not: --transpose turns one of them "
                             "alone",
                             files->of[files->of->turned ? i : 0].stack.name,
                             files->of[files->of->turned ? 0 : i].stack.name);
    }
    return true;
}

/* ---- what they are called ---- */

/* "runs/base.npy:3" is base:3, or with its folders runs/base:3. */
static const char *name_of(const HeatmapData *data, const char *given, bool folders, Arena *arena)
{
    const char *sentence = stack_is_sentence(given) ? strrchr(given, ':') : "";
    const char *whole = strcmp(given, "-") == 0 ? data->stack.name : given;
    const char *name = folders ? whole : path_name(whole);
    const char *file = arena_copy(arena, name, strlen(name) - strlen(sentence));
    return arena_printf(arena, "%.*s%s", (int)(strlen(file) - strlen(path_ending(file))), file, sentence);
}

static bool are_distinct(const HeatmapFiles *files)
{
    for (int i = 0; i < files->count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(files->of[i].name, files->of[j].name) == 0)
                return false;
    return true;
}

/* By --panel; else by the file, where that says which is which; else by the array, or the folder. */
static bool name_panels(const Call *call, HeatmapFiles *files, Error *error)
{
    const Request *request = &call->request;
    const OptionList *given = &request->panels;
    int panels = files->count > 1 ? files->count : stack_matrices(&files->of->stack);
    if (given->count && (given->count != panels || panels == 1))
        return error_set(
            error, ERROR_USAGE,
            "--panel was given %d time(s), and the figure has %d panel(s); expected one for each of several",
            given->count, panels);
    for (int by = 0; files->count > 1 && by < 3 && (by == 0 || !are_distinct(files)); by++)
        for (int i = 0; i < files->count; i++)
            files->of[i].name = given->count ? given->values[i]
                                : by == 1 && request->arrays.count > 1
                                    ? request->arrays.values[i]
                                    : name_of(&files->of[i], request->files.values[i], by == 2, call->arena);
    return true;
}

/* ---- the difference ---- */

static const char *shape_of(const MatrixStack *stack, Arena *arena)
{
    const char *shape = arena_printf(arena, "%d x %d", stack->rows, stack->columns);
    return stack_matrices(stack) > 1 ? arena_printf(arena, "%d x %s", stack_matrices(stack), shape) : shape;
}

static bool are_alike(const StackPair *pair, Arena *arena, Error *error)
{
    const MatrixStack *one = pair->of[0], *two = pair->of[1];
    StackMatch match = stack_match(pair);
    if (match.whole && stack_has_partners(pair))
        return true;
    if (one->rows != two->rows || one->columns != two->columns || stack_matrices(one) != stack_matrices(two))
        return error_set(error, ERROR_FORMAT, "%s has the shape %s and %s %s; --difference needs two of one shape",
                         one->name, shape_of(one, arena), two->name, shape_of(two, arena));
    if (match.whole)
        return error_set(error, ERROR_FORMAT, "%s has other layers or heads than %s; --difference needs the same",
                         one->name, two->name);
    char first[EXCERPT_SIZE], second[EXCERPT_SIZE];
    const char *a = (match.unlike_target ? one->target : one->source)[match.unlike],
               *b = (match.unlike_target ? two->target : two->source)[match.unlike];
    return error_set(error, ERROR_FORMAT,
                     "the word of %s %d is '%s' in %s and '%s' in %s; --difference needs the same words",
                     match.unlike_target ? "row" : "column", match.unlike + 1, slice_excerpt(slice_of(a), first),
                     one->name, slice_excerpt(slice_of(b), second), two->name);
}

static bool take_difference(const Call *call, HeatmapFiles *files, Error *error)
{
    MatrixStack difference;
    StackPair pair = {{&files->of[0].stack, &files->of[1].stack}};
    if (!are_alike(&pair, call->arena, error))
        return false;
    stack_difference(&pair, &difference);
    difference.name = "the difference";
    files->first = files->of->stack;
    files->of->stack = difference;
    files->shown = 1;
    return true;
}

static bool is_one_each(const HeatmapFiles *files, Error *error)
{
    for (int i = 0; files->shown > 1 && i < files->shown; i++)
        if (stack_matrices(&files->of[i].stack) > 1)
            return error_set(error, ERROR_USAGE,
                             "%s has %d matrices, and of several files each shows one: choose with --heads and "
                             "--layers, or --reduce mean",
                             files->of[i].stack.name, stack_matrices(&files->of[i].stack));
    return true;
}

/* ---- what is said of them ---- */

static void add_sentence(Bytes *out, Language language, const char *sentence)
{
    bytes_printf(out, "%s%s", out->length ? said(language, W_PIECE_GAP) : "", sentence);
}

/* What was done to all, once; else to each. */
static void add_captions(const HeatmapFiles *files, Arena *arena, Bytes *out)
{
    bool same = true;
    Language language = files->of->language;
    const Bytes *first = &files->of->caption;
    for (int i = 1; i < files->count; i++) {
        const Bytes *caption = &files->of[i].caption;
        same &= caption->length == first->length && (!first->length || strcmp(caption->data, first->data) == 0);
    }
    for (int i = 0; i < (same ? 1 : files->count); i++) {
        const HeatmapData *data = &files->of[i];
        const char *text = data->caption.data;
        if (data->caption.length)
            add_sentence(out, language,
                         same             ? text
                         : files->letters ? arena_printf(arena, "%s %s", figure_letter(i, arena), text)
                                          : arena_printf(arena, said(language, W_FIGURE_OF_PANEL), data->name, text));
    }
}

static void describe(const Call *call, HeatmapFiles *files)
{
    Bytes caption = {0}, title = {0};
    const HeatmapData *of = files->of;
    const Request *request = &call->request;
    files->letters = !request->no_letters && (request->letters || files->shown > 1);
    if (request->difference)
        bytes_printf(&caption, said(of->language, W_FIGURE_DIFFERENCE), of[1].name, of[0].name);
    add_captions(files, call->arena, &caption);
    files->caption = caption.length ? bytes_take(&caption, call->arena) : NULL;
    for (int i = 0; i < files->count; i++)
        if (of[i].title)
            bytes_printf(&title, "%s%s", title.length ? ", " : "", of[i].title);
    files->title = title.length ? bytes_take(&title, call->arena) : NULL;
    files->parts = ARENA_ARRAY(call->arena, FigurePart, (size_t)files->shown);
    for (int i = 0; i < files->shown; i++)
        files->parts[i] = (FigurePart){.stack = &of[i].stack,
                                       .titles = files->shown > 1    ? &of[i].name
                                                 : files->count == 1 ? request->panels.values
                                                                     : NULL,
                                       .gold = of[i].gold,
                                       .gold_count = of[i].gold_count};
}

bool heatmap_files_open(const Call *given, HeatmapFiles *out, Error *error)
{
    Call all;
    ask_for_all(given, &all);
    const Call *call = &all;
    int count = call->request.files.count > 1 ? call->request.files.count : 1;
    *out = (HeatmapFiles){.of = ARENA_ARRAY(call->arena, HeatmapData, (size_t)count),
                          .opened = ARENA_ARRAY(call->arena, OpenFile, (size_t)count),
                          .count = count,
                          .shown = count};
    if (!open_each(call, out, error) || !name_panels(call, out, error)
        || (call->request.difference && !take_difference(call, out, error)) || !is_one_each(out, error))
        return false;
    describe(call, out);
    return true;
}

void heatmap_files_close(HeatmapFiles *files)
{
    for (int i = 0; i < files->count; i++) {
        heatmap_close(&files->of[i]);
        opened_finish(&files->opened[i]);
    }
    stack_finish(&files->first);
}
