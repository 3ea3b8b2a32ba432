/* Where context, weights, scores, queries and keys come from. */
#include "derive/equation.h"
#include "derive/meaning.h"
#include "words/derive_words.h"

#include <string.h>

/* ---- scores ---- */

static bool lacks_query(const Maths *maths)
{
    return maths->trace->config.fault == FAULT_NO_QUERY;
}

/* What keys are made of, for a formula that does not stop at their name. */
static const char *key_made(const Maths *maths, int j)
{
    if (!key_weight(maths))
        return annotation_name(maths, j);
    return arena_printf(maths->arena, "%s %s", param_symbol(maths, key_weight(maths)), annotation_name(maths, j));
}

/* The mean over the heads of a Transformer's attention to the source, for what has several; run: the head, from 1. */
static void derive_head_mean(const Maths *maths, Value value, Derivation *out)
{
    int heads = maths->trace->config.cross_heads;
    Term *sum = term_sum(maths, heads);
    const char *text = "";
    Value one = value;
    for (one.run = 1; one.run <= heads; one.run++) {
        sum_add(sum, term_value(maths, one));
        text = arena_printf(maths->arena, "%s%s%s", text, one.run > 1 ? " + " : "", value_name(maths, one));
    }
    out->term = term_make(maths, TERM_QUOTIENT, sum, term_constant(maths, heads));
    out->symbols = arena_printf(maths->arena, "%s =~ (%s) / %d", value_name(maths, value), text, heads);
    out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}", vector_name(maths, value), value_entries(maths, value));
    out->told = said(maths->language, W_MEAN_OF_HEADS);
}

static bool is_head_mean(const Maths *maths, Value value)
{
    return config_is_transformer(&maths->trace->config) && maths->trace->config.cross_heads > 1 && value.run == 0;
}

/* d = E / heads columns of a head of a Transformer's attention to the source. */
static void derive_cross_score(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    int d = config->embed / config->cross_heads, from = value.run > 1 ? (value.run - 1) * d : 0;
    Equation equation = {maths, "q · k / √d"};
    Value query = {VALUE_QUERY, .place = value.place, .index = from, .part = value.part},
          key = {VALUE_KEY, .place = value.index, .index = from, .part = value.part};
    EquationLetter *q = equation_vector(&equation, 'q', query, d), *k = equation_vector(&equation, 'k', key, d);
    const char *head = value.run ? arena_printf(maths->arena, "^{(%d)}", value.run) : "";
    q->name = q->whole = arena_printf(maths->arena, "%s%s", vector_name(maths, query), head);
    k->name = k->whole = arena_printf(maths->arena, "%s%s", vector_name(maths, key), head);
    equation_constant(&equation, 'd', d);
    equation_tell(&equation, value, out);
}

void derive_score(const Maths *maths, Value value, Derivation *out)
{
    if (config_is_transformer(&maths->trace->config)) {
        (is_head_mean(maths, value) ? derive_head_mean : derive_cross_score)(maths, value, out);
        return;
    }
    const Score *score = score_of_kind(maths->trace->config.score);
    int A = maths->trace->config.attention_size, t = value.place, j = value.index;
    Equation equation = {maths, score->equation};
    EquationLetter *q = equation_vector(&equation, 'q', query_value(maths, t, 0), A);
    EquationLetter *k = equation_entries(&equation, 'k', key_name(maths, j), key_value, j, A);
    q->length = (Value){VALUE_LENGTH, .place = t};
    k->length = (Value){VALUE_LENGTH, .place = j, .part = 1};
    if (trace_muted(maths->trace, j) && strchr(score->equation, '|')) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
        out->told = said(maths->language, W_COSINE_OF_NOTHING);
        return;
    }
    if (lacks_query(maths))
        q->whole = "0";
    else if (score->query)
        q->whole = arena_printf(maths->arena, "W_q %s", vector_name(maths, asking_state(maths, t, 0)));
    k->whole = key_made(maths, j);
    if (score->energy)
        equation_vector(&equation, 'v', param_value(maths, "attention.energy", 0, 0), A);
    equation_constant(&equation, 'A', A);
    equation_tell(&equation, value, out);
}

