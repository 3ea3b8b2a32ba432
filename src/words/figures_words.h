/* Figures and their captions. */
#ifndef FIGURES_WORDS_H
#define FIGURES_WORDS_H

#include "words/words.h"

enum {
    W_OF_FIGURES = PART_FIGURES * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/figures_words.def"
#undef WORD
};

#endif
