/* Which weights attend heatmap shows: a model's, or those of a file, and which part of them. */
#include "cli/heatmap.h"

#include "base/digits.h"
#include "trace/trace_weights.h"
#include "words/explain_words.h"
#include "words/figures_words.h"

#include <math.h>
#include <string.h>

const char *const NORMALIZE_NAMES[] = {"none", "rows", NULL};
const char *const MASK_NAMES[] = {"none", "blank", NULL};

ColorMap heatmap_map(const Request *request, const MatrixStack *stack)
{
    return stack->is_signed ? MAP_DIVERGING : (ColorMap)request->map;
}

bool heatmap_shares(const Request *request, const MatrixStack *stack)
{
    return heatmap_map(request, stack) != MAP_DIVERGING && isnan(request->least_color)
           && !isfinite(request->most_color);
}

/* ---- where they come from ---- */

/* Adds a sentence to the caption. */
static void tell(HeatmapData *data, Word sentence)
{
    bytes_add_text(&data->caption, data->caption.length ? said(data->language, W_PIECE_GAP) : "");
    bytes_add_text(&data->caption, said(data->language, sentence));
}

static bool of_model(const Call *call, HeatmapData *data, Error *error)
{
    const Request *request = &call->request;
    const char *const from_file[] = {request->array, request->source_words, request->target_words};
    static const char *const names[] = {"array", "source", "target"};
    for (int i = 0; i < 3; i++)
        if (from_file[i])
            return error_set(error, ERROR_USAGE, "--%s goes with --from F", names[i]);
    if (request->mask)
        return error_set(error, ERROR_USAGE, "--mask goes with --from F: a model's weights have no blank cells");
    CauseKind kind =
        cause_kind((CauseQuestion)request->of, request->eraser < 0 ? ERASE_UNKNOWN : (Eraser)request->eraser);
    if (!picture_open(call, call->count > 1 ? call->arguments[1] : NULL, "", &data->picture, error)
        || !cause_asks(&data->picture.source.model, data->picture.trace, kind, error))
        return false;
    const Trace *trace = data->picture.trace;
    data->turned = request->transpose;
    data->language = picture_language(request, data->picture.source.lesson);
    trace_stack(trace, cause_map(&data->picture.source.model, trace, kind, call->arena), &data->stack);
    data->stack.name = "the decode";
    data->stack.is_signed = kind != CAUSE_ATTENTION;
    if (data->stack.is_signed)
        tell(data, W_FIGURE_OF_UNKNOWN + (Word)kind - CAUSE_UNKNOWN);
    data->unknown = trace->unknown;
    data->title = text_join(call->arena, trace->source, trace->n, trace->config.source_tokens);
    return true;
}

static int row_count(const MatrixStack *stack)
{
    return stack_matrices(stack) * stack->rows;
}

/* Do people give shares, each row of 1? Links have none, and rows that will be divided by their sums may be any. */
static bool has_shares(const Request *request, const MatrixStack *stack)
{
    return heatmap_shares(request, stack) && !request->normalize;
}

/* Rows of shares that do not add up to 1, and the first of them; 0: all do, or nobody says that they should. */
static int uneven_rows(const Request *request, const MatrixStack *stack, int *row, double *sum)
{
    return has_shares(request, stack) && !stack->linked ? stack_uneven(stack, row, sum) : 0;
}

/* Gives the sides their words. Where these fit a matrix only with rows and columns exchanged, its rows are source
 * words: then --transpose makes it one as all others are. */
static bool name_sides(const Request *request, HeatmapData *data, Error *error)
{
    MatrixStack *stack = &data->stack;
    const char *source = request->source_words, *target = request->target_words;
    Error none;
    data->turned = request->transpose;
    if (stack_name(stack, source, target, error))
        return true;
    Error wrong = *error;
    stack_transpose(stack);
    if (!stack_name(stack, source, target, &none))
        return false;
    data->turned = false;
    return request->transpose
           || error_at(error, wrong.code, wrong.file, wrong.line, "%s; turned by --transpose they would fit",
                       wrong.message);
}

