#include "text/vocab.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const VOCAB_MARKS[VOCAB_SPECIAL] = {"<pad>", "<s>", "</s>", "<unk>"};

/* Takes the next bytes to hash or compare off the front of a word: one as it is, or one code point in lower case. */
static size_t take(Slice *word, bool lowercase, char bytes[4])
{
    if (lowercase)
        return utf8_put(bytes, utf8_lower(utf8_next(word)));
    bytes[0] = *word->text++;
    word->length--;
    return 1;
}

static uint64_t hash(Slice word, bool lowercase) /* FNV-1a, 64 bits */
{
    uint64_t value = 0xcbf29ce484222325u;
    while (word.length) {
        char bytes[4];
        size_t count = take(&word, lowercase, bytes);
        for (size_t i = 0; i < count; i++)
            value = (value ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    }
    return value;
}

static bool equal(const char *known, Slice word, bool lowercase)
{
    while (word.length) {
        char bytes[4];
        size_t count = take(&word, lowercase, bytes);
        for (size_t i = 0; i < count; i++, known++)
            if (*known == '\0' || *known != bytes[i])
                return false;
    }
    return *known == '\0';
}

/* The slot that holds `word`, or the empty one where it would go. */
static int *slot_of(const Vocab *vocab, Slice word, bool lowercase)
{
    size_t mask = (size_t)vocab->slot_count - 1;
    uint64_t value = hash(word, lowercase);
    for (size_t at = (size_t)(value ^ value >> 32) & mask;; at = (at + 1) & mask) {
        int *slot = &vocab->slots[at];
        if (*slot == 0 || equal(vocab->words[*slot - 1], word, lowercase))
            return slot;
    }
}

static void grow(Vocab *vocab)
{
    vocab->capacity = vocab->capacity ? vocab->capacity * 2 : 64;
    vocab->words = heap_resize(vocab->words, (size_t)vocab->capacity, sizeof *vocab->words);
    free(vocab->slots);
    vocab->slot_count = vocab->capacity * 2; /* never more than half full */
    vocab->slots = heap_alloc((size_t)vocab->slot_count, sizeof *vocab->slots);
    for (int id = 0; id < vocab->count; id++)
        *slot_of(vocab, slice_of(vocab->words[id]), false) = id + 1;
}

static int add(Vocab *vocab, Slice word)
{
    if (vocab->count == vocab->capacity)
        grow(vocab);
    int *slot = slot_of(vocab, word, false);
    if (*slot == 0) {
        vocab->words[vocab->count] = arena_copy(&vocab->arena, word.text, word.length);
        *slot = ++vocab->count;
    }
    return *slot - 1;
}

int vocab_add(Vocab *vocab, Slice word)
{
    assert(word.length == 0 || !memchr(word.text, '\0', word.length));
    if (vocab->count == 0)
        for (int id = 0; id < VOCAB_SPECIAL; id++)
            add(vocab, slice_of(VOCAB_MARKS[id]));
    return add(vocab, word);
}

int vocab_find(const Vocab *vocab, Slice word, bool lowercase)
{
    if (vocab->count == 0)
        return VOCAB_UNKNOWN;
    int slot = *slot_of(vocab, word, lowercase);
    return slot ? slot - 1 : VOCAB_UNKNOWN;
}

const char *vocab_word(const Vocab *vocab, int id)
{
    assert(id >= 0 && id < vocab->count);
    return vocab->words[id];
}

void vocab_finish(Vocab *vocab)
{
    arena_finish(&vocab->arena);
    free(vocab->words);
    free(vocab->slots);
    free(vocab->merges.made);
    bigrams_finish(&vocab->merges.places);
    *vocab = (Vocab){0};
}
