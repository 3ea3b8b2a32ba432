/* What real files need before they train a model: repeated pairs taken out, some sentences held out, and a guess at
 * what the tokens are. */
#include "text/corpus.h"

#include "base/random.h"

#include <stdlib.h>

/* FNV-1a over the tokens' letters in lower case, a space behind each token. */
static uint64_t hash_side(TokenList side, uint64_t value)
{
    for (int i = 0; i < side.count; i++) {
        for (Slice rest = side.tokens[i]; rest.length;)
            value = (value ^ utf8_lower(utf8_next(&rest))) * 0x100000001b3u;
        value = (value ^ ' ') * 0x100000001b3u;
    }
    return value;
}

static bool same_side(TokenList a, TokenList b)
{
    bool same = a.count == b.count;
    for (int i = 0; same && i < a.count; i++)
        same = slice_equal(a.tokens[i], b.tokens[i]);
    return same;
}

static bool has_gold(const Corpus *corpus)
{
    for (int i = 0; i < corpus->count; i++)
        if (corpus->pairs[i].link_count == 0)
            return false;
    return true;
}

/* ---- repeated pairs ---- */

/* The slot (pair + 1) that holds the same pair, or the empty one where it would go. */
static int *slot_of(const Corpus *corpus, int *slots, size_t mask, const Pair *pair)
{
    uint64_t value = hash_side(pair->target, hash_side(pair->source, 0xcbf29ce484222325u) ^ '\t');
    for (size_t at = (size_t)random_mix(value) & mask;; at = (at + 1) & mask) {
        const Pair *other = slots[at] ? &corpus->pairs[slots[at] - 1] : NULL;
        if (!other || (same_side(other->source, pair->source) && same_side(other->target, pair->target)))
            return &slots[at];
    }
}

int corpus_unique(Corpus *corpus)
{
    size_t room = 64;
    while (room < 2 * (size_t)corpus->count)
        room *= 2;
    int *slots = heap_alloc(room, sizeof *slots), kept = 0;
    for (int i = 0; i < corpus->count; i++) {
        int *slot = slot_of(corpus, slots, room - 1, &corpus->pairs[i]);
        if (*slot)
            continue;
        corpus->pairs[kept++] = corpus->pairs[i];
        *slot = kept;
    }
    free(slots);
    int repeated = corpus->count - kept;
    corpus->count = kept;
    return repeated;
}

/* ---- held-out sentences ---- */

void corpus_split(Corpus *corpus, double share, uint64_t seed, Corpus *heldout)
{
    *heldout = (Corpus){0};
    heldout->pairs = heap_alloc((size_t)corpus->count, sizeof *heldout->pairs);
    int kept = 0;
    for (int i = 0; i < corpus->count; i++) {
        Pair pair = corpus->pairs[i];
        uint64_t place = random_mix(hash_side(pair.source, 0xcbf29ce484222325u) ^ random_mix(seed));
        if ((double)(place >> 11) * 0x1p-53 < share)
            heldout->pairs[heldout->count++] = pair;
        else
            corpus->pairs[kept++] = pair;
    }
    corpus->count = kept;
    corpus->gold = has_gold(corpus);
    heldout->gold = heldout->count > 0 && has_gold(heldout);
}

/* ---- tokens ---- */

TokenKind corpus_token_kind(const Corpus *corpus, bool target)
{
    if (corpus->gold)
        return TOKENS_SPACE;
    int64_t letters = 0, cjk = 0;
    for (int i = 0; i < corpus->count; i++) {
        TokenList side = target ? corpus->pairs[i].target : corpus->pairs[i].source;
        for (int j = 0; j < side.count; j++)
            for (Slice rest = side.tokens[j]; rest.length; letters++)
                cjk += utf8_is_cjk(utf8_next(&rest));
    }
    return 2 * cjk > letters ? TOKENS_CHAR : TOKENS_WORD;
}
