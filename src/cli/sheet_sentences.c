#include "cli/sheet_sentences.h"

#include "cli/cli.h"
#include "model/train.h"

#include <string.h>

/* What goes through the sentences one after the other, and keeps those of its version. */
typedef struct Choosing {
    const Lesson *lesson;
    const Model *model;
    int skip, longest; /* so many go to versions before; words */
    Arena arena;
    const char **seen;
    int seen_count;
    SheetSentences *out;
} Choosing;

/* A sentence of which the model knows every word; NULL: it does not. */
static Trace *decode_known(const Model *model, const char *sentence)
{
    Trace *trace = card_decode(model, sentence, &(DecodeSetting){0}, NULL, NULL);
    bool known = trace != NULL;
    for (int i = 0; known && i < trace->words; i++)
        known = !trace->unknown[i];
    if (known)
        return trace;
    trace_destroy(trace);
    return NULL;
}

/* The first model that scores and knows the lesson's sentence, which it decodes; the first of all where none does. */
static Trace *decode_sentence(const Lesson *lesson, const Model *models, int *model, Error *error)
{
    for (*model = 0; *model < lesson->model_count; ++*model) {
        bool scores = config_scores(&models[*model].config);
        Trace *trace = scores ? decode_known(&models[*model], lesson->sentence) : NULL;
        if (trace)
            return trace;
    }
    *model = 0;
    return card_decode(&models[0], lesson->sentence, &(DecodeSetting){0}, NULL, error);
}

static bool is_full(const Choosing *choosing)
{
    return choosing->out->count == WORKSHEET_MAPS;
}

static bool is_new(Choosing *choosing, const char *sentence)
{
    for (int i = 0; i < choosing->seen_count; i++)
        if (strcmp(choosing->seen[i], sentence) == 0)
            return false;
    choosing->seen = arena_room(&choosing->arena, choosing->seen, choosing->seen_count, sizeof *choosing->seen);
    choosing->seen[choosing->seen_count++] = sentence;
    return true;
}

static void offer(Choosing *choosing, const char *sentence)
{
    Trace *trace = is_full(choosing) || !is_new(choosing, sentence) ? NULL : decode_known(choosing->model, sentence);
    if (!trace)
        return;
    if (choosing->skip > 0) {
        choosing->skip--;
        trace_destroy(trace);
    } else
        choosing->out->traces[choosing->out->count++] = trace;
}

static void offer_suggestions(Choosing *choosing)
{
    for (int i = 0; i < choosing->lesson->suggestion_count; i++)
        offer(choosing, choosing->lesson->suggestions[i]);
}

/* Words of the longest sentence that the lesson itself has for this model. */
static int count_longest(const Choosing *choosing, const Trace *own)
{
    const Lesson *lesson = choosing->lesson;
    int longest = own->n;
    for (int i = 0; i < lesson->suggestion_count; i++) {
        Trace *trace = decode_known(choosing->model, lesson->suggestions[i]);
        if (trace && trace->n > longest)
            longest = trace->n;
        trace_destroy(trace);
    }
    return longest;
}

static bool offer_heldout(Choosing *choosing, Error *error)
{
    const char *path = choosing->lesson->models[choosing->out->model].heldout;
    Corpus heldout;
    if (is_full(choosing) || !path || !file_exists(path))
        return true;
    if (!source_corpus(path, FILE_REGULAR, LINKS_PHARAOH, NULL, choosing->model, &heldout, error))
        return false;
    for (int i = 0; i < heldout.count; i++) {
        const Pair *pair = &heldout.pairs[i];
        if (pair->source.count > choosing->longest || !model_is_exact(choosing->model, pair, &choosing->arena))
            continue;
        const char **words = text_words(&choosing->arena, &pair->source);
        offer(choosing, text_join(&choosing->arena, words, pair->source.count, choosing->model->config.source_tokens));
    }
    corpus_finish(&heldout);
    return true;
}

static bool choose(Choosing *choosing, Trace *own, int version, Error *error)
{
    SheetSentences *out = choosing->out;
    bool other = version > 1;
    is_new(choosing, choosing->lesson->sentence);
    if (!other)
        out->traces[out->count++] = own;
    choosing->skip = other ? WORKSHEET_MAPS * (version - 1) - 1 : 0;
    choosing->longest = other ? count_longest(choosing, own) : 0;
    offer_suggestions(choosing);
    bool ok = !other || offer_heldout(choosing, error);
    if (other)
        trace_destroy(own);
    return ok
           && (out->count > 0
               || error_set(
                   error, ERROR_USAGE,
                   "lesson %d has too few sentences for version %c: of those held out, none is left of at most %d "
                   "words that its model translates as the data do",
                   choosing->lesson->order, 'A' + version - 1, choosing->longest));
}

bool sheet_sentences(const Lesson *lesson, const Model *models, int version, SheetSentences *out, Error *error)
{
    *out = (SheetSentences){0};
    Trace *own = decode_sentence(lesson, models, &out->model, error);
    if (!own)
        return false;
    Choosing choosing = {.lesson = lesson, .model = &models[out->model], .out = out};
    bool ok = choose(&choosing, own, version, error);
    arena_finish(&choosing.arena);
    if (!ok)
        sheet_finish(out);
    return ok;
}

void sheet_finish(SheetSentences *sentences)
{
    for (int i = 0; i < sentences->count; i++)
        trace_destroy(sentences->traces[i]);
    *sentences = (SheetSentences){0};
}
