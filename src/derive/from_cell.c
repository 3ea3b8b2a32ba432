/* Where the states of the recurrent cells come from: encoder and decoder alike, and the bridge between them. */
#include "derive/equation.h"
#include "derive/kinds.h"

#include <stdio.h>
#include <string.h>

/* A cell at one place: what goes in, and the names of its learned numbers. */
typedef struct Cell {
    const Maths *maths;
    CellKind kind;
    Value state;     /* that comes out; its index is the entry at hand */
    bool first;      /* the state before is zero */
    Value before;    /* else that */
    Value inputs[2]; /* parts of what goes in, one behind the other */
    int sizes[2], count;
    char names[4][48]; /* weight_ih, weight_hh, bias_ih, bias_hh */
} Cell;

enum { WEIGHT_IH, WEIGHT_HH, BIAS_IH, BIAS_HH };

static void name_params(Cell *cell, const char *owner, const char *suffix)
{
    static const char *const parts[] = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};
    for (int i = 0; i < 4; i++)
        snprintf(cell->names[i], sizeof cell->names[i], "%s.%s%s", owner, parts[i], suffix);
}

static void add_input(Cell *cell, Value first, int size)
{
    cell->inputs[cell->count] = first;
    cell->sizes[cell->count++] = size;
}

static Cell decoder_at(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    Cell cell = {.maths = maths, .kind = config_decoder_cell(config)};
    cell.before = (Value){VALUE_STATE, .run = RUN_DECODER, .place = value.place - 1};
    name_params(&cell, "decoder", "");
    add_input(&cell, (Value){VALUE_PREVIOUS, .place = value.place}, config->embed);
    if (config_feeds_context(config))
        add_input(&cell, (Value){VALUE_CONTEXT, .place = value.place}, config_annotation(config));
    return cell;
}

static Cell encoder_at(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    bool reverse = value.run % 2;
    int layer = value.run / 2, n = maths->trace->n;
    Cell cell = {.maths = maths, .kind = config->cell};
    cell.first = value.place == (reverse ? n - 1 : 0);
    cell.before = (Value){VALUE_STATE, .run = value.run, .place = value.place + (reverse ? 1 : -1)};
    char suffix[24];
    snprintf(suffix, sizeof suffix, "_l%d%s", layer, reverse ? "_reverse" : "");
    name_params(&cell, "encoder", suffix);
    if (layer == 0)
        add_input(&cell, (Value){VALUE_EMBEDDING, .place = value.place}, config->embed);
    for (int side = 0; layer > 0 && side <= config->bidirectional; side++)
        add_input(&cell, (Value){VALUE_STATE, .run = 2 * (layer - 1) + side, .place = value.place}, config->hidden);
    return cell;
}

static Cell cell_of(const Maths *maths, Value value)
{
    Cell cell = value.run == RUN_DECODER ? decoder_at(maths, value) : encoder_at(maths, value);
    cell.state = (Value){VALUE_STATE, .run = value.run, .place = value.place, .index = value.index};
    return cell;
}

static Value gate_of(const Cell *cell, int gate)
{
    Value value = cell->state;
    value.kind = VALUE_GATE;
    value.part = gate;
    return value;
}

static Value beside(const Cell *cell, ValueKind kind)
{
    Value value = cell->state;
    value.kind = kind;
    return value;
}

/* ---- the sums that go into the gates ---- */

static int sum_size(const Cell *cell)
{
    return cell->sizes[0] + cell->sizes[1] + cell->maths->trace->config.hidden + 2;
}

static void add_from_input(const Cell *cell, Term *sum, int row)
{
    int column = 0;
    for (int i = 0; i < cell->count; column += cell->sizes[i++])
        sum_add_products(cell->maths, sum, cell->names[WEIGHT_IH], row, column, cell->inputs[i], cell->sizes[i]);
    sum_add_param(cell->maths, sum, cell->names[BIAS_IH], row);
}

static void add_from_state(const Cell *cell, Term *sum, int row)
{
    if (!cell->first)
        sum_add_products(cell->maths, sum, cell->names[WEIGHT_HH], row, 0, cell->before,
                         cell->maths->trace->config.hidden);
    sum_add_param(cell->maths, sum, cell->names[BIAS_HH], row);
}

/* "[y_2; c_3]", "x_2": the inputs without their entries. */
static const char *input_name(const Cell *cell)
{
    const char *first = vector_name(cell->maths, cell->inputs[0]);
    if (cell->count < 2)
        return first;
    return arena_printf(cell->maths->arena, "[%s; %s]", first, vector_name(cell->maths, cell->inputs[1]));
}

static const char *before_name(const Cell *cell)
{
    return cell->first ? "0" : vector_name(cell->maths, cell->before);
}

