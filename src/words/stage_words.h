/* The stage, the cards, where a number comes from. */
#ifndef STAGE_WORDS_H
#define STAGE_WORDS_H

#include "words/words.h"

enum {
    W_OF_STAGE = PART_STAGE * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/stage_words.def"
#undef WORD
};

#endif
