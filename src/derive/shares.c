#include "derive/shares.h"

#include "derive/telling.h"

#include <math.h>
#include <string.h>

enum { DECIMALS = SHARES_DECIMALS, DECIMALS_MOST = 6 };

bool shares_has(const Shares *shares, int j)
{
    return j >= shares->first && j < shares->first + shares->count;
}

double shares_tempered(const Shares *shares, int j)
{
    return (double)shares->scores[j] / shares->temperature;
}

double shares_less(const Shares *shares, int j)
{
    return shares_tempered(shares, j) - shares->largest;
}

double shares_power(const Shares *shares, int j)
{
    return exp(shares_less(shares, j));
}

/* ---- as printed ---- */

const char *shares_shift_text(const Shares *shares, int j, Arena *arena)
{
    return arena_printf(arena, "%s %s %s", number_text(arena, shares_tempered(shares, j), DECIMALS, false),
                        shares->largest < 0 ? "+" : "−", number_text(arena, fabs(shares->largest), DECIMALS, false));
}

const char *shares_less_text(const Shares *shares, int j, Arena *arena)
{
    double less = shares_less(shares, j);
    return number_text(arena, less, less == 0 ? 0 : shares->decimals.less, false);
}

const char *shares_power_text(const Shares *shares, int j, Arena *arena)
{
    double power = shares_power(shares, j);
    return power == 1 ? "1" : share_text(arena, power, shares->decimals.power);
}

const char *shares_exponent(const Maths *maths, int step)
{
    const char *letter = VALUE_INFO[score_value(maths, step, 0).kind].letter;
    return arena_printf(maths->arena, "@b{%s}%s − @m{max}", letter,
                        step_temperature(maths->trace, step) == 1 ? "" : " / T");
}

/* Where one word alone has all, nothing is rounded. */
const char *shares_sum_text(const Shares *shares, Arena *arena)
{
    return number_text(arena, shares->sum, shares->sum == 1 ? 0 : shares->decimals.power, false);
}

const char *shares_division_text(const Shares *shares, const char *power, const char *sum, Arena *arena)
{
    const char *text = arena_printf(arena, "%s / %s", power, sum);
    return !shares->windowed
               ? text
               : arena_printf(arena, "%s · %s", text, share_text(arena, shares->factor, shares->decimals.power));
}

const char *shares_quotient_text(const Shares *shares, Arena *arena)
{
    return shares_division_text(shares, shares_power_text(shares, shares->best, arena), shares_sum_text(shares, arena),
                                arena);
}

const char *shares_of_sum_text(const Shares *shares, int j, Arena *arena)
{
    return arena_printf(arena, "%s / %s", shares_power_text(shares, j, arena), shares_sum_text(shares, arena));
}

const char *shares_equals_text(double share, int decimals, bool closes, Arena *arena)
{
    const char *text = share_equals(arena, share, decimals);
    bool equal = text[0] == '=';
    return arena_printf(arena, "%.*s @B{%s}", equal && !closes ? (int)strlen("≈") : 1, equal && !closes ? "≈" : text,
                        text + 2);
}

const char *shares_result_text(const Shares *shares, Arena *arena)
{
    double weight = (double)shares->weights[shares->best];
    return shares_equals_text(weight, weight == 1 ? 0 : DECIMALS, shares->closes, arena);
}

/* ---- digits that close ---- */

