#include "scene/views/unrolled/cell_place.h"

#include "base/clamp.h"
#include "draw/ease.h"

#include <math.h>

/* From left to right: what is kept of the old, what is added of the new, what comes of both; then how much of that is
 * shown, or what the new was made of. */
const CellColumn CELL_COLUMNS[][CELL_SLOTS] = {
    [CELL_RNN] = {{0},
                  {CELL_INPUT, .sign = "tanh(", .instant = 0},
                  {0},
                  {CELL_PAST, .sign = "+", .instant = 0},
                  {CELL_MADE, .sign = ") =", .instant = 1}},
    [CELL_GRU] = {{CELL_GATE, .gate = 1},
                  {CELL_OLD, .sign = "×", .cut = 1, .cuts = 1},
                  {CELL_REST, .gate = 1, .sign = "+"},
                  {CELL_GATE, .gate = 2, .sign = "×", .cut = 3, .cuts = 1},
                  {CELL_MADE, .sign = "=", .instant = 1},
                  {CELL_INPUT, .sign = "tanh("},
                  {CELL_GATE, .gate = 0, .sign = "+"},
                  {CELL_PAST, .sign = "×", .cut = 7, .cuts = 0}},
    [CELL_LSTM] = {{CELL_GATE, .gate = 1},
                   {CELL_OLD, .sign = "×", .cut = 1, .cuts = 1},
                   {CELL_GATE, .gate = 0, .sign = "+"},
                   {CELL_GATE, .gate = 2, .sign = "×", .cut = 3, .cuts = 1},
                   {CELL_MADE, .sign = "=", .instant = 1},
                   {CELL_SQUEEZED, .cut = 7, .instant = 2, .cuts = 2},
                   {CELL_GATE, .gate = 3, .sign = "×"},
                   {CELL_SHOWN, .sign = "=", .instant = 2}},
};

int cell_instants(CellKind cell)
{
    return cell_of_kind(cell)->memory ? 3 : 2;
}

float cell_instant(const CellPlace *place, int instant)
{
    return clamp_unit(place->done * (float)cell_instants(place->math.cell) - (float)instant);
}

static bool makes_state(Moment moment)
{
    return moment.kind == MOMENT_FORWARD || moment.kind == MOMENT_BACKWARD || moment.kind == MOMENT_STATE;
}

bool cell_seen(const Trace *trace, int step)
{
    return step >= 0 && trace->steps[step].step.state;
}

/* The nearest moment that makes a state that can be seen: after the encoder its last one, else the one to come; -1:
 * there is none. */
static int state_moment(const Trace *trace, Moment moment)
{
    if (moment.step >= 0) {
        int step = cell_seen(trace, moment.step) ? moment.step : moment.step - 1;
        if (cell_seen(trace, step))
            return step == moment.step && moment_layer_told(trace, moment) > 0 && moment.kind == MOMENT_STATE
                       ? moment_find(trace, MOMENT_STATE, step, -1) - 1
                       : moment_find(trace, MOMENT_STATE, step, -1);
        moment = moment_at(trace, moment_encoded(trace));
    }
    bool back = moment.kind == MOMENT_BRIDGE && trace->config.cell != CELL_SELF;
    int count = moment_count(trace), index = moment.index; /* while encoding it is the cursor */
    while (index >= 0 && index < count && !makes_state(moment_at(trace, index)))
        index += back ? -1 : 1;
    Moment found = index >= 0 && index < count ? moment_at(trace, index) : moment;
    return makes_state(found) && (found.step < 0 || cell_seen(trace, found.step)) ? index : -1;
}

int cell_moment(const Trace *trace, Value state)
{
    if (run_decodes(state.run))
        return moment_named(trace, MOMENT_STATE, state.place, -1, 1 + run_layer(&trace->config, state.run));
    return moment_of_run(trace, state.run, state.place);
}

int cell_places(const View *view, int run)
{
    const Trace *trace = view->trace;
    int last = trace->step_count - 1; /* which a question may hide */
    return !run_decodes(run) ? trace->n : cell_seen(trace, last) ? last + 1 : last;
}

/* Of its places the one that is read first. */
static int cell_first(const View *view, int run)
{
    bool from_right = !run_decodes(run) && config_from_right(&view->trace->config, run % 2);
    return from_right ? view->trace->n - 1 : 0;
}

const char *cell_word(const View *view, int run, int at)
{
    const Trace *trace = view->trace;
    return run_decodes(run) ? trace->steps[at].input_token
           : run < 2        ? trace->source[config_word_read(&trace->config, at, trace->n)]
                            : trace->source[at];
}

