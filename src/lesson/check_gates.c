/* Whether the models keep the gates: each is measured, and told in words. */
#include "lesson/gate_result.h"
#include "model/first_word.h"
#include "model/gradient_reach.h"
#include "trace/agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Does a source of so many words count? */
static bool counts_in(const Gate *gate, int words)
{
    return gate->longest == 0 || (words >= gate->shortest && words <= gate->longest);
}

static const char *of_length(const Gate *gate, Arena *arena)
{
    return gate->longest ? arena_printf(arena, " of %d to %d words", gate->shortest, gate->longest) : "";
}

/* Whose map the alignment error is of; -1: the model has none such. */
static int map_of(const Gate *gate, const Config *config)
{
    return cross_map_find(config, (CrossMap){(gate->layer ? gate->layer : config->layers) - 1, gate->head});
}

static const char *of_map(const Gate *gate, Arena *arena)
{
    const char *head = gate->head ? arena_printf(arena, "head %d", gate->head) : "";
    if (!gate->layer)
        return gate->head ? arena_printf(arena, " of %s", head) : "";
    return arena_printf(arena, " of layer %d%s%s", gate->layer, gate->head ? ", " : "", head);
}

static GateResult gate_measured(const Gate *gate, const Evaluation *measured, const Config *config, Arena *arena)
{
    int map = map_of(gate, config);
    if (gate->kind == GATE_AER && map < 0)
        return gate_result(false, NAN, "alignment error: the model has no attention to the source%s",
                           of_map(gate, arena));
    const char *name = gate->kind == GATE_EXACT_MATCH ? "exact match"
                       : gate->kind == GATE_LOSS      ? "loss"
                       : gate->kind == GATE_BLEU      ? "BLEU"
                       : gate->kind == GATE_AER       ? arena_printf(arena, "alignment error%s", of_map(gate, arena))
                                                      : "least alignment error";
    const char *which = of_length(gate, arena);
    if (!measured)
        return gate_result(false, NAN, "%s: not measured, there is no heldout.tsv", name);
    if (measured->pairs == 0)
        return gate_result(false, NAN, "%s: not measured, no held-out sentence is%s", name, which);
    double value = gate->kind == GATE_EXACT_MATCH ? measured->exact_match
                   : gate->kind == GATE_LOSS      ? measured->loss
                   : gate->kind == GATE_BLEU      ? measured->bleu
                   : gate->kind == GATE_AER       ? measured->map_aer[map]
                                                  : measured->aer_best;
    if (isnan(value))
        return gate_result(false, NAN, "%s: not measured, %s", name,
                           gate->kind == GATE_BLEU ? "no translation has four words"
                                                   : "there are no gold alignments or no weights");
    const char *how = gate->beam ? arena_printf(arena, " with a beam of %d", gate->beam) : "";
    return gate_result(gate_within(gate, value), value, "%s %.4f on %d held-out sentence(s)%s%s, %s asked", name, value,
                       measured->pairs, which, how, gate_asked(gate, arena));
}

static GateResult gate_first_word(const Gate *gate, const FirstWord *found, const Error *error, Arena *arena)
{
    const char *which = of_length(gate, arena);
    if (found->sentences == 0)
        return gate_result(false, NAN, "first word after word %d%s: not measured, %s", gate->after, which,
                           error->message);
    if (gate->after > found->words)
        return gate_result(false, NAN, "first word after word %d%s: not measured, the longest sentence has %d",
                           gate->after, which, found->words);
    double told = found->told[gate->after - 1];
    return gate_result(
        gate_within(gate, told), told,
        "after word %d the state tells the first of %d word(s) in %.4f of %d held-out sentence(s)%s, %s asked",
        gate->after, found->firsts, told, found->asked[gate->after - 1], which, gate_asked(gate, arena));
}

