/* Values: which there are, their numbers, names and shapes; and terms. */
#include "scene/deeper_make.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- sizes ---- */

static int runs(const Config *config)
{
    return config->cell == CELL_SELF ? 0 : 2 * config->layers;
}

static bool run_there(const Config *config, int run)
{
    return run >= 0 && run < runs(config) && (run % 2 == 0 || config->bidirectional);
}

static int places(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    switch (value.kind) {
    case VALUE_STATE:
    case VALUE_CELL:
    case VALUE_GATE:
    case VALUE_FROM_INPUT:
    case VALUE_FROM_STATE:
        return value.run == RUN_DECODER ? trace->step_count : trace->n;
    case VALUE_PARAM:
        return maths->model->table.items[value.part].rows;
    case VALUE_LENGTH:
        return value.part ? trace->n : trace->step_count;
    case VALUE_KEY:
    case VALUE_ANNOTATION:
    case VALUE_EMBEDDING:
        return trace->n;
    case VALUE_FINAL:
        return 1;
    default:
        return value.kind >= VALUE_SELF_INPUT ? trace->n : trace->step_count;
    }
}

int value_entries(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    switch (value.kind) {
    case VALUE_PROBABILITY:
    case VALUE_LOGIT:
        return maths->model->target.count;
    case VALUE_CONTEXT:
    case VALUE_FINAL:
        return config_annotation(config);
    case VALUE_WEIGHT:
    case VALUE_SCORE:
    case VALUE_SELF_SCORE:
    case VALUE_SELF_WEIGHT:
        return maths->trace->n;
    case VALUE_QUERY:
    case VALUE_POSITION:
    case VALUE_KEY:
        return config->attention_size;
    case VALUE_LENGTH:
    case VALUE_CENTRE:
        return 1;
    case VALUE_PREVIOUS:
    case VALUE_EMBEDDING:
        return config->embed;
    case VALUE_PARAM: {
        int columns = maths->model->table.items[value.part].cols;
        return columns ? columns : 1;
    }
    default:
        return value.kind >= VALUE_SELF_INPUT || value.kind == VALUE_ANNOTATION ? config->embed : config->hidden;
    }
}

/* ---- numbers ---- */

static const Step *step_at(const Maths *maths, int t)
{
    return &maths->trace->steps[t].step;
}

/* [n,H] of the encoder's run, or of the decoder's step with its row 0. */
static const Real *state_row(const Maths *maths, Value value)
{
    const Encoding *encoding = &maths->trace->encoding;
    size_t row = (size_t)(value.place < 0 ? 0 : value.place) * (size_t)maths->trace->config.hidden;
    if (value.run == RUN_DECODER) {
        if (value.place < 0)
            return value.kind == VALUE_CELL ? encoding->initial_cell : encoding->initial_state;
        const Step *step = step_at(maths, value.place);
        return value.kind == VALUE_GATE ? step->gates[value.part] : value.kind == VALUE_CELL ? step->cell : step->state;
    }
    const EncoderRun *run = value.run % 2 ? &encoding->backward[value.run / 2] : &encoding->forward[value.run / 2];
    const Real *all = value.kind == VALUE_GATE   ? run->gates[value.part]
                      : value.kind == VALUE_CELL ? run->cells
                                                 : run->states;
    return all ? all + row : NULL;
}

static const Real *self_row(const Maths *maths, Value value)
{
    const SelfRun *self = &maths->trace->encoding.self;
    int n = maths->trace->n;
    size_t row = (size_t)value.place * (size_t)maths->trace->config.embed;
    size_t pair = ((size_t)value.run * (size_t)n + (size_t)value.place) * (size_t)n;
    switch (value.kind) {
    case VALUE_SELF_INPUT:
        return self->inputs + row;
    case VALUE_SELF_QUERY:
        return self->queries + row;
    case VALUE_SELF_KEY:
        return self->keys + row;
    case VALUE_SELF_VALUE:
        return self->values + row;
    case VALUE_SELF_SCORE:
        return self->scores + pair;
    case VALUE_SELF_WEIGHT:
        return self->weights + pair;
    case VALUE_SELF_MIXED:
        return self->mixed + row;
    case VALUE_SELF_OUTPUT:
        return self->output + row;
    case VALUE_SELF_NORMED:
        return self->normed + row;
    default:
        return NULL;
    }
}

