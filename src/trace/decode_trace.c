/* Decodes one sentence step by step and keeps every number on the way.
 * n source words, t decode step from 0. */
#include "text/pieces.h"
#include "trace/steps.h"

#include <stdlib.h>

static const DecodeOptions NO_OPTIONS;

/* ---- the source ---- */

/* Words as they were typed and their ids. The names of special words are no words: they read as <unk>. */
static void read_source(Trace *trace, const Model *model, const TokenList *tokens)
{
    trace->source = ARENA_ARRAY(&trace->arena, const char *, (size_t)trace->n);
    trace->unknown = ARENA_ARRAY(&trace->arena, bool, (size_t)trace->n);
    int *ids = ARENA_ARRAY(&trace->arena, int, (size_t)trace->n);
    for (int j = 0; j < trace->words; j++) {
        Slice token = tokens->tokens[j];
        int id = vocab_find(&model->source, token, model->config.lowercase);
        ids[j] = id < VOCAB_SPECIAL ? VOCAB_UNKNOWN : id;
        trace->source[j] = arena_copy(&trace->arena, token.text, token.length);
        trace->unknown[j] = ids[j] == VOCAB_UNKNOWN;
    }
    config_source(&model->config, ids, trace->words, ids);
    for (int j = trace->words; j < trace->n; j++)
        trace->source[j] = vocab_word(&model->source, ids[j]);
    trace->encoding = model_encode(model, ids, trace->n, &trace->arena);
}

static void mute(Trace *trace, const DecodeOptions *options)
{
    if (options->muted_count == 0)
        return;
    bool *muted = ARENA_ARRAY(&trace->arena, bool, (size_t)trace->n);
    for (int i = 0; i < options->muted_count; i++) {
        muted[options->muted[i]] = true;
        model_mute(&trace->encoding, options->muted[i]);
    }
    trace->muted = muted;
}

/* The parameters of a file are finite, but products of large ones need not be, and then nothing would mean anything. */
static bool encoding_finite(const Trace *trace)
{
    const Encoding *encoding = &trace->encoding;
    return numbers_finite(encoding->annotations, trace->n * config_annotation(&trace->config))
           && numbers_finite(encoding->keys, trace->n * trace->config.attention_size)
           && numbers_finite(encoding->initial_state, trace->config.hidden);
}

/* ---- word by word ---- */

static bool decode_steps(Decoding *decoding, Error *error)
{
    Trace *trace = decoding->trace;
    const Model *model = decoding->model;
    bool sample = decoding->options->sample, ended = false;
    trace->steps = ARENA_ARRAY(&trace->arena, TraceStep, (size_t)decoding->limit);
    while (!ended && trace->step_count < decoding->limit) {
        int t = trace->step_count;
        TraceStep *step = &trace->steps[t];
        if (!decoding_run(decoding, t, t ? step - 1 : NULL, step, error))
            return false;
        int given = decoding_given(decoding, t);
        int own = sample ? decoding_draw(decoding, step) : model_best(model, step->step.probabilities);
        ChosenHow how = decoding_how(decoding, step, t, sample ? CHOSEN_SAMPLED : CHOSEN_GREEDY);
        step_write(step, model, given >= 0 ? given : own, how);
        const float *logits = step->step.logits;
        trace->log_probability += (float)((double)logits[step->id] - logits_sum(logits, model->target.count));
        trace->step_count++;
        ended = step->id == VOCAB_END;
        trace->word_count += !ended;
    }
    trace->forced_cut = decoding->options->forced_only && !ended;
    trace->truncated = !ended && !decoding->options->forced_only;
    return true;
}

/* ---- the whole ---- */

static bool decode(Trace *trace, const Model *model, Slice sentence, const DecodeOptions *options, Error *error)
{
    char shown[EXCERPT_SIZE];
    if (!utf8_valid(sentence))
        return error_set(error, ERROR_USAGE, "the sentence '%s' is not UTF-8", slice_excerpt(sentence, shown));
    TokenList tokens =
        pieces_of(&trace->arena, &model->source, sentence, model->config.source_tokens, model->config.lowercase);
    if (tokens.count == 0)
        return error_set(error, ERROR_USAGE, "the sentence has no words");
    for (int j = 0; j < tokens.count; j++)
        if (tokens.tokens[j].length > WORD_BYTES_MOST)
            return error_set(error, ERROR_USAGE, "word %d of the sentence has %zu bytes; expected at most %d", j + 1,
                             tokens.tokens[j].length, WORD_BYTES_MOST);
    Decoding decoding;
    trace->cut = tokens.count > TRACE_LIMIT_WORDS;
    trace->words = trace->cut ? TRACE_LIMIT_WORDS : tokens.count;
    trace->n = config_places(&model->config, trace->words);
    if (!decoding_start(&decoding, trace, model, options, error))
        return false;
    if (options->temperature != 0)
        trace->config.temperature = options->temperature;
    read_source(trace, model, &tokens);
    mute(trace, options);
    if (!encoding_finite(trace))
        return error_set(error, ERROR_FORMAT, "the model's numbers grow beyond all bounds in the encoder");
    return options->beam > 0 ? beam_search(&decoding, error) : decode_steps(&decoding, error);
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

bool trace_muted(const Trace *trace, int j)
{
    return trace->muted && trace->muted[j];
}

char *muted_text(const bool *muted, int n, Arena *arena)
{
    char *text = NULL;
    for (int j = 0; muted && j < n; j++)
        if (muted[j])
            text = arena_printf(arena, "%s%s%d", text ? text : "", text ? "," : "", j + 1);
    return text;
}

double step_temperature(const Trace *trace, int step)
{
    bool given = step >= 0 && step < trace->step_count && trace->steps[step].temperature > 0;
    return given ? trace->steps[step].temperature : trace->config.temperature;
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
