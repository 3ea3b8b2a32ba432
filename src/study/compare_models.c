#include "study/compare_models.h"

#include "base/hash.h"

#include <string.h>

/* ---- the lesson's sentences ---- */

static void forget(Sentences *sentences, SentenceKind which)
{
    if (sentences->there[which])
        corpus_finish(&sentences->corpora[which]);
    sentences->there[which] = false;
    sentences->cut[which] = 0;
}

void sentences_finish(Sentences *sentences)
{
    forget(sentences, SENTENCES_HELDOUT);
    forget(sentences, SENTENCES_DATA);
    *sentences = (Sentences){0};
}

/* Which pieces a model reads and writes; 0: whole words. */
static uint64_t pieces_of_model(const Model *model)
{
    const Vocab *vocabs[] = {&model->source, &model->target};
    uint64_t hash = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; vocabs[side]->pieces && i < vocabs[side]->count; i++)
            hash = hash_bytes(hash + 1, vocabs[side]->words[i], strlen(vocabs[side]->words[i]));
    return hash;
}

Corpus *sentences_read(Sentences *sentences, const LessonModel *model, const Model *cut, SentenceKind which)
{
    const char *path = which == SENTENCES_HELDOUT ? model->heldout : model->data, *before = sentences->paths[which];
    if (!path)
        return NULL;
    if (!before || strcmp(before, path) != 0) {
        CorpusOptions options = {model->config.source_tokens, model->config.target_tokens, 0};
        Error error = {0};
        forget(sentences, which);
        sentences->there[which] = corpus_read(path, options, &sentences->corpora[which], &error);
        sentences->paths[which] = error.code == ERROR_LATER ? NULL : path; /* it is tried again */
    }
    uint64_t pieces = cut ? pieces_of_model(cut) : 0;
    if (sentences->there[which] && cut && sentences->cut[which] != pieces) {
        corpus_encode(&sentences->corpora[which], &cut->source, &cut->target, cut->config.lowercase);
        sentences->cut[which] = pieces;
    }
    return sentences->there[which] ? &sentences->corpora[which] : NULL;
}

/* ---- references ---- */

static bool same_source(const Pair *pair, const Trace *trace, const Model *model)
{
    if (pair->source.count != trace->words)
        return false;
    for (int j = 0; j < pair->source.count; j++) {
        Slice token = pair->source.tokens[j];
        if (trace->unknown[j] ? !slice_is(token, trace->source[j])
                              : vocab_find(&model->source, token, model->config.lowercase) != trace->encoding.ids[j])
            return false;
    }
    return true;
}

int references_find(Sentences *sentences, const LessonModel *from, const Model *model, const Trace *trace,
                    const TokenList *out[REFERENCES])
{
    int count = 0;
    for (int which = SENTENCES_HELDOUT; sentences && which <= SENTENCES_DATA; which++) {
        const Corpus *corpus = sentences_read(sentences, from, model, (SentenceKind)which);
        for (int i = 0; corpus && i < corpus->count && count < REFERENCES; i++)
            if (same_source(&corpus->pairs[i], trace, model))
                out[count++] = &corpus->pairs[i].target;
    }
    return count;
}

/* ---- marks ---- */

static void count_marks(CompareSide *side)
{
    side->wrong = 0;
    for (int t = 0; t < side->trace->step_count; t++)
        side->wrong += side->marked[t];
}

static void mark_against(CompareSide *side, const char **reference, int count)
{
    side->missing = words_differ(side->words, side->trace->word_count, reference, count, side->marked, side->gaps);
    count_marks(side);
}

/* Fed the reference, every word has its place. */
static void mark_forced(CompareSide *side, const char **reference, int count)
{
    for (int t = 0; t < side->trace->step_count; t++)
        side->marked[t] = strcmp(side->words[t], t < count ? reference[t] : VOCAB_MARKS[VOCAB_END]) != 0;
    count_marks(side);
}

/* One sentence may have several translations: the one that a side comes nearest to is its measure. */
static void mark_best(CompareSide *side, const TokenList **references, int count, Arena *arena)
{
    int best = 0, least = -1;
    for (int i = 0; i < count; i++) {
        mark_against(side, text_words(arena, references[i]), references[i]->count);
        int faults = side->wrong + side->missing;
        if (least < 0 || faults < least) {
            least = faults;
            best = i;
        }
    }
    mark_against(side, text_words(arena, references[best]), references[best]->count);
}

static void mark(CompareSide *left, CompareSide *right, const TokenList **references, int count, Arena *arena)
{
    if (count > 0) {
        mark_best(left, references, count, arena);
        if (right->forced)
            mark_forced(right, text_words(arena, references[0]), references[0]->count);
        else
            mark_best(right, references, count, arena);
        return;
    }
    mark_against(left, right->words, right->trace->word_count);
    mark_against(right, left->words, left->trace->word_count);
    for (int i = 0; i < 2; i++) { /* which of them is wrong nobody knows */
        CompareSide *side = i ? right : left;
        side->missing = 0;
        memset(side->gaps, 0, sizeof *side->gaps * (size_t)(side->trace->word_count + 1));
    }
}

/* ---- both sides ---- */

static void fill_side(CompareSide *side, const Trace *trace, const Model *model, const char *name, bool forced,
                      Arena *arena)
{
    *side = (CompareSide){.trace = trace, .model = model, .name = name, .forced = forced};
    side->words = ARENA_ARRAY(arena, const char *, (size_t)trace->step_count);
    side->marked = ARENA_ARRAY(arena, bool, (size_t)trace->step_count);
    side->gaps = ARENA_ARRAY(arena, int, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->step_count; t++)
        side->words[t] = forced ? vocab_word(&model->target, model_best(model, trace->steps[t].step.probabilities))
                                : trace->steps[t].token;
}

static void put_beside(Comparison *out, const char *const names[2], const Model *const models[2],
                       const Trace *const traces[2], bool forced, Arena *arena)
{
    *out = (Comparison){0};
    for (int side = 0; side < 2; side++)
        fill_side(&out->sides[side], traces[side], models[side], names[side], side && forced, arena);
    out->lockstep = lockstep_make(traces, arena);
}

void compare_traces(Comparison *out, const char *const names[2], const Model *const models[2],
                    const Trace *const traces[2], Arena *arena)
{
    put_beside(out, names, models, traces, false, arena);
    mark(&out->sides[0], &out->sides[1], NULL, 0, arena);
}

Trace *compare_models(Comparison *out, const LessonModel *const models[2], const Model *const loaded[2],
                      const Trace *left, const char *sentence, Sentences *sentences, Arena *arena, Error *error)
{
    const TokenList *references[REFERENCES];
    int count = references_find(sentences, models[0], loaded[0], left, references);
    bool forced = loaded[0] == loaded[1];
    DecodeOptions options = {0};
    if (forced && count > 0)
        options =
            (DecodeOptions){.forced = references[0]->tokens, .forced_count = references[0]->count, .forced_only = true};
    Trace *right = trace_decode(loaded[1], slice_of(sentence), &options, error);
    if (!right)
        return NULL;
    const char *const names[2] = {models[0]->name, models[1]->name};
    put_beside(out, names, loaded, (const Trace *const[2]){left, right}, forced, arena);
    if (count > 0)
        out->reference = text_join(arena, text_words(arena, references[0]), references[0]->count, TOKENS_SPACE);
    mark(&out->sides[0], &out->sides[1], references, count, arena);
    return right;
}
