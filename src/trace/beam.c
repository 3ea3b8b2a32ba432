/* Beam search: the best few hypotheses go on at each step, and all that was ever kept stays as a tree. An end takes no
 * place among those that go on, so twice as many continuations are looked at as hypotheses are kept.
 * K hypotheses, t step from 0, V target words. */
#include "trace/steps.h"

#include <assert.h>

typedef struct Continuation { /* of a hypothesis by one word */
    double log_probability;
    int from; /* place among the living, the better ones first */
    int id;
} Continuation;

typedef struct Search {
    Decoding *decoding;
    Beam *beam;
    int living[TRACE_BEAM_LIMIT]; /* nodes; -1: nothing is written yet */
    int living_count, finished;
    TraceStep *expanded; /* [K] of this step, by place among the living */
    Continuation best[2 * TRACE_BEAM_LIMIT];
    int best_count;
} Search;

/* ---- one step ---- */

static const BeamNode *node_at(const Search *search, int node)
{
    return node < 0 ? NULL : &search->beam->nodes[node];
}

/* Into the list of the best, which falls; on ties what came first stays first. */
static void offer(Search *search, Continuation one)
{
    int place = search->best_count;
    while (place > 0 && one.log_probability > search->best[place - 1].log_probability)
        place--;
    if (place == 2 * search->beam->size)
        return;
    if (search->best_count < 2 * search->beam->size)
        search->best_count++;
    for (int i = search->best_count - 1; i > place; i--)
        search->best[i] = search->best[i - 1];
    search->best[place] = one;
}

/* Every word that may follow hypothesis `from`, or the one that was given. */
static void offer_words(Search *search, int t, int from)
{
    const Decoding *decoding = search->decoding;
    const BeamNode *node = node_at(search, search->living[from]);
    const float *logits = search->expanded[from].step.logits;
    int V = decoding->model->target.count, given = decoding_given(decoding, t);
    double before = (node ? node->log_probability : 0) - logits_sum(logits, V);
    for (int id = VOCAB_END; id < V; id++)
        if (given < 0 ? id != VOCAB_UNKNOWN : id == given)
            offer(search, (Continuation){before + (double)logits[id], from, id});
}

/* The numbers of the step behind a hypothesis: its own last word, put into what its brothers share. */
static bool expand(Search *search, int t, int from, Error *error)
{
    const BeamNode *node = node_at(search, search->living[from]);
    TraceStep before;
    if (node) {
        before = *node->made;
        before.id = node->id;
    }
    return decoding_run(search->decoding, t, node ? &before : NULL, &search->expanded[from], error);
}

/* Ends among the best K, and the best K words that are no end. */
static void keep(Search *search, int t, const int *parents)
{
    Beam *beam = search->beam;
    search->living_count = 0;
    for (int i = 0; i < search->best_count; i++) {
        const Continuation *one = &search->best[i];
        if (one->id == VOCAB_END ? i >= beam->size : search->living_count == beam->size)
            continue;
        beam->nodes[beam->count] =
            (BeamNode){.parent = parents[one->from],
                       .step = t,
                       .id = one->id,
                       .token = vocab_word(&search->decoding->model->target, one->id),
                       .p = search->expanded[one->from].step.probabilities[one->id],
                       .log_probability = one->log_probability,
                       .score = one->log_probability / (t + 1),
                       .died = -1,
                       .how = decoding_how(search->decoding, &search->expanded[one->from], t, CHOSEN_BEAM),
                       .made = &search->expanded[one->from]};
        if (one->id == VOCAB_END)
            search->finished++;
        else
            search->living[search->living_count++] = beam->count;
        beam->count++;
    }
}

static bool take_step(Search *search, int t, Error *error)
{
    int parents[TRACE_BEAM_LIMIT], count = search->living_count;
    search->expanded = ARENA_ARRAY(&search->decoding->trace->arena, TraceStep, (size_t)count);
    search->best_count = 0;
    for (int from = 0; from < count; from++) {
        parents[from] = search->living[from];
        if (!expand(search, t, from, error))
            return false;
        offer_words(search, t, from);
    }
    keep(search, t, parents);
    return true;
}

