/* What the view unrolled says. */
#ifndef UNROLLED_WORDS_H
#define UNROLLED_WORDS_H

#include "words/words.h"

enum {
    W_OF_UNROLLED = PART_UNROLLED * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/unrolled/unrolled_words.def"
#undef WORD
};

#endif
