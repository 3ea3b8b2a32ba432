/* Where context, weights, scores, queries and keys come from. */
#include "derive/equation.h"
#include "derive/kinds.h"

#include <math.h>

static const char *sizes(const Maths *maths, const char *a, const char *b, int size)
{
    return arena_printf(maths->arena, "%s @m{\"[%d]\"}~   %s @m{\"[%d]\"}", a, size, b, size);
}

/* ---- scores ---- */

/* What query and key are made of, for a formula that does not stop at their names. */
static const char *query_made(const Maths *maths, int step)
{
    if (query_value(maths, step, 0).kind != VALUE_QUERY)
        return query_name(maths, step);
    return arena_printf(maths->arena, "W_q %s", vector_name(maths, asking_state(maths, step, 0)));
}

static const char *key_made(const Maths *maths, int j)
{
    if (!key_weight(maths))
        return annotation_name(maths, j);
    return arena_printf(maths->arena, "%s %s", param_symbol(maths, key_weight(maths)), annotation_name(maths, j));
}

/* What a score's equation names: q, k, v and their size A. */
enum { SCORE_LETTERS = 4 };

static void name_letters(const Maths *maths, int t, int j, EquationLetter letters[SCORE_LETTERS])
{
    int A = maths->trace->config.attention_size;
    bool energy = score_of_kind(maths->trace->config.score)->energy;
    Value *q = ARENA_ARRAY(maths->arena, Value, (size_t)A), *k = ARENA_ARRAY(maths->arena, Value, (size_t)A);
    Value *v = ARENA_ARRAY(maths->arena, Value, (size_t)A);
    for (int a = 0; a < A; a++) {
        q[a] = query_value(maths, t, a);
        k[a] = key_value(maths, j, a);
        v[a] = energy ? param_value(maths, "attention.energy", a, 0) : (Value){VALUE_NONE};
    }
    letters[0] = (EquationLetter){'q', query_name(maths, t), q, A, .length = {VALUE_LENGTH, .place = t}};
    letters[1] = (EquationLetter){'k', key_name(maths, j), k, A, .length = {VALUE_LENGTH, .place = j, .part = 1}};
    letters[2] = (EquationLetter){'v', "v", v, A};
    letters[3] = (EquationLetter){'A', arena_printf(maths->arena, "%d", A), .constant = A};
}

static void derive_score(const Maths *maths, Value value, Derivation *out)
{
    const Score *score = score_of_kind(maths->trace->config.score);
    int A = maths->trace->config.attention_size, t = value.place, j = value.index;
    const char *name = value_name(maths, value);
    EquationLetter letters[SCORE_LETTERS];
    Equation equation = {score->equation, letters, SCORE_LETTERS};
    Term *sum;
    name_letters(maths, t, j, letters);
    out->shapes = sizes(maths, letters[0].name, letters[1].name, A);
    if (score->energy)
        out->shapes = arena_printf(maths->arena, "%s~   %s", param_shape(maths, "attention.energy"), out->shapes);
    out->term = equation_term(maths, &equation, &sum);
    out->sum = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ %s", name, equation_text(maths, &equation));
    letters[0].name = query_made(maths, t);
    letters[1].name = key_made(maths, j);
    out->vectors = arena_printf(maths->arena, "%s = %s", name, equation_text(maths, &equation));
}

static void derive_length(const Maths *maths, Value value, Derivation *out)
{
    int A = maths->trace->config.attention_size;
    Term *sum = term_sum(maths, A);
    for (int a = 0; a < A; a++) {
        Value entry = value.part ? key_value(maths, value.place, a) : query_value(maths, value.place, a);
        sum_add_product(maths, sum, entry, entry);
    }
    const char *letter = value.part ? key_name(maths, value.place) : query_name(maths, value.place);
    out->sum = sum;
    out->term = term_make(maths, TERM_ROOT, sum, NULL);
    out->symbols = arena_printf(maths->arena, "%s =~ √(%s · %s)", value_name(maths, value), letter, letter);
    out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}", letter, A);
}

