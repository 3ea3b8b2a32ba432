#include "study/own_run.h"

#include <math.h>

const TraceStep *own_step(const Trace *own, int step)
{
    return own && step >= 0 && step < own->step_count ? &own->steps[step] : NULL;
}

bool own_word_differs(const Trace *own, const Trace *trace, int step)
{
    const TraceStep *before = own_step(own, step);
    return own && (!before || before->id != trace->steps[step].id);
}

bool own_weight_differs(const Trace *own, const Trace *trace, int step, int j)
{
    const TraceStep *before = own_step(own, step);
    const float *weights = trace->steps[step].step.weights;
    if (!own || !weights || (before && !before->step.weights))
        return false;
    return !before || fabsf(before->step.weights[j] - weights[j]) >= OWN_LEAST;
}

bool own_weights_differ(const Trace *own, const Trace *trace, int step)
{
    if (own && trace->steps[step].replaced)
        return true;
    for (int j = 0; j < trace->n; j++)
        if (own_weight_differs(own, trace, step, j))
            return true;
    return false;
}
