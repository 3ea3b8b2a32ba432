#include "model/model.h"

#include "base/arena.h"
#include "model/attention_step.h"
#include "model/decoder.h"
#include "model/encoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a fresh model ---- */

/* Close to normal with variance 1, and the same everywhere: the C libraries' logarithms and cosines are not. */
static double roughly_normal(Random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit(random);
    return sum;
}

/* Sines and cosines of j w, w = 10000^(-2 i / E), by turning a step further each time: with a C library's they would
 * not be the same everywhere, either. The series are good to 1e-15 for the angles of up to 1 that come here. */
static void turn(double w, int rows, int stride, Real *sines)
{
    double sine = 0, cosine = 0, term = 1, s = 0, c = 1;
    for (int k = 0; k < 20; k += 2) {
        cosine += term;
        sine += term * w / (k + 1);
        term *= -w * w / ((k + 1) * (k + 2));
    }
    for (int j = 0; j < rows; j++, sines += stride) {
        sines[0] = (Real)s;
        sines[1] = (Real)c;
        double ahead = s * cosine + c * sine;
        c = c * cosine - s * sine;
        s = ahead;
    }
}

static void sinusoids(const Param *param, Real *to)
{
    double power = -2 * 9.210340371976184 / param->cols / 1024, ratio = 1, w = 1; /* ln 10000 */
    for (int k = 6; k > 0; k--)
        ratio = 1 + power / k * ratio;
    for (int k = 0; k < 10; k++) /* exp(x) from exp(x / 1024) */
        ratio *= ratio;
    for (int i = 0; i + 1 < param->cols; i += 2, w *= ratio)
        turn(w, param->rows, param->cols, to + i);
}

/* `bound` of those that are not normal, else what the deviation is. */
static Real fresh(ParamStart start, double bound, Random *random)
{
    if (start == START_ZERO || start == START_ONE)
        return start == START_ONE;
    if (start == START_NORMAL || start == START_SCALED)
        return (Real)(start == START_NORMAL ? roughly_normal(random) : bound * roughly_normal(random));
    return (Real)(bound * (2 * random_unit(random) - 1));
}

static double bound_of(const Param *param, int hidden)
{
    if (param->start == START_XAVIER)
        return sqrt(6.0 / (param->rows + param->cols));
    return 1 / sqrt(param->start == START_SCALED ? param->cols : hidden);
}

void model_create(Model *model, const Config *config, Vocab *source, Vocab *target, uint64_t seed)
{
    *model = (Model){.config = *config, .source = *source, .target = *target};
    *source = *target = (Vocab){0};
    params_layout(config, model->source.count, model->target.count, &model->table);
    model->params = space_block(model->table.total);
    Random random = random_seeded(seed);
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        double bound = bound_of(param, config->hidden);
        Real *to = model->params + param->offset;
        if (param->start == START_SINUSOID)
            sinusoids(param, to);
        for (size_t k = 0; k < param_size(param) && param->start != START_SINUSOID; k++)
            to[k] = fresh(param->start, bound, &random);
    }
}

void model_create_absent(Model *model, const Config *config, Vocab *source, Vocab *target)
{
    *model = (Model){.config = *config, .source = *source, .target = *target};
    *source = *target = (Vocab){0};
    params_layout(config, model->source.count, model->target.count, &model->table);
    model->table.total = 0;
    for (int i = 0; i < model->table.count; i++)
        model->table.items[i].absent = true;
}

void model_tell(Model *model, int param, const Real *numbers)
{
    Param *told = &model->table.items[param];
    size_t size = param_size(told);
    told->absent = false;
    told->offset = model->table.total;
    model->table.total += size;
    model->params = heap_resize(model->params, model->table.total, sizeof *model->params);
    memcpy(model->params + told->offset, numbers, size * sizeof *numbers);
}

bool model_is_whole(const Model *model)
{
    for (int i = 0; i < model->table.count; i++)
        if (model->table.items[i].absent)
            return false;
    return true;
}

void model_finish(Model *model)
{
    vocab_finish(&model->source);
    vocab_finish(&model->target);
    free(model->params);
    *model = (Model){0};
}

bool model_is_finite(const Model *model)
{
    for (size_t i = 0; i < model->table.total; i++)
        if (!isfinite(model->params[i]))
            return false;
    return true;
}