/* ---- the end ---- */

/* A hypothesis dies at the step at which it is not among the parents; one that branched, when its last branch does. */
static void find_deaths(Search *search)
{
    Beam *beam = search->beam;
    bool *lives = ARENA_ARRAY(&search->decoding->trace->arena, bool, (size_t)beam->count);
    for (int i = 0; i < search->living_count; i++)
        lives[search->living[i]] = true;
    for (int i = beam->count - 1; i >= 0; i--) { /* what comes of a node stands behind it */
        BeamNode *node = &beam->nodes[i];
        if (node->id == VOCAB_END || lives[i])
            lives[i] = true;
        else if (node->died < 0)
            node->died = node->step + 1;
        BeamNode *parent = node->parent < 0 ? NULL : &beam->nodes[node->parent];
        if (parent && lives[i])
            lives[node->parent] = true;
        else if (parent && node->died > parent->died)
            parent->died = node->died;
    }
    for (int i = 0; i < beam->count; i++)
        if (lives[i])
            beam->nodes[i].died = -1;
}

static void find_best(Search *search)
{
    Beam *beam = search->beam;
    beam->best = -1;
    for (int i = 0; i < beam->count; i++) {
        bool candidate = search->finished ? beam->nodes[i].id == VOCAB_END : i >= beam->count - search->living_count;
        if (candidate && (beam->best < 0 || beam->nodes[i].score > beam->nodes[beam->best].score))
            beam->best = i;
    }
}

/* The steps of a hypothesis, by the back-pointers. */
static void follow(Trace *trace, int node)
{
    const Beam *beam = trace->beam;
    const BeamNode *last = &beam->nodes[node];
    bool ended = last->id == VOCAB_END, at_limit = last->step + 1 == beam->limit;
    trace->hypothesis = node;
    trace->step_count = last->step + 1;
    trace->word_count = trace->step_count - ended;
    trace->log_probability = (float)last->log_probability;
    trace->forced_cut = !ended && at_limit && beam->forced_only;
    trace->truncated = !ended && at_limit && !beam->forced_only;
    trace->steps = ARENA_ARRAY(&trace->arena, TraceStep, (size_t)trace->step_count);
    for (int at = node; at >= 0; at = beam->nodes[at].parent) {
        const BeamNode *from = &beam->nodes[at];
        TraceStep *step = &trace->steps[from->step];
        *step = *from->made;
        step->how = from->how;
        step->id = from->id;
        step->token = from->token;
        step->p = from->p;
    }
}

Trace *trace_of_hypothesis(const Trace *trace, int node)
{
    assert(trace->beam && node >= 0 && node < trace->beam->count);
    Trace *other = heap_alloc(1, sizeof *other);
    *other = *trace;
    other->arena = (Arena){0};
    other->maps = NULL; /* its words are others */
    follow(other, node);
    return other;
}

/* ---- the whole ---- */

bool beam_search(Decoding *decoding, Error *error)
{
    Trace *trace = decoding->trace;
    int K = decoding->options->beam;
    Beam *beam = ARENA_NEW(&trace->arena, Beam);
    *beam = (Beam){.size = K, .limit = decoding->limit, .forced_only = decoding->options->forced_only};
    beam->nodes = ARENA_ARRAY(&trace->arena, BeamNode, 2 * (size_t)K * (size_t)decoding->limit);
    Search search = {.decoding = decoding, .beam = beam, .living = {-1}, .living_count = 1};
    for (int t = 0; t < decoding->limit && search.living_count > 0 && search.finished < K; t++)
        if (!take_step(&search, t, error))
            return false;
    find_deaths(&search);
    find_best(&search);
    trace->beam = beam;
    follow(trace, beam->best);
    return true;
}