static const char *input_shapes(const Cell *cell)
{
    Arena *arena = cell->maths->arena;
    const char *text = param_shape(cell->maths, cell->names[WEIGHT_IH]);
    for (int i = 0; i < cell->count; i++)
        text = arena_printf(arena, "%s~   %s @m{\"[%d]\"}", text, vector_name(cell->maths, cell->inputs[i]),
                            cell->sizes[i]);
    return text;
}

static const char *state_shapes(const Cell *cell)
{
    const char *text = param_shape(cell->maths, cell->names[WEIGHT_HH]);
    if (cell->first)
        return text;
    return arena_printf(cell->maths->arena, "%s~   %s @m{\"[%d]\"}", text, vector_name(cell->maths, cell->before),
                        cell->maths->trace->config.hidden);
}

/* "W_ih[3] · x_2 + b_ih", "W_hh[3] · h_1 + b_hh" */
static const char *part_symbols(const Cell *cell, int weight, int bias, int row, const char *vector)
{
    const Maths *maths = cell->maths;
    return arena_printf(maths->arena, "%s[%d] · %s + %s[%d]", param_symbol(maths, cell->names[weight]), row + 1, vector,
                        param_symbol(maths, cell->names[bias]), row + 1);
}

static const char *from_input_symbols(const Cell *cell, int row)
{
    return part_symbols(cell, WEIGHT_IH, BIAS_IH, row, input_name(cell));
}

static const char *from_state_symbols(const Cell *cell, int row)
{
    return part_symbols(cell, WEIGHT_HH, BIAS_HH, row, before_name(cell));
}

/* function(W_ih x + b_ih + W_hh h + b_hh), one row of it. */
static void derive_through(const Cell *cell, Value value, TermKind function, int row, Derivation *out)
{
    const Maths *maths = cell->maths;
    Term *sum = term_sum(maths, sum_size(cell));
    add_from_input(cell, sum, row);
    add_from_state(cell, sum, row);
    out->sum = sum;
    out->term = term_make(maths, function, sum, NULL);
    const char *name = function == TERM_TANH ? "tanh" : "σ";
    out->symbols = arena_printf(maths->arena, "%s =~ %s(%s +~ %s)", value_name(maths, value), name,
                                from_input_symbols(cell, row), from_state_symbols(cell, row));
    out->shapes = arena_printf(maths->arena, "%s~   %s", input_shapes(cell), state_shapes(cell));
    if (cell->first)
        out->told = said(maths->language, W_IT_IS_THE_FIRST_WORD_IN_THIS);
}

/* One of the two halves of the block that has names for them. */
static void derive_half(const Cell *cell, Value value, Derivation *out)
{
    const Maths *maths = cell->maths;
    int row = (cell_of_kind(cell->kind)->halves - 1) * maths->trace->config.hidden + value.index;
    bool input = value.kind == VALUE_FROM_INPUT;
    Term *sum = term_sum(maths, sum_size(cell));
    if (input)
        add_from_input(cell, sum, row);
    else
        add_from_state(cell, sum, row);
    out->term = out->sum = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ %s", value_name(maths, value),
                                input ? from_input_symbols(cell, row) : from_state_symbols(cell, row));
    out->shapes = input ? input_shapes(cell) : state_shapes(cell);
}

/* ---- gates and states, by the equations of the cell's own file ---- */

enum { CELL_LETTERS = CELL_GATES + 4 };

/* What stands before the step is zero at the first word. */
static EquationLetter letter_before(const Cell *cell, char letter, const Value *before)
{
    if (cell->first)
        return (EquationLetter){letter, "0"};
    return (EquationLetter){letter, value_name(cell->maths, *before), before, 1};
}

static void derive_by(const Cell *cell, Value value, const CellEquation *made, Derivation *out)
{
    const Maths *maths = cell->maths;
    const RecurrentCell *kind = cell_of_kind(cell->kind);
    Value *values = ARENA_ARRAY(maths->arena, Value, CELL_LETTERS);
    EquationLetter letters[CELL_LETTERS];
    int count = 0;
    for (; count < kind->gate_count; count++) {
        values[count] = gate_of(cell, count);
        letters[count] =
            (EquationLetter){*kind->gate[count].symbol, value_name(maths, values[count]), &values[count], 1};
    }
    Value *h = &values[count], *m = h + 1, *a = h + 2, *b = h + 3;
    *h = *m = cell->before;
    h->index = m->index = value.index;
    m->kind = VALUE_CELL;
    *a = beside(cell, VALUE_FROM_INPUT);
    *b = beside(cell, VALUE_FROM_STATE);
    letters[count++] = letter_before(cell, 'h', h);
    if (kind->memory && value.kind == VALUE_STATE) {
        *m = beside(cell, VALUE_CELL);
        letters[count++] = (EquationLetter){'m', value_name(maths, *m), m, 1};
    } else if (kind->memory)
        letters[count++] = letter_before(cell, 'm', m);
    bool whole = kind->gate_count == 0; /* its formula says where a and b come from */
    if (kind->halves) {
        const char *input = whole ? from_input_symbols(cell, value.index) : value_name(maths, *a);
        const char *state = whole ? from_state_symbols(cell, value.index) : value_name(maths, *b);
        letters[count++] = (EquationLetter){'a', input, a, 1};
        letters[count++] = (EquationLetter){'b', state, b, 1};
    }
    Equation equation = {made->text, letters, count};
    Term *sum;
    out->term = equation_term(maths, &equation, &sum);
    out->symbols = arena_printf(maths->arena, "%s =~ %s", value_name(maths, value), equation_text(maths, &equation));
    const char *gates = "";
    for (int gate = 0; value.kind != VALUE_GATE && gate < kind->gate_count; gate++)
        if (strstr(out->symbols, letters[gate].name))
            gates = arena_printf(maths->arena, "%s%s, ", gates, vector_name(maths, values[gate]));
    out->shapes = whole ? arena_printf(maths->arena, "%s~   %s", input_shapes(cell), state_shapes(cell))
                        : arena_printf(maths->arena, "%s%s @m{\"[%d]\"}", gates, vector_name(maths, value),
                                       maths->trace->config.hidden);
    out->told = made->told[maths->language];
}

