#include "derive/line.h"

#include "derive/plain.h"
#include "derive/printed.h"
#include "derive/shares.h"
#include "words/derive_words.h"

#include <math.h>
#include <string.h>

enum {
    DECIMALS = 2,      /* of results */
    DECIMALS_MOST = 5, /* of operands, where the result needs them */
    TERMS = 4,         /* of a softmax, all written out */
    ENTRIES = 3        /* of a vector */
};

/* ---- one number ---- */

/* A softmax: exp(own) over the sum, and the same with the powers as numbers where all of them are written out. */
static const char *softmax_numbers(const Printing *base, const Derivation *made, const Term *softmax, bool *closes)
{
    const Maths *maths = base->maths;
    const Term *own = softmax->parts[0], *sum = softmax->parts[1];
    Printing all = *base, powers = *base;
    powers.whole_powers = true;
    powers.total = sum;
    for (all.decimals = DECIMALS; sum->count <= TERMS && all.decimals <= DECIMALS_MOST; all.decimals++)
        for (powers.decimals = DECIMALS; powers.decimals <= all.decimals; powers.decimals++) {
            int d = powers.decimals;
            if (numbers_agree(printed_number(&all, own), term_number(maths, own), d, false)
                && numbers_agree(printed_number(&all, sum), term_number(maths, sum), d, false)
                && numbers_agree(printed_number(&powers, made->term), made->number, DECIMALS, false)) {
                *closes = true;
                return arena_printf(maths->arena, "= %s = %s", printed_text(&all, made->term),
                                    printed_text(&powers, made->term));
            }
        }
    all = *base;
    all.total = sum->count > TERMS ? sum : NULL;
    *closes = printed_close(&all, made->term, made->number, DECIMALS, DECIMALS_MOST);
    return arena_printf(maths->arena, "= %s", printed_text(&all, made->term));
}

/* The softmax in a weight's term; NULL: it has none. */
static const Term *softmax_in(const Term *term)
{
    if (term->kind == TERM_PRODUCT && term->parts[0]->kind == TERM_QUOTIENT)
        term = term->parts[0]; /* times what falls off from the centre of a window */
    return term->kind == TERM_QUOTIENT && term->parts[0]->kind == TERM_EXP ? term : NULL;
}

static const char *value_numbers(const Maths *maths, const Derivation *made, bool *closes)
{
    Printing printing = {.maths = maths, .decimals = DECIMALS, .whole_exponents = true};
    *closes = true;
    if (!made->term || made->term == made->sum || made->term->kind == TERM_VALUE || made->term->kind == TERM_NUMBER)
        return NULL;
    const Term *softmax = softmax_in(made->term);
    if (softmax)
        return softmax_numbers(&printing, made, softmax, closes);
    printing.total = made->sum;
    *closes = printed_close(&printing, made->term, made->number, DECIMALS, DECIMALS_MOST);
    return arena_printf(maths->arena, "= %s", printed_text(&printing, made->term));
}

EquationLine line_of_value(const Maths *maths, Value value)
{
    Derivation made = value_derive(maths, value);
    bool closes = true;
    EquationLine line = {.symbols =
                             made.symbols ? markup_joined(made.symbols, maths->arena) : value_name(maths, value)};
    line.numbers = value_numbers(maths, &made, &closes);
    line.result = printed_equals(maths, value, made.number, DECIMALS, closes);
    return line;
}

/* ---- vectors ---- */

static int shown_entries(const Maths *maths, Value value)
{
    int entries = value_entries(maths, value);
    return entries <= ENTRIES + 1 ? entries : ENTRIES;
}

/* "[0.12, −0.55, 0.31, …]": its first entries. */
static const char *vector_text(const Maths *maths, Value value)
{
    int shown = shown_entries(maths, value);
    const char *text = "";
    for (value.index = 0; value.index < shown; value.index++)
        text = arena_printf(maths->arena, "%s%s%s", text, value.index ? ", " : "[",
                            number_text(maths->arena, value_number(maths, value), DECIMALS, false));
    return arena_printf(maths->arena, shown < value_entries(maths, value) ? "%s, …]" : "%s]", text);
}