/* As number_rounded (printed.h) but for a tie in binary, and without making a text: digits are tried by the hundred. */
static double printed(double number, int decimals)
{
    static const double scales[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    return rint(number * scales[decimals]) / scales[decimals];
}

/* Is `made` printed as `number` is? Not where it lies in the middle of two: one may round it up and another down. */
static bool agree(double made, double number, int decimals)
{
    return fabs(made - printed(number, decimals)) < (0.5 - 1e-6) * pow(10, -decimals);
}

bool shares_tempered_closes(const Shares *shares, int j)
{
    double score = printed((double)shares->scores[j], DECIMALS);
    return agree(score / printed(shares->temperature, DECIMALS), shares_tempered(shares, j), DECIMALS);
}

bool shares_less_closes(const Shares *shares, int j)
{
    double less = printed(shares_tempered(shares, j), DECIMALS) - printed(shares->largest, DECIMALS);
    return agree(less, shares_less(shares, j), shares->decimals.less);
}

static bool power_closes(const Shares *shares, int j)
{
    double power = exp(printed(shares_less(shares, j), shares->decimals.less));
    return agree(power, shares_power(shares, j), shares->decimals.power);
}

/* Of every word that is printed. */
static bool all_powers_close(const Shares *shares, const bool *shown)
{
    for (int j = shares->first; j < shares->first + shares->count; j++)
        if ((!shown || shown[j]) && !power_closes(shares, j))
            return false;
    return true;
}

/* Where all of them are printed. */
static bool sum_closes(const Shares *shares, const bool *shown)
{
    double sum = 0;
    for (int j = shares->first; j < shares->first + shares->count; j++) {
        if (shown && !shown[j])
            return true;
        sum += printed(shares_power(shares, j), shares->decimals.power);
    }
    return agree(sum, shares->sum, shares->decimals.power);
}

static bool share_closes(const Shares *shares)
{
    int p = shares->decimals.power;
    double made = printed(shares_power(shares, shares->best), p) / printed(shares->sum, p) * printed(shares->factor, p);
    return agree(made, (double)shares->weights[shares->best], DECIMALS);
}

bool shares_of_sum_closes(const Shares *shares, int j)
{
    int p = shares->decimals.power;
    double power = printed(shares_power(shares, j), p);
    return power > 0 && agree(power / printed(shares->sum, p), (double)shares->weights[j], DECIMALS);
}

/* The more digits the better, but four are enough; two only where nothing else closes. */
static bool powers_close(Shares *shares, const bool *shown)
{
    static const int decimals[] = {4, 3, 5, 6, DECIMALS};
    for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++) {
        if (decimals[i] == DECIMALS && shares->decimals.less < DECIMALS_MOST)
            continue;
        shares->decimals.power = decimals[i];
        if (all_powers_close(shares, shown) && share_closes(shares)
            && (!shares->sum_closes || sum_closes(shares, shown)))
            return true;
    }
    return false;
}

static bool find_lesses(Shares *shares, const bool *shown)
{
    for (shares->decimals.less = DECIMALS; shares->decimals.less <= DECIMALS_MOST; shares->decimals.less++)
        if (powers_close(shares, shown))
            return true;
    return false;
}

/* The fewest digits of the exponents, and with them the most of their powers; if it has to be, with a sum that does not
 * close, or with nothing that does. */
static void find_digits(Shares *shares, const bool *shown)
{
    shares->sum_closes = true;
    shares->closes = find_lesses(shares, shown);
    if (shares->closes)
        return;
    shares->sum_closes = false;
    shares->closes = find_lesses(shares, shown);
    if (!shares->closes)
        shares->decimals.less = shares->decimals.power = DECIMALS + 1;
}

/* The factor of a word's share in the window of local_p: the second part of its weight's formula. If the powers are
 * divided by their number instead of their sum, the factor is the same for all words. */
static double factor_of(const Maths *maths, const Shares *shares, int step, int j)
{
    if (maths->trace->config.fault == FAULT_NOT_NORMALISED)
        return shares->sum / shares->count;
    if (maths->trace->config.local != LOCAL_P)
        return 1;
    const Term *term = value_derive(maths, (Value){VALUE_WEIGHT, .place = step, .index = j}).term;
    return term->kind == TERM_PRODUCT ? term_number(maths, term->parts[1]) : 1;
}

bool *shares_told(const Maths *maths, int step)
{
    int n = maths->trace->n, largest[LIST_LARGEST];
    const float *weights = maths->trace->steps[step].step.weights;
    bool *told = ARENA_ARRAY(maths->arena, bool, n);
    int count = values_top(weights, n, LIST_LARGEST, largest);
    for (int j = 0; j < n; j++)
        told[j] = n <= LIST_ALL;
    for (int i = 0; i < count; i++)
        told[largest[i]] = true;
    return told;
}

Shares shares_of(const Maths *maths, int step, const bool *shown)
{
    const Config *config = &maths->trace->config;
    const Step *made = &maths->trace->steps[step].step;
    Shares shares = {.scores = made->scores,
                     .weights = made->weights,
                     .first = made->first,
                     .count = made->count,
                     .best = values_largest(made->weights, maths->trace->n),
                     .temperature = step_temperature(maths->trace, step),
                     .largest = -INFINITY,
                     .windowed = config->local == LOCAL_P || config->fault == FAULT_NOT_NORMALISED};
    for (int j = shares.first; j < shares.first + shares.count; j++) {
        double score = shares_tempered(&shares, j);
        shares.largest = score > shares.largest ? score : shares.largest;
    }
    for (int j = shares.first; j < shares.first + shares.count; j++)
        shares.sum += shares_power(&shares, j);
    shares.factor = factor_of(maths, &shares, step, shares.best);
    find_digits(&shares, shown);
    return shares;
}
