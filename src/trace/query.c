/* The query that the keys meet, where the score makes one of the state. */
#include "trace/trace.h"

double trace_product(const Model *model, const char *weight, const float *state, int i)
{
    size_t H = (size_t)model->config.hidden;
    const Real *row = model_param(model, weight) + (size_t)i * H;
    double sum = 0;
    for (size_t k = 0; k < H; k++)
        sum += (double)row[k] * (double)state[k];
    return sum;
}

double trace_query(const Trace *trace, const Model *model, int t, int i)
{
    const TraceStep *step = &trace->steps[t];
    if (step->asked)
        return step->asked[i];
    if (trace->config.fault == FAULT_NO_QUERY)
        return 0;
    return trace_product(model, "attention.query.weight", step->step.query, i);
}
