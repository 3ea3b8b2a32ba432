/* Where the annotations of a self-attention encoder come from (SelfRun in model/model.h). d = E / heads. */
#include "derive/kinds.h"

#define NORM_LEAST 1e-5 /* is added to the variance, as PyTorch does */

static Value of_word(ValueKind kind, int j, int index)
{
    return (Value){kind, .place = j, .index = index};
}

static const char *shape_of(const Maths *maths, const char *letters)
{
    return arena_printf(maths->arena, "%s @m{\"[%d]\"}", letters, maths->trace->config.embed);
}

/* The part of a row that is one head's. */
static const char *head_name(const Maths *maths, int head)
{
    return maths->trace->config.heads > 1 ? arena_printf(maths->arena, "^{(%d)}", head + 1) : "";
}

/* gamma N + beta */
static void derive_annotation(const Maths *maths, Value value, Derivation *out)
{
    Value normed = of_word(VALUE_SELF_NORMED, value.place, value.index);
    Term *sum = term_sum(maths, 2);
    sum_add_product(maths, sum, param_value(maths, "encoder.norm.weight", value.index, 0), normed);
    sum_add_param(maths, sum, "encoder.norm.bias", value.index);
    out->term = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ γ[%d] · %s +~ β[%d]", value_name(maths, value), value.index + 1,
                                value_name(maths, normed), value.index + 1);
    out->shapes = arena_printf(maths->arena, "%s~   %s", param_shape(maths, "encoder.norm.weight"),
                               shape_of(maths, vector_name(maths, normed)));
}

/* The final state is the mean of all annotations. */
static void derive_mean(const Maths *maths, Value value, Derivation *out)
{
    int n = maths->trace->n;
    Term *sum = term_sum(maths, n);
    for (int j = 0; j < n; j++)
        sum_add(sum, term_value(maths, of_word(VALUE_ANNOTATION, j, value.index)));
    out->sum = sum;
    out->term = term_make(maths, TERM_QUOTIENT, sum, term_constant(maths, n));
    out->symbols = arena_printf(maths->arena, "%s =~ (%s + … + %s) / %d", value_name(maths, value),
                                value_name(maths, of_word(VALUE_ANNOTATION, 0, value.index)),
                                value_name(maths, of_word(VALUE_ANNOTATION, n - 1, value.index)), n);
    out->vectors = arena_printf(maths->arena, "%s = (%s + … + %s) / %d", vector_name(maths, value),
                                annotation_name(maths, 0), annotation_name(maths, n - 1), n);
    out->shapes = shape_of(maths, "@g{h_j}");
}

/* The residual less its mean, over its deviation. */
static void derive_normed(const Maths *maths, Value value, Derivation *out)
{
    int E = maths->trace->config.embed;
    double mean = 0;
    Term *squares = term_sum(maths, E);
    for (int i = 0; i < E; i++)
        mean += ((double)*value_recorded(maths, of_word(VALUE_SELF_INPUT, value.place, i))
                 + (double)*value_recorded(maths, of_word(VALUE_SELF_OUTPUT, value.place, i)))
                / E;
    for (int i = 0; i < E; i++) {
        Term *off = term_make(maths, TERM_LESS, term_value(maths, of_word(VALUE_SELF_SUM, value.place, i)),
                              term_constant(maths, mean));
        sum_add(squares, term_make(maths, TERM_PRODUCT, off, off));
    }
    Term *variance = term_sum(maths, 2);
    sum_add(variance, term_make(maths, TERM_QUOTIENT, squares, term_constant(maths, E)));
    sum_add(variance, term_constant(maths, NORM_LEAST));
    Term *own = term_make(maths, TERM_LESS, term_value(maths, of_word(VALUE_SELF_SUM, value.place, value.index)),
                          term_constant(maths, mean));
    out->term = term_make(maths, TERM_QUOTIENT, own, term_make(maths, TERM_ROOT, variance, NULL));
    out->sum = squares;
    Value sum = of_word(VALUE_SELF_SUM, value.place, value.index);
    const char *r = vector_name(maths, sum);
    out->symbols = arena_printf(maths->arena, "%s =~ (%s − mean) /~ √(Σ_i (%s[i] − mean)^2 / %d + 0.00001)",
                                value_name(maths, value), value_name(maths, sum), r, E);
    out->shapes = shape_of(maths, r);
    out->told = arena_printf(maths->arena, said(maths->language, W_LAYER_NORM_MEAN_0),
                             number_text(maths->arena, mean, 4, false));
}

static void derive_residual(const Maths *maths, Value value, Derivation *out)
{
    Value input = of_word(VALUE_SELF_INPUT, value.place, value.index);
    Value output = of_word(VALUE_SELF_OUTPUT, value.place, value.index);
    Term *sum = term_sum(maths, 2);
    sum_add(sum, term_value(maths, input));
    sum_add(sum, term_value(maths, output));
    out->term = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ %s +~ %s", value_name(maths, value), value_name(maths, input),
                                value_name(maths, output));
    out->shapes = shape_of(maths, vector_name(maths, value));
    out->told = said(maths->language, W_THE_RESIDUAL_WHAT_CAME);
}