const char *vector_symbols(const Maths *maths, Value value)
{
    const char *made = value_derive(maths, value).vectors;
    return made ? made : vector_name(maths, value);
}

static EquationLine line_of_vector(const Maths *maths, Value value)
{
    return (EquationLine){.symbols = vector_symbols(maths, value),
                          .result = arena_printf(maths->arena, "= %s", vector_text(maths, value))};
}

/* ---- the weighted sum ---- */

typedef struct Weighing {
    const Maths *maths;
    const float *weights;
    int n, decimals;
    bool *taken; /* [n] of the terms that are written */
    bool all;    /* they are all that is not zero */
} Weighing;

static void take_terms(Weighing *weighing)
{
    int n = weighing->n;
    weighing->taken = ARENA_ARRAY(weighing->maths->arena, bool, n);
    weighing->all = true;
    int heaviest[ENTRIES], count = values_top(weighing->weights, n, ENTRIES, heaviest);
    for (int k = 0; k < count; k++)
        weighing->taken[heaviest[k]] = k == 0 || weighing->weights[heaviest[k]] >= 0.005f;
    for (int j = 0; j < n; j++)
        weighing->all = weighing->all && (weighing->taken[j] || weighing->weights[j] == 0);
}

static Weighing weigh(const Maths *maths, const float *weights)
{
    Weighing weighing = {maths, weights, maths->trace->n, DECIMALS, NULL, true};
    take_terms(&weighing);
    float largest = weighing.weights[values_largest(weighing.weights, weighing.n)];
    while (weighing.decimals < DECIMALS_MOST && largest < 1
           && numbers_agree((double)largest, 1, weighing.decimals, false))
        weighing.decimals++;
    return weighing;
}

/* The number with its sign. A weight that no digits tell from 1 is written as nearly 1, because "=" cannot stand before
 * ">". */
static const char *weighing_text(const Weighing *weighing)
{
    Arena *arena = weighing->maths->arena;
    const char *text = "", *joint = "= ";
    for (int j = 0; j < weighing->n; j++)
        if (weighing->taken[j]) {
            const char *share = share_text(arena, (double)weighing->weights[j], weighing->decimals);
            bool nearly = share[0] == '>';
            text = arena_printf(arena, "%s%s%s %s", text, nearly ? "≈ " : joint, nearly ? "1.00" : share,
                                summand_name(weighing->maths, j));
            joint = " + ";
        }
    return weighing->all ? text : arena_printf(arena, "%s + …", text);
}

const char *weighted_sum(const Maths *maths, int step)
{
    if (config_mixes_heads(&maths->trace->config))
        return NULL;
    Weighing weighing = weigh(maths, maths->trace->steps[step].step.weights);
    return weighing_text(&weighing);
}

/* Do the printed weights give the entries of the context that are printed? */
static bool weighing_closes(const Weighing *weighing, Value context)
{
    const Maths *maths = weighing->maths;
    int shown = shown_entries(maths, context);
    for (context.index = 0; context.index < shown; context.index++) {
        double sum = 0;
        for (int j = 0; j < weighing->n; j++)
            sum += weighing->taken[j] ? number_rounded((double)weighing->weights[j], weighing->decimals, false)
                                            * value_number(maths, summand_value(maths, j, context.index))
                                      : 0;
        if (!numbers_agree(sum, value_number(maths, context), DECIMALS, false))
            return false;
    }
    return true;
}

static EquationLine line_of_context(const Maths *maths, Value context)
{
    const float *weights = value_step(maths, context)->weights;
    EquationLine line = line_of_vector(maths, context);
    if (!weights || config_mixes_heads(&maths->trace->config))
        return line;
    Weighing weighing = weigh(maths, weights);
    bool closes = !weighing.all; /* the dots stand for what is missing */
    for (int least = weighing.decimals; !closes; weighing.decimals++) {
        if (weighing.decimals > DECIMALS_MOST) {
            weighing.decimals = least;
            break;
        }
        closes = weighing_closes(&weighing, context);
        if (closes)
            break;
    }
    line.numbers = weighing_text(&weighing);
    line.result = arena_printf(maths->arena, "%s %s", closes ? "=" : "≈", vector_text(maths, context));
    return line;
}

