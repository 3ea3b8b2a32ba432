/* The chain of moments of a trace (docs/design.md#trace): first everything the encoder does, then the steps of the
 * decoder, each in the true order of its mode. No lists are kept: a moment's place follows from n and the mode. */
#include "trace/trace.h"

#include "base/names.h"

#include <assert.h>

const char *const MOMENT_NAMES[] = {"start",          "embedding", "forward",         "backward",
                                    "self-attention", "bridge",    STEP_MOMENT_NAMES, NULL};

#define STEP_MOMENTS 9 /* the lower state of two layers of a decoder aside */

typedef struct StepOrder {
    MomentKind kinds[STEP_MOMENTS];
    int count;
} StepOrder;

static const StepOrder STEP_ORDERS[ATTENTION_KINDS] = {
    [ATTENTION_NONE] = {{MOMENT_PREVIOUS, MOMENT_STATE, MOMENT_OUTPUT, MOMENT_WORD}, 4},
    [ATTENTION_FIXED] = {{MOMENT_PREVIOUS, MOMENT_CONTEXT, MOMENT_STATE, MOMENT_OUTPUT, MOMENT_WORD}, 5},
    [ATTENTION_UNIFORM] = {{MOMENT_PREVIOUS, MOMENT_CONTEXT, MOMENT_STATE, MOMENT_OUTPUT, MOMENT_WORD}, 5},
    [ATTENTION_BAHDANAU] = {{MOMENT_PREVIOUS, MOMENT_QUERY, MOMENT_SCORES, MOMENT_SOFTMAX, MOMENT_CONTEXT, MOMENT_STATE,
                             MOMENT_OUTPUT, MOMENT_WORD},
                            8},
    [ATTENTION_LUONG] = {{MOMENT_PREVIOUS, MOMENT_STATE, MOMENT_QUERY, MOMENT_SCORES, MOMENT_SOFTMAX, MOMENT_CONTEXT,
                          MOMENT_COMBINE, MOMENT_OUTPUT, MOMENT_WORD},
                         9},
};
/* A Transformer's newest word looks at the words before it, then asks the source. */
static const StepOrder WRITTEN_ORDER = {{MOMENT_PREVIOUS, MOMENT_SELF, MOMENT_QUERY, MOMENT_SCORES, MOMENT_SOFTMAX,
                                         MOMENT_CONTEXT, MOMENT_STATE, MOMENT_OUTPUT, MOMENT_WORD},
                                        9};

static const StepOrder *step_order(const Trace *trace)
{
    return config_is_transformer(&trace->config) ? &WRITTEN_ORDER : &STEP_ORDERS[trace->config.attention];
}

/* A recurrent decoder of two layers makes two states: the lower one's moment comes just before the other. */
static int lower_states(const Trace *trace)
{
    return trace->config.decoder_layers > 1;
}

static int step_moments(const Trace *trace)
{
    return step_order(trace)->count + lower_states(trace);
}

static int place_of(const StepOrder *order, MomentKind kind)
{
    for (int place = 0; place < order->count; place++)
        if (order->kinds[place] == kind)
            return place;
    return -1;
}

/* All words are there before the first state: self-attention looks at all of them at once, and a layer begins when the
 * one below has ended. */
static bool embeds_first(const Trace *trace)
{
    return trace->config.cell == CELL_SELF || trace->config.layers > 1;
}

/* Of a word before the next one comes: its embedding, and where it can its forward state. */
static int word_moments(const Trace *trace)
{
    return embeds_first(trace) ? 1 : 2;
}

/* The ways in which a layer goes through the words: one, or forward and backward. */
static int ways(const Trace *trace)
{
    return trace->config.bidirectional ? 2 : 1;
}

/* A Transformer's decoder begins with nothing but its first word. */
static bool has_bridge(const Trace *trace)
{
    return !config_is_transformer(&trace->config);
}

/* start, the embedding of each word and its state of each layer and way, bridge */
static int encoder_moments(const Trace *trace)
{
    return 1 + trace->n * (1 + trace->config.layers * ways(trace)) + has_bridge(trace);
}

int moment_encoded(const Trace *trace)
{
    return encoder_moments(trace) - 1;
}

int moment_count(const Trace *trace)
{
    return encoder_moments(trace) + trace->step_count * step_moments(trace);
}

/* The place of the word that the second direction reads as its k-th, from 0; and the other way round. */
static int second_read(const Trace *trace, int k)
{
    return config_from_right(&trace->config, 1) ? trace->n - 1 - k : k;
}

/* Of the states that come when all embeddings are there, from 0. */
static void set_reading(const Trace *trace, int index, Moment *moment)
{
    int way = index / trace->n;
    bool second = way % ways(trace) == 1;
    moment->layer = way / ways(trace);
    moment->kind = trace->config.cell == CELL_SELF ? MOMENT_SELF : second ? MOMENT_BACKWARD : MOMENT_FORWARD;
    moment->position = second ? second_read(trace, index % trace->n) : index % trace->n;
}