/* The recorded vector that the value is an entry of; NULL where it is computed here, or is not there. */
static const Real *recorded(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    const Encoding *encoding = &trace->encoding;
    size_t place = (size_t)(value.place < 0 ? 0 : value.place), E = (size_t)trace->config.embed;
    switch (value.kind) {
    case VALUE_PROBABILITY:
        return step_at(maths, value.place)->probabilities;
    case VALUE_LOGIT:
        return step_at(maths, value.place)->logits;
    case VALUE_ATTENTIONAL:
        return step_at(maths, value.place)->attentional;
    case VALUE_CONTEXT:
        return step_at(maths, value.place)->context;
    case VALUE_WEIGHT:
        return step_at(maths, value.place)->weights;
    case VALUE_SCORE:
        return step_at(maths, value.place)->scores;
    case VALUE_CENTRE:
        return step_at(maths, value.place)->centre;
    case VALUE_KEY:
        return encoding->keys ? encoding->keys + place * (size_t)trace->config.attention_size : NULL;
    case VALUE_STATE:
    case VALUE_CELL:
    case VALUE_GATE:
        return state_row(maths, value);
    case VALUE_ANNOTATION:
        return encoding->annotations + place * (size_t)config_annotation(&trace->config);
    case VALUE_FINAL:
        return encoding->final;
    case VALUE_EMBEDDING:
        return encoding->embeddings + place * E;
    case VALUE_PREVIOUS:
        return step_at(maths, value.place)->embedding;
    case VALUE_PARAM: {
        const Param *param = &maths->model->table.items[value.part];
        return maths->model->params + param->offset + place * (size_t)(param->cols ? param->cols : 1);
    }
    default:
        return self_row(maths, value);
    }
}

static bool computed(ValueKind kind)
{
    return kind == VALUE_QUERY || kind == VALUE_POSITION || kind == VALUE_LENGTH || kind == VALUE_FROM_INPUT
           || kind == VALUE_FROM_STATE || kind == VALUE_SELF_SUM;
}

bool value_valid(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    bool self = value.kind >= VALUE_SELF_INPUT || value.kind == VALUE_ANNOTATION || value.kind == VALUE_FINAL;
    if (value.kind <= VALUE_NONE || value.kind >= VALUE_KINDS || (self && config->cell != CELL_SELF))
        return false;
    if (value.kind == VALUE_PARAM && (value.part < 0 || value.part >= maths->model->table.count))
        return false;
    bool state = value.kind == VALUE_STATE || value.kind == VALUE_CELL || value.kind == VALUE_GATE
                 || value.kind == VALUE_FROM_INPUT || value.kind == VALUE_FROM_STATE;
    if (state && value.run != RUN_DECODER && !run_there(config, value.run))
        return false;
    CellKind cell = value.run == RUN_DECODER ? config_decoder_cell(config) : config->cell;
    bool first = state && value.run == RUN_DECODER && value.place == -1
                 && (value.kind == VALUE_STATE || value.kind == VALUE_CELL);
    if (value.place < (first ? -1 : 0) || value.place >= places(maths, value) || value.index < 0
        || value.index >= value_entries(maths, value))
        return false;
    if (value.kind == VALUE_GATE && (value.part < 0 || value.part >= MODEL_GATES || !cell_gate_name(cell, value.part)))
        return false;
    if ((value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT)
        && (value.run < 0 || value.run >= config->heads))
        return false;
    if (value.kind == VALUE_FROM_INPUT || value.kind == VALUE_FROM_STATE)
        return cell == CELL_GRU;
    if (value.kind == VALUE_LENGTH)
        return config_scores(config) && config->score == SCORE_COSINE;
    if (value.kind == VALUE_QUERY)
        return config_scores(config) && param_there(maths, "attention.query.weight");
    if (value.kind == VALUE_POSITION)
        return config_scores(config) && config->local == LOCAL_P;
    return computed(value.kind) || recorded(maths, value) != NULL;
}

static const char *query_weight(Value value)
{
    return value.kind == VALUE_QUERY ? "attention.query.weight" : "attention.position.weight";
}

/* W s, which a score asks for many times. */
static double query_number(const Maths *maths, Value value)
{
    int H = maths->trace->config.hidden;
    const Real *row = recorded(maths, param_value(maths, query_weight(value), value.index, 0));
    const Real *state = recorded(maths, asking_state(maths, value.place, 0));
    double sum = 0;
    for (int i = 0; i < H; i++)
        sum += (double)row[i] * (double)state[i];
    return sum;
}

