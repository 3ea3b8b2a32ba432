/* What the program answers. */
#ifndef APP_WORDS_H
#define APP_WORDS_H

#include "words/words.h"

enum {
    W_OF_APP = PART_APP * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/app_words.def"
#undef WORD
};

#endif