/* Embedding and position. */
static void derive_input(const Maths *maths, Value value, Derivation *out)
{
    Value embedding = of_word(VALUE_EMBEDDING, value.place, value.index);
    int row = value.place < CONFIG_POSITIONS ? value.place : CONFIG_POSITIONS - 1;
    Term *sum = term_sum(maths, 2);
    sum_add(sum, term_value(maths, embedding));
    Value position = param_value(maths, "encoder.position.weight", row, value.index);
    sum_add(sum, term_value(maths, position));
    out->term = sum;
    out->symbols = arena_printf(maths->arena, "%s =~ %s +~ %s", value_name(maths, value), value_name(maths, embedding),
                                value_name(maths, position));
    out->shapes = param_shape(maths, "encoder.position.weight");
}

/* One entry of W x. */
static void derive_linear(const Maths *maths, Value value, Derivation *out)
{
    int E = maths->trace->config.embed;
    bool output = value.kind == VALUE_SELF_OUTPUT;
    const char *weight = value.kind == VALUE_SELF_QUERY ? "encoder.self.query.weight"
                         : value.kind == VALUE_SELF_KEY ? "encoder.self.key.weight"
                         : output                       ? "encoder.self.output.weight"
                                                        : "encoder.self.value.weight";
    Term *sum = term_sum(maths, E);
    Value from = of_word(output ? VALUE_SELF_MIXED : VALUE_SELF_INPUT, value.place, 0);
    sum_add_products(maths, sum, weight, value.index, 0, from, E);
    out->term = out->sum = sum;
    tell_product(maths, value, weight, vector_name(maths, from), E, out);
}

static void derive_self_score(const Maths *maths, Value value, Derivation *out)
{
    int d = maths->trace->config.embed / maths->trace->config.heads, from = value.run * d;
    Term *sum = term_sum(maths, d);
    for (int a = 0; a < d; a++)
        sum_add_product(maths, sum, of_word(VALUE_SELF_QUERY, value.place, from + a),
                        of_word(VALUE_SELF_KEY, value.index, from + a));
    out->sum = sum;
    out->term = term_make(maths, TERM_QUOTIENT, sum, term_make(maths, TERM_ROOT, term_constant(maths, d), NULL));
    const char *q = vector_name(maths, of_word(VALUE_SELF_QUERY, value.place, 0));
    const char *k = vector_name(maths, of_word(VALUE_SELF_KEY, value.index, 0));
    out->symbols = arena_printf(maths->arena, "%s =~ %s%s · %s%s / √%d", value_name(maths, value), q,
                                head_name(maths, value.run), k, head_name(maths, value.run), d);
    out->shapes = arena_printf(maths->arena, "%s, %s @m{\"[%d]\"}", q, k, maths->trace->config.embed);
}

static void derive_self_weight(const Maths *maths, Value value, Derivation *out)
{
    int n = maths->trace->n;
    Value score = value;
    score.kind = VALUE_SELF_SCORE;
    score.index = 0;
    tell_softmax(maths, score, n, value.index, 1, false, out);
    score.index = value.index;
    const char *scores = vector_name(maths, score);
    out->symbols = arena_printf(maths->arena, "%s =~ exp(%s) /~ Σ_i exp(%s[i])", value_name(maths, value),
                                value_name(maths, score), scores);
    out->shapes = arena_printf(maths->arena, "%s @m{\"[%d]\"}", scores, n);
}

static void derive_mixed(const Maths *maths, Value value, Derivation *out)
{
    int n = maths->trace->n, head = value.index / (maths->trace->config.embed / maths->trace->config.heads);
    Term *sum = term_sum(maths, n);
    for (int i = 0; i < n; i++)
        sum_add_product(maths, sum, (Value){VALUE_SELF_WEIGHT, .run = head, .place = value.place, .index = i},
                        of_word(VALUE_SELF_VALUE, i, value.index));
    out->term = out->sum = sum;
    const char *of_head = head_name(maths, head);
    out->symbols = arena_printf(maths->arena, "%s =~ Σ_i @o{A_{%d,i}%s} · @o{V_i}[%d]", value_name(maths, value),
                                value.place + 1, of_head, value.index + 1);
    out->shapes =
        arena_printf(maths->arena, "@o{A%s} @m{\"[%d, %d]\"}~   %s", of_head, n, n, shape_of(maths, "@o{V_i}"));
}

bool derive_self(const Maths *maths, Value value, Derivation *out)
{
    static void (*const makers[VALUE_KINDS])(const Maths *, Value, Derivation *) = {
        [VALUE_ANNOTATION] = derive_annotation,   [VALUE_FINAL] = derive_mean,
        [VALUE_SELF_NORMED] = derive_normed,      [VALUE_SELF_SUM] = derive_residual,
        [VALUE_SELF_INPUT] = derive_input,        [VALUE_SELF_QUERY] = derive_linear,
        [VALUE_SELF_KEY] = derive_linear,         [VALUE_SELF_VALUE] = derive_linear,
        [VALUE_SELF_OUTPUT] = derive_linear,      [VALUE_SELF_SCORE] = derive_self_score,
        [VALUE_SELF_WEIGHT] = derive_self_weight, [VALUE_SELF_MIXED] = derive_mixed,
    };
    if (!makers[value.kind])
        return false;
    makers[value.kind](maths, value, out);
    return true;
}