const Real *model_param(const Model *model, const char *name)
{
    int index = params_find(&model->table, name);
    return index < 0 || model->table.items[index].absent ? NULL : model->params + model->table.items[index].offset;
}

const char *cell_gate_name(CellKind kind, int gate)
{
    const RecurrentCell *cell = cell_of_kind(kind);
    return gate >= 0 && gate < cell->gate_count ? cell->gate[gate].name : NULL;
}

/* ---- one sentence: the passes of training with one row ---- */

static Real *reals(Arena *arena, size_t count)
{
    return ARENA_ARRAY(arena, Real, count);
}

/* From the layout of the pass, rows `stride` apart, to an array of its own. */
static Real *copy_rows(Arena *arena, const Real *from, int rows, int width, int stride)
{
    Real *to = reals(arena, (size_t)rows * (size_t)width);
    for (int row = 0; row < rows; row++)
        memcpy(to + (size_t)row * (size_t)width, from + (size_t)row * (size_t)stride, sizeof *to * (size_t)width);
    return to;
}

static EncoderRun copy_run(const EncoderPass *pass, int layer, int reverse, Arena *arena)
{
    const Weights *w = pass->weights;
    const RecurrentCell *cell = w->cell;
    EncoderRun run = {0};
    run.states = copy_rows(arena, pass->padded[layer] + w->D + reverse * w->H, pass->steps, w->H, w->D);
    if (pass->cells[layer])
        run.cells = copy_rows(arena, pass->cells[layer] + w->D + reverse * w->H, pass->steps, w->H, w->D);
    for (int gate = 0; gate < cell->gate_count; gate++)
        run.gates[gate] =
            copy_rows(arena, pass->sides[layer][reverse].saved + gate * w->H, pass->steps, w->H, cell->saved * w->H);
    return run;
}

/* From [n,heads,n] to [heads,n,n]: a matrix for each head. */
static Real *copy_heads(const Real *from, int heads, int n, Arena *arena)
{
    Real *to = reals(arena, (size_t)heads * (size_t)n * (size_t)n);
    for (int head = 0; head < heads; head++)
        for (int j = 0; j < n; j++)
            memcpy(to + ((size_t)head * (size_t)n + (size_t)j) * (size_t)n,
                   from + ((size_t)j * (size_t)heads + (size_t)head) * (size_t)n, sizeof *to * (size_t)n);
    return to;
}

static SelfRun copy_self(const LayerPass *layer, Arena *arena)
{
    const HeadsPass *self = &layer->self;
    return (SelfRun){.inputs = layer->x,
                     .queries = self->queries,
                     .keys = self->keys,
                     .values = self->values,
                     .scores = copy_heads(self->scores, self->heads, self->answers, arena),
                     .weights = copy_heads(self->alphas, self->heads, self->answers, arena),
                     .mixed = self->mixed,
                     .output = self->output,
                     .normed = layer->self_part.normed,
                     .evened = layer->before ? layer->self_part.in : NULL,
                     .middle = layer->forward_part.in,
                     .inner = layer->inner,
                     .outer = layer->outer,
                     .forward_normed = layer->forward_part.normed};
}

/* Every word is a row of its own in the word table: of each place, in the order of reading. */
static int *rows_read(const Config *config, Arena *arena, int n)
{
    int *rows = ARENA_ARRAY(arena, int, (size_t)n);
    for (int j = 0; j < n; j++)
        rows[j] = config_word_read(config, j, n);
    return rows;
}

static int *repeat(Arena *arena, int value, int n)
{
    int *numbers = ARENA_ARRAY(arena, int, (size_t)n);
    for (int i = 0; i < n; i++)
        numbers[i] = value;
    return numbers;
}

