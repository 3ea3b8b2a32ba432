#include "derive/term.h"

#include <math.h>

Term *term_value(const Maths *maths, Value value)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_VALUE, .value = value};
    return term;
}

Term *term_constant(const Maths *maths, double number)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_NUMBER, .number = number};
    return term;
}

Term *term_make(const Maths *maths, TermKind kind, Term *a, Term *b)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = kind, .parts = ARENA_ARRAY(maths->arena, Term *, 2), .count = b ? 2 : 1, .capacity = 2};
    term->parts[0] = a;
    term->parts[1] = b;
    return term;
}

Term *term_sum(const Maths *maths, int capacity)
{
    Term *term = ARENA_NEW(maths->arena, Term);
    *term = (Term){.kind = TERM_SUM, .parts = ARENA_ARRAY(maths->arena, Term *, (size_t)capacity)};
    term->capacity = capacity;
    return term;
}

void sum_add(Term *sum, Term *part)
{
    if (sum->count < sum->capacity)
        sum->parts[sum->count++] = part;
}

void sum_add_product(const Maths *maths, Term *sum, Value a, Value b)
{
    sum_add(sum, term_make(maths, TERM_PRODUCT, term_value(maths, a), term_value(maths, b)));
}

double term_apply(const Term *term, const double *parts)
{
    double a = term->count > 0 ? parts[0] : 0, b = term->count > 1 ? parts[1] : 0;
    switch (term->kind) {
    case TERM_VALUE:
    case TERM_NUMBER:
        return 0;
    case TERM_SUM:
        for (int i = 1; i < term->count; i++)
            a += parts[i];
        return a;
    case TERM_PRODUCT:
        return a * b;
    case TERM_QUOTIENT:
        return a / b;
    case TERM_LESS:
        return a - b;
    case TERM_TANH:
        return tanh(a);
    case TERM_RELU:
        return a > 0 ? a : 0;
    case TERM_SIGMOID:
        return 1 / (1 + exp(-a));
    case TERM_EXP:
        return exp(a);
    case TERM_ROOT:
        return sqrt(a);
    case TERM_LOG:
        return log(a);
    case TERM_SQUARE:
        return a * a;
    }
    return 0;
}

static const Term *operand(const Term *term, const Term *skip, int *n)
{
    if (term == skip)
        return NULL;
    if (term->kind == TERM_VALUE)
        return (*n)-- == 0 ? term : NULL;
    for (int i = 0; i < term->count; i++) {
        const Term *found = operand(term->parts[i], skip, n);
        if (found)
            return found;
    }
    return NULL;
}

const Term *term_operand(const Term *term, const Term *skip, int n)
{
    return term ? operand(term, skip, &n) : NULL;
}
