/* Where the annotations of a self-attention encoder come from (SelfRun in model/model.h), those that are muted, and the
 * state of a Transformer's decoder (WrittenRun). d = E / heads. */
#include "derive/equation.h"
#include "derive/residual.h"

#include "trace/head_row.h"
#include "words/derive_words.h"

#include <math.h>

/* Of word j, in the layer of another: annotations and the decoder's state are those of the one that is shown. */
static Value of_word(ValueKind kind, Value of, int j, int index)
{
    int part = of.kind >= VALUE_SELF_INPUT ? of.part : of.kind == VALUE_STATE ? PART_WRITTEN : 0;
    return (Value){kind, .place = j, .index = index, .part = part};
}

/* At how many words it looks: in the decoder at those so far. */
static int reach_of(const Maths *maths, Value value)
{
    return value_is_written(value) ? value.place + 1
                                   : config_reach(&maths->trace->config, value.place, maths->trace->n);
}

static const char *shape_of(const Maths *maths, const char *letters)
{
    return arena_printf(maths->arena, "%s @m{\"[%d]\"}", letters, maths->trace->config.embed);
}

/* The part of a row that is one head's. */
static const char *head_name(const Maths *maths, int head)
{
    const struct HeadRow *row = maths->trace->row;
    int heads = row ? row->heads : maths->trace->config.heads;
    return heads > 1 ? arena_printf(maths->arena, "^{(%d)}", (row ? row->head : head) + 1) : "";
}

/* What a layer's sums are made of, one behind the other: attention, in the decoder the attention to the source, the
 * feed-forward block; and the norm behind the top layer, which norm pre has. `taken` goes into the part: with norm pre
 * its norm makes it, else the norm of the part before. */
typedef struct Half {
    ValueKind sum, taken, added, normed;
    const char *norm;
    Word residual;
} Half;

static const Half HALVES[] = {
    {VALUE_SELF_SUM, VALUE_SELF_EVENED, VALUE_SELF_OUTPUT, VALUE_SELF_NORMED, "norm", W_THE_RESIDUAL_WHAT_CAME},
    {VALUE_CROSS_SUM, VALUE_ASKED, VALUE_CROSS_OUTPUT, VALUE_CROSS_NORMED, "cross.norm", W_THE_RESIDUAL_OF_THE_SOURCE},
    {VALUE_FORWARD_SUM, VALUE_SELF_MIDDLE, VALUE_FORWARD_OUTER, VALUE_FORWARD_NORMED, "feed_forward.norm",
     W_THE_RESIDUAL_OF_THE_BLOCK},
    {.normed = VALUE_LAST_NORMED, .norm = "last.norm"},
};
enum { ATTENTION, ACROSS, BLOCK, LAST };

static bool before(const Maths *maths)
{
    return config_norms_before(&maths->trace->config);
}

static bool in_decoder(Value value)
{
    return value_is_written(value) || value.kind == VALUE_STATE;
}

static int last_part(const Maths *maths, Value value)
{
    return maths->trace->config.feed_forward > 0 ? BLOCK : in_decoder(value) ? ACROSS : ATTENTION;
}

/* The part before that one, or before the norm behind them all; -1: it is the first. */
static int part_before(const Maths *maths, Value value, int part)
{
    return part == LAST ? last_part(maths, value) : part == BLOCK && !in_decoder(value) ? ATTENTION : part - 1;
}

/* The norm whose weight and bias make a vector: at the end of a layer its last one. */
static const Half *norm_of(const Maths *maths, Value value)
{
    int part = ATTENTION;
    while (part < LAST && HALVES[part].taken != value.kind)
        part++;
    if (part == LAST && !before(maths))
        part = last_part(maths, value);
    else if (!before(maths))
        part = part_before(maths, value, part);
    return &HALVES[part];
}

static int part_of(ValueKind kind)
{
    int part = ATTENTION;
    while (HALVES[part].sum != kind && HALVES[part].normed != kind)
        part++;
    return part;
}

/* Is a part's output added to something? Without cross_residual what the source gives is all that goes on. */
static bool adds(const Maths *maths, int part)
{
    return part != ACROSS || maths->trace->config.cross_residual;
}

/* What a part leaves behind before a norm. */
static ValueKind sum_kind(const Maths *maths, int part)
{
    return adds(maths, part) ? HALVES[part].sum : HALVES[part].added;
}

/* What a part's output is added to. */
static Value stream_of(const Maths *maths, Value of, int part, int index)
{
    int under = part_before(maths, of, part);
    ValueKind kind = under < 0 ? VALUE_SELF_INPUT : before(maths) ? sum_kind(maths, under) : HALVES[part].taken;
    return of_word(kind, of, of.place, index);
}

