/* What the view self says. */
#ifndef SELF_WORDS_H
#define SELF_WORDS_H

#include "words/words.h"

enum {
    W_OF_SELF = PART_SELF * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/self/self_words.def"
#undef WORD
};

#endif