/* ---- the moments of the encoder ---- */

static EquationLine line_of_state(const Maths *maths, Value state)
{
    EquationLine line = line_of_value(maths, state);
    line.lead = value_derive(maths, state).vectors;
    return line;
}

static EquationLine line_of_asked(const Maths *maths, Value asked)
{
    Value input = asked, output = asked;
    input.kind = VALUE_SELF_INPUT;
    output.kind = VALUE_SELF_OUTPUT;
    return (EquationLine){.symbols = arena_printf(maths->arena, "%s = norm(%s + %s)", vector_name(maths, asked),
                                                  vector_name(maths, input), vector_name(maths, output)),
                          .result = arena_printf(maths->arena, "= %s", vector_text(maths, asked))};
}

static const char *layer_param(const Maths *maths, Value of, const char *part, const char *what)
{
    return param_symbol(maths, self_param(maths, of.part, part, what));
}

/* A state, or what a lower layer gives to the next one. */
static EquationLine line_of_self(const Maths *maths, Value annotation)
{
    if (annotation.kind == VALUE_ASKED)
        return line_of_asked(maths, annotation);
    int j = annotation.place;
    bool below = annotation.kind == VALUE_SELF_INPUT, before = config_norms_before(&maths->trace->config);
    const char *state = below ? vector_name(maths, annotation) : annotation_name(maths, j);
    Value input = {VALUE_SELF_INPUT, .place = j, .part = below ? annotation.part + 1 : 0}, query = input, mixed = input;
    query.kind = VALUE_SELF_QUERY;
    mixed.kind = VALUE_SELF_MIXED;
    const char *lead = maths->trace->config.heads == 1
                           ? arena_printf(maths->arena, "%s = softmax(%s K^{⊤} / √%d) V", vector_name(maths, mixed),
                                          vector_name(maths, query), maths->trace->config.embed)
                           : NULL;
    Value middle = input;
    middle.kind = VALUE_SELF_MIDDLE;
    bool block = maths->trace->config.feed_forward > 0;
    const char *m = vector_name(maths, middle);
    const char *attended = arena_printf(maths->arena, "%s + %s %s", vector_name(maths, input),
                                        layer_param(maths, input, "self.output", "weight"), vector_name(maths, mixed));
    const char *sum = attended;
    if (block) {
        lead = arena_printf(maths->arena, "%s = norm(%s)", m, attended);
        sum = arena_printf(maths->arena, "%s + %s ReLU(%s %s + %s) + %s", before ? attended : m,
                           layer_param(maths, input, "feed_forward.outer", "weight"),
                           layer_param(maths, input, "feed_forward.inner", "weight"), m,
                           layer_param(maths, input, "feed_forward.inner", "bias"),
                           layer_param(maths, input, "feed_forward.outer", "bias"));
    }
    return (EquationLine){.lead = lead,
                          .symbols =
                              arena_printf(maths->arena, below && before ? "%s = %s" : "%s = norm(%s)", state, sum),
                          .result = arena_printf(maths->arena, "= %s", vector_text(maths, annotation))};
}

static EquationLine line_of_words(const Maths *maths, Value none)
{
    (void)none;
    const char *words = "";
    for (int j = 0; j < maths->trace->n; j++)
        words = arena_printf(maths->arena, "%s%s%s", words, j ? ",  " : "", quoted(maths, maths->trace->source[j]));
    return (EquationLine){.symbols = words};
}

static EquationLine line_of_bridge(const Maths *maths, Value start)
{
    EquationLine line = line_of_vector(maths, start);
    if (maths->trace->config.bridge == BRIDGE_NONE)
        line.result = NULL; /* the formula says it: zeros */
    return line;
}

/* ---- the moments of a decode step ---- */