bool cell_place(const View *view, const Scope *scope, Arena *arena, CellPlace *out)
{
    const Trace *trace = view->trace;
    Maths maths = view_maths(view, arena);
    int index = state_moment(trace, scope->moment);
    if (index < 0 || config_is_transformer(&trace->config)) /* whose state no cell makes */
        return false;
    Value state = moment_value(&maths, moment_at(trace, index));
    *out = (CellPlace){.state = state, .done = clamp_unit((float)(scope->cursor - (index - 1)))};
    out->begins = state.place == cell_first(view, state.run);
    out->before = state.place + (cell_first(view, state.run) > 0 ? 1 : -1);
    if (run_decodes(state.run)) {
        cell_math_decoder(trace, view->model, run_layer(&trace->config, state.run), state.place, arena, &out->math);
        out->read = scope_written(scope, state.place, MOMENT_PREVIOUS);
    } else {
        if (!cell_math_encoder(trace, view->model, state.run, state.place, arena, &out->math))
            return false;
        out->read = scope_encoded(scope, MOMENT_EMBED, config_word_read(&trace->config, state.place, trace->n));
    }
    if (out->done > 0) /* a reader from the right meets words whose own moment is to come */
        out->read = 1;
    out->state.index = view->pick < 0 ? 0 : view->pick % out->math.hidden;
    return true;
}

Value cell_kept(const CellPlace *place, int at)
{
    Value value = place->state;
    value.kind = place->math.memory ? VALUE_CELL : VALUE_STATE;
    value.place = at;
    value.index = 0;
    return value;
}

float cell_extent(const View *view, const CellPlace *place)
{
    const Encoding *encoding = &view->trace->encoding;
    int H = place->math.hidden, run = place->state.run;
    if (!place->math.memory)
        return 1;
    float largest = !run_decodes(run) ? values_extent(encoding_run(encoding, run)->cells, view->trace->n * H)
                                      : values_extent(encoding_start(encoding, run == RUN_LOWER).cell, H);
    for (int t = 0; run_decodes(run) && t < cell_places(view, run); t++)
        largest = fmaxf(largest, values_extent(step_run(&view->trace->steps[t].step, run == RUN_LOWER).cell, H));
    return fmaxf(1, ceilf(largest));
}

Value column_value(const CellPlace *place, const CellColumn *column, int row)
{
    Value value = place->state;
    value.index = row;
    switch (column->part) {
    case CELL_GATE:
        value.kind = VALUE_GATE, value.part = column->gate;
        return value;
    case CELL_INPUT:
    case CELL_PAST:
        value.kind = column->part == CELL_INPUT ? VALUE_FROM_INPUT : VALUE_FROM_STATE;
        return value;
    case CELL_OLD:
        value = cell_kept(place, place->before);
        value.index = row;
        return value;
    case CELL_MADE:
        value = cell_kept(place, value.place);
        value.index = row;
        return value;
    case CELL_SHOWN:
        return value;
    default:
        return (Value){VALUE_NONE};
    }
}

static const float *gate_of(const CellPlace *place, const CellColumn *column)
{
    return place->math.gates[column->gate];
}

/* 1 less the gate. */
static const float *rest_of(const CellPlace *place, const CellColumn *column, Arena *arena)
{
    float *rest = ARENA_ARRAY(arena, float, place->math.hidden);
    for (int i = 0; i < place->math.hidden; i++)
        rest[i] = 1 - gate_of(place, column)[i];
    return rest;
}

/* On its way from the memory's column it becomes tanh of the memory. */
const float *column_squeezed(const CellPlace *place, float squeezing, Arena *arena)
{
    float *values = ARENA_ARRAY(arena, float, place->math.hidden);
    for (int i = 0; i < place->math.hidden; i++)
        values[i] = lerp(place->math.memory[i], tanhf(place->math.memory[i]), squeezing);
    return values;
}

const float *column_numbers(const CellPlace *place, const CellColumn *column, Arena *arena)
{
    const CellMath *math = &place->math;
    size_t content = (size_t)(cell_of_kind(math->cell)->halves - 1) * (size_t)math->hidden;
    switch (column->part) {
    case CELL_GATE:
        return gate_of(place, column);
    case CELL_REST:
        return rest_of(place, column, arena);
    case CELL_OLD:
        return math->memory ? math->memory_before : math->before;
    case CELL_MADE:
        return math->memory ? math->memory : math->after;
    case CELL_SQUEEZED:
        return column_squeezed(place, 1, arena);
    case CELL_SHOWN:
        return math->after;
    case CELL_INPUT:
        return math->from_input + content;
    case CELL_PAST:
        return math->from_state + content;
    default:
        return NULL;
    }
}