double value_number(const Maths *maths, Value value)
{
    if (value.kind == VALUE_QUERY || value.kind == VALUE_POSITION)
        return query_number(maths, value);
    if (computed(value.kind))
        return value_derive(maths, value).number;
    return (double)recorded(maths, value)[value.index];
}

bool value_equal(Value a, Value b)
{
    return a.kind == b.kind && a.run == b.run && a.place == b.place && a.index == b.index && a.part == b.part;
}

Derivation value_derive(const Maths *maths, Value value)
{
    Derivation made = {0};
    if (!derive_output(maths, value, &made) && !derive_attention(maths, value, &made)
        && !derive_cell(maths, value, &made))
        derive_self(maths, value, &made);
    made.number = computed(value.kind) ? term_number(maths, made.term) : value_number(maths, value);
    return made;
}

/* ---- terms ---- */

Term *term_value(const Maths *maths, Value value)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_VALUE, .value = value, .number = value_number(maths, value)};
    return term;
}

Term *term_constant(const Maths *maths, double number)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_NUMBER, .number = number};
    return term;
}

Term *term_make(const Maths *maths, TermKind kind, Term *a, Term *b)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = kind, .parts = ARENA_ARRAY(maths->arena, Term *, 2), .count = b ? 2 : 1, .capacity = 2};
    term->parts[0] = a;
    term->parts[1] = b;
    return term;
}

Term *term_sum(const Maths *maths, int capacity)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_SUM, .parts = ARENA_ARRAY(maths->arena, Term *, (size_t)capacity)};
    term->capacity = capacity;
    return term;
}

void sum_add(Term *sum, Term *part)
{
    if (sum->count < sum->capacity)
        sum->parts[sum->count++] = part;
}

void sum_add_products(const Maths *maths, Term *sum, const char *weight, int row, int column, Value x, int count)
{
    for (int k = 0; k < count; k++, x.index++)
        sum_add(sum, term_make(maths, TERM_PRODUCT, term_value(maths, param_value(maths, weight, row, column + k)),
                               term_value(maths, x)));
}

void sum_add_param(const Maths *maths, Term *sum, const char *name, int row)
{
    sum_add(sum, term_value(maths, param_value(maths, name, row, 0)));
}

double term_number(const Maths *maths, const Term *term)
{
    double a = term->count > 0 ? term_number(maths, term->parts[0]) : 0, b;
    switch (term->kind) {
    case TERM_VALUE:
    case TERM_NUMBER:
        return term->number;
    case TERM_SUM:
        for (int i = 1; i < term->count; i++)
            a += term_number(maths, term->parts[i]);
        return a;
    case TERM_TANH:
        return tanh(a);
    case TERM_SIGMOID:
        return 1 / (1 + exp(-a));
    case TERM_EXP:
        return exp(a);
    case TERM_ROOT:
        return sqrt(a);
    default:
        b = term->count > 1 ? term_number(maths, term->parts[1]) : 1;
        return term->kind == TERM_PRODUCT ? a * b : term->kind == TERM_QUOTIENT ? a / b : a - b;
    }
}

static const Term *operand(const Term *term, const Term *skip, int *n)
{
    if (term == skip)
        return NULL;
    if (term->kind == TERM_VALUE)
        return (*n)-- == 0 ? term : NULL;
    for (int i = 0; i < term->count; i++) {
        const Term *found = operand(term->parts[i], skip, n);
        if (found)
            return found;
    }
    return NULL;
}

const Term *term_operand(const Term *term, const Term *skip, int n)
{
    return term ? operand(term, skip, &n) : NULL;
}

/* Shell's sort: in place, and the order of equal ones does not matter much, so it is made by their places. */
int *sum_order(const Maths *maths, const Term *sum)
{
    int count = sum->count;
    int *order = ARENA_ARRAY(maths->arena, int, (size_t)count);
    double *size = ARENA_ARRAY(maths->arena, double, (size_t)count);
    for (int i = 0; i < count; i++) {
        order[i] = i;
        size[i] = fabs(term_number(maths, sum->parts[i]));
    }
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            int taken = order[i], k = i;
            for (; k >= gap; k -= gap) {
                int other = order[k - gap];
                if (size[other] > size[taken] || (size[other] == size[taken] && other < taken))
                    break;
                order[k] = other;
            }
            order[k] = taken;
        }
    return order;
}