static void derive_gate(const Cell *cell, Value value, Derivation *out)
{
    const CellGate *gate = &cell_of_kind(cell->kind)->gate[value.part];
    int row = value.part * cell->maths->trace->config.hidden + value.index;
    if (gate->equation.text)
        derive_by(cell, value, &gate->equation, out);
    else
        derive_through(cell, value, gate->tanh ? TERM_TANH : TERM_SIGMOID, row, out);
}

/* ---- s_0: the bridge ---- */

static void derive_start(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    bool cell = value.kind == VALUE_CELL;
    int D = config_annotation(config);
    const char *name = value_name(maths, value), *vector = vector_name(maths, value);
    if (config->bridge == BRIDGE_NONE) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", name);
        out->vectors = arena_printf(maths->arena, "%s = 0", vector);
        out->told = said(maths->language, W_THIS_MODEL_STARTS_ITS_DECODER);
        return;
    }
    if (config->bridge == BRIDGE_COPY) {
        Value final = final_value(maths, value.index, cell);
        out->term = term_value(maths, final);
        out->symbols = arena_printf(maths->arena, "%s =~ %s", name, value_name(maths, final));
        out->vectors = arena_printf(maths->arena, "%s = %s", vector, final_name(maths, cell));
        out->told = said(maths->language, W_FINAL_STATE_AS_IT_IS);
        return;
    }
    const char *weight = cell ? "bridge.cell.weight" : "bridge.hidden.weight";
    const char *bias = cell ? "bridge.cell.bias" : "bridge.hidden.bias";
    Term *sum = term_sum(maths, D + 1);
    for (int i = 0; i < D; i++)
        sum_add_product(maths, sum, param_value(maths, weight, value.index, i), final_value(maths, i, cell));
    sum_add_param(maths, sum, bias, value.index);
    out->sum = sum;
    out->term = term_make(maths, TERM_TANH, sum, NULL);
    const char *final = final_name(maths, cell), *W = param_symbol(maths, weight), *b = param_symbol(maths, bias);
    int row = value.index + 1;
    out->symbols = arena_printf(maths->arena, "%s =~ tanh(%s[%d] ·~ %s + %s[%d])", name, W, row, final, b, row);
    out->vectors = arena_printf(maths->arena, "%s = tanh(%s %s + %s)", vector, W, final, b);
    out->shapes = arena_printf(maths->arena, "%s~   %s @m{\"[%d]\"}", param_shape(maths, weight), final, D);
    out->told = said(maths->language, W_THE_BRIDGE_WHAT_THE_ENCODER);
}

bool derive_cell(const Maths *maths, Value value, Derivation *out)
{
    bool state = value.kind == VALUE_STATE || value.kind == VALUE_CELL;
    if (!state && value.kind != VALUE_GATE && value.kind != VALUE_FROM_INPUT && value.kind != VALUE_FROM_STATE)
        return false;
    if (state && value.run == RUN_DECODER && value.place < 0) {
        derive_start(maths, value, out);
        return true;
    }
    Cell cell = cell_of(maths, value);
    if (value.kind == VALUE_STATE)
        out->vectors = arena_printf(maths->arena, "%s = %s(%s, %s)", vector_name(maths, value), cell_title(cell.kind),
                                    input_name(&cell), before_name(&cell));
    const RecurrentCell *kind = cell_of_kind(cell.kind);
    if (value.kind == VALUE_GATE)
        derive_gate(&cell, value, out);
    else if (!state)
        derive_half(&cell, value, out);
    else
        derive_by(&cell, value, value.kind == VALUE_CELL ? &kind->remembered : &kind->state, out);
    return true;
}
