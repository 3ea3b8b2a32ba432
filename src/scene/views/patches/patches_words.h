/* What the view patches says. */
#ifndef PATCHES_WORDS_H
#define PATCHES_WORDS_H

#include "words/words.h"

enum {
    W_OF_PATCHES = PART_PATCHES * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/patches/patches_words.def"
#undef WORD
};

#endif
