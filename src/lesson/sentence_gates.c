/* Gates on one sentence: it is decoded as the gate says, and what it asks of the trace is measured. */
#include "lesson/gate_result.h"
#include "lesson/live.h"
#include "model/sentence_step.h"
#include "trace/dragged.h"
#include "trace/head_row.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- what is said of a gate ---- */

GateResult gate_result(bool passed, double value, const char *format, ...)
{
    GateResult out = {.passed = passed, .value = value};
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

bool gate_within(const Gate *gate, double value)
{
    return value >= gate->least && value <= gate->most;
}

const char *gate_asked(const Gate *gate, Arena *arena)
{
    bool least = gate->least > -INFINITY, most = gate->most < INFINITY;
    const char *text = least ? arena_printf(arena, "at least %.6g", gate->least) : "";
    return most ? arena_printf(arena, "%s%sat most %.6g", text, least ? " and " : "", gate->most) : text;
}

static bool writes_words(const Trace *trace, const TokenList *wanted) /* in whichever pieces */
{
    Arena arena = {0};
    const char *words = text_join(&arena, text_words(&arena, wanted), wanted->count, TOKENS_BPE);
    bool same = strcmp(trace_translation(trace, &arena), words) == 0;
    arena_finish(&arena);
    return same;
}

bool gate_writes(const Trace *trace, const TokenList *wanted)
{
    bool same = wanted->count == trace->word_count && !trace->truncated;
    if (trace->config.target_tokens == TOKENS_BPE)
        return !trace->truncated && writes_words(trace, wanted);
    for (int t = 0; same && t < wanted->count; t++)
        same = slice_is(wanted->tokens[t], trace->steps[t].token);
    return same;
}

/* ---- what one trace holds, or two ---- */

static GateResult gate_value(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    double value;
    int count;
    const Real *vector = live_vector(&gate->live[0], trace, &count);
    if (vector && gate->entry <= count)
        value = (double)vector[gate->entry - 1];
    else if (!live_number(&gate->live[0], trace, &value))
        return gate_result(false, NAN, "%s of %s: this model has none", gate->expected, of);
    return gate_result(gate_within(gate, value), value, "%s of %s is %.3f, %s asked", gate->expected, of, value,
                       gate_asked(gate, arena));
}

static GateResult gate_difference(const Gate *gate, const Trace *const traces[2], const char *of, Arena *arena)
{
    const Real *sides[2];
    int counts[2];
    for (int i = 0; i < 2; i++)
        if (!(sides[i] = live_vector(&gate->live[i], traces[i], &counts[i])) || counts[i] != counts[0])
            return gate_result(false, NAN, "%s of %s: there is no such vector%s", gate->names[i],
                               i && gate->other ? arena_printf(arena, "\"%s\"", gate->other) : of,
                               i ? " of this size" : "");
    double most = 0;
    for (int k = 0; k < counts[0]; k++) {
        double apart = fabs((double)sides[0][k] - (double)sides[1][k]);
        most = apart > most ? apart : most;
    }
    const char *which = gate->other ? arena_printf(arena, "%s of %s and of \"%s\"", gate->names[0], of, gate->other)
                                    : arena_printf(arena, "%s and %s of %s", gate->names[0], gate->names[1], of);
    return gate_result(gate_within(gate, most), most, "entries of %s differ by up to %.3f, %s asked", which, most,
                       gate_asked(gate, arena));
}

static GateResult gate_weight(const Gate *gate, const Trace *trace, const char *of)
{
    double least = 1;
    for (int i = 0; i < gate->peak_count; i++) {
        int t = gate->step + i;
        if (t > trace->step_count)
            return gate_result(false, NAN, "weights of %s: decoded in %d step(s), a peak at step %d asked", of,
                               trace->step_count, gate->step + gate->peak_count - 1);
        const Real *weights = trace->steps[t - 1].step.weights;
        if (!weights)
            return gate_result(false, NAN, "weights of %s: this model has none", of);
        int peak = values_largest(weights, trace->n) + 1, wanted = gate->peaks[i];
        double weight = weights[peak - 1];
        if (peak != wanted || !(weight > gate->least))
            return gate_result(false, NAN,
                               "weights of %s: step %d peaks on word %d with %.3f, word %d with more than %.4g asked",
                               of, t, peak, weight, wanted, gate->least);
        least = weight < least ? weight : least;
    }
    return gate_result(true, least,
                       "weights of %s: %d peak(s) in (its|their) place, the lowest %.3f, more than %.4g asked", of,
                       gate->peak_count, least, gate->least);
}

static GateResult gate_probability(const Gate *gate, const Model *model, const Trace *trace, const char *of,
                                   Arena *arena)
{
    int id = vocab_find(&model->target, slice_of(gate->expected), false);
    if (gate->step > trace->step_count || (id == VOCAB_UNKNOWN && strcmp(gate->expected, "<unk>") != 0))
        return gate_result(false, NAN, "%s at step %d of %s: there is no such %s", gate->expected, gate->step, of,
                           gate->step > trace->step_count ? "step" : "word");
    double p = trace->steps[gate->step - 1].step.probabilities[id];
    return gate_result(gate_within(gate, p), p, "%s at step %d of %s has the probability %.3f, %s asked",
                       gate->expected, gate->step, of, p, gate_asked(gate, arena));
}

static GateResult gate_self(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    Error error = {0};
    if (!trace_has_head(trace, gate->head, &error))
        return gate_result(false, NAN, "self-attention of %s: %s", of, error.message);
    if (gate->from > trace->n || gate->to > trace->n)
        return gate_result(false, NAN, "self-attention of %s: there are no words %d and %d", of, gate->from, gate->to);
    size_t n = (size_t)trace->n;
    const Real *weights = trace_self(trace)->weights;
    double weight = weights[((size_t)(gate->head - 1) * n + (size_t)(gate->from - 1)) * n + (size_t)(gate->to - 1)];
    return gate_result(gate_within(gate, weight), weight, "head %d of %s: %s looks at %s with %.3f, %s asked",
                       gate->head, of, trace->source[gate->from - 1], trace->source[gate->to - 1], weight,
                       gate_asked(gate, arena));
}

static GateResult gate_translation(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    TokenList wanted = text_tokens(arena, slice_of(gate->expected), trace->config.target_tokens);
    bool same = gate_writes(trace, &wanted);
    return gate_result(same, NAN, "%s -> %s, %s%s asked", of, trace_translation(trace, arena),
                       same ? "as" : gate->expected, same ? "" : " was");
}

/* The sentence and how it was decoded: "cat chase mouse" with 汤姆 forced. */
static const char *decoded_how(const Gate *gate, Arena *arena)
{
    char *text = arena_printf(arena, "\"%s\"", gate->sentence);
    if (gate->decode.force)
        text = arena_printf(arena, "%s with %s forced", text, gate->decode.force);
    if (gate->decode.temperature != 0)
        text = arena_printf(arena, "%s at temperature %.4g", text, gate->decode.temperature);
    if (gate->decode.mute)
        text = arena_printf(arena, "%s with state %s muted", text, gate->decode.mute);
    if (gate->drag_step)
        text = arena_printf(arena, "%s with all of step %d on word %d", text, gate->drag_step, gate->drag_to);
    if (gate->rate > 0)
        text = arena_printf(arena, "%s behind a step of %.4g towards %s", text, gate->rate, gate->wanted);
    if (gate->beam)
        text = arena_printf(arena, "%s with a beam of %d", text, gate->beam);
    return text;
}

/* NULL, and an error that may have no words, where the sentence cannot be decoded so. */
static Trace *gate_decode(const Gate *gate, const char *sentence, const Model *model, Arena *arena, Error *error)
{
    DecodeOptions options = {.beam = gate->beam};
    StepWeights dragged = {.step = gate->drag_step - 1};
    Trace *trace = card_decode(model, sentence, &gate->decode, &options, error);
    if (!trace || !gate->drag_step)
        return trace;
    dragged.count = trace->n; /* which the first decode told */
    trace_destroy(trace);
    if (gate->drag_to > dragged.count) {
        error_set(error, ERROR_USAGE, "there is no word %d to drag to", gate->drag_to);
        return NULL;
    }
    float *weights = ARENA_ARRAY(arena, float, (size_t)dragged.count);
    weights[gate->drag_to - 1] = 1;
    dragged.weights = weights;
    options.weights = &dragged;
    options.weights_count = 1;
    return card_decode(model, sentence, &gate->decode, &options, error);
}

static GateResult gate_fool(const Gate *gate, const Model *model, const Trace *own, Arena *arena)
{
    double moved = map_farthest(model, gate->sentence, own);
    return gate_result(gate_within(gate, moved), moved,
                       "\"%s\": %.3f of the map moved and every word as before, %s asked", gate->sentence, moved,
                       gate_asked(gate, arena));
}

static GateResult gate_traces(const Gate *gate, const Model *model, const Trace *const traces[2], Arena *arena)
{
    const char *of = decoded_how(gate, arena);
    switch (gate->kind) {
    case GATE_WEIGHT:
        return gate_weight(gate, traces[0], of);
    case GATE_VALUE:
        return gate_value(gate, traces[0], of, arena);
    case GATE_PROBABILITY:
        return gate_probability(gate, model, traces[0], of, arena);
    case GATE_DIFFERENCE:
        return gate_difference(gate, traces, of, arena);
    case GATE_SELF:
        return gate_self(gate, traces[0], of, arena);
    case GATE_FOOL:
        return gate_fool(gate, model, traces[0], arena);
    default:
        return gate_translation(gate, traces[0], of, arena);
    }
}

static GateResult gate_decoded(const Gate *gate, const Model *model, Arena *arena)
{
    Error error = {0};
    Trace *first = gate_decode(gate, gate->sentence, model, arena, &error);
    Trace *other = first && gate->other ? gate_decode(gate, gate->other, model, arena, &error) : NULL;
    bool ok = first && (other || !gate->other);
    GateResult found = ok ? gate_traces(gate, model, (const Trace *[]){first, other ? other : first}, arena)
                          : gate_result(false, NAN, "%s cannot be decoded: %s",
                                        first ? arena_printf(arena, "\"%s\"", gate->other) : decoded_how(gate, arena),
                                        error.message[0] ? error.message : "it has no words");
    trace_destroy(other);
    trace_destroy(first);
    return found;
}

GateResult gate_sentence(const Gate *gate, const Model *model, Arena *arena)
{
    if (gate->rate == 0)
        return gate_decoded(gate, model, arena);
    TokenList words = text_tokens(arena, slice_of(gate->sentence), model->config.source_tokens),
              wanted = text_tokens(arena, slice_of(gate->wanted), model->config.target_tokens);
    Pair pair = {.source = words, .target = wanted};
    Corpus corpus = {.pairs = &pair, .count = 1};
    SentenceStep step;
    corpus_encode(&corpus, &model->source, &model->target, model->config.lowercase);
    sentence_step_begin(&step, model, &pair);
    sentence_step_run(&step);
    sentence_step_measure(&step, gate->rate, false);
    GateResult found = gate_decoded(gate, &step.trial, arena);
    sentence_step_finish(&step);
    arena_finish(&corpus.arena);
    return found;
}
