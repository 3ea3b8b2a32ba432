#include "derive/addends.h"

#include "derive/printed.h"
#include "words/common_words.h"

#include <math.h>

enum { DECIMALS = 2, DECIMALS_MOST = 5 };

/* Is the term the sum, or the sum times or divided by what does not change with it? */
static bool follows(const Term *term, const Term *sum)
{
    if (term == sum)
        return true;
    if (term->kind == TERM_QUOTIENT)
        return follows(term->parts[0], sum);
    return term->kind == TERM_PRODUCT && (follows(term->parts[0], sum) || follows(term->parts[1], sum));
}

/* The term with another in the place of its sum; where that is not, it stays as it is. */
static Term *with_sum(const Maths *maths, Term *term, const Term *sum, Term *other)
{
    if (term == sum)
        return other;
    bool first = (term->kind == TERM_QUOTIENT || term->kind == TERM_PRODUCT) && follows(term->parts[0], sum);
    if (!first && !(term->kind == TERM_PRODUCT && follows(term->parts[1], sum)))
        return term;
    return term_make(maths, term->kind, with_sum(maths, term->parts[0], sum, other),
                     with_sum(maths, term->parts[1], sum, other));
}

bool addends_of(const Maths *maths, Value value, Addends *out)
{
    *out = (Addends){.made = value_derive(maths, value)};
    Term *sum = out->made.sum;
    if (!out->made.term || !sum || !follows(out->made.term, sum))
        return false;
    double factor = term_number(maths, with_sum(maths, out->made.term, sum, term_constant(maths, 1)));
    out->count = sum->count;
    out->added = ARENA_ARRAY(maths->arena, double, (size_t)sum->count);
    for (int i = 0; i < sum->count; i++)
        out->added[i] = factor * term_number(maths, sum->parts[i]);
    return true;
}

double addends_sum(const Addends *all, int first, int count)
{
    double sum = 0;
    for (int i = first; i < first + count; i++)
        sum += all->added[i];
    return sum;
}

Term *addends_term(const Maths *maths, const Addends *all, int first, int count)
{
    Term *part = term_sum(maths, count);
    for (int i = first; i < first + count; i++)
        sum_add(part, all->made.sum->parts[i]);
    return with_sum(maths, all->made.term, all->made.sum, count == 1 ? part->parts[0] : part);
}

/* ---- as printed ---- */

static double printed_sum(const double *numbers, int count, int decimals)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += number_rounded(numbers[i], decimals, false);
    return sum;
}

int addends_decimals(const double *numbers, int count, double sum)
{
    for (int decimals = DECIMALS; decimals <= DECIMALS_MOST; decimals++)
        if (numbers_agree(printed_sum(numbers, count, decimals), sum, decimals, false))
            return decimals;
    return 0;
}

const char *addends_joined(const char *text, double number, int decimals, Arena *arena)
{
    if (!*text)
        return number_text(arena, number, decimals, false);
    const char *size = number_text(arena, fabs(number), decimals, false);
    return arena_printf(arena, "%s %s %s", text, number < 0 ? "−" : "+", size);
}

typedef struct ScoreSum {
    double *numbers, rest; /* [count] that are written; of the others together */
    int count, others;
} ScoreSum;

static ScoreSum sum_of(const Maths *maths, const Term *sum, int most)
{
    int d = sum->count, shown = d > most ? most - 1 : d, *order = sum_order(maths, sum);
    bool *written = ARENA_ARRAY(maths->arena, bool, (size_t)d);
    ScoreSum made = {.numbers = ARENA_ARRAY(maths->arena, double, (size_t)d + 1), .others = d - shown};
    for (int i = 0; i < shown; i++)
        written[order[i]] = true;
    for (int i = 0; i < d; i++) {
        double number = term_number(maths, sum->parts[i]);
        if (written[i])
            made.numbers[made.count++] = number;
        else
            made.rest += number;
    }
    made.numbers[made.count] = made.rest;
    return made;
}

const char *addends_of_score(const Maths *maths, Value score, int most)
{
    Arena *arena = maths->arena;
    Derivation made = value_derive(maths, score);
    if (!made.sum)
        return made.symbols;
    ScoreSum sum = sum_of(maths, made.sum, most);
    int decimals = DECIMALS - 1;
    double root = sqrt(made.sum->count), whole = 0;
    bool closes = false;
    while (!closes && decimals < DECIMALS_MOST) {
        whole = printed_sum(sum.numbers, sum.count + (sum.others > 0), ++decimals);
        closes = numbers_agree(whole / root, made.number, DECIMALS, false);
    }
    const char *text = "";
    for (int i = 0; i < sum.count; i++)
        text = addends_joined(text, sum.numbers[i], decimals, arena);
    if (sum.others > 0) {
        const char *rest = number_text(arena, sum.rest, decimals, false);
        text = arena_printf(arena, "%s + @m{\"%s\"}", text,
                            arena_printf(arena, said(maths->language, W_MORE_ADDENDS), sum.others, rest));
    }
    return arena_printf(arena, "%s = %s @b{/ √%d} %s @B{%s}", text, number_text(arena, whole, decimals, false),
                        made.sum->count, closes ? "=" : "≈", number_text(arena, made.number, DECIMALS, false));
}
