/* The first minute, the notes beside the pointer, the strip of what is changed. */
#ifndef OPENING_WORDS_H
#define OPENING_WORDS_H

#include "words/words.h"

enum {
    W_OF_OPENING = PART_OPENING * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/opening_words.def"
#undef WORD
};

#endif