/* W s of one of the two that ask: the query, and local_p's. */
static void derive_query(const Maths *maths, Value value, Derivation *out)
{
    int H = maths->trace->config.hidden;
    const char *weight = value.kind == VALUE_QUERY ? "attention.query.weight" : "attention.position.weight";
    Value state = asking_state(maths, value.place, 0);
    Term *sum = term_sum(maths, H);
    sum_add_products(maths, sum, weight, value.index, 0, state, H);
    out->term = out->sum = sum;
    tell_product(maths, value, weight, vector_name(maths, state), H, out);
}

static void derive_key(const Maths *maths, Value value, Derivation *out)
{
    int D = config_annotation(&maths->trace->config);
    const char *weight = key_weight(maths);
    Term *sum = term_sum(maths, D);
    for (int i = 0; i < D; i++)
        sum_add_product(maths, sum, param_value(maths, weight, value.index, i),
                        annotation_value(maths, value.place, i));
    out->term = out->sum = sum;
    tell_product(maths, value, weight, annotation_name(maths, value.place), D, out);
}

/* ---- weights ---- */

bool tell_softmax(const Maths *maths, Value first, int count, int index, double temperature, bool plain,
                  Derivation *out)
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
        own = score.index == index ? term : own;
    }
    out->sum = sum;
    out->term = term_make(maths, TERM_QUOTIENT, own, sum);
    return less;
}

/* What a local_p window takes off with the distance from its centre: exp(-2 (j - p)^2 / w^2). */
static Term *fall_off(const Maths *maths, Value value)
{
    double window = maths->trace->config.window;
    Value centre = {VALUE_CENTRE, .place = value.place};
    Term *off = term_make(maths, TERM_LESS, term_constant(maths, value.index + 1), term_value(maths, centre));
    Term *squared = term_make(maths, TERM_PRODUCT, off, off);
    Term *above = term_make(maths, TERM_PRODUCT, term_constant(maths, -2), squared);
    return term_make(maths, TERM_EXP, term_make(maths, TERM_QUOTIENT, above, term_constant(maths, window * window)),
                     NULL);
}

static void derive_softmax(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    const Step *step = &maths->trace->steps[value.place].step;
    int t = value.place + 1, first = step->first, last = step->first + step->count;
    const char *name = value_name(maths, value);
    Value score = {VALUE_SCORE, .place = value.place, .index = first}, own = score;
    own.index = value.index;
    out->shapes = sizes(maths, vector_name(maths, value), vector_name(maths, score), maths->trace->n);
    if (value.index < first || value.index >= last) {
        out->term = term_constant(maths, 0);
        out->symbols = arena_printf(maths->arena, "%s = 0", name);
        out->told = arena_printf(maths->arena, said(maths->language, W_OUTSIDE_OF_THE_WINDOW_ONLY), first + 1, last);
        return;
    }
    if (tell_softmax(maths, score, step->count, value.index, config->temperature, true, out))
        out->told = said(maths->language, W_EACH_E_IS_TAKEN_LESS);
    const char *divided = config->temperature == 1 ? "" : " / T", *own_score = value_name(maths, own);
    const char *scores = arena_printf(maths->arena, "@b{e_{%d,j}}", t);
    bool falls = config->local == LOCAL_P;
    if (falls)
        out->term = term_make(maths, TERM_PRODUCT, out->term, fall_off(maths, value));
    out->symbols = arena_printf(
        maths->arena, "%s =~ exp(%s%s) /~ Σ_j exp(%s%s)%s", name, own_score, divided, scores, divided,
        falls ? arena_printf(maths->arena, " ·~ exp(−2 (%d − %s)^2 / %d^2)", value.index + 1,
                             vector_name(maths, (Value){VALUE_CENTRE, .place = value.place}), config->window)
              : "");
}

static void derive_weight(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    if (maths->trace->steps[value.place].replaced) {
        out->told = said(maths->language, W_SET_BY_HAND_WITH_THE_OTHERS);
    } else if (!config_scores(config)) {
        int n = maths->trace->n;
        out->term = term_make(maths, TERM_QUOTIENT, term_constant(maths, 1), term_constant(maths, n));
        out->symbols = arena_printf(maths->arena, "%s = 1 / n", value_name(maths, value));
        out->told = said(maths->language, W_EVERY_WORD_COUNTS_THE_SAME);
    } else
        derive_softmax(maths, value, out);
}

