/* What the view compare says. */
#ifndef COMPARE_WORDS_H
#define COMPARE_WORDS_H

#include "words/words.h"

enum {
    W_OF_COMPARE = PART_COMPARE * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/compare/compare_words.def"
#undef WORD
};

#endif
