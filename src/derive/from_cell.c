/* Where the states of the recurrent cells come from: encoder and decoder alike, and the bridge between them. */
#include "derive/equation.h"

#include "words/derive_words.h"

#include <string.h>

/* A cell at one place. */
typedef struct Cell {
    const Maths *maths;
    const RecurrentCell *kind;
    Value state;  /* that comes out; its index is the entry at hand */
    Value before; /* the state before, VALUE_NONE: it is zero */
} Cell;

static Cell cell_of(const Maths *maths, Value value)
{
    bool from_right = !run_decodes(value.run) && config_from_right(&maths->trace->config, value.run % 2);
    Cell cell = {maths, cell_of_run(maths, value.run)};
    cell.state = cell.before = (Value){VALUE_STATE, value.run, value.place, value.index};
    cell.before.place += from_right ? 1 : -1;
    if (!run_decodes(value.run) && value.place == (from_right ? maths->trace->n - 1 : 0))
        cell.before.kind = VALUE_NONE;
    return cell;
}

static Value beside(Value value, ValueKind kind, int part)
{
    value.kind = kind;
    value.part = part;
    return value;
}

/* ---- the sums that go into the gates ---- */

/* "weight_ih" of the cell's run. */
static Value param_of(const Cell *cell, const char *name, int row)
{
    char whole[CELL_PARAM_SIZE];
    cell_param(&cell->maths->trace->config, cell->state.run, name, whole);
    return param_value(cell->maths, whole, row, 0);
}

/* In its letters "W_ih[3] · x_2 + b_ih" is "W x + b", and "W_hh[3] · h_1 + b_hh" "U h + c". */
static Equation sum_equation(const Cell *cell, const char *text, int row)
{
    const Config *config = &cell->maths->trace->config;
    Equation equation = {cell->maths, text};
    int run = cell->state.run, place = cell->state.place, below = run - 2 - run % 2;
    EquationLetter *x;
    if (run_decodes(run) && run_layer(config, run) > 0)
        x = equation_vector(&equation, 'x', (Value){VALUE_STATE, RUN_LOWER, place}, config->hidden);
    else if (run_decodes(run)) {
        x = equation_vector(&equation, 'x', (Value){VALUE_PREVIOUS, .place = place}, config->embed);
        Value context = context_read(cell->maths, place);
        if (config_feeds_context(config) && context.kind != VALUE_NONE)
            equation_vector(&equation, 'x', context, config_annotation(config));
    } else if (run < 2)
        x = equation_vector(&equation, 'x',
                            (Value){VALUE_EMBEDDING, .place = config_word_read(config, place, cell->maths->trace->n)},
                            config->embed);
    else
        for (int side = 0; side <= config->bidirectional; side++)
            x = equation_vector(&equation, 'x', (Value){VALUE_STATE, below + side, place}, config->hidden);
    equation_vector(&equation, 'W', param_of(cell, "weight_ih", row), x->count);
    equation_number(&equation, 'b', param_of(cell, "bias_ih", row));
    bool first = cell->before.kind == VALUE_NONE;
    Value before = {VALUE_STATE, run, cell->before.place};
    EquationLetter *h = equation_vector(&equation, 'h', before, first ? 0 : config->hidden);
    if (first)
        h->name = "0", h->shapes = NULL;
    equation_vector(&equation, 'U', param_of(cell, "weight_hh", row), h->count);
    equation_number(&equation, 'c', param_of(cell, "bias_hh", row));
    return equation;
}

/* function(W_ih x + b_ih + W_hh h + b_hh), one row of it. */
static void derive_through(const Cell *cell, Value value, bool tanh, int row, Derivation *out)
{
    Equation equation = sum_equation(cell, tanh ? "tanh(W x + b +~ U h + c)" : "σ(W x + b +~ U h + c)", row);
    equation_tell(&equation, value, out);
    if (cell->before.kind == VALUE_NONE)
        out->told = said(cell->maths->language, W_IT_IS_THE_FIRST_WORD_IN_THIS);
}

/* One of the two halves of the block that has names for them. */
void derive_half(const Maths *maths, Value value, Derivation *out)
{
    Cell cell = cell_of(maths, value);
    int row = (cell.kind->halves - 1) * maths->trace->config.hidden + value.index;
    Equation equation = sum_equation(&cell, value.kind == VALUE_FROM_INPUT ? "W x + b" : "U h + c", row);
    equation_tell(&equation, value, out);
}

/* ---- gates and states, by the equations of the cell's own file ---- */

static void put_before(const Cell *cell, Equation *equation, char letter, ValueKind kind)
{
    if (cell->before.kind == VALUE_NONE)
        equation_constant(equation, letter, 0);
    else
        equation_number(equation, letter, beside(cell->before, kind, 0));
}

