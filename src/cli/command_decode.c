/* attend decode: one sentence through one model; the translation, the whole trace as JSON, or every moment in words. */
#include "cli/decode_lines.h"

#include "derive/explain.h"

#include <errno.h>
#include <stdlib.h>

#define LIST_LIMIT 1024 /* of --weights, and of --token */

/* ---- what was asked ---- */

static bool wrong_form(const char *given, const char *expected, Error *error)
{
    char shown[EXCERPT_SIZE];
    return error_set(error, ERROR_USAGE, "%s; '%s' is not", expected, slice_excerpt(slice_of(given), shown));
}

static bool parse_seed(const char *given, uint64_t *out, Error *error)
{
    char *end;
    errno = 0;
    *out = strtoull(given, &end, 10);
    return (*given >= '0' && *given <= '9' && !*end && !errno)
           || wrong_form(given, "--sample needs a seed, a whole number from 0", error);
}

static bool fill_choice(const Request *request, DecodeOptions *out, Error *error)
{
    out->beam = request->beam;
    out->sample = request->sample != NULL;
    out->temperature = request->temperature;
    out->sample_temperature = request->sample_temperature;
    out->top_k = request->top_k;
    if (out->sample && out->beam)
        return error_set(error, ERROR_USAGE, "--beam and --sample exclude each other");
    if (!out->sample && request->sample_temperature != 0)
        return error_set(error, ERROR_USAGE,
                         "--sample-temperature goes with --sample; --temperature is that of the attention");
    if (!out->sample && request->top_k)
        return error_set(error, ERROR_USAGE, "--top-k goes with --sample: it draws from the likeliest words alone");
    return !out->sample || parse_seed(request->sample, &out->seed, error);
}

static bool fill_lists(const Request *request, Arena *arena, DecodeOptions *out, Error *error)
{
    if (request->weights.count > LIST_LIMIT || request->tokens.count > LIST_LIMIT)
        return error_set(error, ERROR_USAGE, "--weights and --token can be given %d times at most", LIST_LIMIT);
    StepWeights *weights = ARENA_ARRAY(arena, StepWeights, (size_t)request->weights.count);
    for (int i = 0; i < request->weights.count; i++)
        if (!given_weights(request->weights.values[i], arena, &weights[i]))
            return wrong_form(request->weights.values[i],
                              "--weights is a step from 1 and a weight for each source word, as in 3:0.1,0,0.9", error);
    StepToken *tokens = ARENA_ARRAY(arena, StepToken, (size_t)request->tokens.count);
    for (int i = 0; i < request->tokens.count; i++)
        if (!given_token(request->tokens.values[i], &tokens[i]))
            return wrong_form(request->tokens.values[i], "--token is a step from 1 and a word, as in 2:mouse", error);
    out->weights = weights;
    out->weights_count = request->weights.count;
    out->tokens = tokens;
    out->tokens_count = request->tokens.count;
    return true;
}

static bool fill_options(const Request *request, const Model *model, Arena *arena, DecodeOptions *out, Error *error)
{
    *out = (DecodeOptions){0};
    if (request->force && request->prefix)
        return error_set(error, ERROR_USAGE, "--force and --prefix exclude each other");
    const char *words = request->force ? request->force : request->prefix;
    trace_force(out, model, words, arena);
    out->forced_only = request->force != NULL;
    return trace_mute(out, request->mute, arena, error) && fill_choice(request, out, error)
           && fill_lists(request, arena, out, error);
}

/* A step that was never reached makes its weights or its word a mistake. */
static bool check_reached(const Trace *trace, const DecodeOptions *options, Error *error)
{
    for (int i = 0; i < options->weights_count; i++)
        if (options->weights[i].step >= trace->step_count)
            return error_set(error, ERROR_USAGE, "--weights names step %d, and the decode has %d step(s)",
                             options->weights[i].step + 1, trace->step_count);
    for (int i = 0; i < options->tokens_count; i++)
        if (options->tokens[i].step >= trace->step_count)
            return error_set(error, ERROR_USAGE, "--token names step %d, and the decode has %d step(s)",
                             options->tokens[i].step + 1, trace->step_count);
    return true;
}

