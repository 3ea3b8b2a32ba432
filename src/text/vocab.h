/* Words and their numbers. The first four are always <pad> <s> </s> <unk>.
 *
 *   Vocab vocab = {0};
 *   vocab_add(&vocab, slice_of("cat"));          // after the four special words, which the first call puts in
 *   int id = vocab_find(&vocab, slice_of("Cat"), true);
 *   vocab_finish(&vocab);
 */
#ifndef TEXT_VOCAB_H
#define TEXT_VOCAB_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"
#include "text/bigrams.h"

enum { VOCAB_PAD, VOCAB_START, VOCAB_END, VOCAB_UNKNOWN, VOCAB_SPECIAL };
extern const char *const VOCAB_MARKS[VOCAB_SPECIAL]; /* "<pad>" and so on */

typedef struct Merge { /* of two pieces of words, by their ids */
    int left, right, made;
} Merge;

typedef struct Merges { /* of pieces.h */
    Merge *made;        /* [count] in the order in which they were learned */
    int count, capacity;
    BigramTable places; /* of left and right in `made` */
} Merges;

typedef struct Vocab {
    Arena arena;        /* owns the words */
    const char **words; /* [count], each ended by NUL */
    int count, capacity;
    int *slots; /* hash table of ids + 1, a power of two long */
    int slot_count;
    bool pieces; /* its words are pieces of words */
    Merges merges;
} Vocab;

/* The id of `word`, new or known already. */
int vocab_add(Vocab *vocab, Slice word);

/* The id of `word`, VOCAB_UNKNOWN where it is not listed. With `lowercase` the case of `word` is folded first. */
int vocab_find(const Vocab *vocab, Slice word, bool lowercase);

const char *vocab_word(const Vocab *vocab, int id); /* 0 <= id < count */
void vocab_finish(Vocab *vocab);

#endif
