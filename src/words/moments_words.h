/* Moments, in the order of MomentKind; beats, in the order of BeatKind, from the second on. */
#ifndef MOMENTS_WORDS_H
#define MOMENTS_WORDS_H

#include "words/words.h"

enum {
    W_OF_MOMENTS = PART_MOMENTS * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/moments_words.def"
#undef WORD
};

#endif
