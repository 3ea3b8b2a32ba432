#include "study/difference.h"

#include "model/train.h"

static bool known(const int *ids, int count)
{
    for (int i = 0; i < count; i++)
        if (ids[i] == VOCAB_UNKNOWN)
            return false;
    return true;
}

/* Whether the model, which knows all words of a pair, writes it exactly: 1 or 0; -1: it does not know them all. */
static int writes(const Model *model, const Corpus *corpus, int i, Arena *arena)
{
    Pair pair = corpus->pairs[i];
    Corpus one = {.pairs = &pair, .count = 1, .pieces = {corpus->pieces[0], corpus->pieces[1]}};
    corpus_encode(&one, &model->source, &model->target, model->config.lowercase);
    bool all =
        pair.source.count > 0 && known(pair.source_ids, pair.source.count) && known(pair.target_ids, pair.target.count);
    int exact = all ? model_is_exact(model, &pair, arena) : -1;
    arena_finish(&one.arena);
    return exact;
}

int difference_find(const Model *const models[2], const Corpus *corpus, int most)
{
    Arena arena = {0};
    int found = 0;
    for (int i = 0; i < corpus->count && i < most && !found; i++) {
        arena_reset(&arena);
        int left = writes(models[0], corpus, i, &arena), right = left < 0 ? -1 : writes(models[1], corpus, i, &arena);
        if (left >= 0 && right >= 0 && left != right)
            found = i + 1;
    }
    arena_finish(&arena);
    return found;
}
