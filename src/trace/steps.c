/* One decode step: what was changed from outside, the model's numbers, the choice of a word.
 * n source words, t decode step from 0, V target words. */
#include "trace/steps.h"

#include "nn/kernels.h"
#include "text/pieces.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_LIMIT_STEPS 1000 /* whatever limit_factor a model file asks for */

const char *const CHOSEN_NAMES[] = {"greedy", "forced", "changed", "beam", "sampled", NULL};

/* ---- interventions ---- */

/* The id of a target word that was given; `end`: it may be </s>. */
static bool find_word(const Model *model, Slice word, bool end, int *id, Error *error)
{
    *id = vocab_find(&model->target, word, false);
    if (*id >= VOCAB_SPECIAL || (end && *id == VOCAB_END))
        return true;
    return error_set(error, ERROR_USAGE, "the model does not know the target word '%.*s'", (int)word.length, word.text);
}

void trace_force(DecodeOptions *options, const Model *model, const char *text, Arena *arena)
{
    TokenList words =
        text ? pieces_of(arena, &model->target, slice_of(text), model->config.target_tokens, false) : (TokenList){0};
    options->forced = words.tokens;
    options->forced_count = words.count;
}

bool trace_mute(DecodeOptions *options, const char *text, Arena *arena, Error *error)
{
    int *muted = ARENA_ARRAY(arena, int, text ? strlen(text) : 0);
    char *end = NULL;
    options->muted = muted;
    options->muted_count = 0;
    for (const char *at = text; at; at = *end == ',' ? end + 1 : NULL) {
        long number = strtol(at, &end, 10);
        if (end == at || (*end && *end != ',') || number < 1 || number > INT_MAX)
            return error_set(error, ERROR_USAGE, "'%s' names no states; expected numbers from 1, such as 2 or 2,4",
                             text);
        muted[options->muted_count++] = (int)number - 1;
    }
    return true;
}

static bool find_words(Decoding *decoding, Error *error)
{
    const DecodeOptions *options = decoding->options;
    for (int i = 0; i < options->forced_count; i++)
        if (!find_word(decoding->model, options->forced[i], false, &decoding->forced[i], error))
            return false;
    decoding->tokens = ARENA_ARRAY(&decoding->trace->arena, int, (size_t)options->tokens_count);
    for (int i = 0; i < options->tokens_count; i++)
        if (!find_word(decoding->model, options->tokens[i].word, true, &decoding->tokens[i], error))
            return false;
    return true;
}

static bool check_weights(const Trace *trace, const StepWeights *given, Error *error)
{
    if (!config_weighs(&trace->config))
        return error_set(error, ERROR_USAGE, "a model with attention %s has no weights that could be changed",
                         ATTENTION_NAMES[trace->config.attention]);
    if (given->step < 0)
        return error_set(error, ERROR_USAGE, "steps are counted from 1");
    if (given->count != trace->n)
        return error_set(error, ERROR_USAGE, "step %d needs %d weight(s), one for each source word, and got %d",
                         given->step + 1, trace->n, given->count);
    double sum = 0;
    for (int j = 0; j < given->count; j++) {
        if (!isfinite(given->weights[j]) || given->weights[j] < 0)
            return error_set(error, ERROR_USAGE, "weight %d of step %d is not a number of at least 0", j + 1,
                             given->step + 1);
        sum += (double)given->weights[j];
    }
    if (sum <= 0)
        return error_set(error, ERROR_USAGE, "the weights of step %d are all 0", given->step + 1);
    return true;
}

static bool check_muted(const Trace *trace, const DecodeOptions *options, Error *error)
{
    if (options->muted_count > 0 && !config_weighs(&trace->config))
        return error_set(error, ERROR_USAGE, "a model with attention %s looks at no state that could be muted",
                         ATTENTION_NAMES[trace->config.attention]);
    for (int i = 0; i < options->muted_count; i++)
        if (options->muted[i] < 0 || options->muted[i] >= trace->n)
            return error_set(error, ERROR_USAGE, "there is no state %d to be muted: the sentence has %d",
                             options->muted[i] + 1, trace->n);
    return true;
}