static bool of_file(const Call *call, OpenFile *file, HeatmapData *data, Error *error)
{
    const Request *request = &call->request;
    MatrixStack *stack = &data->stack;
    data->language = picture_language(request, NULL);
    file->path = request->from;
    file->masked = request->mask > 0;
    if (!opened_stack(file, request->array, links_of_weights((LinkFormat)request->gold_format), stack, error)
        || !name_sides(request, data, error) || !stack_check(stack, has_shares(request, stack), error))
        return false;
    int row;
    double sum;
    char shown[DIGITS_SIZE];
    int uneven = uneven_rows(request, stack, &row, &sum);
    if (uneven)
        output_note(said(data->language, W_NOTE_UNEVEN_ROWS), stack->name, uneven, row_count(stack), row,
                    digits_print(shown, sum, 3));
    data->title = strcmp(request->from, "-") == 0 ? NULL : path_name(stack->name);
    return true;
}

/* ---- which part of them ---- */

/* Applies the options about rows and columns, which are the figure's from here on. The gold links follow them. */
static bool take_sides(const Request *request, MatrixStack *stack, bool turned, bool *merged, Error *error)
{
    *merged = request->merge_subwords && stack_merge_pieces(stack);
    stack_show_bytes(stack);
    if (*merged && !stack_check_words(stack, error))
        return false;
    if (turned)
        stack_transpose(stack);
    return (!request->drop_end || stack_drop_end(stack, error)) && stack_choose(stack, STACK_ROWS, request->rows, error)
           && stack_choose(stack, STACK_COLUMNS, request->columns, error);
}

/* A possible link, and the least that is left of a sure one, however many pieces are merged. */
#define POSSIBLE   1e-9f
#define SURE_LEAST 1e-6f

/* Links as a matrix of their own, so that they go the way of the weights. */
static bool take_gold(const Call *call, const MatrixStack *stack, HeatmapData *data, Error *error)
{
    StackLink *links;
    int count, first = links_first((LinkFormat)call->request.gold_format);
    bool merged;
    if (!stack_links(call->request.gold, (LinkFormat)call->request.gold_format, call->arena, &links, &count, error))
        return false;
    float *cells = ARENA_ARRAY(call->arena, float, (size_t)stack->rows *(size_t)stack->columns);
    for (int i = 0; i < count; i++) {
        if (links[i].row >= stack->rows || links[i].column >= stack->columns)
            return error_set(error, ERROR_FORMAT,
                             "the gold link %d-%d leads beyond %d source word(s) and %d target word(s)",
                             links[i].column + first, links[i].row + first, stack->columns, stack->rows);
        cells[(size_t)links[i].row * (size_t)stack->columns + (size_t)links[i].column] =
            links[i].possible ? POSSIBLE : 1;
    }
    MatrixStack gold = *stack;
    gold.arena = (Arena){0};
    gold.bytes = (Bytes){0};
    gold.layers = gold.heads = 1;
    gold.layer_names = gold.head_names = ARENA_NEW(call->arena, int);
    gold.values = cells;
    bool ok = take_sides(&call->request, &gold, data->turned, &merged, error);
    size_t all = ok ? (size_t)gold.rows * (size_t)gold.columns : 0;
    for (size_t i = 0; i < all; i++)
        if (gold.values[i] > 0) {
            data->gold = arena_room(call->arena, data->gold, data->gold_count, sizeof *data->gold);
            data->gold[data->gold_count++] = (StackLink){(int)(i % (size_t)gold.columns),
                                                         (int)(i / (size_t)gold.columns), gold.values[i] < SURE_LEAST};
        }
    arena_finish(&gold.arena);
    return ok;
}

static void tell_reduction(HeatmapData *data, Reduction how, int layers, int heads)
{
    if (how == REDUCE_NOTHING || layers * heads == 1)
        return;
    if (layers > 1)
        bytes_printf(&data->caption, said(data->language, W_FIGURE_MEAN_LAYERS + (Word)how - REDUCE_MEAN), layers,
                     heads);
    else
        bytes_printf(&data->caption, said(data->language, W_FIGURE_MEAN_HEADS + (Word)how - REDUCE_MEAN), heads);
}

/* Says how much weight the words of the target have lost with source words that were left out, if they had all of it
 * before. */
static void tell_left_out(const HeatmapData *data, const Request *request, int uneven)
{
    MatrixStack stack = data->stack;
    int row;
    double sum;
    char shown[DIGITS_SIZE];
    stack.arena = (Arena){0};
    if (data->turned)
        stack_transpose(&stack);
    int now = uneven || request->column_shares ? 0 : uneven_rows(request, &stack, &row, &sum);
    if (now)
        output_note(said(data->language, data->turned ? W_NOTE_PART_OF_COLUMNS : W_NOTE_PART_OF_ROWS), now,
                    row_count(&stack), row, digits_print(shown, sum, 3));
    arena_finish(&stack.arena);
}

