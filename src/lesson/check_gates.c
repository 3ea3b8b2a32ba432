/* Whether the models keep the gates: each is measured, and told in words. */
#include "lesson/lesson.h"
#include "lesson/live.h"
#include "model/first_word.h"
#include "model/sentence_step.h"
#include "trace/agreement.h"
#include "trace/dragged.h"
#include "trace/head_row.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What it was told in words; `value` is NAN where it is no number. */
static GateResult result(bool passed, double value, const char *format, ...) PRINTF_LIKE(3, 4);

static GateResult result(bool passed, double value, const char *format, ...)
{
    GateResult out = {.passed = passed, .value = value};
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

static bool within(const Gate *gate, double value)
{
    return value >= gate->least && value <= gate->most;
}

/* "at least 0.9 and at most 1 asked" */
static const char *asked(const Gate *gate, Arena *arena)
{
    bool least = gate->least > -INFINITY, most = gate->most < INFINITY;
    const char *text = least ? arena_printf(arena, "at least %.6g", gate->least) : "";
    return most ? arena_printf(arena, "%s%sat most %.6g", text, least ? " and " : "", gate->most) : text;
}

/* Does a source of so many words count? */
static bool counts_in(const Gate *gate, int words)
{
    return gate->longest == 0 || (words >= gate->shortest && words <= gate->longest);
}

static const char *of_length(const Gate *gate, Arena *arena)
{
    return gate->longest ? arena_printf(arena, " of %d to %d words", gate->shortest, gate->longest) : "";
}

static GateResult gate_measured(const Gate *gate, const Evaluation *measured, Arena *arena)
{
    const char *name = gate->kind == GATE_EXACT_MATCH ? "exact match"
                       : gate->kind == GATE_LOSS      ? "loss"
                       : gate->kind == GATE_AER       ? "alignment error"
                                                      : "least alignment error";
    const char *which = of_length(gate, arena);
    if (!measured)
        return result(false, NAN, "%s: not measured, there is no heldout.tsv", name);
    if (measured->pairs == 0)
        return result(false, NAN, "%s: not measured, no held-out sentence is%s", name, which);
    double value = gate->kind == GATE_EXACT_MATCH ? measured->exact_match
                   : gate->kind == GATE_LOSS      ? measured->loss
                   : gate->kind == GATE_AER       ? measured->aer
                                                  : measured->aer_best;
    if (isnan(value))
        return result(false, NAN, "%s: not measured, there are no gold alignments or no weights", name);
    const char *how = gate->beam ? arena_printf(arena, " with a beam of %d", gate->beam) : "";
    return result(within(gate, value), value, "%s %.4f on %d held-out sentence(s)%s%s, %s asked", name, value,
                  measured->pairs, which, how, asked(gate, arena));
}

static GateResult gate_first_word(const Gate *gate, const FirstWord *found, const Error *error, Arena *arena)
{
    const char *which = of_length(gate, arena);
    if (found->sentences == 0)
        return result(false, NAN, "first word after word %d%s: not measured, %s", gate->after, which, error->message);
    if (gate->after > found->words)
        return result(false, NAN, "first word after word %d%s: not measured, the longest sentence has %d", gate->after,
                      which, found->words);
    double told = found->told[gate->after - 1];
    return result(
        within(gate, told), told,
        "after word %d the state tells the first of %d word(s) in %.4f of %d held-out sentence(s)%s, %s asked",
        gate->after, found->firsts, told, found->asked[gate->after - 1], which, asked(gate, arena));
}

static GateResult gate_agreement(const Gate *gate, const Agreement *found, Arena *arena)
{
    const char *map = CAUSE_NAMES[gate->map];
    double value = found ? agreement_share(found, (CauseKind)gate->map) : NAN;
    if (!found)
        return result(false, NAN, "agreement of %s: not measured, there is no heldout.tsv", map);
    if (isnan(value))
        return result(false, NAN, "agreement of %s: not measured, no sentence%s with gold links is translated exactly",
                      map, of_length(gate, arena));
    return result(within(gate, value), value, "agreement of %s with gold %.4f of %d linked words%s, %s asked", map,
                  value, found->words, of_length(gate, arena), asked(gate, arena));
}

static GateResult gate_value(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    double value;
    int count;
    const Real *vector = live_vector(&gate->live[0], trace, &count);
    if (vector && gate->entry <= count)
        value = (double)vector[gate->entry - 1];
    else if (!live_number(&gate->live[0], trace, &value))
        return result(false, NAN, "%s of %s: this model has none", gate->expected, of);
    return result(within(gate, value), value, "%s of %s is %.3f, %s asked", gate->expected, of, value,
                  asked(gate, arena));
}

static GateResult gate_difference(const Gate *gate, const Trace *const traces[2], const char *of, Arena *arena)
{
    const Real *sides[2];
    int counts[2];
    for (int i = 0; i < 2; i++)
        if (!(sides[i] = live_vector(&gate->live[i], traces[i], &counts[i])) || counts[i] != counts[0])
            return result(false, NAN, "%s of %s: there is no such vector%s", gate->names[i],
                          i && gate->other ? arena_printf(arena, "\"%s\"", gate->other) : of, i ? " of this size" : "");
    double most = 0;
    for (int k = 0; k < counts[0]; k++) {
        double apart = fabs((double)sides[0][k] - (double)sides[1][k]);
        most = apart > most ? apart : most;
    }
    const char *which = gate->other ? arena_printf(arena, "%s of %s and of \"%s\"", gate->names[0], of, gate->other)
                                    : arena_printf(arena, "%s and %s of %s", gate->names[0], gate->names[1], of);
    return result(within(gate, most), most, "entries of %s differ by up to %.3f, %s asked", which, most,
                  asked(gate, arena));
}

static GateResult gate_weight(const Gate *gate, const Trace *trace, const char *of)
{
    double least = 1;
    for (int i = 0; i < gate->peak_count; i++) {
        int t = gate->step + i;
        if (t > trace->step_count)
            return result(false, NAN, "weights of %s: decoded in %d step(s), a peak at step %d asked", of,
                          trace->step_count, gate->step + gate->peak_count - 1);
        const Real *weights = trace->steps[t - 1].step.weights;
        if (!weights)
            return result(false, NAN, "weights of %s: this model has none", of);
        int peak = values_largest(weights, trace->n) + 1, wanted = gate->peaks[i];
        double weight = weights[peak - 1];
        if (peak != wanted || !(weight > gate->least))
            return result(false, NAN,
                          "weights of %s: step %d peaks on word %d with %.3f, word %d with more than %.4g asked", of, t,
                          peak, weight, wanted, gate->least);
        least = weight < least ? weight : least;
    }
    return result(true, least, "weights of %s: %d peak(s) in (its|their) place, the lowest %.3f, more than %.4g asked",
                  of, gate->peak_count, least, gate->least);
}

static GateResult gate_probability(const Gate *gate, const Model *model, const Trace *trace, const char *of,
                                   Arena *arena)
{
    int id = vocab_find(&model->target, slice_of(gate->expected), false);
    if (gate->step > trace->step_count || (id == VOCAB_UNKNOWN && strcmp(gate->expected, "<unk>") != 0))
        return result(false, NAN, "%s at step %d of %s: there is no such %s", gate->expected, gate->step, of,
                      gate->step > trace->step_count ? "step" : "word");
    double p = trace->steps[gate->step - 1].step.probabilities[id];
    return result(within(gate, p), p, "%s at step %d of %s has the probability %.3f, %s asked", gate->expected,
                  gate->step, of, p, asked(gate, arena));
}

static GateResult gate_self(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    Error error = {0};
    if (!trace_has_head(trace, gate->head, &error))
        return result(false, NAN, "self-attention of %s: %s", of, error.message);
    if (gate->from > trace->n || gate->to > trace->n)
        return result(false, NAN, "self-attention of %s: there are no words %d and %d", of, gate->from, gate->to);
    size_t n = (size_t)trace->n;
    const Real *weights = trace_self(trace)->weights;
    double weight = weights[((size_t)(gate->head - 1) * n + (size_t)(gate->from - 1)) * n + (size_t)(gate->to - 1)];
    return result(within(gate, weight), weight, "head %d of %s: %s looks at %s with %.3f, %s asked", gate->head, of,
                  trace->source[gate->from - 1], trace->source[gate->to - 1], weight, asked(gate, arena));
}

/* Is it word for word what is wanted? */
static bool writes(const Trace *trace, const TokenList *wanted)
{
    bool same = wanted->count == trace->word_count && !trace->truncated;
    for (int t = 0; same && t < wanted->count; t++)
        same = slice_is(wanted->tokens[t], trace->steps[t].token);
    return same;
}

static GateResult gate_translation(const Gate *gate, const Trace *trace, const char *of, Arena *arena)
{
    TokenList wanted = text_tokens(arena, slice_of(gate->expected), trace->config.target_tokens);
    bool same = writes(trace, &wanted);
    return result(same, NAN, "%s -> %s, %s%s asked", of, trace_translation(trace, arena), same ? "as" : gate->expected,
                  same ? "" : " was");
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
    return result(within(gate, moved), moved, "\"%s\": %.3f of the map moved and every word as before, %s asked",
                  gate->sentence, moved, asked(gate, arena));
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
                          : result(false, NAN, "%s cannot be decoded: %s",
                                   first ? arena_printf(arena, "\"%s\"", gate->other) : decoded_how(gate, arena),
                                   error.message[0] ? error.message : "it has no words");
    trace_destroy(other);
    trace_destroy(first);
    return found;
}

static GateResult gate_sentence(const Gate *gate, const Model *model, Arena *arena)
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

/* ---- gates on pairs ---- */

/* Do the words stand in a row somewhere in the tokens? */
static bool stands_in(const TokenList *words, const TokenList *tokens)
{
    for (int i = 0; i + words->count <= tokens->count; i++) {
        int same = 0;
        while (same < words->count && slice_equal(words->tokens[same], tokens->tokens[i + same]))
            same++;
        if (same == words->count)
            return true;
    }
    return false;
}

static GateResult gate_pairs(const Gate *gate, const Corpus *data, const Config *config, Arena *arena)
{
    const char *source = gate->source ? gate->source : "", *target = gate->target ? gate->target : "";
    if (!data)
        return result(false, NAN, "training pairs with \"%s\" and \"%s\": not counted, they cannot be read", source,
                      target);
    TokenList source_words = text_tokens(arena, slice_of(source), config->source_tokens),
              target_words = text_tokens(arena, slice_of(target), config->target_tokens);
    int count = 0;
    for (int i = 0; i < data->count; i++)
        count += counts_in(gate, data->pairs[i].source.count) && stands_in(&source_words, &data->pairs[i].source)
                 && stands_in(&target_words, &data->pairs[i].target);
    const char *with = gate->source && gate->target   ? arena_printf(arena, " with \"%s\" and \"%s\"", source, target)
                       : gate->source || gate->target ? arena_printf(arena, " with \"%s%s\"", source, target)
                                                      : "";
    return result(within(gate, count), count, "%d training pair(s)%s%s, %s asked", count, with, of_length(gate, arena),
                  asked(gate, arena));
}

/* All parameters, or those of the tensors whose names begin so. */
static GateResult gate_parameters(const Gate *gate, const Model *model, Arena *arena)
{
    const char *front = gate->expected ? gate->expected : "";
    size_t count = 0;
    for (int i = 0; i < model->table.count; i++)
        if (strncmp(model->table.items[i].name, front, strlen(front)) == 0)
            count += param_size(&model->table.items[i]);
    return result(within(gate, (double)count), (double)count, "%zu parameters%s%s, %s asked", count,
                  *front ? " of " : "", front, asked(gate, arena));
}

/* Does the best hypothesis of a beam search say the pair's target? */
static bool beam_is_exact(const Model *model, const Pair *pair, int beam)
{
    Arena arena = {0};
    Error error = {0};
    DecodeOptions options = {.beam = beam};
    const char *source = text_join(&arena, text_words(&arena, &pair->source), pair->source.count, TOKENS_SPACE);
    Trace *trace = trace_decode(model, slice_of(source), &options, &error);
    bool same = trace && writes(trace, &pair->target);
    trace_destroy(trace);
    arena_finish(&arena);
    return same;
}

/* The exact match alone. */
static Evaluation evaluate_beam(const Model *model, const Corpus *corpus, int beam)
{
    int exact = 0;
    for (int i = 0; i < corpus->count; i++)
        exact += beam_is_exact(model, &corpus->pairs[i], beam);
    return (Evaluation){.pairs = corpus->count, .exact_match = (double)exact / corpus->count};
}

/* The held-out sentences of the gate's lengths; the pairs stay the corpus's, the array is to be freed. */
static Corpus part_of(const Gate *gate, const Corpus *heldout)
{
    Corpus part = *heldout;
    part.pairs = heap_alloc((size_t)heldout->count + 1, sizeof *part.pairs);
    part.count = 0;
    for (int i = 0; i < heldout->count; i++)
        if (counts_in(gate, heldout->pairs[i].source.count))
            part.pairs[part.count++] = heldout->pairs[i];
    return part;
}

static Evaluation measure(const Gate *gate, const Model *model, const Corpus *heldout, int threads)
{
    Corpus part = part_of(gate, heldout);
    Evaluation evaluation = {0};
    if (part.count > 0)
        evaluation = gate->beam ? evaluate_beam(model, &part, gate->beam) : model_evaluate(model, &part, threads);
    free(part.pairs);
    return evaluation;
}

/* All maps of one range of lengths are measured together: `kept` are those of the gates before. */
static GateResult agreement(const GateRun *run, Agreement *kept, int index, Arena *arena)
{
    const Gate *gates = run->lesson->gates, *gate = &gates[index];
    int same = 0;
    if (!run->heldout)
        return gate_agreement(gate, NULL, arena);
    while (same < index
           && (kept[same].pairs == 0 || gates[same].shortest != gate->shortest || gates[same].longest != gate->longest))
        same++;
    if (same < index) {
        kept[index] = kept[same];
    } else {
        Corpus part = part_of(gate, run->heldout);
        kept[index] = agreement_measure(run->model, &part, run->threads);
        free(part.pairs);
    }
    return gate_agreement(gate, &kept[index], arena);
}

bool gate_runs(const Gate *gate, int index, int seed)
{
    return gate->model == index && gate->first_seed <= seed && seed <= gate->last_seed;
}

/* What was measured of held-out sentences for a gate, for those behind it that ask of the same ones. */
typedef struct Measured {
    Evaluation evaluation; /* no pairs: not measured */
    FirstWord first_word;  /* no sentences: not measured */
} Measured;

/* Another gate before this one that was measured on the same sentences in the same way, or this one. */
static int measured_before(const GateRun *run, const Measured *measured, int index)
{
    const Gate *gates = run->lesson->gates, *gate = &gates[index];
    bool first_word = gate->kind == GATE_FIRST_WORD;
    int same = 0;
    while (same < index
           && ((first_word ? measured[same].first_word.sentences : measured[same].evaluation.pairs) == 0
               || gates[same].shortest != gate->shortest || gates[same].longest != gate->longest
               || gates[same].beam != gate->beam))
        same++;
    return same;
}

static GateResult gate_heldout(const GateRun *run, int index, Measured *measured, Arena *arena)
{
    const Gate *gate = &run->lesson->gates[index];
    int same = measured_before(run, measured, index);
    Error error = {.message = "there is no heldout.tsv"};
    if (same < index)
        measured[index] = measured[same];
    else if (run->heldout && gate->kind != GATE_FIRST_WORD)
        measured[index].evaluation = measure(gate, run->model, run->heldout, run->threads);
    else if (run->heldout
             && !first_word_measure(run->model, run->heldout, gate->shortest, gate->longest, arena,
                                    &measured[index].first_word, &error))
        measured[index].first_word = (FirstWord){0};
    if (gate->kind == GATE_FIRST_WORD)
        return gate_first_word(gate, &measured[index].first_word, &error, arena);
    return gate_measured(gate, run->heldout ? &measured[index].evaluation : NULL, arena);
}

bool lesson_check_gates(const GateRun *run, GateResult *results)
{
    bool all = true;
    Arena arena = {0};
    Measured *measured = ARENA_ARRAY(&arena, Measured, (size_t)run->lesson->gate_count);
    Agreement *agreed = ARENA_ARRAY(&arena, Agreement, (size_t)run->lesson->gate_count);
    for (int i = 0; i < run->lesson->gate_count; i++) {
        const Gate *gate = &run->lesson->gates[i];
        if (!gate_runs(gate, run->index, run->seed))
            continue;
        if (gate->kind <= GATE_AER_BEST || gate->kind == GATE_FIRST_WORD)
            results[i] = gate_heldout(run, i, measured, &arena);
        else if (gate->kind == GATE_AGREEMENT)
            results[i] = agreement(run, agreed, i, &arena);
        else if (gate->kind == GATE_PARAMETERS)
            results[i] = gate_parameters(gate, run->model, &arena);
        else if (gate->kind == GATE_PAIRS)
            results[i] = gate_pairs(gate, run->data, &run->model->config, &arena);
        else
            results[i] = gate_sentence(gate, run->model, &arena);
        all = all && results[i].passed;
    }
    arena_finish(&arena);
    return all;
}

/* ---- over seeds ---- */

void gate_seeds_add(GateSeeds *seeds, int seed, const GateResult *result)
{
    bool first = seeds->count++ == 0, failed_before = seeds->passed < seeds->count - 1;
    seeds->least = first ? result->value : fmin(seeds->least, result->value);
    seeds->most = first ? result->value : fmax(seeds->most, result->value);
    seeds->sum += result->value;
    seeds->passed += result->passed;
    if (failed_before)
        return;
    seeds->shown = *result;
    seeds->shown_seed = seed;
}

GateResult gate_seeds_result(const GateSeeds *seeds, const Gate *gate)
{
    double mean = seeds->sum / seeds->count; /* NAN where one of them is no number */
    bool of_mean = gate->of == SEEDS_MEAN;
    char held[32] = "the mean", spread[96] = "";
    if (!of_mean)
        snprintf(held, sizeof held, "%d", seeds->passed);
    if (!isnan(mean) && seeds->count > 1)
        snprintf(spread, sizeof spread, ", %.4f to %.4f, mean %.4f", seeds->least, seeds->most, mean);
    return result(of_mean ? within(gate, mean) : seeds->passed == seeds->count, mean, "%s of %d seeds%s; seed %d: %s",
                  held, seeds->count, spread, seeds->shown_seed, seeds->shown.text);
}
