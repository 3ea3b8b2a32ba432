/* Names of values and the words of their formulas. */
#ifndef DERIVE_WORDS_H
#define DERIVE_WORDS_H

#include "words/words.h"

enum {
    W_OF_DERIVE = PART_DERIVE * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/derive_words.def"
#undef WORD
};

#endif
