#include "study/one_step.h"

#include "model/attention_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct StepWork {
    SentenceStep of;
    Arena arena, cell; /* cell: of the cell alone */
    Real *first;       /* the weights before any step */
    char *sentence;
    Pair pair;
    Slice *wanted;
    Trace *fed;
    Trace *free[3];
    Real *alphas[3];
};

/* ---- a model behind a step ---- */

static void look_behind(OneStep *step, StepAfter *out, double rate)
{
    struct StepWork *work = step->work;
    ptrdiff_t which = out == &step->now ? 0 : out == &step->after ? 1 : 2;
    *out = (StepAfter){.rate = rate, .output_only = sentence_step_measure(&step->work->of, rate, true)};
    out->loss = sentence_step_measure(&step->work->of, rate, false);
    const Real *alphas = work->of.measure->decoder.alphas;
    if (alphas) {
        memcpy(work->alphas[which], alphas, sizeof(Real) * area(step->steps, step->n));
        out->alphas = work->alphas[which];
    }
    trace_destroy(work->free[which]);
    out->free = work->free[which] = trace_decode(&work->of.trial, slice_of(work->sentence), NULL, NULL);
}

/* ---- how far the axis of learning rates goes ---- */

/* 1, 2 or 5 times a power of ten, as often as the loss falls; so the least one lies in the middle of twice as much. */
static double find_most(OneStep *step)
{
    static const double factors[] = {1, 2, 5};
    double before = step->loss, rate = 1;
    for (int i = 0; i < 18; i++) {
        rate = factors[i % 3] * pow(10, (double)(i / 3) - 4);
        double loss = sentence_step_measure(&step->work->of, rate, false);
        if (!(loss < before))
            break;
        before = loss;
    }
    return 2 * rate;
}

static void try_rates(OneStep *step)
{
    step->most = find_most(step);
    step->least = 0;
    for (int i = 0; i < STEP_TRIES; i++) {
        double rate = step->most * i / (STEP_TRIES - 1);
        step->tries[i] =
            (StepTry){(float)rate, (float)(i ? sentence_step_measure(&step->work->of, rate, false) : step->loss)};
        step->least = step->tries[i].loss < step->tries[step->least].loss ? i : step->least;
    }
}

/* ---- the step itself ---- */

static void decode_fed(OneStep *step)
{
    struct StepWork *work = step->work;
    StepToken end = {work->pair.target.count, slice_of(vocab_word(&work->of.own.target, VOCAB_END))};
    DecodeOptions options = {.forced = work->wanted,
                             .forced_count = work->pair.target.count,
                             .forced_only = true,
                             .tokens = &end,
                             .tokens_count = 1};
    trace_destroy(work->fed);
    step->fed = work->fed = trace_decode(&work->of.own, slice_of(work->sentence), &options, NULL);
}

static void compute(OneStep *step)
{
    struct StepWork *work = step->work;
    step->loss = sentence_step_run(&work->of);
    const DecoderPass *pass = &work->of.gradient->decoder;
    step->losses = pass->losses;
    step->errors = pass->logits;
    bool several = config_is_transformer(&step->model->config);
    const HeadsPass *cross = &pass->layers[several ? step->model->config.layers - 1 : 0].cross;
    step->heads = several ? cross->heads : 1;
    step->weights = several ? cross->alphas : pass->alphas;
    step->slopes = several ? cross->kept_alphas : pass->kept_alphas;
    step->pulls = several ? cross->kept_scores : pass->kept_scores;
    decode_fed(step);
    try_rates(step);
    look_behind(step, &step->now, 0);
    look_behind(step, &step->after, step->most / 8);
    look_behind(step, &step->far, step->most * 3 / 4);
}

static bool read_wanted(OneStep *step, const Model *model, const Trace *trace, Error *error)
{
    struct StepWork *work = step->work;
    int count = work->pair.target.count;
    work->pair.source.count = trace->words;
    work->pair.source_ids = ARENA_ARRAY(&work->arena, int, (size_t)trace->words + 1);
    work->pair.target_ids = ARENA_ARRAY(&work->arena, int, (size_t)count + 1);
    for (int j = 0; j < trace->words; j++)
        work->pair.source_ids[j] =
            trace->unknown[j] ? VOCAB_UNKNOWN
                              : vocab_find(&model->source, slice_of(trace->source[j]), model->config.lowercase);
    for (int t = 0; t < count; t++) {
        int id = work->pair.target_ids[t] = vocab_find(&model->target, work->wanted[t], false);
        if (id == VOCAB_UNKNOWN)
            return error_set(error, ERROR_USAGE, "the wanted word %.*s is none that this model can write",
                             (int)work->wanted[t].length, work->wanted[t].text);
    }
    work->pair.target_ids[count] = VOCAB_END;
    step->wanted = work->pair.target_ids;
    return true;
}