static bool check_choice(const DecodeOptions *options, Error *error)
{
    if (options->beam < 0 || options->beam > TRACE_BEAM_LIMIT)
        return error_set(error, ERROR_USAGE, "a beam keeps 1 to %d hypotheses", TRACE_BEAM_LIMIT);
    if (options->beam > 0 && options->sample)
        return error_set(error, ERROR_USAGE, "a beam search takes the best words and cannot draw them as well");
    double temperature = options->sample_temperature;
    if (temperature != 0 && !(temperature >= 1e-3 && temperature <= 1e3))
        return error_set(error, ERROR_USAGE, "the temperature must lie between 0.001 and 1000");
    if (options->top_k < 0 || options->top_k > TRACE_TOP_K_LIMIT)
        return error_set(error, ERROR_USAGE, "words are drawn from the 1 to %d likeliest", TRACE_TOP_K_LIMIT);
    for (int i = 0; i < options->tokens_count; i++)
        if (options->tokens[i].step < 0)
            return error_set(error, ERROR_USAGE, "steps are counted from 1");
    return true;
}

static bool check_temperature(const Trace *trace, double temperature, Error *error)
{
    if (!config_scores(&trace->config))
        return error_set(error, ERROR_USAGE, "a model with attention %s has no scores for a temperature to divide",
                         ATTENTION_NAMES[trace->config.attention]);
    if (!(temperature >= 1e-3 && temperature <= 1e3))
        return error_set(error, ERROR_USAGE, "the temperature must lie between 0.001 and 1000");
    return true;
}

static bool check_options(const Trace *trace, const DecodeOptions *options, Error *error)
{
    if (options->forced_count > TRACE_LIMIT_WORDS)
        return error_set(error, ERROR_USAGE, "at most %d target words can be forced", TRACE_LIMIT_WORDS);
    if (options->temperature != 0 && !check_temperature(trace, options->temperature, error))
        return false;
    for (int i = 0; i < options->temperatures_count; i++)
        if (!check_temperature(trace, options->temperatures[i].temperature, error))
            return false;
    for (int i = 0; i < options->weights_count; i++)
        if (!check_weights(trace, &options->weights[i], error))
            return false;
    return check_muted(trace, options, error) && check_choice(options, error);
}

/* The weights given for step t, divided by their sum; the last given win; NULL where the model's own hold. */
static const float *replaced_weights(const DecodeOptions *options, int t, Arena *arena)
{
    for (int i = options->weights_count - 1; i >= 0; i--) {
        const StepWeights *given = &options->weights[i];
        if (given->step != t)
            continue;
        double sum = 0;
        for (int j = 0; j < given->count; j++)
            sum += (double)given->weights[j];
        float *weights = ARENA_ARRAY(arena, float, (size_t)given->count);
        for (int j = 0; j < given->count; j++)
            weights[j] = (float)((double)given->weights[j] / sum);
        return weights;
    }
    return NULL;
}

/* The last that was given at or before the step, else that of all steps; whether it begins here. */
static double temperature_at(const DecodeOptions *options, int t, bool *begins)
{
    const StepTemperature *found = NULL;
    for (int i = 0; i < options->temperatures_count; i++) {
        const StepTemperature *given = &options->temperatures[i];
        if (given->step <= t && (!found || given->step >= found->step))
            found = given;
    }
    *begins = found && found->step == t;
    return found ? found->temperature : options->temperature;
}

static int step_limit(const Trace *trace, const Model *model, const DecodeOptions *options)
{
    int limit = model_limit(model, trace->n);
    if (limit > TRACE_LIMIT_STEPS)
        limit = TRACE_LIMIT_STEPS;
    if (options->forced_only || options->forced_count > limit)
        limit = options->forced_count + options->forced_only;
    return limit < 1 ? 1 : limit;
}

bool decoding_start(Decoding *decoding, Trace *trace, const Model *model, const DecodeOptions *options, Error *error)
{
    *decoding = (Decoding){.trace = trace, .model = model, .options = options, .random = random_seeded(options->seed)};
    decoding->limit = step_limit(trace, model, options);
    return check_options(trace, options, error) && find_words(decoding, error);
}

/* A word for this very step wins over the prefix; of several the last. */
int decoding_given(const Decoding *decoding, int t)
{
    const DecodeOptions *options = decoding->options;
    for (int i = options->tokens_count - 1; i >= 0; i--)
        if (options->tokens[i].step == t)
            return decoding->tokens[i];
    return t < options->forced_count ? decoding->forced[t] : -1;
}

/* ---- the numbers ---- */