static int heaviest(const Maths *maths, Value value)
{
    const float *weights = value_step(maths, value)->weights;
    return weights ? values_largest(weights, maths->trace->n) : 0;
}

static EquationLine line_of_query(const Maths *maths, Value query)
{
    if (query.kind == VALUE_QUERY)
        return line_of_vector(maths, query);
    const char *name = vector_name(maths, query);
    return (EquationLine){.symbols =
                              arena_printf(maths->arena, "@m{\"%s\"} %s", said(maths->language, W_THE_QUERY), name),
                          .result = arena_printf(maths->arena, "= %s", vector_text(maths, query))};
}

EquationLine line_of_score(const Maths *maths, Value score)
{
    EquationLine line = line_of_value(maths, score);
    const char *made = value_derive(maths, score).vectors, *equals = made ? strchr(made, '=') : NULL;
    if (equals && !strstr(line.symbols, equals)) /* query or key are products of their own; a mean has neither */
        line.symbols = arena_printf(maths->arena, "%s %s", line.symbols, equals);
    return line;
}

/* Weights that were set by hand, beside what the softmax would have made of the scores. */
static EquationLine line_of_replaced(const Maths *maths, Value weight)
{
    Arena *arena = maths->arena;
    const float *scores = maths->trace->steps[weight.place].step.scores;
    double temperature = step_temperature(maths->trace, weight.place), sum = 0;
    for (int i = 0; i < maths->trace->n; i++)
        sum += exp((double)(scores[i] - scores[weight.index]) / temperature);
    EquationLine line = {.symbols = value_name(maths, weight),
                         .result = printed_equals(maths, weight, value_number(maths, weight), DECIMALS, true)};
    line.note = said(maths->language, W_SET_BY_HAND);
    if (maths->trace->config.local == LOCAL_NONE) /* a window's softmax would be another one */
        line.note = arena_printf(arena, said(maths->language, W_SET_BY_HAND_THE_SCORES_ALONE),
                                 share_text(arena, 1 / sum, DECIMALS));
    return line;
}

/* Does a division, as it is printed, give the largest weight as that is printed? */
static bool division_gives(const Shares *shares, double power, double sum)
{
    double factor = number_rounded(shares->factor, shares->decimals.power, false);
    return sum > 0 && numbers_agree(power / sum * factor, (double)shares->weights[shares->best], DECIMALS, false);
}

/* "543.8 / 632.1" with as few digits as give the largest weight; NULL: no digits do, or those after the
 * shift do not. */
static const char *plain_quotient(const Maths *maths, const Shares *shares)
{
    double whole = exp(shares->largest);
    if (!division_gives(shares, 1, number_rounded(shares->sum, shares->decimals.power, false)))
        return NULL;
    for (int d = 0; d <= DECIMALS_MOST; d++) {
        double power = number_rounded(whole, d, false), sum = number_rounded(whole * shares->sum, d, false);
        if (division_gives(shares, power, sum))
            return shares_division_text(shares, number_text(maths->arena, power, d, false),
                                        number_text(maths->arena, sum, d, false), maths->arena);
    }
    return NULL;
}

/* The definition with its numbers, and beside it what was seen in the beats: the same, less the largest. */
static EquationLine line_of_softmax(const Maths *maths, Value weight)
{
    int t = maths->trace->row ? 0 : weight.place;
    if (maths->trace->steps[t].replaced)
        return line_of_replaced(maths, weight);
    EquationLine line = line_of_value(maths, weight);
    if (config_mixes_heads(&maths->trace->config))
        return line;
    double temperature = step_temperature(maths->trace, t);
    Shares shares = shares_of(maths, t, shares_told(maths, t));
    const char *largest = number_text(maths->arena, shares.largest, DECIMALS, false);
    const char *plain = shares.largest <= PLAIN_EXPONENT ? plain_quotient(maths, &shares) : NULL;
    if (shares.closes) {
        line.numbers = arena_printf(maths->arena, "= %s", shares_quotient_text(&shares, maths->arena));
        line.result = shares_result_text(&shares, maths->arena);
        line.note = arena_printf(maths->arena, said(maths->language, W_EACH_SCORE_LESS_THE_LARGEST), largest);
    }
    if (shares.closes && plain && shares.largest != 0) {
        line.numbers = arena_printf(maths->arena, "= %s %s", plain, line.numbers);
        Value most = score_value(maths, t, values_largest(shares.scores, maths->trace->n));
        const char *name = markup_plain(value_name(maths, most), maths->arena);
        line.note =
            arena_printf(maths->arena, said(maths->language, W_BOTH_DIVIDED_BY), name, temperature == 1 ? "" : " / T");
    }
    if (temperature != 1)
        line.note = arena_printf(maths->arena, "%s%sT = %s", line.note ? line.note : "", line.note ? "; " : "",
                                 number_text(maths->arena, temperature, DECIMALS, false));
    return line;
}