static Moment encoder_moment(const Trace *trace, int index)
{
    int n = trace->n, each = word_moments(trace), of = encoder_moments(trace), reading = index - 1;
    Moment moment = {MOMENT_START, -1, -1, index, of, 0};
    if (index == of - 1 && has_bridge(trace)) {
        moment.kind = MOMENT_BRIDGE;
    } else if (reading >= each * n) {
        set_reading(trace, reading - n, &moment);
    } else if (reading >= 0) {
        moment.kind = reading % each == 0 ? MOMENT_EMBED : MOMENT_FORWARD;
        moment.position = reading / each;
    }
    return moment;
}

Moment moment_at(const Trace *trace, int index)
{
    assert(index >= 0 && index < moment_count(trace));
    int encoding = encoder_moments(trace);
    if (index < encoding)
        return encoder_moment(trace, index);
    const StepOrder *order = step_order(trace);
    int count = step_moments(trace), place = (index - encoding) % count, state = place_of(order, MOMENT_STATE);
    MomentKind kind = order->kinds[place <= state ? place : place - lower_states(trace)];
    return (Moment){kind, (index - encoding) / count, -1, place, count, kind == MOMENT_STATE ? place - state : 0};
}

Moment moment_near(const Trace *trace, int index)
{
    int last = moment_count(trace) - 1;
    return moment_at(trace, index < 0 ? 0 : index > last ? last : index);
}

static bool has_reading(const Trace *trace, MomentKind kind)
{
    bool looks = trace->config.cell == CELL_SELF;
    return kind == MOMENT_SELF ? looks : !looks && (kind == MOMENT_FORWARD || trace->config.bidirectional);
}

int moment_reading(const Trace *trace, MomentKind kind, int layer, int position)
{
    int n = trace->n, back = kind == MOMENT_BACKWARD;
    if (kind < MOMENT_FORWARD || kind > MOMENT_SELF || !has_reading(trace, kind) || layer < 0
        || layer >= trace->config.layers || position < 0 || position >= n)
        return -1;
    if (!embeds_first(trace) && !back)
        return 2 + 2 * position;
    return 1 + n * (1 + layer * ways(trace) + back) + (back ? second_read(trace, position) : position);
}

int moment_of_run(const Trace *trace, int run, int position)
{
    bool looks = trace->config.cell == CELL_SELF && run % 2 == 0;
    return moment_reading(trace, looks ? MOMENT_SELF : run % 2 ? MOMENT_BACKWARD : MOMENT_FORWARD, run / 2, position);
}

static int find_while_encoding(const Trace *trace, MomentKind kind, int position)
{
    if (kind == MOMENT_START)
        return 0;
    if (kind == MOMENT_BRIDGE)
        return has_bridge(trace) ? moment_encoded(trace) : -1;
    if (kind != MOMENT_EMBED)
        return moment_reading(trace, kind, trace->config.layers - 1, position);
    return position < 0 || position >= trace->n ? -1 : 1 + word_moments(trace) * position;
}

int moment_find(const Trace *trace, MomentKind kind, int step, int position)
{
    const StepOrder *order = step_order(trace);
    if (kind <= MOMENT_BRIDGE && !(kind == MOMENT_SELF && step >= 0 && order == &WRITTEN_ORDER))
        return find_while_encoding(trace, kind, position);
    if (step < 0 || step >= trace->step_count)
        return -1;
    int place = place_of(order, kind), later = place >= place_of(order, MOMENT_STATE) ? lower_states(trace) : 0;
    return place < 0 ? -1 : encoder_moments(trace) + step * step_moments(trace) + place + later;
}

int moment_layer_told(const Trace *trace, Moment moment)
{
    bool reads = moment.kind >= MOMENT_FORWARD && moment.kind <= MOMENT_SELF && moment.step < 0;
    int layers = reads ? trace->config.layers : moment.kind == MOMENT_STATE ? 1 + lower_states(trace) : 0;
    return moment.layer + 1 < layers ? moment.layer + 1 : 0;
}

int moment_named(const Trace *trace, MomentKind kind, int step, int position, int layer)
{
    if (layer > 0 && kind == MOMENT_STATE && has_bridge(trace)) {
        int top = moment_find(trace, kind, step, -1), below = 1 + lower_states(trace) - layer;
        return top < 0 || below < 0 ? -1 : top - below;
    }
    return layer > 0 ? moment_reading(trace, kind, layer - 1, position) : moment_find(trace, kind, step, position);
}

MomentKind moment_weighing(const Trace *trace)
{
    return config_scores(&trace->config) ? MOMENT_SOFTMAX : MOMENT_CONTEXT;
}

MomentKind moment_kind(const char *name, bool *known)
{
    int kind = names_find(MOMENT_NAMES, name);
    *known = kind >= 0;
    return *known ? (MomentKind)kind : MOMENT_START;
}