void derive_length(const Maths *maths, Value value, Derivation *out)
{
    int A = maths->trace->config.attention_size;
    Equation equation = {maths, "√(q · q)"};
    const char *name = value.part ? key_name(maths, value.place) : query_name(maths, value.place);
    equation_entries(&equation, 'q', name, value.part ? key_value : query_value, value.place, A);
    equation_tell(&equation, value, out);
}

/* W s of one of the two that ask: the query, and local_p's. */
void derive_query(const Maths *maths, Value value, Derivation *out)
{
    int H = maths->trace->config.hidden;
    if (value.kind == VALUE_QUERY && lacks_query(maths)) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
        out->vectors = arena_printf(maths->arena, "%s = 0", vector_name(maths, value));
        out->told = said(maths->language, W_FAULT_NO_QUERY);
        return;
    }
    Equation equation = {maths, "W x"};
    Value asking = asking_state(maths, value.place, 0);
    asking.part += value.part;
    equation_vector(&equation, 'W', param_value(maths, query_weight(maths, value), value.index, 0), H);
    equation_vector(&equation, 'x', asking, H);
    equation_tell(&equation, value, out);
}

/* W of an annotation: a key, or a Transformer's value. */
static void derive_of_annotation(const Maths *maths, Value value, const char *weight, Derivation *out)
{
    int D = config_annotation(&maths->trace->config), j = value.place;
    Equation equation = {maths, "W x"};
    equation_vector(&equation, 'W', param_value(maths, weight, value.index, 0), D);
    equation_entries(&equation, 'x', annotation_name(maths, j), annotation_value, j, D);
    equation_tell(&equation, value, out);
}

void derive_key(const Maths *maths, Value value, Derivation *out)
{
    bool written = config_is_transformer(&maths->trace->config);
    const char *weight =
        written ? self_param(maths, PART_WRITTEN + value.part, "cross.key", "weight") : key_weight(maths);
    derive_of_annotation(maths, value, weight, out);
}

void derive_given(const Maths *maths, Value value, Derivation *out)
{
    derive_of_annotation(maths, value, self_param(maths, PART_WRITTEN + value.part, "cross.value", "weight"), out);
}

/* ---- weights ---- */

static const char *softmax_shapes(const Maths *maths, Value value, Value from)
{
    int count = value_entries(maths, value);
    return arena_printf(maths->arena, "%s @m{\"[%d]\"}~   %s @m{\"[%d]\"}", vector_name(maths, value), count,
                        vector_name(maths, from), count);
}

bool tell_share(const Maths *maths, Value value, Value first, int count, double temperature, bool plain, const char *i,
                const char *all, Derivation *out)
{
    Value score = first, largest = first;
    int last = first.index + count;
    for (; score.index < last; score.index++)
        if (*value_recorded(maths, score) > *value_recorded(maths, largest))
            largest = score;
    bool less = plain && (double)*value_recorded(maths, largest) / temperature > PLAIN_EXPONENT;
    Term *sum = term_sum(maths, count), *own = NULL;
    for (score = first; score.index < last; score.index++) {
        Term *term = term_value(maths, score);
        if (less)
            term = term_make(maths, TERM_LESS, term, term_value(maths, largest));
        if (temperature != 1)
            term = term_make(maths, TERM_QUOTIENT, term, term_constant(maths, temperature));
        term = term_make(maths, TERM_EXP, term, NULL);
        sum_add(sum, term);
        own = score.index == value.index ? term : own;
    }
    out->sum = sum;
    out->term = term_make(maths, TERM_QUOTIENT, own, sum);
    first.index = value.index;
    const char *divided = temperature == 1 ? "" : " / T";
    out->powers = arena_printf(maths->arena, less && temperature != 1 ? "exp((%s%s)%s)" : "exp(%s%s%s)", all,
                               less ? " − @m{max}" : "", divided);
    out->symbols = arena_printf(maths->arena, "%s =~ exp(%s%s) /~ Σ_%s exp(%s%s)", value_name(maths, value),
                                value_name(maths, first), divided, i, all, divided);
    out->shapes = softmax_shapes(maths, value, first);
    return less;
}

