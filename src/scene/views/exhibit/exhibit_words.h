/* What the view exhibit says. */
#ifndef EXHIBIT_WORDS_H
#define EXHIBIT_WORDS_H

#include "words/words.h"

enum {
    W_OF_EXHIBIT = PART_EXHIBIT * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/exhibit/exhibit_words.def"
#undef WORD
};

#endif
