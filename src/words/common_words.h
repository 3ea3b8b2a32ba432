/* What more than one picture says. */
#ifndef COMMON_WORDS_H
#define COMMON_WORDS_H

#include "words/words.h"

enum {
    W_OF_COMMON = PART_COMMON * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/common_words.def"
#undef WORD
};

#endif