/* What a local_p window takes off with the distance from its centre: exp(-2 (j - p)^2 / w^2). */
static void tell_fall_off(const Maths *maths, Value value, Derivation *out)
{
    int window = maths->trace->config.window;
    Value centre = {VALUE_CENTRE, .place = value.place};
    Term *off = term_make(maths, TERM_LESS, term_constant(maths, value.index + 1), term_value(maths, centre));
    Term *squared = term_make(maths, TERM_PRODUCT, off, off);
    Term *above = term_make(maths, TERM_PRODUCT, term_constant(maths, -2), squared);
    Term *power = term_make(maths, TERM_QUOTIENT, above, term_constant(maths, (double)window * window));
    out->term = term_make(maths, TERM_PRODUCT, out->term, term_make(maths, TERM_EXP, power, NULL));
    out->symbols = arena_printf(maths->arena, "%s ·~ exp(−2 (%d − %s)^2 / %d^2)", out->symbols, value.index + 1,
                                vector_name(maths, centre), window);
}

/* Fault not_normalised: exp((e - max) / T) / n. */
static void tell_by_count(const Maths *maths, Value value, Value score, Derivation *out)
{
    int n = maths->trace->n;
    Value largest = score;
    largest.index = values_largest(maths->trace->steps[value.place].step.scores, n);
    score.index = value.index;
    Term *less = term_make(maths, TERM_LESS, term_value(maths, score), term_value(maths, largest));
    double temperature = step_temperature(maths->trace, value.place);
    if (temperature != 1)
        less = term_make(maths, TERM_QUOTIENT, less, term_constant(maths, temperature));
    out->term = term_make(maths, TERM_QUOTIENT, term_make(maths, TERM_EXP, less, NULL), term_constant(maths, n));
    const char *name = value_name(maths, score),
               *format = temperature == 1 ? "%s =~ exp(%s − %s) /~ n" : "%s =~ exp((%s − %s) / T) /~ n";
    out->symbols = arena_printf(maths->arena, format, value_name(maths, value), name, value_name(maths, largest));
    out->shapes = softmax_shapes(maths, value, score);
    out->told = said(maths->language, W_FAULT_NOT_NORMALISED);
}

static void tell_scored(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    const Step *step = &maths->trace->steps[value.place].step;
    int first = step->first, last = step->first + step->count;
    Value score = value;
    score.kind = VALUE_SCORE;
    score.index = first;
    if (value.index < first || value.index >= last) {
        out->shapes = softmax_shapes(maths, value, score);
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", value_name(maths, value));
        out->told = arena_printf(maths->arena, said(maths->language, W_OUTSIDE_OF_THE_WINDOW_ONLY),
                                 places_meaning(maths->language, first, step->count, maths->arena));
        return;
    }
    if (config->fault == FAULT_NOT_NORMALISED) {
        tell_by_count(maths, value, score, out);
        return;
    }
    const char *head = value.run ? arena_printf(maths->arena, "^{(%d)}", value.run) : "";
    const char *all = arena_printf(maths->arena, "@b{e_{%d,j}%s}", value.place + 1, head);
    if (tell_share(maths, value, score, step->count, step_temperature(maths->trace, value.place), true, "j", all, out))
        out->told = said(maths->language, W_EACH_E_IS_TAKEN_LESS);
    if (config->local == LOCAL_P)
        tell_fall_off(maths, value, out);
}

