#include "derive/addends.h"

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