/* --column-shares and --normalize: each number as a share. */
static bool take_shares(const Request *request, HeatmapData *data, Error *error)
{
    const char *option = request->normalize ? "--normalize rows" : "--column-shares";
    float low, high;
    if (!request->normalize && !request->column_shares)
        return true;
    if (request->of != ASK_ATTENTION)
        return error_set(error, ERROR_USAGE, "%s is for weights: the numbers of --of %s are signed", option,
                         CAUSE_QUESTIONS[request->of]);
    if (request->normalize && request->column_shares)
        return error_set(error, ERROR_USAGE, "--normalize rows and --column-shares exclude each other");
    stack_range(&data->stack, false, &low, &high);
    if (request->normalize && low < 0)
        return error_set(error, ERROR_USAGE, "--normalize rows makes shares, and %s has numbers below 0",
                         data->stack.name);
    (request->normalize ? stack_share_rows : stack_share_columns)(&data->stack);
    tell(data, request->normalize ? W_FIGURE_ROW_SHARES : W_FIGURE_COLUMN_SHARES);
    return true;
}

static bool take_part(const Call *call, HeatmapData *data, Error *error)
{
    const Request *request = &call->request;
    MatrixStack *stack = &data->stack;
    bool merged;
    int row;
    double sum;
    if (!stack_choose(stack, STACK_LAYERS, request->layers, error)
        || !stack_choose(stack, STACK_HEADS, request->heads, error))
        return false;
    int layers = stack->layers, heads = stack->heads;
    if (!stack_reduce(stack, (Reduction)request->reduce, error))
        return false;
    tell_reduction(data, (Reduction)request->reduce, layers, heads);
    int uneven = uneven_rows(request, stack, &row, &sum);
    if ((request->gold && !take_gold(call, stack, data, error))
        || !take_sides(request, stack, data->turned, &merged, error))
        return false;
    tell_left_out(data, request, uneven);
    if (merged)
        tell(data, W_FIGURE_PIECES_MERGED);
    if (!take_shares(request, data, error))
        return false;
    if (request->rows || request->columns || request->drop_end || request->merge_subwords)
        data->unknown = NULL; /* the words are others */
    return true;
}

/* Weights alone are often named like a model. */
static bool need_more(const Call *call, Error *error)
{
    OpenFile file = {0};
    if (call->count && source_is_file(call->arguments[0]))
        open_file(call->arguments[0], &file);
    bool weights = file.path && (file.kind == OPEN_WEIGHTS || file.kind == OPEN_FIGURE);
    opened_finish(&file);
    return weights ? error_at(error, ERROR_USAGE, call->arguments[0], 0, "has weights; --from %s draws them",
                              call->arguments[0])
                   : error_set(error, ERROR_USAGE, "MODEL and \"sentence\" are needed, or TRACE, or --from F");
}

bool heatmap_open(const Call *call, OpenFile *file, HeatmapData *out, Error *error)
{
    const Request *request = &call->request;
    *out = (HeatmapData){0};
    if (request->gold_format != LINKS_PHARAOH && !request->gold && !request->from)
        return error_set(error, ERROR_USAGE, "--gold-format goes with --gold LINKS or --from F");
    if (request->from && request->of != ASK_ATTENTION)
        return error_set(
            error, ERROR_USAGE,
            "--of %s asks a model, and --from F has only weights; expected MODEL and \"sentence\", or a trace "
            "that 'attend decode --json --maps' wrote",
            CAUSE_QUESTIONS[request->of]);
    if (request->from && call->count)
        return error_set(error, ERROR_USAGE, "--from F takes the place of MODEL and \"sentence\"");
    if (!request->from && call->count < 2 && !(call->count == 1 && source_is_trace(call->arguments[0])))
        return need_more(call, error);
    return (request->from ? of_file(call, file, out, error) : of_model(call, out, error))
           && take_part(call, out, error);
}

void heatmap_close(HeatmapData *data)
{
    bytes_finish(&data->caption);
    stack_finish(&data->stack);
    picture_close(&data->picture);
}
