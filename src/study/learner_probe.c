/* The probe: one sentence that every look at the training decodes, left to itself and fed the words of its
 * translation. */
#include "study/comparison.h"
#include "study/learner_state.h"

#include <stdlib.h>
#include <string.h>

Probe probe_copy(const char *sentence, const char *translation)
{
    return (Probe){heap_copy(sentence), translation ? heap_copy(translation) : NULL};
}

void probe_finish(Probe *probe)
{
    free(probe->sentence);
    free(probe->translation);
    *probe = (Probe){0};
}

/* ---- its translation ---- */

static const Pair *find_pair(const Corpus *corpus, const Trace *trace)
{
    const int *ids = trace->encoding.ids;
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        size_t count = (size_t)pair->source.count;
        if (pair->source.count == trace->words && memcmp(pair->source_ids, ids, sizeof *ids * count) == 0)
            return pair;
    }
    return NULL;
}

static const Pair *pair_of(const Learner *learner, const Trace *trace, ProbeKind *kind)
{
    *kind = PROBE_NEW;
    for (int j = 0; j < trace->n; j++)
        if (trace->unknown[j])
            return NULL; /* all unknown words have one id */
    const Pair *heldout = find_pair(&learner->heldout, trace);
    const Pair *pair = heldout ? heldout : find_pair(&learner->corpus, trace);
    *kind = heldout ? PROBE_HELDOUT : pair ? PROBE_TRAINING : PROBE_NEW;
    return pair;
}

ProbeKind sight_kind(const Learner *learner, const Sight *sight)
{
    ProbeKind kind = PROBE_NEW;
    if (sight->probe)
        pair_of(learner, sight->probe, &kind);
    return kind;
}

/* ---- decoding ---- */

/* Fed the whole translation, end mark included: the rows are the same whatever the model would have written. */
static Trace *decode_forced(const Learner *learner, const Model *model, const Probe *probe, const Trace *own)
{
    ProbeKind kind;
    Arena arena = {0};
    DecodeOptions options = {0};
    const Pair *pair = pair_of(learner, own, &kind);
    if (pair) {
        options.forced = pair->target.tokens;
        options.forced_count = pair->target.count;
    } else if (probe->translation)
        trace_force(&options, model, probe->translation, &arena);
    StepToken end = {options.forced_count, slice_of(vocab_word(&model->target, VOCAB_END))};
    options.forced_only = true;
    options.tokens = &end;
    options.tokens_count = 1;
    Trace *forced = options.forced_count > 0 ? trace_decode(model, slice_of(probe->sentence), &options, NULL) : NULL;
    arena_finish(&arena);
    return forced;
}

static const char **words_of(const Trace *trace, Arena *arena)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->word_count; t++)
        words[t] = trace->steps[t].token;
    return words;
}

static const bool *mark_right(Trace *own, const Trace *forced)
{
    Arena arena = {0};
    bool *marks = ARENA_ARRAY(&own->arena, bool, (size_t)own->word_count + 1);
    words_differ(words_of(own, &arena), own->word_count, words_of(forced, &arena), forced->word_count, marks, NULL);
    for (int t = 0; t < own->word_count; t++)
        marks[t] = !marks[t];
    arena_finish(&arena);
    return marks;
}

Sight sight_take(const Learner *learner, const Model *model, const Probe *probe)
{
    Sight sight = {.probe = trace_decode(model, slice_of(probe->sentence), NULL, NULL)};
    if (sight.probe)
        sight.forced = decode_forced(learner, model, probe, sight.probe);
    if (sight.forced)
        sight.right = mark_right(sight.probe, sight.forced);
    return sight;
}

void sight_finish(Sight *sight)
{
    trace_destroy(sight->probe);
    trace_destroy(sight->forced);
    *sight = (Sight){0};
}

/* ---- another one ---- */

static void retire(Learner *learner, Trace *trace)
{
    if (!trace)
        return;
    learner->retired =
        heap_room(learner->retired, learner->retired_count, &learner->retired_capacity, sizeof *learner->retired);
    learner->retired[learner->retired_count++] = trace;
}

static Sight sight_of(const Learner *learner, const Probe *probe, Real *params)
{
    Model model = learner->model; /* of another time: the same but for its numbers */
    model.params = params;
    return params ? sight_take(learner, &model, probe) : (Sight){0};
}

/* Where nothing new is asked for by now. */
static bool show(Learner *learner, int count, ProbeKind kind)
{
    pthread_mutex_lock(&learner->lock);
    bool good = !learner->asked_probe.sentence;
    for (int i = 0; i < count && good; i++) {
        Sight *sight = &learner->snapshots[i].sight;
        retire(learner, sight->probe);
        retire(learner, sight->forced);
        *sight = learner->taken[i];
        learner->taken[i] = (Sight){0};
    }
    if (good) {
        learner->known.probe = kind;
        learner_tell(learner);
    }
    pthread_mutex_unlock(&learner->lock);
    return good;
}

void learner_drop_probe(Learner *learner)
{
    for (int i = 0; learner->taken && i < learner->known.count; i++)
        sight_finish(&learner->taken[i]);
    free(learner->taken);
    learner->taken = NULL;
    probe_finish(&learner->taking);
}

static void end_probe(Learner *learner)
{
    int count = learner->known.count;
    const Sight *any = NULL;
    for (int i = 0; i < count; i++)
        any = learner->taken[i].probe ? &learner->taken[i] : any;
    if (any && show(learner, count, sight_kind(learner, any))) {
        Probe before = learner->probe;
        learner->probe = learner->taking;
        learner->taking = before;
    }
    learner_drop_probe(learner);
}

/* Instead of one that is not yet shown. */
static void begin_probe(Learner *learner)
{
    pthread_mutex_lock(&learner->lock);
    Probe asked = learner->asked_probe;
    learner->asked_probe = (Probe){0};
    pthread_mutex_unlock(&learner->lock);
    if (!asked.sentence)
        return;
    learner_drop_probe(learner);
    learner->taking = asked;
    learner->left = learner->known.count; /* which this work alone writes, and not before the probe is shown */
    learner->taken = heap_alloc((size_t)learner->left + 1, sizeof *learner->taken);
}

bool learner_take_probe(Learner *learner)
{
    begin_probe(learner);
    if (!learner->taking.sentence)
        return false;
    if (learner->left > 0) {
        int i = --learner->left;
        learner->taken[i] = sight_of(learner, &learner->taking, learner->snapshots[i].params);
    } else
        end_probe(learner);
    return true;
}
