#include "text/pieces.h"

#include "base/file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MARK_LENGTH (sizeof PIECES_MARK - 1)

bool piece_goes_on(Slice piece)
{
    return piece.length > MARK_LENGTH && memcmp(piece.text + piece.length - MARK_LENGTH, PIECES_MARK, MARK_LENGTH) == 0;
}

bool pieces_add_merge(Vocab *vocab, Slice left, Slice right)
{
    Merges *merges = &vocab->merges;
    int ids[2] = {vocab_find(vocab, left, false), vocab_find(vocab, right, false)};
    if (!piece_goes_on(left) || ids[0] < VOCAB_SPECIAL || ids[1] < VOCAB_SPECIAL
        || memchr(left.text, '@', left.length - MARK_LENGTH) || merges->count == PIECES_MERGES_MOST
        || memchr(right.text, '@', right.length - (piece_goes_on(right) ? MARK_LENGTH : 0))
        || bigrams_find(&merges->places, ids[0], ids[1]) >= 0)
        return false;
    Arena arena = {0};
    const char *both =
        arena_printf(&arena, "%.*s%.*s", (int)(left.length - MARK_LENGTH), left.text, (int)right.length, right.text);
    int made = vocab_find(vocab, slice_of(both), false);
    arena_finish(&arena);
    if (made < VOCAB_SPECIAL)
        return false;
    merges->made = heap_room(merges->made, merges->count, &merges->capacity, sizeof *merges->made);
    merges->made[merges->count] = (Merge){ids[0], ids[1], made};
    bigrams_add(&merges->places, ids[0], ids[1], merges->count++);
    return true;
}

/* ---- cutting ---- */

typedef struct Cutter {
    const Vocab *vocab;
    bool lowercase;
    int *pieces; /* of one word, by their numbers */
    int *ends;   /* where each ends in it, bytes */
    int *merges; /* the one that joins it and the next, INT_MAX: none */
    int count, capacity;
} Cutter;

static void letters(Cutter *cutter, Slice word)
{
    cutter->count = 0;
    for (Slice rest = word; rest.length; cutter->count++) {
        char letter[4 + sizeof PIECES_MARK];
        uint32_t c = utf8_next(&rest);
        size_t length = utf8_put(letter, cutter->lowercase ? utf8_lower(c) : c);
        memcpy(letter + length, PIECES_MARK, MARK_LENGTH);
        length += rest.length ? MARK_LENGTH : 0;
        cutter->pieces[cutter->count] = vocab_find(cutter->vocab, (Slice){letter, length}, false);
        cutter->ends[cutter->count] = (int)(rest.text - word.text);
    }
}

static void find_merge(Cutter *cutter, int i)
{
    if (i < 0 || i >= cutter->count)
        return;
    int found = i + 1 < cutter->count
                    ? bigrams_find(&cutter->vocab->merges.places, cutter->pieces[i], cutter->pieces[i + 1])
                    : -1;
    cutter->merges[i] = found < 0 ? INT_MAX : found;
}

static void take_out(int *numbers, int at, int count)
{
    memmove(numbers + at, numbers + at + 1, sizeof *numbers * (size_t)(count - at - 1));
}

static void merge(Cutter *cutter, int i)
{
    cutter->pieces[i] = cutter->vocab->merges.made[cutter->merges[i]].made;
    take_out(cutter->pieces, i + 1, cutter->count);
    take_out(cutter->ends, i, cutter->count);
    take_out(cutter->merges, i + 1, cutter->count);
    cutter->count--;
    find_merge(cutter, i - 1);
    find_merge(cutter, i);
}

static void cut_word(Cutter *cutter, Slice word)
{
    int room = (int)word.length; /* letters at most */
    if (room > cutter->capacity) {
        cutter->capacity = 2 * room;
        cutter->pieces = heap_resize(cutter->pieces, (size_t)cutter->capacity, sizeof(int));
        cutter->ends = heap_resize(cutter->ends, (size_t)cutter->capacity, sizeof(int));
        cutter->merges = heap_resize(cutter->merges, (size_t)cutter->capacity, sizeof(int));
    }
    letters(cutter, word);
    for (int i = 0; i < cutter->count; i++)
        find_merge(cutter, i);
    while (cutter->count > 1) {
        int best = 0;
        for (int i = 1; i < cutter->count; i++)
            if (cutter->merges[i] < cutter->merges[best])
                best = i;
        if (cutter->merges[best] == INT_MAX)
            return;
        merge(cutter, best);
    }
}

static Slice spelled(Arena *arena, Slice word, int from, int end)
{
    size_t length = (size_t)(end - from), mark = (size_t)end < word.length ? MARK_LENGTH : 0;
    char *text = arena_alloc(arena, length + mark + 1, 1);
    memcpy(text, word.text + from, length);
    memcpy(text + length, PIECES_MARK, mark);
    return (Slice){text, length + mark};
}

TokenList pieces_cut(Arena *arena, const Vocab *vocab, TokenList words, bool lowercase)
{
    if (!vocab->pieces)
        return words;
    Cutter cutter = {.vocab = vocab, .lowercase = lowercase};
    TokenList out = {0};
    Slice *pieces = NULL;
    int capacity = 0;
    for (int i = 0; i < words.count; i++) {
        Slice word = words.tokens[i];
        if (word.length > WORD_BYTES_MOST) { /* it is no word, and whoever asked says so */
            pieces = heap_room(pieces, out.count, &capacity, sizeof *pieces);
            pieces[out.count++] = word;
            continue;
        }
        cut_word(&cutter, word);
        for (int k = 0; k < cutter.count; k++) {
            pieces = heap_room(pieces, out.count, &capacity, sizeof *pieces);
            pieces[out.count++] = spelled(arena, word, k ? cutter.ends[k - 1] : 0, cutter.ends[k]);
        }
    }
    out.tokens = ARENA_ARRAY(arena, Slice, (size_t)out.count);
    if (out.count)
        memcpy(out.tokens, pieces, sizeof *pieces * (size_t)out.count);
    free(pieces);
    free(cutter.pieces);
    free(cutter.ends);
    free(cutter.merges);
    return out;
}

/* ---- whole words ---- */

TokenList pieces_words(Arena *arena, const TokenList *pieces)
{
    TokenList words = {.tokens = ARENA_ARRAY(arena, Slice, (size_t)pieces->count)};
    for (int i = 0; i < pieces->count;) {
        Bytes word = {0};
        bool more = true;
        for (; more && i < pieces->count; i++) {
            Slice piece = pieces->tokens[i];
            more = piece_goes_on(piece);
            bytes_add(&word, piece.text, piece.length - (more ? MARK_LENGTH : 0));
        }
        size_t length = word.length;
        words.tokens[words.count++] = (Slice){bytes_take(&word, arena), length};
    }
    return words;
}