static GateResult gate_gradient(const Gate *gate, const GateRun *run, Arena *arena)
{
    GradientReach reach = {0, NAN};
    if (run->heldout)
        reach = gradient_reach(run->model, run->heldout, gate->shortest, gate->longest);
    if (reach.sentences == 0)
        return gate_result(false, NAN, "gradient from word to word%s: not measured, there is no such held-out sentence",
                           of_length(gate, arena));
    return gate_result(gate_within(gate, reach.factor), reach.factor,
                       "gradient from word to word times %.4f, back over %d held-out sentence(s)%s, %s asked",
                       reach.factor, reach.sentences, of_length(gate, arena), gate_asked(gate, arena));
}

static GateResult gate_agreement(const Gate *gate, const Agreement *found, Arena *arena)
{
    const char *map = CAUSE_NAMES[gate->map];
    double value = found ? agreement_share(found, (CauseKind)gate->map) : NAN;
    if (!found)
        return gate_result(false, NAN, "agreement of %s: not measured, there is no heldout.tsv", map);
    if (isnan(value))
        return gate_result(false, NAN,
                           "agreement of %s: not measured, no sentence%s with gold links is translated exactly", map,
                           of_length(gate, arena));
    return gate_result(gate_within(gate, value), value, "agreement of %s with gold %.4f of %d linked words%s, %s asked",
                       map, value, found->words, of_length(gate, arena), gate_asked(gate, arena));
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
        return gate_result(false, NAN, "training pairs with \"%s\" and \"%s\": not counted, they cannot be read",
                           source, target);
    TokenList source_words = text_tokens(arena, slice_of(source), config->source_tokens),
              target_words = text_tokens(arena, slice_of(target), config->target_tokens);
    int count = 0;
    for (int i = 0; i < data->count; i++)
        count += counts_in(gate, data->pairs[i].source.count) && stands_in(&source_words, &data->pairs[i].source)
                 && stands_in(&target_words, &data->pairs[i].target);
    const char *with = gate->source && gate->target   ? arena_printf(arena, " with \"%s\" and \"%s\"", source, target)
                       : gate->source || gate->target ? arena_printf(arena, " with \"%s%s\"", source, target)
                                                      : "";
    return gate_result(gate_within(gate, count), count, "%d training pair(s)%s%s, %s asked", count, with,
                       of_length(gate, arena), gate_asked(gate, arena));
}

/* All parameters, or those of the tensors whose names begin so. */
static GateResult gate_parameters(const Gate *gate, const Model *model, Arena *arena)
{
    const char *front = gate->expected ? gate->expected : "";
    size_t count = 0;
    for (int i = 0; i < model->table.count; i++)
        if (strncmp(model->table.items[i].name, front, strlen(front)) == 0)
            count += param_size(&model->table.items[i]);
    return gate_result(gate_within(gate, (double)count), (double)count, "%zu parameters%s%s, %s asked", count,
                       *front ? " of " : "", front, gate_asked(gate, arena));
}

/* Does the best hypothesis of a beam search say the pair's target? */
static bool beam_is_exact(const Model *model, const Pair *pair, int beam)
{
    Arena arena = {0};
    Error error = {0};
    DecodeOptions options = {.beam = beam};
    const char *source = text_join(&arena, text_words(&arena, &pair->source), pair->source.count, TOKENS_SPACE);
    Trace *trace = trace_decode(model, slice_of(source), &options, &error);
    bool same = trace && gate_writes(trace, &pair->target);
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
    return gate_measured(gate, run->heldout ? &measured[index].evaluation : NULL, &run->model->config, arena);
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
        else if (gate->kind == GATE_GRADIENT)
            results[i] = gate_gradient(gate, run, &arena);
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
    return gate_result(of_mean ? gate_within(gate, mean) : seeds->passed == seeds->count, mean,
                       "%s of %d seeds%s; seed %d: %s", held, seeds->count, spread, seeds->shown_seed,
                       seeds->shown.text);
}
