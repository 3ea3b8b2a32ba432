/* What the view train says. */
#ifndef TRAIN_WORDS_H
#define TRAIN_WORDS_H

#include "words/words.h"

enum {
    W_OF_TRAIN = PART_TRAIN * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/train/train_words.def"
#undef WORD
};

#endif
