/* What meets: the query, where the score makes one of the state, and the keys; and what is added up. */
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
    if (config_is_transformer(&trace->config))
        return (double)step->step.query[i];
    if (trace->config.fault == FAULT_NO_QUERY)
        return 0;
    return trace_product(model, "attention.query.weight", step->step.query, i);
}

static const EncoderLayer *top_of(const Trace *trace)
{
    return &trace->encoding.layers[trace->config.layers - 1];
}

const Real *trace_keys(const Trace *trace)
{
    return config_is_transformer(&trace->config) ? top_of(trace)->cross_keys : trace->encoding.keys;
}

const Real *trace_values(const Trace *trace)
{
    return config_is_transformer(&trace->config) ? top_of(trace)->cross_values : trace->encoding.annotations;
}