static EquationLine line_of_output(const Maths *maths, Value first)
{
    Value logit = first;
    logit.kind = VALUE_LOGIT;
    EquationLine line = line_of_value(maths, first);
    line.lead = value_derive(maths, logit).vectors;
    if (value_derive(maths, first).told) { /* that they are */
        logit.index = values_largest(maths->trace->steps[first.place].step.logits, maths->model->target.count);
        line.note = arena_printf(maths->arena, said(maths->language, W_EACH_LOGIT_LESS_THE_LARGEST),
                                 number_text(maths->arena, value_number(maths, logit), DECIMALS, false));
    }
    return line;
}

static EquationLine line_of_word(const Maths *maths, Value written)
{
    int t = written.place;
    const TraceStep *step = &maths->trace->steps[t];
    bool chosen = step->how == CHOSEN_GREEDY || step->how == CHOSEN_CHANGED; /* by the model itself */
    const char *argmax = chosen ? arena_printf(maths->arena, "argmax_w %s(w) = ", vector_name(maths, written)) : "";
    return (EquationLine){.symbols = arena_printf(maths->arena, "%s = %s@k{@B{%s}},   %s", word_name(maths, t), argmax,
                                                  quoted(maths, step->token), value_name(maths, written)),
                          .result = printed_equals(maths, written, (double)step->p, DECIMALS, true)};
}

EquationLine line_of_moment(const Maths *maths, Moment moment)
{
    static EquationLine (*const lines[MOMENT_KINDS])(const Maths *, Value) = {
        [MOMENT_START] = line_of_words,     [MOMENT_EMBED] = line_of_vector,    [MOMENT_FORWARD] = line_of_state,
        [MOMENT_BACKWARD] = line_of_state,  [MOMENT_SELF] = line_of_self,       [MOMENT_BRIDGE] = line_of_bridge,
        [MOMENT_PREVIOUS] = line_of_vector, [MOMENT_QUERY] = line_of_query,     [MOMENT_SCORES] = line_of_score,
        [MOMENT_SOFTMAX] = line_of_softmax, [MOMENT_CONTEXT] = line_of_context, [MOMENT_STATE] = line_of_state,
        [MOMENT_COMBINE] = line_of_vector,  [MOMENT_OUTPUT] = line_of_output,   [MOMENT_WORD] = line_of_word};
    Value value = moment_value(maths, moment);
    if (value_is_pair(value.kind))
        value.index = heaviest(maths, value);
    else if (value.kind == VALUE_PROBABILITY) {
        const TraceStep *step = &maths->trace->steps[value.place];
        value.index = moment.kind == MOMENT_WORD ? step->id : step->top[0].id;
    }
    EquationLine line = lines[moment.kind](maths, value);
    line.value = value;
    return line;
}

const char *line_text(const EquationLine *line, Arena *arena)
{
    const char *text = line->symbols;
    if (line->lead)
        text = arena_printf(arena, "%s,   %s", line->lead, text);
    if (line->numbers)
        text = arena_printf(arena, "%s %s", text, line->numbers);
    if (line->result)
        text = arena_printf(arena, "%s %s", text, line->result);
    return line->note ? arena_printf(arena, "%s   @m{\"%s\"}", text, line->note) : text;
}
