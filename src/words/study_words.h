/* What the study of a model tells. */
#ifndef STUDY_WORDS_H
#define STUDY_WORDS_H

#include "words/words.h"

enum {
    W_OF_STUDY = PART_STUDY * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/study_words.def"
#undef WORD
};

#endif
