#include "derive/derive.h"

#include "words/course_words.h"

#include <math.h>

/* ---- numbers ---- */

/* W s of one of the two that ask, which a score asks for many times. A query that is hidden (trace/before.h) is made of
 * the state that asks, which is there. */
static double query_number(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    const TraceStep *step = &trace->steps[value.place];
    const WrittenRun *written = step->step.layers ? &step->step.layers[value_layer(trace, value)] : NULL;
    if (written && written->cross_queries && !model_is_whole(maths->model))
        return (double)written->cross_queries[value.index];
    bool kept = !written && (step->asked || step->step.query || trace->config.fault == FAULT_NO_QUERY);
    if (value.kind == VALUE_QUERY && kept)
        return trace_query(trace, maths->model, value.place, value.index);
    Value asking = asking_state(maths, value.place, 0);
    asking.part += value.part;
    return trace_product(maths->model, query_weight(maths, value), value_recorded(maths, asking), value.index);
}

double value_number(const Maths *maths, Value value)
{
    if (value.kind == VALUE_QUERY || value.kind == VALUE_POSITION)
        return query_number(maths, value);
    if (value_computed(value.kind))
        return value_derive(maths, value).number;
    return (double)*value_recorded(maths, value);
}

/* Of a model that only a trace is known of, some numbers that others are made of are not there. */
static bool all_there(const Maths *maths, const Term *term)
{
    if (term->kind == TERM_VALUE)
        return value_valid(maths, term->value);
    for (int i = 0; i < term->count; i++)
        if (!all_there(maths, term->parts[i]))
            return false;
    return true;
}

/* The formula stands, without its numbers and without the shapes of what is not known. */
static void leave_symbols(const Maths *maths, Derivation *made)
{
    made->term = made->sum = NULL;
    made->shapes = NULL;
    made->told = said(maths->language, W_A_TRACE_LACKS_WHAT_IT_IS_MADE_OF);
}

Derivation value_derive(const Maths *maths, Value value)
{
    static void (*const makers[VALUE_KINDS])(const Maths *, Value, Derivation *) = {
#define VALUE(KIND, letter, role, meaning, places, entries, kept, maker) [VALUE_##KIND] = derive_##maker,
#include "derive/values.def"
#undef VALUE
    };
    Derivation made = {0};
    makers[value.kind](maths, value, &made);
    if (made.term && !model_is_whole(maths->model) && !all_there(maths, made.term))
        leave_symbols(maths, &made);
    made.number = made.term && value_computed(value.kind) ? term_number(maths, made.term) : value_number(maths, value);
    return made;
}

double term_number(const Maths *maths, const Term *term)
{
    if (term->kind == TERM_VALUE)
        return value_number(maths, term->value);
    if (term->kind == TERM_NUMBER)
        return term->number;
    double sum = 0, parts[2] = {0};
    for (int i = 0; i < term->count; i++) {
        double part = term_number(maths, term->parts[i]);
        if (term->kind != TERM_SUM)
            parts[i] = part;
        sum += part;
    }
    return term->kind == TERM_SUM ? sum : term_apply(term, parts);
}

/* Shell's sort: in place, and the order of equal ones does not matter much, so it is made by their places. */
int *sum_order(const Maths *maths, const Term *sum)
{
    int count = sum->count;
    int *order = ARENA_ARRAY(maths->arena, int, (size_t)count);
    double *size = ARENA_ARRAY(maths->arena, double, (size_t)count);
    for (int i = 0; i < count; i++) {
        order[i] = i;
        size[i] = fabs(term_number(maths, sum->parts[i]));
    }
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            int taken = order[i], k = i;
            for (; k >= gap; k -= gap) {
                int other = order[k - gap];
                if (size[other] > size[taken] || (size[other] == size[taken] && other < taken))
                    break;
                order[k] = other;
            }
            order[k] = taken;
        }
    return order;
}
