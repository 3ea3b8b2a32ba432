#include "model/sentence_step.h"

#include <stdlib.h>
#include <string.h>

static void copy_model(const Model *from, Model *out)
{
    *out = *from;
    out->params = space_block(from->table.total);
    memcpy(out->params, from->params, sizeof(Real) * from->table.total);
}

void sentence_step_begin(SentenceStep *step, const Model *model, const Pair *pair)
{
    *step =
        (SentenceStep){.pool = pool_create(1), .maker = batch_maker_create(model->source.count, model->target.count)};
    copy_model(model, &step->own);
    copy_model(model, &step->trial);
    BatchOptions options = {.config = &step->own.config, .separate = true};
    step->batch = batch_make(step->maker, &pair, 1, &options, NULL);
    step->gradient = gradient_create(&step->own, kernels(), step->pool);
    step->measure = gradient_create(&step->trial, kernels(), step->pool);
}

double sentence_step_run(SentenceStep *step)
{
    return gradient_run(step->gradient, step->batch, &(GradientOptions){.single = true});
}

/* What training leaves as it is does not move. */
static bool moves(const Param *param, bool output_only)
{
    return param->start != START_SINUSOID && (!output_only || strncmp(param->name, "output.", 7) == 0);
}

double sentence_step_measure(SentenceStep *step, double rate, bool output_only)
{
    const ParamTable *table = &step->own.table;
    Real *weights = step->trial.params;
    memcpy(weights, step->own.params, sizeof(Real) * table->total);
    for (int i = 0; i < table->count; i++) {
        const Param *param = &table->items[i];
        size_t end = param->offset + (moves(param, output_only) ? param_size(param) : 0);
        for (size_t k = param->offset; k < end; k++)
            weights[k] -= (Real)rate * step->gradient->block[k];
    }
    return gradient_run(step->measure, step->batch, NULL) * step->batch->tokens;
}

void sentence_step_finish(SentenceStep *step)
{
    gradient_destroy(step->gradient);
    gradient_destroy(step->measure);
    batch_maker_destroy(step->maker);
    if (step->pool)
        pool_destroy(step->pool);
    free(step->own.params);
    free(step->trial.params);
    *step = (SentenceStep){0};
}
