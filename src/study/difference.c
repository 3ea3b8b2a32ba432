#include "study/difference.h"

#include "model/train.h"

static int *ids_of(const TokenList *tokens, const Vocab *vocab, bool lowercase, Arena *arena)
{
    int *ids = ARENA_ARRAY(arena, int, (size_t)tokens->count + 1);
    for (int i = 0; i < tokens->count; i++) {
        ids[i] = vocab_find(vocab, tokens->tokens[i], lowercase);
        if (ids[i] == VOCAB_UNKNOWN)
            return NULL;
    }
    return ids;
}

/* The pair in the model's numbers; false: it has words that the model does not know. */
static bool known_pair(const Model *model, const Pair *pair, Pair *out, Arena *arena)
{
    *out = *pair;
    out->source_ids = ids_of(&pair->source, &model->source, model->config.lowercase, arena);
    out->target_ids = ids_of(&pair->target, &model->target, false, arena);
    return pair->source.count > 0 && out->source_ids && out->target_ids;
}

int difference_find(const Model *const models[2], const Corpus *corpus, int most)
{
    Arena arena = {0};
    int found = 0;
    for (int i = 0; i < corpus->count && i < most && !found; i++) {
        Pair left, right;
        arena_reset(&arena);
        if (known_pair(models[0], &corpus->pairs[i], &left, &arena)
            && known_pair(models[1], &corpus->pairs[i], &right, &arena)
            && model_is_exact(models[0], &left, &arena) != model_is_exact(models[1], &right, &arena))
            found = i + 1;
    }
    arena_finish(&arena);
    return found;
}
