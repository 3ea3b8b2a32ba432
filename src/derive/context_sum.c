#include "derive/context_sum.h"

#include "derive/addends.h"
#include "derive/printed.h"
#include "words/common_words.h"

#include <math.h>

enum { RESULT = 2, DECIMALS_MOST = 5, PRODUCT = 4 };

typedef struct Sum {
    const Maths *maths;
    const float *weights;
    double *states, number; /* [n] the entry of every state; of the context */
    bool *written;          /* [n] those whose addends are largest */
    int count, rest;        /* how many are written; how many are not, and weigh something */
} Sum;

static double addend(const Sum *sum, int j)
{
    return (double)sum->weights[j] * sum->states[j];
}

/* Is its weight more than nothing in as many digits as there can be? */
static bool is_printed(const Sum *sum, int j)
{
    return number_rounded((double)sum->weights[j], DECIMALS_MOST, false) > 0;
}

/* At most `most` numbers, one of which is the rest where there is one. */
static void choose(Sum *sum, int most)
{
    int n = sum->maths->trace->n, weighing = 0, printed = 0;
    for (int j = 0; j < n; j++)
        weighing += sum->weights[j] > 0, printed += is_printed(sum, j);
    int alone = weighing > most || printed < weighing ? most - 1 : weighing;
    while (sum->count < alone && sum->count < printed) {
        int best = -1;
        for (int j = 0; j < n; j++)
            if (!sum->written[j] && is_printed(sum, j) && (best < 0 || fabs(addend(sum, j)) > fabs(addend(sum, best))))
                best = j;
        sum->written[best] = true;
        sum->count++;
    }
    sum->rest = weighing - sum->count;
}

/* A weight that is something is not printed as nothing, nor one that is not all as all. */
static bool tells(double weight, int decimals)
{
    double printed = number_rounded(weight, decimals, false);
    return printed > 0 && (printed < 1 || weight >= 1);
}

static double printed_addend(const Sum *sum, int j, int decimals)
{
    double weight = number_rounded((double)sum->weights[j], decimals, false);
    return number_rounded(weight * number_rounded(sum->states[j], decimals, false), PRODUCT, false);
}

static double exact_rest(const Sum *sum)
{
    double rest = 0;
    for (int j = 0; j < sum->maths->trace->n; j++)
        rest += sum->written[j] ? 0 : addend(sum, j);
    return rest;
}

static double printed_rest(const Sum *sum)
{
    return number_rounded(exact_rest(sum), PRODUCT, false);
}

static double printed_sum(const Sum *sum, int decimals)
{
    double total = printed_rest(sum);
    for (int j = 0; j < sum->maths->trace->n; j++)
        total += sum->written[j] ? printed_addend(sum, j, decimals) : 0;
    return number_rounded(total, PRODUCT, false);
}

static bool closes(const Sum *sum, int decimals)
{
    bool told = true;
    for (int j = 0; j < sum->maths->trace->n; j++)
        told = told && (!sum->written[j] || tells((double)sum->weights[j], decimals));
    return told && numbers_agree(printed_sum(sum, decimals), sum->number, RESULT, false);
}

/* In a product a number below 0 stands in brackets. */
static const char *factor(const Sum *sum, double number, int decimals)
{
    Arena *arena = sum->maths->arena;
    const char *text = number_text(arena, number, decimals, false);
    const Trace *trace = sum->maths->trace;
    char role = trace->row || config_is_transformer(&trace->config) ? 'o' : 'g'; /* of values, of states */
    return number_rounded(number, decimals, false) < 0 ? arena_printf(arena, "(@%c{%s})", role, text)
                                                       : arena_printf(arena, "@%c{%s}", role, text);
}

static void write_lines(const Sum *sum, bool close, ContextSum *out)
{
    const Maths *maths = sum->maths;
    Arena *arena = maths->arena;
    const char *products = "", *numbers = "", *joint = "", *sign = close ? "=" : "≈";
    out->count = 0;
    for (int j = 0; j < maths->trace->n; j++) {
        if (!sum->written[j])
            continue;
        out->words[out->count++] = j;
        products = arena_printf(arena, "%s%s@o{%s} · %s", products, joint,
                                number_text(arena, (double)sum->weights[j], out->decimals, false),
                                factor(sum, sum->states[j], out->decimals));
        numbers = addends_joined(numbers, printed_addend(sum, j, out->decimals), PRODUCT, arena);
        joint = " + ";
    }
    if (sum->rest > 0) {
        const char *rest = number_text(arena, printed_rest(sum), PRODUCT, false);
        const char *more = arena_printf(arena, said(maths->language, W_MORE_ADDENDS), sum->rest, rest);
        products = arena_printf(arena, "%s + @m{\"%s\"}", products, more);
        numbers = addends_joined(numbers, printed_rest(sum), PRODUCT, arena);
    }
    out->factors = products;
    out->addends = numbers;
    out->result = arena_printf(arena, "%s @B{%s}", sign, number_text(arena, sum->number, RESULT, false));
    out->products = arena_printf(arena, "%s %s", products, out->result);
    out->numbers =
        arena_printf(arena, "%s = %s", numbers, number_text(arena, printed_sum(sum, out->decimals), PRODUCT, false));
}