static void derive_context(const Maths *maths, Value value, Derivation *out)
{
    const Trace *trace = maths->trace;
    int n = trace->n, D = config_annotation(&trace->config), t = value.place + 1, i = value.index + 1;
    const char *name = value_name(maths, value), *vector = vector_name(maths, value);
    if (trace->config.attention == ATTENTION_FIXED) {
        Value final = final_value(maths, value.index, false);
        out->term = term_value(maths, final);
        out->symbols = arena_printf(maths->arena, "%s =~ %s", name, value_name(maths, final));
        out->vectors = arena_printf(maths->arena, "%s = %s", vector, final_name(maths, false));
        out->told = said(maths->language, W_FINAL_STATE_IS_THE_CONTEXT);
        return;
    }
    Term *sum = term_sum(maths, n);
    for (int j = 0; j < n; j++)
        sum_add_product(maths, sum, (Value){VALUE_WEIGHT, .place = value.place, .index = j},
                        annotation_value(maths, j, value.index));
    out->term = out->sum = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ Σ_j @o{α_{%d,j}} · @g{h_j}[%d]", name, t, i);
    out->vectors = arena_printf(maths->arena, "%s = Σ_j @o{α_{%d,j}} @g{h_j}", vector, t);
    out->shapes = arena_printf(maths->arena, "@o{α_{%d}} @m{\"[%d]\"}~   @g{h} @m{\"[%d, %d]\"}~   %s @m{\"[%d]\"}", t,
                               n, n, D, vector, D);
}

/* ---- the centre of a local window ---- */

static void derive_centre(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = &maths->trace->config;
    int A = config->attention_size, n = maths->trace->n, t = value.place + 1;
    if (config->local != LOCAL_P) {
        out->term = term_constant(maths, t < n ? t : n);
        out->symbols = arena_printf(maths->arena, "%s =~ min(%d, %d)", value_name(maths, value), t, n);
        out->told = said(maths->language, W_THE_WINDOW_MOVES_ON_BY_ONE);
        return;
    }
    Term *sum = term_sum(maths, A);
    for (int a = 0; a < A; a++) {
        Value inner = {VALUE_POSITION, .place = value.place, .index = a};
        sum_add(sum,
                term_make(maths, TERM_PRODUCT, term_value(maths, param_value(maths, "attention.position.energy", a, 0)),
                          term_make(maths, TERM_TANH, term_value(maths, inner), NULL)));
    }
    out->sum = sum;
    out->term = term_make(maths, TERM_PRODUCT, term_constant(maths, n), term_make(maths, TERM_SIGMOID, sum, NULL));
    Value inner = {VALUE_POSITION, .place = value.place}, state = asking_state(maths, value.place, 0);
    const char *name = value_name(maths, value);
    out->symbols = arena_printf(maths->arena, "%s =~ %d σ(v_p · tanh(%s))", name, n, vector_name(maths, inner));
    out->vectors = arena_printf(maths->arena, "%s = %d σ(v_p · tanh(W_p %s))", name, n, vector_name(maths, state));
    out->shapes = arena_printf(maths->arena, "%s~   %s @m{\"[%d]\"}", param_shape(maths, "attention.position.energy"),
                               vector_name(maths, inner), A);
}

bool derive_attention(const Maths *maths, Value value, Derivation *out)
{
    static void (*const makers[VALUE_KINDS])(const Maths *, Value, Derivation *) = {
        [VALUE_CONTEXT] = derive_context, [VALUE_WEIGHT] = derive_weight, [VALUE_SCORE] = derive_score,
        [VALUE_LENGTH] = derive_length,   [VALUE_QUERY] = derive_query,   [VALUE_POSITION] = derive_query,
        [VALUE_KEY] = derive_key,         [VALUE_CENTRE] = derive_centre,
    };
    if (!makers[value.kind])
        return false;
    makers[value.kind](maths, value, out);
    return true;
}

void tell_product(const Maths *maths, Value value, const char *weight, const char *name, int count, Derivation *out)
{
    const char *symbol = param_symbol(maths, weight);
    out->symbols =
        arena_printf(maths->arena, "%s =~ %s[%d] · %s", value_name(maths, value), symbol, value.index + 1, name);
    out->vectors = arena_printf(maths->arena, "%s = %s %s", vector_name(maths, value), symbol, name);
    out->shapes = arena_printf(maths->arena, "%s~   %s @m{\"[%d]\"}", param_shape(maths, weight), name, count);
}
