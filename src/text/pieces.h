/* Words in pieces: byte-pair encoding (Sennrich, Haddow and Birch 2016, Neural Machine Translation of Rare Words with
 * Subword Units).
 *
 *   Vocab vocab = {0};
 *   pieces_learn((const char *[]){"unable", "table"}, (int[]){2, 9}, 2, 4000, 1, &vocab);
 *   TokenList pieces = pieces_of(&arena, &vocab, slice_of(sentence), TOKENS_BPE, false);
 *   TokenList words = pieces_words(&arena, &pieces);      // what was cut
 *   vocab_finish(&vocab);
 *
 * A word begins as its letters. Behind each piece but the last of a word stands "@@": "un@@" "able". A merge makes one
 * piece of two that stand side by side. Learning takes the most frequent two each time; of several the one whose left
 * piece comes first by its bytes, then whose right one does. Cutting makes the merge that was learned first wherever
 * it can, from the left, then again, until there is none to make. The sign "@" is never merged, so that no last piece
 * ends in "@@".
 *
 * The vocabulary has each letter twice, as the last of a word and not, by falling count, then what the merges make. So
 * a word is unknown only in letters that the vocabulary lacks. */
#ifndef TEXT_PIECES_H
#define TEXT_PIECES_H

#include "text/tokens.h"
#include "text/vocab.h"

#define PIECES_MARK        "@@"
#define PIECES_MERGES_MOST 100000 /* that are learned, or read from a file */

/* Puts letters and merges of `count` different words into an empty vocabulary: `merges` of them at most. Letters and
 * pairs of pieces that are seen fewer than `least` times have no part in it, and a pair is seen at least twice. */
void pieces_learn(const char *const *words, const int *times, int count, int merges, int least, Vocab *out);

/* Adds the next merge to a vocabulary that has both pieces and what they make. False: it has not, or the same two are
 * merged already, or they are no pieces that can be. */
MUST_USE bool pieces_add_merge(Vocab *vocab, Slice left, Slice right);

/* The words in pieces, in the arena; the same list where the vocabulary is one of whole words. `lowercase`: it knows
 * small letters alone; what is cut keeps its case. */
TokenList pieces_cut(Arena *arena, const Vocab *vocab, TokenList words, bool lowercase);

/* A sentence as a model with this vocabulary reads or writes it: text_tokens, in pieces where it has some. */
static inline TokenList pieces_of(Arena *arena, const Vocab *vocab, Slice sentence, TokenKind kind, bool lowercase)
{
    return pieces_cut(arena, vocab, text_tokens(arena, sentence, kind), lowercase);
}

bool piece_goes_on(Slice piece); /* another one of the same word follows */

/* The words whole again, and their strings. A last piece that goes on ends its word all the same. */
TokenList pieces_words(Arena *arena, const TokenList *pieces);

#endif
