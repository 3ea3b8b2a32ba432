#include "scene/card/card_show.h"

#include <stdlib.h>
#include <string.h>

enum { BEAM = 4, HELDOUT = 0, DATA = 1 };

struct ShownLesson {
    const Lesson *lesson;
    const Model *models;
    int threads;
    Corpus corpora[2];
    const char *paths[2]; /* of the files that the corpora are of; NULL: none was read yet */
    bool there[2];
    Accuracy *accuracy; /* [model_count]; of = 0: not measured yet */
};

ShownLesson *shown_open(const Lesson *lesson, const Model *models, int threads)
{
    ShownLesson *shown = heap_alloc(1, sizeof *shown);
    *shown = (ShownLesson){.lesson = lesson, .models = models, .threads = threads};
    shown->accuracy = heap_alloc((size_t)lesson->model_count, sizeof *shown->accuracy);
    return shown;
}

static void forget(ShownLesson *shown, int which)
{
    if (shown->there[which])
        corpus_finish(&shown->corpora[which]);
    shown->there[which] = false;
}

void shown_close(ShownLesson *shown)
{
    if (!shown)
        return;
    forget(shown, HELDOUT);
    forget(shown, DATA);
    free(shown->accuracy);
    free(shown);
}

/* The sentences of a model's data; NULL where they cannot be read. */
static Corpus *sentences(ShownLesson *shown, int model, int which)
{
    const LessonModel *of = &shown->lesson->models[model];
    const char *path = which == HELDOUT ? of->heldout : of->data;
    if (!path)
        return NULL;
    if (shown->paths[which] && strcmp(shown->paths[which], path) == 0)
        return shown->there[which] ? &shown->corpora[which] : NULL;
    CorpusOptions options = {of->config.source_tokens, of->config.target_tokens, 0};
    Error error = {0};
    forget(shown, which);
    shown->paths[which] = path;
    shown->there[which] = corpus_read(path, options, &shown->corpora[which], &error);
    return shown->there[which] ? &shown->corpora[which] : NULL;
}

/* ---- the compare view ---- */

static bool same_source(const Pair *pair, const Trace *trace, const Model *model)
{
    if (pair->source.count != trace->n - trace->config.source_end)
        return false;
    for (int j = 0; j < pair->source.count; j++)
        if (trace->unknown[j]
            || vocab_find(&model->source, pair->source.tokens[j], model->config.lowercase) != trace->encoding.ids[j])
            return false;
    return true;
}

/* The translation of the sentence in the lesson's data; NULL where it is not there. */
static const TokenList *find_reference(ShownLesson *shown, int model, const Trace *trace)
{
    for (int which = HELDOUT; which <= DATA; which++) {
        const Corpus *corpus = sentences(shown, model, which);
        for (int i = 0; corpus && i < corpus->count; i++)
            if (same_source(&corpus->pairs[i], trace, &shown->models[model]))
                return &corpus->pairs[i].target;
    }
    return NULL;
}

static int place_of(const Pair *pair)
{
    return pair->source.count < ACCURACY_LENGTHS ? pair->source.count : ACCURACY_LENGTHS - 1;
}

static const Accuracy *measure(ShownLesson *shown, int model)
{
    Accuracy *out = &shown->accuracy[model];
    Corpus *heldout = shown->threads > 0 && out->of == 0 ? sentences(shown, model, HELDOUT) : NULL;
    if (!heldout)
        return out;
    const Model *with = &shown->models[model];
    corpus_encode(heldout, &with->source, &with->target, with->config.lowercase);
    Corpus part = *heldout;
    part.pairs = heap_alloc((size_t)heldout->count, sizeof *part.pairs);
    for (int length = 0; length < ACCURACY_LENGTHS; length++) {
        part.count = 0;
        for (int i = 0; i < heldout->count; i++)
            if (place_of(&heldout->pairs[i]) == length)
                part.pairs[part.count++] = heldout->pairs[i];
        if (part.count == 0)
            continue;
        double exact = model_evaluate(with, &part, shown->threads).exact_match;
        out->held[length] = out->measured[length] = part.count;
        out->exact[length] = (int)(exact * part.count + 0.5);
    }
    out->of = out->done = heldout->count;
    free(part.pairs);
    return out;
}

