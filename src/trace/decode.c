/* Decodes one sentence step by step and keeps every number on the way.
 * n source words, t decode step from 0, V target words; `limit` steps at most. */
#include "trace/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_LIMIT_STEPS 1000 /* whatever limit_factor a model file asks for */

static const DecodeOptions NO_OPTIONS;

const char *const CHOSEN_NAMES[] = {"greedy", "forced", "changed", NULL};

/* ---- the source ---- */

/* Words as they were typed and their ids. The names of special words are no words: they read as <unk>. */
static void read_source(Trace *trace, const Model *model, const TokenList *tokens)
{
    bool end = model->config.source_end;
    int words = tokens->count;
    trace->cut = words > TRACE_LIMIT_WORDS;
    if (trace->cut)
        words = TRACE_LIMIT_WORDS;
    trace->n = words + end;
    trace->source = ARENA_ARRAY(&trace->arena, const char *, (size_t)trace->n);
    trace->unknown = ARENA_ARRAY(&trace->arena, bool, (size_t)trace->n);
    int *ids = ARENA_ARRAY(&trace->arena, int, (size_t)trace->n);
    for (int j = 0; j < words; j++) {
        Slice token = tokens->tokens[j];
        int id = vocab_find(&model->source, token, model->config.lowercase);
        ids[j] = id < VOCAB_SPECIAL ? VOCAB_UNKNOWN : id;
        trace->source[j] = arena_copy(&trace->arena, token.text, token.length);
        trace->unknown[j] = ids[j] == VOCAB_UNKNOWN;
    }
    if (end) {
        ids[words] = VOCAB_END;
        trace->source[words] = vocab_word(&model->source, VOCAB_END);
    }
    trace->encoding = model_encode(model, ids, trace->n, &trace->arena);
}

/* ---- interventions ---- */