/* ---- what is printed ---- */

/* With forced words the end mark is shown as well: it may be the one step more that was asked for. */
static void print_plain(const Trace *trace, bool forced, Arena *arena, Bytes *out)
{
    const TraceStep *last = &trace->steps[trace->step_count - 1];
    bool end = forced && last->id == VOCAB_END;
    output_line(out, "%s%s%s", trace_translation(trace, arena), end && trace->word_count ? " " : "",
                end ? last->token : "");
}

static void print_moments(const Trace *trace, const Model *model, Language language, Arena *arena, Bytes *out)
{
    for (int i = 0; i < moment_count(trace); i++) {
        if (i > 0 && moment_at(trace, i).index == 0)
            bytes_add_text(out, "\n");
        output_line(out, "%s", explain_moment(&(Maths){trace, model, language, arena}, i));
    }
}

static void note_oddities(const Trace *trace)
{
    char shown[EXCERPT_SIZE];
    for (int j = 0; j < trace->n; j++)
        if (trace->unknown[j])
            output_note("'%s' is not in the vocabulary: the model reads <unk>",
                        slice_excerpt(slice_of(trace->source[j]), shown));
    if (trace->cut)
        output_note("the sentence was cut behind its first %d words", TRACE_LIMIT_WORDS);
    if (trace->truncated)
        output_note("the model had not written its end mark after %d word(s), the limit", trace->word_count);
}

static bool print(const Request *request, const Trace *trace, const Model *model, Arena *arena, Error *error)
{
    Bytes text = {0};
    if (request->json)
        trace_print_json(trace, model, &text);
    else if (request->explain)
        print_moments(trace, model, (Language)request->language, arena, &text);
    else
        print_plain(trace, request->force != NULL, arena, &text);
    if (!output_write(&text, error))
        return false;
    note_oddities(trace);
    return true;
}

static bool decode_one(const Call *call, const Model *model, const DecodeOptions *options, Error *error)
{
    Trace *trace = trace_decode(model, slice_of(call->arguments[1]), options, error);
    bool ok = trace && check_reached(trace, options, error) && (!call->request.maps || decode_maps(model, trace, error))
              && print(&call->request, trace, model, call->arena, error);
    trace_destroy(trace);
    return ok;
}

/* Options about the words or states of one sentence do not go with a file of sentences. */
static bool check_request(const Call *call, Error *error)
{
    const Request *request = &call->request;
    bool one = request->explain || request->force || request->prefix || request->mute || request->weights.count > 0
               || request->tokens.count > 0;
    if (request->json && request->explain)
        return error_set(error, ERROR_USAGE, "--json and --explain exclude each other");
    if (request->maps && !request->json)
        return error_set(error, ERROR_USAGE, "--maps goes with --json");
    if (!request->lines && call->count < 2)
        return error_set(error, ERROR_USAGE, "a sentence is needed, or --lines F");
    if (request->lines && call->count > 1)
        return error_set(error, ERROR_USAGE, "--lines F takes the place of the sentence");
    return !request->lines || !one
           || error_set(
               error, ERROR_USAGE,
               "--explain, --force, --prefix, --mute, --weights and --token are for one sentence, not for --lines");
}

bool decode_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    OpenFile source = {0};
    DecodeOptions options;
    if (!check_request(call, error) || !source_open(call->arguments[0], call->arena, &source, error))
        return false;
    bool ok = fill_options(request, &source.model, call->arena, &options, error)
              && (request->lines ? decode_lines(&source.model, &options, request, error)
                                 : decode_one(call, &source.model, &options, error));
    opened_finish(&source);
    return ok;
}