static void fill_side(ShownLesson *shown, CompareSide *side, const Trace *trace, int model, Arena *arena)
{
    side->trace = trace;
    side->model = &shown->models[model];
    side->name = shown->lesson->models[model].name;
    side->accuracy = *measure(shown, model);
    side->words = ARENA_ARRAY(arena, const char *, (size_t)trace->step_count);
    side->marked = ARENA_ARRAY(arena, bool, (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++) {
        const TraceStep *step = &trace->steps[t];
        int best = side->forced ? model_best(side->model, step->step.probabilities) : 0;
        side->words[t] = side->forced ? vocab_word(&side->model->target, best) : step->token;
    }
}

static void mark(CompareSide *side, const char *const *others, int count)
{
    side->missing = words_differ(side->words, side->trace->word_count, others, count, side->marked);
    for (int t = 0; t < side->trace->step_count; t++)
        side->wrong += side->marked[t];
}

static void mark_sides(CompareSide *sides, const char *const *reference, int count)
{
    for (int i = 0; i < 2; i++) {
        const CompareSide *other = &sides[1 - i];
        if (reference)
            mark(&sides[i], reference, count);
        else
            mark(&sides[i], other->words, other->trace->word_count);
        if (!reference)
            sides[i].missing = 0; /* which of them is wrong nobody knows */
    }
}

static bool compare(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    Comparison *comparison = &out->comparison;
    CompareSide *sides = comparison->sides;
    const TokenList *reference = find_reference(shown, stage->model, view->trace);
    int right = stage->against >= 0 ? stage->against : (stage->model + 1) % shown->lesson->model_count;
    DecodeOptions options = {0};
    sides[1].forced = right == stage->model;
    if (sides[1].forced && reference)
        options = (DecodeOptions){.forced = reference->tokens, .forced_count = reference->count, .forced_only = true};
    out->right = trace_decode(&shown->models[right], slice_of(view->field.text), &options, error);
    if (!out->right)
        return false;
    const char **words = NULL;
    if (reference) {
        words = ARENA_ARRAY(&out->arena, const char *, (size_t)reference->count + 1);
        for (int i = 0; i < reference->count; i++)
            words[i] = arena_copy(&out->arena, reference->tokens[i].text, reference->tokens[i].length);
        comparison->reference = text_join(&out->arena, words, reference->count, TOKENS_SPACE);
    }
    fill_side(shown, &sides[0], view->trace, stage->model, &out->arena);
    fill_side(shown, &sides[1], out->right, right, &out->arena);
    mark_sides(sides, words, reference ? reference->count : 0);
    const Trace *traces[2] = {view->trace, out->right};
    comparison->lockstep = lockstep_make(traces, &out->arena);
    int left_moment = stage->step ? stage_moment(stage, view->trace) : -1;
    int right_moment = stage->step ? stage_moment(stage, out->right) : -1;
    comparison->beat = left_moment >= 0    ? lockstep_beat(&comparison->lockstep, 0, left_moment)
                       : right_moment >= 0 ? lockstep_beat(&comparison->lockstep, 1, right_moment)
                                           : comparison->lockstep.count - 1;
    view->compare = comparison;
    return true;
}

/* ---- the beam view ---- */

static bool search(const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    DecodeOptions options = {.beam = BEAM};
    out->search = trace_decode(view->model, slice_of(view->field.text), &options, error);
    if (!out->search)
        return false;
    int steps = beam_steps(out->search->beam), asked = stage->step > 0 && stage->step < steps ? stage->step : steps;
    int leader = beam_leader(out->search->beam, asked);
    out->hypothesis = leader < 0 ? NULL : trace_of_hypothesis(out->search, view->model, leader);
    out->beam = (BeamSearch){.trace = out->search,
                             .shown = out->hypothesis ? out->hypothesis : out->search,
                             .node = leader,
                             .chosen = -1,
                             .steps = steps,
                             .step = asked};
    view->search = &out->beam;
    return true;
}

/* ---- a card ---- */

static void set_lesson(const ShownLesson *shown, int index, View *view)
{
    const Card *card = &shown->lesson->cards[index];
    const StageSetting *stage = &card->stage;
    view->lesson = shown->lesson;
    view->card = index;
    view->kind = stage->present ? stage->view : shown->lesson->view;
    view->look = stage->look;
    view->model = &shown->models[stage->model];
    view->field.text = card_sentence(shown->lesson, card);
    view->field.caret = view->field.anchor = (int)strlen(view->field.text);
}

bool shown_card(ShownLesson *shown, int card, View *view, ShownCard *out, Error *error)
{
    const StageSetting *stage = &shown->lesson->cards[card].stage;
    *out = (ShownCard){0};
    set_lesson(shown, card, view);
    out->trace = card_decode(shown->lesson, &shown->lesson->cards[card], view->model, error);
    if (!out->trace)
        return false;
    view->trace = out->trace;
    int moment = stage_moment(stage, out->trace);
    view->cursor = moment < 0 ? 0 : moment;
    bool ok = true;
    if (view->kind == VIEW_COMPARE)
        ok = compare(shown, stage, view, out, error);
    else if (view->kind == VIEW_BEAM)
        ok = search(stage, view, out, error);
    if (!ok)
        shown_card_finish(out);
    return ok;
}

void shown_card_finish(ShownCard *card)
{
    trace_destroy(card->trace);
    trace_destroy(card->right);
    trace_destroy(card->hypothesis);
    trace_destroy(card->search);
    arena_finish(&card->arena);
    *card = (ShownCard){0};
}
