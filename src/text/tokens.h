/* Cuts a sentence into tokens.
 *   space: at white space, nothing else (the form of our own data)
 *   word:  at white space, punctuation set apart ("don't," -> "don't" ",")
 *   char:  every CJK character by itself, runs of other letters as in `word` (Chinese from the wild has no spaces)
 * Every Unicode space separates; zero-width space and soft hyphen vanish. Ill-formed bytes become U+FFFD. */
#ifndef TEXT_TOKENS_H
#define TEXT_TOKENS_H

#include "base/arena.h"
#include "base/utf8.h"

typedef enum TokenKind { TOKENS_SPACE, TOKENS_WORD, TOKENS_CHAR } TokenKind;

typedef struct TokenList {
    Slice *tokens; /* [count], the arena's */
    int count;
} TokenList;

TokenList text_tokens(Arena *arena, Slice sentence, TokenKind kind);

/* One string for people: with spaces, or without them between CJK characters where `kind` is char. */
char *text_join(Arena *arena, const char *const *words, int count, TokenKind kind);

#endif