/* Where the block has no gates: a and b as the sums that they are. */
static void put_sums(const Cell *cell, EquationLetter *a, EquationLetter *b, const char **shapes)
{
    Equation sum = sum_equation(cell, "W x + b", cell->state.index);
    a->name = equation_text(&sum, false);
    sum.text = "U h + c";
    b->name = equation_text(&sum, false);
    sum.text = "W x U h";
    *shapes = equation_shapes(&sum);
}

static void derive_by(const Cell *cell, Value value, const CellEquation *made, Derivation *out)
{
    const Maths *maths = cell->maths;
    const RecurrentCell *kind = cell->kind;
    Equation equation = {maths, made->text};
    for (int gate = 0; gate < kind->gate_count; gate++)
        equation_number(&equation, *kind->gate[gate].symbol, beside(cell->state, VALUE_GATE, gate));
    put_before(cell, &equation, 'h', VALUE_STATE);
    if (kind->memory && value.kind == VALUE_STATE)
        equation_number(&equation, 'm', beside(cell->state, VALUE_CELL, 0));
    else if (kind->memory)
        put_before(cell, &equation, 'm', VALUE_CELL);
    const char *gates = "", *shapes = NULL;
    if (kind->halves) {
        EquationLetter *a = equation_number(&equation, 'a', beside(cell->state, VALUE_FROM_INPUT, 0));
        EquationLetter *b = equation_number(&equation, 'b', beside(cell->state, VALUE_FROM_STATE, 0));
        if (kind->gate_count == 0)
            put_sums(cell, a, b, &shapes);
    }
    equation_tell(&equation, value, out);
    for (int gate = 0; value.kind != VALUE_GATE && gate < kind->gate_count; gate++)
        if (strstr(out->symbols, equation.letters[gate].name))
            gates = arena_printf(maths->arena, "%s%s, ", gates, equation.letters[gate].whole);
    out->shapes = shapes ? shapes
                         : arena_printf(maths->arena, "%s%s @m{\"[%d]\"}", gates, vector_name(maths, value),
                                        maths->trace->config.hidden);
    out->told = made->told[maths->language];
}

void derive_gate(const Maths *maths, Value value, Derivation *out)
{
    Cell cell = cell_of(maths, value);
    const CellGate *gate = &cell.kind->gate[value.part];
    if (gate->equation.text)
        derive_by(&cell, value, &gate->equation, out);
    else
        derive_through(&cell, value, gate->tanh, value.part * maths->trace->config.hidden + value.index, out);
}

/* ---- s_0: the bridge ---- */

void tell_final(const Maths *maths, Value value, bool cell, Derivation *out)
{
    Value final = final_value(maths, cell, value.index);
    out->term = term_value(maths, final);
    out->symbols = arena_printf(maths->arena, "%s =~ %s", value_name(maths, value), value_name(maths, final));
    out->vectors = arena_printf(maths->arena, "%s = %s", vector_name(maths, value), final_name(maths, cell));
}

static void derive_start(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    bool cell = value.kind == VALUE_CELL;
    if (config->bridge == BRIDGE_NONE) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
        out->vectors = arena_printf(maths->arena, "%s = 0", vector_name(maths, value));
        out->told = said(maths->language, W_THIS_MODEL_STARTS_ITS_DECODER);
    } else if (config->bridge == BRIDGE_COPY) {
        tell_final(maths, value, cell, out);
        out->told =
            said(maths->language, config_final_is_mean(config) ? W_FINAL_MEAN_AS_IT_IS : W_FINAL_STATE_AS_IT_IS);
    } else {
        const char *part = cell ? "cell" : "hidden", *suffix = param_above(run_layer(config, value.run));
        const char *weight = arena_printf(maths->arena, "bridge.%s.weight%s", part, suffix);
        const char *bias = arena_printf(maths->arena, "bridge.%s.bias%s", part, suffix);
        int D = config_annotation(config);
        Equation equation = {maths, "tanh(W~ x + b)"};
        equation_vector(&equation, 'W', param_value(maths, weight, value.index, 0), D);
        equation_entries(&equation, 'x', final_name(maths, cell), final_value, cell, D);
        equation_number(&equation, 'b', param_value(maths, bias, value.index, 0));
        equation_tell(&equation, value, out);
        out->told = said(maths->language, W_THE_BRIDGE_WHAT_THE_ENCODER);
    }
}

void derive_state(const Maths *maths, Value value, Derivation *out)
{
    if (run_decodes(value.run) && value.place < 0) {
        derive_start(maths, value, out);
        return;
    }
    Cell cell = cell_of(maths, value);
    derive_by(&cell, value, value.kind == VALUE_CELL ? &cell.kind->remembered : &cell.kind->state, out);
    Equation sum = sum_equation(&cell, "", value.index);
    out->vectors = arena_printf(maths->arena, "%s = %s(%s, %s)", vector_name(maths, value), cell.kind->title,
                                equation_letter(&sum, 'x')->name, equation_letter(&sum, 'h')->name);
}