Encoding model_encode(const Model *model, const int *ids, int n, Arena *arena)
{
    Weights *w = ARENA_NEW(arena, Weights);
    weights_view(model, kernels(), w);
    EncoderPass pass = {.weights = w,
                        .rows = 1,
                        .steps = n,
                        .lengths = repeat(arena, n, 1),
                        .active = repeat(arena, 1, n),
                        .words = n,
                        .word = rows_read(&model->config, arena, n)};
    Space space = {0};
    encoder_layout(&pass, &space, false);
    space = (Space){.base = reals(arena, space.used)};
    encoder_layout(&pass, &space, false);
    size_t E = (size_t)w->E;
    for (int j = 0; j < n; j++)
        memcpy(pass.embeddings + (size_t)j * E, w->source_embedding + (size_t)ids[j] * E, sizeof(Real) * E);
    encoder_project(&pass, 0, n);
    encoder_forward(&pass, 0, 1);
    int top = model->config.decoder_layers - 1; /* of the decoder */

    Encoding encoding = {.n = n,
                         .ids = ARENA_ARRAY(arena, int, (size_t)n),
                         .embeddings = pass.embeddings,
                         .normed = pass.layers[model->config.layers - 1].last.normed,
                         .annotations = encoder_annotations(&pass),
                         .final = pass.final,
                         .keys = config_is_transformer(&model->config) ? NULL : pass.keys, /* each layer has its own */
                         .initial_state = pass.initial[top],
                         .initial_cell = pass.initial_cell[top],
                         .weights = w};
    if (top > 0)
        encoding.initial_lower = (DecoderRun){.state = pass.initial[0], .cell = pass.initial_cell[0]};
    memcpy(encoding.ids, ids, sizeof *ids * (size_t)n);
    for (int layer = 0; layer < model->config.layers; layer++) {
        EncoderLayer *to = &encoding.layers[layer];
        to->cross_keys = pass.cross_keys[layer];
        to->cross_values = pass.cross_values[layer];
        if (model->config.cell == CELL_SELF)
            to->self = copy_self(&pass.layers[layer], arena);
        else
            to->forward = copy_run(&pass, layer, 0, arena);
        if (model->config.bidirectional)
            to->backward = copy_run(&pass, layer, 1, arena);
    }
    return encoding;
}

void model_mute(Encoding *encoding, int j)
{
    const Weights *w = encoding->weights;
    Real *annotation = encoding->annotations + (size_t)j * (size_t)w->D;
    memset(annotation, 0, sizeof *annotation * (size_t)w->D);
    if (w->score && w->key.outputs)
        linear_apply(&w->key, 1, annotation, false, encoding->keys + (size_t)j * (size_t)w->A);
    for (int layer = 0; layer < w->config->layers && encoding->layers[layer].cross_keys; layer++) { /* W 0 = 0 */
        memset(encoding->layers[layer].cross_keys + (size_t)j * (size_t)w->E, 0, sizeof *annotation * (size_t)w->E);
        memset(encoding->layers[layer].cross_values + (size_t)j * (size_t)w->E, 0, sizeof *annotation * (size_t)w->E);
    }
}

static WrittenRun written_run(const LayerPass *layer)
{
    return (WrittenRun){.inputs = layer->x,
                        .queries = layer->self.queries,
                        .keys = layer->self.keys,
                        .values = layer->self.values,
                        .scores = layer->self.scores,
                        .weights = layer->self.alphas,
                        .mixed = layer->self.mixed,
                        .output = layer->self.output,
                        .normed = layer->self_part.normed,
                        .evened = layer->before ? layer->self_part.in : NULL,
                        .asked = layer->cross_part.in,
                        .cross_queries = layer->cross.queries,
                        .cross_scores = layer->cross.scores,
                        .cross_weights = layer->cross.alphas,
                        .cross_mixed = layer->cross.mixed,
                        .cross_output = layer->cross.output,
                        .cross_normed = layer->cross_part.normed,
                        .middle = layer->forward_part.in,
                        .inner = layer->inner,
                        .outer = layer->outer,
                        .forward_normed = layer->forward_part.normed,
                        .given = layer->y};
}

/* What a step of a Transformer has of its own. */
static void take_written(const DecoderPass *pass, Step *step, Arena *arena)
{
    int layers = pass->weights->config->layers;
    step->query = pass->queries;
    step->normed = pass->layers[layers - 1].last.normed;
    step->state = pass->answers;
    step->layer_count = layers;
    step->layers = ARENA_ARRAY(arena, WrittenRun, (size_t)layers);
    for (int layer = 0; layer < layers; layer++)
        step->layers[layer] = written_run(&pass->layers[layer]);
}

