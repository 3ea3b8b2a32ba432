/* What the view beam says. */
#ifndef BEAM_WORDS_H
#define BEAM_WORDS_H

#include "words/words.h"

enum {
    W_OF_BEAM = PART_BEAM * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/beam/beam_words.def"
#undef WORD
};

#endif