/* What a norm normalizes. */
static Value unnormed_of(const Maths *maths, Value of, int index)
{
    int part = part_of(of.kind);
    return before(maths) ? stream_of(maths, of, part, index) : of_word(sum_kind(maths, part), of, of.place, index);
}

/* A layer norm's weight and bias make annotation, state, what asks, middle or the next layer's input of what is evened
 * out. */
void derive_scaled(const Maths *maths, Value value, Derivation *out)
{
    const Half *half = norm_of(maths, value);
    Value normed = of_word(half->normed, value, value.place, value.index);
    normed.part += value.kind == VALUE_SELF_INPUT;
    const char *weight = self_param(maths, normed.part, half->norm, "weight");
    Equation equation = {maths, "w · x +~ b"};
    equation_number(&equation, 'w', param_value(maths, weight, value.index, 0))->shapes = param_shape(maths, weight);
    equation_number(&equation, 'x', normed)->shapes = shape_of(maths, vector_name(maths, normed));
    const char *bias = self_param(maths, normed.part, half->norm, "bias");
    equation_number(&equation, 'b', param_value(maths, bias, value.index, 0));
    equation_tell(&equation, value, out);
}

/* A state is made by a cell; a Transformer's by the last norm of its decoder. */
void derive_any_state(const Maths *maths, Value value, Derivation *out)
{
    bool written = value.run == RUN_DECODER && config_is_transformer(&maths->trace->config);
    (written ? derive_scaled : derive_state)(maths, value, out);
}

void derive_annotation(const Maths *maths, Value value, Derivation *out)
{
    if (!trace_muted(maths->trace, value.place)) {
        derive_scaled(maths, value, out);
        return;
    }
    out->term = term_constant(maths, 0);
    out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
    out->vectors = arena_printf(maths->arena, "%s = 0", vector_name(maths, value));
    out->told = said(maths->language, W_MUTED_STATE);
}

/* The final state is the mean of all annotations. */
void derive_mean(const Maths *maths, Value value, Derivation *out)
{
    int n = maths->trace->n;
    Term *sum = term_sum(maths, n);
    for (int j = 0; j < n; j++) {
        Value state = of_word(VALUE_ANNOTATION, value, j, value.index);
        Derivation made = {0};
        derive_scaled(maths, state, &made); /* the mean was taken before a state was muted */
        sum_add(sum, trace_muted(maths->trace, j) ? made.term : term_value(maths, state));
    }
    out->sum = sum;
    out->term = term_make(maths, TERM_QUOTIENT, sum, term_constant(maths, n));
    out->symbols = arena_printf(maths->arena, "%s =~ (%s + … + %s) / %d", value_name(maths, value),
                                value_name(maths, of_word(VALUE_ANNOTATION, value, 0, value.index)),
                                value_name(maths, of_word(VALUE_ANNOTATION, value, n - 1, value.index)), n);
    out->shapes = shape_of(maths, "@g{h_j}");
}

/* Of a vector, or of a sum, which nobody keeps. */
static double number_of(const Maths *maths, Value value)
{
    double number = 0;
    for (; value_computed(value.kind); value = stream_of(maths, value, part_of(value.kind), value.index))
        number +=
            (double)*value_recorded(maths, of_word(HALVES[part_of(value.kind)].added, value, value.place, value.index));
    return number + (double)*value_recorded(maths, value);
}

static Value residual_part(const Maths *maths, Value sum, bool added)
{
    int part = part_of(sum.kind);
    return added ? of_word(HALVES[part].added, sum, sum.place, sum.index) : stream_of(maths, sum, part, sum.index);
}

Value residual_made(const Maths *maths, Value sum)
{
    bool written = value_is_written(sum), block = maths->trace->config.feed_forward > 0;
    Value made = {.place = sum.place, .part = sum.part};
    if (written && sum.kind == VALUE_SELF_SUM)
        made.kind = VALUE_ASKED;
    else if (block && sum.kind != VALUE_FORWARD_SUM)
        made.kind = VALUE_SELF_MIDDLE;
    else if (sum.part % PART_WRITTEN > 0) /* a lower layer gives the input of the next one */
        made = (Value){VALUE_SELF_INPUT, .place = sum.place, .part = sum.part - 1};
    else
        made = written ? (Value){VALUE_STATE, RUN_DECODER, .place = sum.place}
                       : (Value){VALUE_ANNOTATION, .place = sum.place};
    return made;
}