static DecoderRun decoder_run(const DecoderPass *pass, int layer)
{
    const DecoderSide *side = &pass->sides[layer];
    const Weights *w = pass->weights;
    DecoderRun run = {.state = side->states + w->H, .cell = side->cells ? side->cells + w->H : NULL};
    for (int gate = 0; gate < w->cell->gate_count; gate++)
        run.gates[gate] = side->saved + gate * w->H;
    return run;
}

static void take_recurrent(const DecoderPass *pass, Step *step)
{
    int top = pass->weights->config->decoder_layers - 1;
    DecoderRun run = decoder_run(pass, top);
    step->state = run.state;
    step->cell = run.cell;
    memcpy(step->gates, run.gates, sizeof run.gates);
    if (top > 0)
        step->lower = decoder_run(pass, 0);
}

/* The states that the step goes on from. */
static void start_from(DecoderPass *pass, const Encoding *encoding, const Step *before)
{
    int top = pass->weights->config->decoder_layers - 1;
    for (int layer = 0; layer <= top; layer++) {
        DecoderRun from = before ? step_run(before, layer < top) : encoding_start(encoding, layer < top);
        pass->initial[layer] = from.state;
        pass->initial_cell[layer] = from.cell;
    }
}

Step model_step(const Model *model, const Encoding *encoding, int t, const Step *before, int input,
                const StepChange *change, Arena *arena)
{
    const Weights *w = encoding->weights;
    double temperature = change && change->temperature > 0 ? change->temperature : model->config.temperature;
    int one = 1, first = 0;
    DecoderPass pass = {.weights = w,
                        .rows = 1,
                        .steps = 1,
                        .first_step = t,
                        .source_steps = encoding->n,
                        .lengths = &encoding->n,
                        .active = &one,
                        .words = 1,
                        .word = &first,
                        .annotations = encoding->annotations,
                        .final = encoding->final,
                        .keys = encoding->keys,
                        .context_before = before ? before->context : NULL,
                        .sharpness = (Real)(1 / temperature),
                        .forced = change ? change->weights : NULL};
    start_from(&pass, encoding, before);
    for (int layer = 0; before && before->layers && layer < model->config.layers; layer++) {
        pass.past_keys[layer] = before->layers[layer].keys;
        pass.past_values[layer] = before->layers[layer].values;
    }
    Space space = {0};
    decoder_layout(&pass, &space, false);
    space = (Space){.base = reals(arena, space.used)};
    decoder_layout(&pass, &space, false);
    for (int layer = 0; layer < model->config.layers && encoding->layers[layer].cross_keys; layer++) {
        pass.layers[layer].cross.keys = encoding->layers[layer].cross_keys;
        pass.layers[layer].cross.values = encoding->layers[layer].cross_values;
    }
    memcpy(pass.embeddings, w->target_embedding + (size_t)input * (size_t)w->E, sizeof(Real) * (size_t)w->E);
    decoder_project(&pass, 0, 1);
    decoder_begin(&pass, 0, 1);
    decoder_step(&pass, 0, 0, 1);
    decoder_output(&pass, 0, 0, 1);

    AttentionWindow window = attend_window(&pass, 0, encoding->n);
    Step step = {.input = input,
                 .embedding = pass.embeddings,
                 .query = w->score ? pass.query_states : NULL,
                 .scores = pass.scores,
                 .weights = pass.alphas,
                 .centre = pass.centres,
                 .first = window.first,
                 .count = window.count,
                 .context = pass.contexts,
                 .attentional = pass.attentional,
                 .logits = pass.logits,
                 .probabilities = reals(arena, (size_t)w->V)};
    if (config_is_transformer(&model->config))
        take_written(&pass, &step, arena);
    else
        take_recurrent(&pass, &step);
    w->kernels->softmax(w->V, step.logits, 1, step.probabilities);
    return step;
}

/* ---- choosing words ---- */

int model_best(const Model *model, const Real *probabilities)
{
    int words = model->target.count - VOCAB_SPECIAL, id = VOCAB_SPECIAL;
    Real largest = words > 0 ? kernels()->largest(words, probabilities + id) : 0;
    if (!(largest > probabilities[VOCAB_END]))
        return VOCAB_END;
    while (probabilities[id] < largest)
        id++;
    return id;
}

int model_limit(const Model *model, int n)
{
    return (int)floor(model->config.limit_factor * n) + model->config.limit_extra;
}