void step_find_top(TraceStep *step, const Model *model)
{
    int ids[TRACE_TOP];
    step->top_count = values_top(step->step.probabilities, model->target.count, TRACE_TOP, ids);
    for (int i = 0; i < step->top_count; i++)
        step->top[i] = (Candidate){ids[i], vocab_word(&model->target, ids[i]), step->step.probabilities[ids[i]]};
}

bool numbers_finite(const float *values, int count)
{
    for (int i = 0; values && i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static bool step_finite(const Trace *trace, const Model *model, const Step *step)
{
    return numbers_finite(step->scores, trace->n) && numbers_finite(step->weights, trace->n)
           && numbers_finite(step->context, config_annotation(&trace->config))
           && numbers_finite(step->state, trace->config.hidden) && numbers_finite(step->logits, model->target.count);
}

bool decoding_run(Decoding *decoding, int t, const TraceStep *before, TraceStep *step, Error *error)
{
    Trace *trace = decoding->trace;
    const Model *model = decoding->model;
    StepChange change = {.weights = replaced_weights(decoding->options, t, &trace->arena)};
    *step = (TraceStep){.replaced = change.weights != NULL};
    step->temperature = change.temperature = temperature_at(decoding->options, t, &step->tempered);
    step->step = model_step(model, &trace->encoding, t, before ? &before->step : NULL,
                            before ? before->id : VOCAB_START, &change, &trace->arena);
    step->input_token = vocab_word(&model->target, step->step.input);
    step_find_top(step, model);
    if (step_finite(trace, model, &step->step))
        return true;
    return error_set(error, ERROR_FORMAT, "the model's numbers grow beyond all bounds at step %d", t + 1);
}

/* ---- the word ---- */

double logits_sum(const float *logits, int V)
{
    double largest = (double)logits[0], sum = 0;
    for (int i = 1; i < V; i++)
        if ((double)logits[i] > largest)
            largest = (double)logits[i];
    for (int i = 0; i < V; i++)
        sum += exp((double)logits[i] - largest);
    return largest + log(sum);
}

/* Words from VOCAB_SPECIAL on and </s>, which stands before them. */
static bool can_be_drawn(int id, const float *p)
{
    return id >= VOCAB_END && id != VOCAB_UNKNOWN && p[id] > 0;
}

/* The `count` likeliest keep their probability, all others have none. */
static const float *keep_likeliest(const float *p, int V, int count, Arena *arena)
{
    float *kept = ARENA_ARRAY(arena, float, (size_t)V);
    for (int k = 0; k < count; k++) {
        int best = -1;
        for (int id = VOCAB_END; id < V; id++)
            if (can_be_drawn(id, p) && kept[id] <= 0 && (best < 0 || p[id] > p[best]))
                best = id;
        if (best < 0)
            break;
        kept[best] = p[best];
    }
    return kept;
}

int decoding_draw(Decoding *decoding, const TraceStep *step)
{
    int V = decoding->model->target.count;
    double temperature = decoding->options->sample_temperature, sum = 0;
    const float *p = step->step.probabilities;
    if (temperature != 0 && temperature != 1) {
        float *tempered = ARENA_ARRAY(&decoding->trace->arena, float, (size_t)V);
        kernels()->softmax(V, step->step.logits, (float)(1 / temperature), tempered);
        p = tempered;
    }
    if (decoding->options->top_k > 0)
        p = keep_likeliest(p, V, decoding->options->top_k, &decoding->trace->arena);
    for (int id = VOCAB_END; id < V; id++)
        sum += can_be_drawn(id, p) ? (double)p[id] : 0;
    double place = random_unit(&decoding->random) * sum;
    int last = VOCAB_END;
    for (int id = VOCAB_END; id < V; id++) {
        if (!can_be_drawn(id, p))
            continue;
        last = id;
        place -= (double)p[id];
        if (place < 0)
            break;
    }
    return last;
}

ChosenHow decoding_how(const Decoding *decoding, const TraceStep *step, int t, ChosenHow own)
{
    return decoding_given(decoding, t) >= 0 ? CHOSEN_FORCED : step->replaced ? CHOSEN_CHANGED : own;
}

void step_write(TraceStep *step, const Model *model, int id, ChosenHow how)
{
    step->how = how;
    step->id = id;
    step->token = vocab_word(&model->target, id);
    step->p = step->step.probabilities[id];
}