bool residual_scales(const Maths *maths, Value sum)
{
    char name[PARAM_NAME];
    param_of_layer(value_is_written(sum) ? "decoder" : "encoder", value_layer(maths->trace, sum),
                   HALVES[part_of(sum.kind)].norm, "bias", name);
    return !before(maths) && value_valid(maths, param_value(maths, name, 0, 0));
}

Value residual_before(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    bool made = value.kind == VALUE_ASKED || value.kind == VALUE_SELF_MIDDLE
                || (value.kind == VALUE_ANNOTATION && config->cell == CELL_SELF)
                || (value.kind == VALUE_STATE && value.run == RUN_DECODER && config_is_transformer(config))
                || (value.kind == VALUE_SELF_INPUT && value_layer(maths->trace, value) > 0);
    for (const Half *half = HALVES; half < HALVES + LAST && !before(maths); half++)
        if (made ? half == norm_of(maths, value) : half->sum == value.kind || half->normed == value.kind) {
            Value sum = of_word(half->sum, value, value.place, value.index);
            sum.part += value.kind == VALUE_SELF_INPUT;
            return adds(maths, part_of(half->sum)) ? sum : (Value){VALUE_NONE};
        }
    return (Value){VALUE_NONE};
}

bool residual_of(const Maths *maths, Value sum, Residual *out)
{
    if ((sum.kind != VALUE_SELF_SUM && sum.kind != VALUE_CROSS_SUM && sum.kind != VALUE_FORWARD_SUM) || before(maths)
        || !value_valid(maths, sum)) /* before a part nothing is added that its norm normalizes */
        return false;
    const Half *half = &HALVES[part_of(sum.kind)];
    int E = maths->trace->config.embed;
    *out = (Residual){{residual_part(maths, sum, false), residual_part(maths, sum, true), sum,
                       of_word(half->normed, sum, sum.place, 0),
                       param_value(maths, self_param(maths, sum.part, half->norm, "weight"), 0, 0),
                       param_value(maths, self_param(maths, sum.part, half->norm, "bias"), 0, 0),
                       residual_made(maths, sum)},
                      .count = E};
    if (out->values[RESIDUAL_MADE].kind == VALUE_ANNOTATION && trace_muted(maths->trace, sum.place)) /* it is 0 */
        return false;
    for (ResidualVector v = 0; v < RESIDUAL_VECTORS; v++) {
        const Real *kept = value_valid(maths, out->values[v]) ? value_recorded(maths, out->values[v]) : NULL;
        if (!kept && v != RESIDUAL_SUM)
            return false;
        out->numbers[v] = ARENA_ARRAY(maths->arena, double, (size_t)E);
        for (int i = 0; i < E; i++)
            out->numbers[v][i] =
                kept ? (double)kept[i] : out->numbers[RESIDUAL_CAME][i] + out->numbers[RESIDUAL_ADDED][i];
    }
    for (int i = 0; i < E; i++)
        out->total += out->numbers[RESIDUAL_SUM][i];
    out->mean = out->total / E;
    for (int i = 0; i < E; i++)
        out->deviation += pow(out->numbers[RESIDUAL_SUM][i] - out->mean, 2) / E;
    out->deviation = sqrt(out->deviation + NORM_LEAST);
    return true;
}

/* A vector less its mean, over its deviation. */
void derive_normed(const Maths *maths, Value value, Derivation *out)
{
    int E = maths->trace->config.embed;
    double mean = 0;
    Term *squares = term_sum(maths, E);
    Value sum = unnormed_of(maths, value, 0);
    for (; sum.index < E; sum.index++)
        mean += number_of(maths, sum) / E;
    for (sum.index = 0; sum.index < E; sum.index++) {
        Term *off = term_make(maths, TERM_LESS, term_value(maths, sum), term_constant(maths, mean));
        sum_add(squares, term_make(maths, TERM_PRODUCT, off, off));
    }
    Term *variance = term_sum(maths, 2);
    sum_add(variance, term_make(maths, TERM_QUOTIENT, squares, term_constant(maths, E)));
    sum_add(variance, term_constant(maths, NORM_LEAST));
    sum.index = value.index;
    Term *own = term_make(maths, TERM_LESS, term_value(maths, sum), term_constant(maths, mean));
    out->term = term_make(maths, TERM_QUOTIENT, own, term_make(maths, TERM_ROOT, variance, NULL));
    out->sum = squares;
    const char *r = vector_name(maths, sum);
    out->symbols = arena_printf(maths->arena, "%s =~ (%s − mean) /~ √(Σ_i (%s[i] − mean)^2 / %d + 0.00001)",
                                value_name(maths, value), value_name(maths, sum), r, E);
    out->shapes = shape_of(maths, r);
    out->told = arena_printf(maths->arena, said(maths->language, W_LAYER_NORM_MEAN_0), VALUE_INFO[sum.kind].letter,
                             number_text(maths->arena, mean, 4, false));
}

