/* Cuts a sentence into tokens.
 *   space: at white space, nothing else (the form of our own data)
 *   word:  at white space, punctuation set apart ("don't," -> "don't" ","), French elisions too ("l'an" -> "l'" "an")
 *   bpe:   as `word`; the model then cuts each word into pieces (pieces.h)
 *   char:  every CJK character by itself, runs of other letters as in `word` (Chinese from the wild has no spaces)
 * Every Unicode space separates; zero-width space and soft hyphen vanish. Ill-formed bytes become U+FFFD. `word` and
 * `char` bring the text into one spelling first (normal.h), `space` takes it as it stands. */
#ifndef TEXT_TOKENS_H
#define TEXT_TOKENS_H

#include "base/arena.h"
#include "base/utf8.h"

/* of a word, whoever has written it: what is longer is no word, and takes hours to draw */
#define WORD_BYTES_MOST 4095

typedef enum TokenKind { TOKENS_SPACE, TOKENS_WORD, TOKENS_CHAR, TOKENS_BPE } TokenKind;

typedef struct TokenList {
    Slice *tokens; /* [count], the arena's */
    int count;
} TokenList;

TokenList text_tokens(Arena *arena, Slice sentence, TokenKind kind);

/* The tokens as strings of the arena, and a NULL behind them. */
const char **text_words(Arena *arena, const TokenList *list);

/* One string for people. space: with spaces, and nothing else; word: none before a full stop, behind a bracket, an
 * opening quote or an elision; char: also none between CJK characters and between them and punctuation; bpe: as char,
 * of words that are whole again. */
char *text_join(Arena *arena, const char *const *words, int count, TokenKind kind);

#endif