/* The weights of the context's sum: of several heads those of the one that this cell is of. */
static const float *weights_of(const Maths *maths, Value context)
{
    const Config *config = &maths->trace->config;
    const Step *step = value_step(maths, context);
    if (!config_mixes_heads(config) || !step->weights)
        return step->weights;
    int head = context.index * config->cross_heads / config->embed;
    const float *all = step->layers[config->layers - 1].cross_weights;
    return all ? all + (size_t)head * (size_t)maths->trace->n : NULL;
}

static Sum sum_of(const Maths *maths, Value context, int most)
{
    Sum sum = {maths, weights_of(maths, context)};
    int n = maths->trace->n;
    sum.number = value_number(maths, context);
    sum.states = ARENA_ARRAY(maths->arena, double, n);
    sum.written = ARENA_ARRAY(maths->arena, bool, n);
    for (int j = 0; j < n; j++)
        sum.states[j] = value_number(maths, summand_value(maths, j, context.index));
    choose(&sum, most);
    return sum;
}

/* How much the second largest addend is. */
static double second_addend(const Sum *sum)
{
    double first = 0, second = 0;
    for (int j = 0; j < sum->maths->trace->n; j++) {
        double size = fabs(addend(sum, j));
        second = fmax(second, fmin(first, size));
        first = fmax(first, size);
    }
    return second;
}

int context_telling_cell(const Maths *maths, int step, int count)
{
    Value context = context_value(maths, step, 0);
    int entries = value_entries(maths, context), best = 0;
    double most = -1;
    for (int i = 0; i < count; i++) {
        context.index = (int)((int64_t)i * entries / count);
        Sum sum = sum_of(maths, context, CONTEXT_SUM_MOST);
        double tells_much = closes(&sum, RESULT) ? second_addend(&sum) : 0;
        if (tells_much > most)
            best = context.index, most = tells_much;
    }
    return best;
}

static bool is_sum(const Maths *maths, Value context)
{
    return context.kind == context_value(maths, 0, 0).kind && value_valid(maths, context) && weights_of(maths, context);
}

bool context_sum(const Maths *maths, Value context, ContextSum *out)
{
    if (!is_sum(maths, context))
        return false;
    Sum sum = sum_of(maths, context, CONTEXT_SUM_MOST);
    out->decimals = RESULT;
    bool close = false;
    for (; out->decimals <= DECIMALS_MOST && !close; out->decimals++)
        close = closes(&sum, out->decimals);
    out->decimals--;
    write_lines(&sum, close, out);
    return true;
}

static bool addends_close(const Sum *sum, int decimals)
{
    double total = number_rounded(exact_rest(sum), decimals, false);
    for (int j = 0; j < sum->maths->trace->n; j++)
        total += sum->written[j] ? number_rounded(addend(sum, j), decimals, false) : 0;
    return numbers_agree(total, sum->number, decimals, false);
}

/* With how many decimals of a state the printed weight times the printed state is the printed addend, of all; 0: with
 * none that has room. */
static int decimals_of_states(const ContextAddends *sum)
{
    for (int decimals = RESULT; decimals <= RESULT + 1; decimals++) {
        int told = 0;
        for (int i = 0; i < sum->count; i++) {
            double product =
                number_rounded(sum->weights[i], RESULT, false) * number_rounded(sum->states[i], decimals, false);
            told += numbers_agree(product, sum->addends[i], sum->decimals, false);
        }
        if (told == sum->count)
            return decimals;
    }
    return 0;
}

bool context_addends(const Maths *maths, Value context, int most, ContextAddends *out)
{
    if (!is_sum(maths, context))
        return false;
    Sum sum = sum_of(maths, context, most < CONTEXT_SUM_MOST ? most : CONTEXT_SUM_MOST);
    *out = (ContextAddends){.count = sum.count, .rest = exact_rest(&sum), .whole = sum.number, .others = sum.rest};
    for (int j = 0, i = 0; j < maths->trace->n; j++)
        if (sum.written[j]) {
            out->words[i] = j;
            out->weights[i] = (double)sum.weights[j];
            out->states[i] = sum.states[j];
            out->addends[i++] = addend(&sum, j);
        }
    for (out->decimals = RESULT; out->decimals <= PRODUCT && !out->closes; out->decimals++)
        out->closes = addends_close(&sum, out->decimals);
    out->decimals = out->closes ? out->decimals - 1 : RESULT;
    out->of_states = decimals_of_states(out);
    return true;
}
