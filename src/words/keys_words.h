/* The page of keys: a key, a tab, what it does. */
#ifndef KEYS_WORDS_H
#define KEYS_WORDS_H

#include "words/words.h"

enum {
    W_OF_KEYS = PART_KEYS * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/keys_words.def"
#undef WORD
};

#endif
