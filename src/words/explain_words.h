/* Sentences of --explain and of the captions: names in braces are filled in. */
#ifndef EXPLAIN_WORDS_H
#define EXPLAIN_WORDS_H

#include "words/words.h"

enum {
    W_OF_EXPLAIN = PART_EXPLAIN * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "words/explain_words.def"
#undef WORD
};

#endif