static bool find_forced(const Model *model, const DecodeOptions *options, int *ids, Error *error)
{
    for (int i = 0; i < options->forced_count; i++) {
        Slice word = options->forced[i];
        ids[i] = vocab_find(&model->target, word, false);
        if (ids[i] < VOCAB_SPECIAL)
            return error_set(error, ERROR_USAGE, "the model does not know the target word '%.*s'", (int)word.length,
                             word.text);
    }
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
        return error_set(error, ERROR_USAGE, "step %d needs %d weights, one for each source word, and got %d",
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

static bool check_options(const Trace *trace, const DecodeOptions *options, Error *error)
{
    if (options->forced_count > TRACE_LIMIT_WORDS)
        return error_set(error, ERROR_USAGE, "at most %d target words can be forced", TRACE_LIMIT_WORDS);
    if (options->temperature != 0 && !config_scores(&trace->config))
        return error_set(error, ERROR_USAGE, "a model with attention %s has no scores for a temperature to divide",
                         ATTENTION_NAMES[trace->config.attention]);
    if (options->temperature != 0 && !(options->temperature >= 1e-3 && options->temperature <= 1e3))
        return error_set(error, ERROR_USAGE, "the temperature must lie between 0.001 and 1000");
    for (int i = 0; i < options->weights_count; i++)
        if (!check_weights(trace, &options->weights[i], error))
            return false;
    return true;
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

/* ---- one step ---- */

/* The likeliest words of all, the special ones too, the lowest id first on ties. */
static void find_top(TraceStep *step, const Model *model)
{
    const float *p = step->step.probabilities;
    step->top_count = 0;
    for (int id = 0; id < model->target.count; id++) {
        int place = step->top_count;
        while (place > 0 && p[id] > step->top[place - 1].p)
            place--;
        if (place == TRACE_TOP)
            continue;
        if (step->top_count < TRACE_TOP)
            step->top_count++;
        memmove(&step->top[place + 1], &step->top[place], (size_t)(step->top_count - 1 - place) * sizeof *step->top);
        step->top[place] = (Candidate){id, vocab_word(&model->target, id), p[id]};
    }
}

/* From the logits: a probability that float rounds to 0 still has a logarithm. */
static double log_probability(const float *logits, int V, int id)
{
    double largest = (double)logits[0], sum = 0;
    for (int i = 1; i < V; i++)
        if ((double)logits[i] > largest)
            largest = (double)logits[i];
    for (int i = 0; i < V; i++)
        sum += exp((double)logits[i] - largest);
    return (double)logits[id] - largest - log(sum);
}

static void choose(TraceStep *step, const Model *model, int forced)
{
    step->how = forced >= 0 ? CHOSEN_FORCED : step->replaced ? CHOSEN_CHANGED : CHOSEN_GREEDY;
    step->id = forced >= 0 ? forced : model_best(model, step->step.probabilities);
    step->token = vocab_word(&model->target, step->id);
    step->p = step->step.probabilities[step->id];
}

/* ---- numbers out of hand ---- */

static bool all_finite(const float *values, int count)
{
    for (int i = 0; values && i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* The parameters of a file are finite, but products of large ones need not be, and then nothing would mean anything. */
static bool encoding_finite(const Trace *trace)
{
    const Encoding *encoding = &trace->encoding;
    return all_finite(encoding->annotations, trace->n * config_annotation(&trace->config))
           && all_finite(encoding->keys, trace->n * trace->config.attention_size)
           && all_finite(encoding->initial_state, trace->config.hidden);
}

static bool step_finite(const Trace *trace, const Model *model, const Step *step)
{
    return all_finite(step->scores, trace->n) && all_finite(step->weights, trace->n)
           && all_finite(step->context, config_annotation(&trace->config))
           && all_finite(step->state, trace->config.hidden) && all_finite(step->logits, model->target.count);
}

static void decode_step(Trace *trace, const Model *model, const DecodeOptions *options, int forced)
{
    int t = trace->step_count;
    TraceStep *step = &trace->steps[t];
    const TraceStep *before = t > 0 ? step - 1 : NULL;
    step->replaced = replaced_weights(options, t, &trace->arena);
    StepChange change = {step->replaced, options->temperature};
    step->step = model_step(model, &trace->encoding, t, before ? before->step.state : trace->encoding.initial_state,
                            before ? before->step.cell : trace->encoding.initial_cell,
                            before ? before->id : VOCAB_START, &change, &trace->arena);
    step->input_token = vocab_word(&model->target, step->step.input);
    find_top(step, model);
    choose(step, model, forced);
    trace->log_probability += (float)log_probability(step->step.logits, model->target.count, step->id);
    trace->step_count++;
    if (step->id != VOCAB_END)
        trace->word_count++;
}

/* ---- the whole ---- */

static bool decode_steps(Trace *trace, const Model *model, const DecodeOptions *options, const int *forced,
                         Error *error)
{
    int limit = model_limit(model, trace->n);
    if (limit > TRACE_LIMIT_STEPS)
        limit = TRACE_LIMIT_STEPS;
    if (options->forced_only || options->forced_count > limit)
        limit = options->forced_count + options->forced_only;
    if (limit < 1)
        limit = 1;
    trace->steps = ARENA_ARRAY(&trace->arena, TraceStep, (size_t)limit);
    bool ended = false;
    while (!ended && trace->step_count < limit) {
        int t = trace->step_count;
        decode_step(trace, model, options, t < options->forced_count ? forced[t] : -1);
        if (!step_finite(trace, model, &trace->steps[t].step))
            return error_set(error, ERROR_FORMAT, "the model's numbers grow beyond all bounds at step %d", t + 1);
        ended = trace->steps[t].id == VOCAB_END;
    }
    trace->forced_cut = options->forced_only && !ended;
    trace->truncated = !ended && !options->forced_only;
    return true;
}

static bool decode(Trace *trace, const Model *model, Slice sentence, const DecodeOptions *options, Error *error)
{
    TokenList tokens = text_tokens(&trace->arena, sentence, model->config.source_tokens);
    if (tokens.count == 0)
        return error_set(error, ERROR_USAGE, "the sentence has no words");
    int forced[TRACE_LIMIT_WORDS] = {0};
    trace->n = (tokens.count < TRACE_LIMIT_WORDS ? tokens.count : TRACE_LIMIT_WORDS) + model->config.source_end;
    if (!check_options(trace, options, error) || !find_forced(model, options, forced, error))
        return false;
    if (options->temperature != 0)
        trace->config.temperature = options->temperature;
    read_source(trace, model, &tokens);
    if (!encoding_finite(trace))
        return error_set(error, ERROR_FORMAT, "the model's numbers grow beyond all bounds in the encoder");
    return decode_steps(trace, model, options, forced, error);
}

Trace *trace_decode(const Model *model, Slice sentence, const DecodeOptions *options, Error *error)
{
    Trace *trace = heap_alloc(1, sizeof *trace);
    trace->config = model->config;
    if (decode(trace, model, sentence, options ? options : &NO_OPTIONS, error))
        return trace;
    trace_destroy(trace);
    return NULL;
}

void trace_destroy(Trace *trace)
{
    if (!trace)
        return;
    arena_finish(&trace->arena);
    free(trace);
}

char *trace_translation(const Trace *trace, Arena *arena)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)trace->word_count);
    int count = 0;
    for (int t = 0; t < trace->step_count; t++)
        if (trace->steps[t].id != VOCAB_END)
            words[count++] = trace->steps[t].token;
    return text_join(arena, words, count, trace->config.target_tokens);
}
