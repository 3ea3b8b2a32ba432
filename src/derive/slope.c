#include "derive/slope.h"

#include <assert.h>

static bool is_one(const Term *term)
{
    return term->kind == TERM_NUMBER && term->number == 1;
}

Term *term_times(const Maths *maths, Term *a, Term *b)
{
    if (!a || !b)
        return NULL;
    return is_one(a) ? b : is_one(b) ? a : term_make(maths, TERM_PRODUCT, a, b);
}

Term *term_square(const Maths *maths, Term *a)
{
    return term_make(maths, TERM_SQUARE, a, NULL);
}

Term *term_one_less(const Maths *maths, Term *a)
{
    return term_make(maths, TERM_LESS, term_constant(maths, 1), a);
}

static Term *plus(const Maths *maths, Term *a, Term *b)
{
    return !a ? b : !b ? a : term_make(maths, TERM_SUM, a, b);
}

static Term *less(const Maths *maths, Term *a, Term *b)
{
    return !b ? a : a ? term_make(maths, TERM_LESS, a, b) : term_times(maths, term_constant(maths, -1), b);
}

static Term *slope_of_sum(const Maths *maths, const Term *sum, Value by)
{
    Term *all = term_sum(maths, sum->count);
    for (int i = 0; i < sum->count; i++) {
        Term *slope = term_slope(maths, sum->parts[i], by);
        if (slope)
            sum_add(all, slope);
    }
    return all->count > 1 ? all : all->count ? all->parts[0] : NULL;
}

/* (a / b)' = a' / b − (a / b) (b' / b). */
static Term *slope_of_quotient(const Maths *maths, const Term *term, Term *above, Term *below)
{
    Term *a = above ? term_make(maths, TERM_QUOTIENT, above, term->parts[1]) : NULL;
    Term *b = below ? term_make(maths, TERM_QUOTIENT, below, term->parts[1]) : NULL;
    return less(maths, a, term_times(maths, term_make(maths, TERM_QUOTIENT, term->parts[0], term->parts[1]), b));
}

/* Of a function of one part, whose own slope is `inner`; `self`: the function's value again. */
static Term *slope_of_function(const Maths *maths, const Term *term, Term *inner)
{
    Term *part = term->parts[0], *self = term_make(maths, term->kind, part, NULL);
    switch (term->kind) {
    case TERM_TANH:
        return term_times(maths, inner, term_one_less(maths, term_square(maths, self)));
    case TERM_SIGMOID:
        return term_times(maths, inner, term_times(maths, self, term_one_less(maths, self)));
    case TERM_EXP:
        return term_times(maths, inner, self);
    case TERM_ROOT:
        return term_make(maths, TERM_QUOTIENT, inner, term_times(maths, term_constant(maths, 2), self));
    case TERM_LOG:
        return term_make(maths, TERM_QUOTIENT, inner, part);
    case TERM_SQUARE:
        return term_times(maths, term_constant(maths, 2), term_times(maths, part, inner));
    default:
        assert(false); /* ReLU stands in no formula that is asked for its slope */
        return NULL;
    }
}

static Term *slope_of_length(const Maths *maths, Value length, Value by)
{
    Derivation made = {0};
    derive_length(maths, length, &made);
    return term_slope(maths, made.term, by);
}

Term *term_slope(const Maths *maths, const Term *term, Value by)
{
    if (term->kind == TERM_VALUE && value_equal(term->value, by))
        return term_constant(maths, 1);
    if (term->kind == TERM_VALUE && term->value.kind == VALUE_LENGTH)
        return slope_of_length(maths, term->value, by);
    if (term->kind == TERM_VALUE || term->kind == TERM_NUMBER)
        return NULL;
    if (term->kind == TERM_SUM)
        return slope_of_sum(maths, term, by);
    Term *a = term_slope(maths, term->parts[0], by),
         *b = term->count > 1 ? term_slope(maths, term->parts[1], by) : NULL;
    if (!a && !b)
        return NULL;
    if (term->kind == TERM_PRODUCT)
        return plus(maths, term_times(maths, a, term->parts[1]), term_times(maths, term->parts[0], b));
    if (term->kind == TERM_QUOTIENT)
        return slope_of_quotient(maths, term, a, b);
    return term->kind == TERM_LESS ? less(maths, a, b) : slope_of_function(maths, term, a);
}
