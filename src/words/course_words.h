/* The pages of the course. */
#ifndef COURSE_WORDS_H
#define COURSE_WORDS_H

#include "words/words.h"

enum {
    W_OF_COURSE = PART_COURSE * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/course_words.def"
#undef WORD
};

#endif
