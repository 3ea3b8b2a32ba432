/* The window around the pictures. */
#ifndef WINDOW_WORDS_H
#define WINDOW_WORDS_H

#include "words/words.h"

enum {
    W_OF_WINDOW = PART_WINDOW * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/window_words.def"
#undef WORD
};

#endif