/* `value` is the sum that part `part` makes in the layer of `of`. */
static void derive_sum(const Maths *maths, Value value, Value of, int part, Derivation *out)
{
    bool added = adds(maths, part);
    Equation equation = {maths, added ? "x +~ y" : "y"};
    if (added)
        equation_number(&equation, 'x', stream_of(maths, of, part, value.index));
    equation_number(&equation, 'y', of_word(HALVES[part].added, of, value.place, value.index));
    equation_tell(&equation, value, out);
    out->shapes = shape_of(maths, vector_name(maths, value));
    out->told = said(maths->language, !added          ? W_NO_RESIDUAL_OF_THE_SOURCE
                                      : before(maths) ? W_THE_RESIDUAL_NOT_EVENED_OUT
                                                      : HALVES[part].residual);
}

void derive_residual(const Maths *maths, Value value, Derivation *out)
{
    derive_sum(maths, value, value, part_of(value.kind), out);
}

/* Embedding and position; above the first layer what the one below gives. */
void derive_input(const Maths *maths, Value value, Derivation *out)
{
    if (value_layer(maths->trace, value) > 0) {
        Value below = value;
        below.part++;
        if (before(maths))
            derive_sum(maths, value, below, last_part(maths, value), out);
        else
            derive_scaled(maths, value, out);
        return;
    }
    const Config *config = &maths->trace->config;
    int row = value.place < CONFIG_POSITIONS ? value.place : CONFIG_POSITIONS - 1;
    bool written = value_is_written(value);
    PlaceKind places = config->places;
    const char *position = written && places == PLACES_LEARNED ? "decoder.position.weight" : "encoder.position.weight";
    Equation equation = {maths, config_is_transformer(config) ? places == PLACES_NONE ? "√d · x" : "√d · x +~ y"
                                : places == PLACES_NONE       ? "x"
                                                              : "x +~ y"};
    equation_constant(&equation, 'd', config->embed);
    equation_number(&equation, 'x',
                    (Value){written ? VALUE_PREVIOUS : VALUE_EMBEDDING, .place = value.place, .index = value.index});
    if (places != PLACES_NONE)
        equation_number(&equation, 'y', param_value(maths, position, row, value.index))->shapes =
            param_shape(maths, position);
    equation_tell(&equation, value, out);
    if (places != PLACES_LEARNED)
        out->told = said(maths->language, places == PLACES_NONE ? W_NO_PLACE_IS_ADDED : W_A_CODE_OF_SINES);
}

/* One entry of W x. */
void derive_linear(const Maths *maths, Value value, Derivation *out)
{
    int E = maths->trace->config.embed;
    bool output = value.kind == VALUE_SELF_OUTPUT;
    const char *weight = self_param(maths, value.part,
                                    value.kind == VALUE_SELF_QUERY     ? "self.query"
                                    : value.kind == VALUE_SELF_KEY     ? "self.key"
                                    : value.kind == VALUE_CROSS_OUTPUT ? "cross.output"
                                    : output                           ? "self.output"
                                                                       : "self.value",
                                    "weight");
    Value context = {VALUE_CONTEXT, .place = value.place, .part = value.part % PART_WRITTEN};
    Equation equation = {maths, "W x"};
    equation_vector(&equation, 'W', param_value(maths, weight, value.index, 0), E);
    equation_vector(&equation, 'x',
                    value.kind == VALUE_CROSS_OUTPUT ? context
                                                     : of_word(output          ? VALUE_SELF_MIXED
                                                               : before(maths) ? VALUE_SELF_EVENED
                                                                               : VALUE_SELF_INPUT,
                                                               value, value.place, 0),
                    E);
    equation_tell(&equation, value, out);
}

/* Of the feed-forward block. */
void derive_inner(const Maths *maths, Value value, Derivation *out)
{
    Equation equation = {maths, "ReLU(W~ x + b)"};
    equation_vector(&equation, 'W',
                    param_value(maths, self_param(maths, value.part, "feed_forward.inner", "weight"), value.index, 0),
                    maths->trace->config.embed);
    equation_vector(&equation, 'x', of_word(VALUE_SELF_MIDDLE, value, value.place, 0), maths->trace->config.embed);
    equation_number(&equation, 'b',
                    param_value(maths, self_param(maths, value.part, "feed_forward.inner", "bias"), value.index, 0));
    equation_tell(&equation, value, out);
    out->told = said(maths->language, W_RELU_CUTS_OFF);
}