static void take_words(OneStep *step, const Trace *trace, const Slice *wanted, int count)
{
    struct StepWork *work = step->work;
    work->sentence = text_join(&work->arena, trace->source, trace->words, trace->config.source_tokens);
    work->wanted = ARENA_ARRAY(&work->arena, Slice, (size_t)count + 1);
    for (int t = 0; t < count; t++)
        work->wanted[t] = (Slice){arena_copy(&work->arena, wanted[t].text, wanted[t].length), wanted[t].length};
    work->pair.target.count = count;
    step->n = trace->n;
    step->steps = count + 1;
}

void one_step_destroy(OneStep *step)
{
    if (!step)
        return;
    struct StepWork *work = step->work;
    sentence_step_finish(&work->of);
    trace_destroy(work->fed);
    for (int i = 0; i < 3; i++)
        trace_destroy(work->free[i]);
    free(work->first);
    arena_finish(&work->arena);
    arena_finish(&work->cell);
    free(work);
    free(step);
}

/* ---- what is looked at ---- */

static int largest(const Real *values, int count)
{
    int at = 0;
    for (int i = 1; i < count; i++)
        at = fabs((double)values[i]) > fabs((double)values[at]) ? i : at;
    return at;
}

/* Of a row of W_q; by the step's own place, since a sentence alone has one place a step. */
static const Real *sent_to(OneStep *step, int row)
{
    const DecoderPass *pass = &step->gradient->decoder;
    const char *name = step->model->table.items[step->cell.param].name;
    if (!step->pulls || strcmp(name, "attention.query.weight") != 0)
        return NULL;
    Arena *arena = &step->work->cell;
    int A = pass->weights->A;
    Real *out = ARENA_ARRAY(arena, Real, (size_t)step->n), *query = ARENA_ARRAY(arena, Real, area(3, A));
    for (int j = 0; j < step->n; j++) {
        attend_sent(pass, step->step, j, query, query + A);
        out[j] = query[row];
    }
    return out;
}

/* Is the matrix multiplied with once for each source word? */
static bool reads_words(const Model *model, const char *name)
{
    const Config *config = &model->config;
    bool keys = config_is_transformer(config) ? strstr(name, "cross.key") || strstr(name, "cross.value")
                                              : strcmp(name, config_key_weight(config)) == 0;
    return keys || strncmp(name, "encoder.", 8) == 0;
}

static void read_cell(OneStep *step, int row, int column)
{
    StepCell *cell = &step->cell;
    const Param *param = &step->model->table.items[cell->param];
    size_t at = param->offset + area(row, param->cols) + (size_t)column;
    arena_reset(&step->work->cell);
    cell->row = row;
    cell->column = column;
    cell->reads = gradient_reads(step->gradient, at, &step->work->cell);
    cell->first = column - cell->reads.column;
    cell->of_words = reads_words(step->model, param->name);
    cell->sent = sent_to(step, row);
    cell->read = cell->reads.count == 1 ? 0 : -1;
    int place = cell->of_words ? step->word : step->step;
    for (int k = 0; k < cell->reads.count; k++)
        cell->read = cell->reads.list[k].place == place ? k : cell->read;
    cell->before = (double)step->model->params[at];
    cell->gradient = (double)step->gradient->block[at];
}

/* Where the gradient is largest in the part of the matrix from this column on; where nothing is read, its first cell.
 */
static void choose_cell(OneStep *step, int param, int first)
{
    step->cell.param = param;
    read_cell(step, 0, first);
    const GradientReads *reads = &step->cell.reads;
    if (step->cell.read < 0)
        return;
    const GradientRead *read = &reads->list[step->cell.read];
    read_cell(step, largest(read->errors, reads->outputs), first + largest(read->inputs, reads->inputs));
}

/* A part of a matrix, that the run multiplied with. */
typedef struct StepPart {
    int param, first;
} StepPart;

enum { PARTS_MOST = 160 };

static int list_parts(OneStep *step, StepPart parts[PARTS_MOST])
{
    const ParamTable *table = &step->model->table;
    Arena arena = {0};
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        const Param *param = &table->items[i];
        for (int first = 0; first < param->cols && count < PARTS_MOST;) {
            GradientReads reads = gradient_reads(step->gradient, param->offset + (size_t)first, &arena);
            if (reads.count == 0)
                break;
            parts[count++] = (StepPart){i, first};
            first += reads.inputs;
        }
    }
    arena_finish(&arena);
    return count;
}

void one_step_matrix(OneStep *step, int by)
{
    StepPart parts[PARTS_MOST];
    int count = list_parts(step, parts), at = 0;
    for (int i = 0; i < count; i++)
        at = parts[i].param == step->cell.param && parts[i].first == step->cell.first ? i : at;
    if (count > 0) {
        at = ((at + by) % count + count) % count;
        choose_cell(step, parts[at].param, parts[at].first);
    }
}

size_t one_step_row(const OneStep *step)
{
    return area(step->step * step->heads + step->head, step->n);
}

