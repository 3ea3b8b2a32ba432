/* What is added and normalized. */
#ifndef NORM_WORDS_H
#define NORM_WORDS_H

#include "words/words.h"

enum {
    W_OF_NORM = PART_NORM * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/norm_words.def"
#undef WORD
};

#endif