void derive_weight(const Maths *maths, Value value, Derivation *out)
{
    if (maths->trace->steps[value.place].replaced) {
        out->told = said(maths->language, W_SET_BY_HAND_WITH_THE_OTHERS);
    } else if (is_head_mean(maths, value)) {
        derive_head_mean(maths, value, out);
    } else if (!config_scores(&maths->trace->config)) {
        int n = maths->trace->n;
        out->term = term_make(maths, TERM_QUOTIENT, term_constant(maths, 1), term_constant(maths, n));
        out->symbols = arena_printf(maths->arena, "%s = 1 / n", value_name(maths, value));
        out->told = said(maths->language, W_EVERY_WORD_COUNTS_THE_SAME);
    } else
        tell_scored(maths, value, out);
}

void derive_context(const Maths *maths, Value value, Derivation *out)
{
    const Trace *trace = maths->trace;
    int n = trace->n, D = config_annotation(&trace->config), t = value.place + 1, i = value.index + 1;
    const char *name = value_name(maths, value), *vector = vector_name(maths, value);
    if (trace->config.attention == ATTENTION_FIXED) {
        tell_final(maths, value, false, out);
        out->told = said(maths->language, config_final_is_mean(&trace->config) ? W_FINAL_MEAN_IS_THE_CONTEXT
                                                                               : W_FINAL_STATE_IS_THE_CONTEXT);
        return;
    }
    bool made = config_is_transformer(&trace->config);
    int head = trace->config.cross_heads > 1 ? 1 + value.index * trace->config.cross_heads / D : 0;
    Term *sum = term_sum(maths, n);
    for (int j = 0; j < n; j++) {
        Value summand = summand_value(maths, j, value.index);
        summand.part += value.part;
        sum_add_product(maths, sum, (Value){VALUE_WEIGHT, head, value.place, j, value.part}, summand);
    }
    out->term = out->sum = sum;
    const char *read = made ? "@o{v_j}" : trace->config.fault == FAULT_EMBEDDINGS ? "@g{x_j}" : "@g{h_j}";
    const char *weight = arena_printf(maths->arena, head ? "@o{α_{%d,j}^{(%d)}}" : "@o{α_{%d,j}}", t, head);
    out->symbols = arena_printf(maths->arena, "%s =~ Σ_j %s · %s[%d]", name, weight, read, i);
    const char *sums = head ? "" : arena_printf(maths->arena, "Σ_j %s %s", weight, read);
    for (int k = 1; head && k <= trace->config.cross_heads; k++) /* the heads side by side */
        sums =
            arena_printf(maths->arena, "%s%sΣ_j @o{α_{%d,j}^{(%d)}} @o{v_j^{(%d)}}", sums, k > 1 ? "; " : "", t, k, k);
    out->vectors = arena_printf(maths->arena, head ? "%s = [%s]" : "%s = %s", vector, sums);
    out->shapes = arena_printf(maths->arena, "@o{α_{%d}} @m{\"[%d]\"}~   %.*s} @m{\"[%d, %d]\"}~   %s @m{\"[%d]\"}", t,
                               n, (int)strcspn(read, "_"), read, n, D, vector, D);
}

/* ---- the centre of a local window ---- */

void derive_centre(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    int A = config->attention_size, n = maths->trace->n, t = value.place + 1;
    if (config->local != LOCAL_P) {
        out->term = term_constant(maths, t < n ? t : n);
        out->symbols = arena_printf(maths->arena, "%s =~ min(%d, %d)", value_name(maths, value), t, n);
        out->told = said(maths->language, W_THE_WINDOW_MOVES_ON_BY_ONE);
        return;
    }
    Equation equation = {maths, "n σ(v · tanh(u))"};
    equation_constant(&equation, 'n', n);
    equation_vector(&equation, 'v', param_value(maths, "attention.position.energy", 0, 0), A);
    equation_vector(&equation, 'u', (Value){VALUE_POSITION, .place = value.place}, A);
    equation_tell(&equation, value, out);
}