void derive_outer(const Maths *maths, Value value, Derivation *out)
{
    int F = maths->trace->config.feed_forward;
    Equation equation = {maths, "W x +~ b"};
    equation_vector(&equation, 'W',
                    param_value(maths, self_param(maths, value.part, "feed_forward.outer", "weight"), value.index, 0),
                    F);
    equation_vector(&equation, 'x', of_word(VALUE_FORWARD_INNER, value, value.place, 0), F);
    equation_number(&equation, 'b',
                    param_value(maths, self_param(maths, value.part, "feed_forward.outer", "bias"), value.index, 0));
    equation_tell(&equation, value, out);
}

/* The head's entries alone. */
static void put_head(Equation *equation, char letter, Value first, int head, int size)
{
    EquationLetter *added = equation_vector(equation, letter, first, size);
    added->name = added->whole =
        arena_printf(equation->maths->arena, "%s%s", added->whole, head_name(equation->maths, head));
}

/* The head's columns of W_O with its part of the row: all heads together make the output. */
void derive_head_share(const Maths *maths, Value value, Derivation *out)
{
    int d = maths->trace->config.embed / maths->trace->config.heads, from = value.run * d;
    Equation equation = {maths, "W x"};
    equation_vector(&equation, 'W',
                    param_value(maths, self_param(maths, value.part, "self.output", "weight"), value.index, from), d);
    put_head(&equation, 'x', of_word(VALUE_SELF_MIXED, value, value.place, from), value.run, d);
    equation_tell(&equation, value, out);
}

void derive_self_score(const Maths *maths, Value value, Derivation *out)
{
    int E = maths->trace->config.embed, d = E / maths->trace->config.heads, from = value.run * d;
    Value query = of_word(VALUE_SELF_QUERY, value, value.place, from),
          key = of_word(VALUE_SELF_KEY, value, value.index, from);
    Equation equation = {maths, "q · k / √d"};
    put_head(&equation, 'q', query, value.run, d);
    put_head(&equation, 'k', key, value.run, d);
    equation_constant(&equation, 'd', d);
    equation_tell(&equation, value, out);
    out->shapes =
        arena_printf(maths->arena, "%s, %s @m{\"[%d]\"}", vector_name(maths, query), vector_name(maths, key), E);
}

void derive_self_weight(const Maths *maths, Value value, Derivation *out)
{
    Value score = value;
    score.kind = VALUE_SELF_SCORE;
    score.index = 0;
    const char *scores = vector_name(maths, score);
    int n = value_entries(maths, value), reach = reach_of(maths, value);
    if (value.index >= reach) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
        out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}", vector_name(maths, value), n);
        out->told = said(maths->language, W_MASKED_A_WORD_LOOKS);
        return;
    }
    tell_share(maths, value, score, reach, 1, false, "i", arena_printf(maths->arena, "%s[i]", scores), out);
    out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}", scores, n);
}

void derive_mixed(const Maths *maths, Value value, Derivation *out)
{
    int reach = reach_of(maths, value), head = value.index / (maths->trace->config.embed / maths->trace->config.heads);
    bool written = value_is_written(value);
    int n = written ? reach : maths->trace->n;
    Term *sum = term_sum(maths, n);
    for (int i = 0; i < reach; i++)
        sum_add_product(maths, sum, (Value){VALUE_SELF_WEIGHT, head, value.place, i, value.part},
                        of_word(VALUE_SELF_VALUE, value, i, value.index));
    out->term = out->sum = sum;
    const char *of_head = head_name(maths, head), *given = "@o{V_i}";
    if (written) {
        const struct HeadRow *row = maths->trace->row;
        int heads = row ? row->heads : maths->trace->config.heads;
        of_head = arena_printf(maths->arena, heads > 1 ? "^{s(%d)}" : "^{s}", (row ? row->head : head) + 1);
        given = "@o{V_i^{s}}";
    } else if (maths->trace->row)
        given = arena_printf(maths->arena, "@o{V_i%s}", of_head);
    out->symbols =
        arena_printf(maths->arena, "%s =~ Σ_i @o{A_{%d,i}%s} · %s[%d]", value_name(maths, value), value.place + 1,
                     of_head, maths->trace->row && !written ? "@o{V_i}" : given, value.index + 1);
    out->vectors = arena_printf(maths->arena, "%s = Σ_i @o{A_{%d,i}%s} %s", vector_name(maths, value), value.place + 1,
                                of_head, given);
    out->shapes = arena_printf(maths->arena, "@o{A%s} @m{\"[%d, %d]\"}~   %s", of_head, n, n,
                               shape_of(maths, written ? given : "@o{V_i}"));
}