void one_step_head(OneStep *step, int head)
{
    step->head = (head % step->heads + step->heads) % step->heads;
    one_step_word(step, step->pulls ? largest(step->pulls + one_step_row(step), step->n) : 0);
}

void one_step_word(OneStep *step, int j)
{
    step->word = j < 0 ? 0 : j >= step->n ? step->n - 1 : j;
    if (step->cell.of_words)
        read_cell(step, step->cell.row, step->cell.column);
}

void one_step_look(OneStep *step, int at)
{
    step->step = at < 0 ? 0 : at >= step->steps ? step->steps - 1 : at;
    step->word = step->pulls ? largest(step->pulls + one_step_row(step), step->n) : 0;
    choose_cell(step, step->cell.param, step->cell.first);
}

void one_step_cell(OneStep *step, int row, int column)
{
    const Param *param = &step->model->table.items[step->cell.param];
    if (row >= 0 && row < param->rows && column >= 0 && column < param->cols)
        read_cell(step, row, column);
}

void one_step_rate(OneStep *step, double rate)
{
    look_behind(step, &step->after, fmin(fmax(rate, 0), step->most));
}

OneStep *one_step_create(const Model *model, const Trace *trace, const Slice *wanted, int count, Error *error)
{
    OneStep *step = heap_alloc(1, sizeof *step);
    struct StepWork *work = step->work = heap_alloc(1, sizeof *work);
    take_words(step, trace, wanted, count);
    if (!read_wanted(step, model, trace, error)) {
        one_step_destroy(step);
        return NULL;
    }
    sentence_step_begin(&work->of, model, &work->pair);
    work->of.own.config.temperature = work->of.trial.config.temperature = trace->config.temperature;
    work->first = space_block(model->table.total);
    memcpy(work->first, model->params, sizeof(Real) * model->table.total);
    for (int i = 0; i < 3; i++)
        work->alphas[i] = ARENA_ARRAY(&work->arena, Real, area(step->steps, step->n));
    step->model = &work->of.own;
    step->words = model->target.count;
    step->gradient = work->of.gradient;
    compute(step);
    step->at_first = step->loss;
    int worst = 0;
    for (int t = 1; t < step->steps; t++)
        worst = step->losses[t] > step->losses[worst] ? t : worst;
    one_step_look(step, worst);
    int query = params_find(&model->table, "attention.query.weight");
    choose_cell(step, query >= 0 ? query : params_find(&model->table, "output.weight"), 0);
    return step;
}

static void go_on(OneStep *step)
{
    int row = step->cell.row, column = step->cell.column;
    compute(step);
    read_cell(step, row, column);
}

void one_step_take(OneStep *step)
{
    struct StepWork *work = step->work;
    sentence_step_measure(&work->of, step->after.rate, false);
    memcpy(work->of.own.params, work->of.trial.params, sizeof(Real) * work->of.own.table.total);
    step->taken++;
    go_on(step);
}

void one_step_restore(OneStep *step)
{
    struct StepWork *work = step->work;
    memcpy(work->of.own.params, work->first, sizeof(Real) * work->of.own.table.total);
    step->taken = 0;
    go_on(step);
}

double one_step_read(const OneStep *step, int read)
{
    const GradientReads *reads = &step->cell.reads;
    return (double)reads->list[read].errors[reads->row] * (double)reads->list[read].inputs[reads->column];
}

double one_step_pull_mean(const OneStep *step)
{
    double mean = 0;
    size_t row = one_step_row(step);
    for (int j = 0; step->slopes && j < step->n; j++)
        mean += (double)step->weights[row + (size_t)j] * (double)step->slopes[row + (size_t)j];
    return mean;
}

/* ---- the words that are wanted ---- */

OneStep *one_step_of(const Model *model, const Trace *trace, const LessonModel *from, Sentences *sentences,
                     const Model *learned, Error *error)
{
    const TokenList *found[REFERENCES];
    Arena arena = {0};
    bool known = references_find(sentences, from, model, trace, found) > 0, other = learned && learned != model;
    TokenList wanted = known ? *found[0] : (TokenList){0};
    char *sentence = text_join(&arena, trace->source, trace->words, trace->config.source_tokens);
    Trace *told = known || !other ? NULL : trace_decode(learned, slice_of(sentence), NULL, NULL);
    const Trace *says = told ? told : trace;
    if (!known) {
        wanted.tokens = ARENA_ARRAY(&arena, Slice, (size_t)says->word_count + 1);
        wanted.count = says->word_count;
        for (int t = 0; t < wanted.count; t++)
            wanted.tokens[t] = slice_of(says->steps[t].token);
    }
    OneStep *step = one_step_create(model, trace, wanted.tokens, wanted.count, error);
    if (step)
        step->from = known ? WANTED_DATA : told ? WANTED_LEARNED : WANTED_OWN;
    trace_destroy(told);
    arena_finish(&arena);
    return step;
}
