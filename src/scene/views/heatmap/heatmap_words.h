/* What the view heatmap says. */
#ifndef HEATMAP_WORDS_H
#define HEATMAP_WORDS_H

#include "words/words.h"

enum {
    W_OF_HEATMAP = PART_HEATMAP * WORDS_OF_A_PART - 1,
#define WORD(name, ...) W_##name,
#include "scene/views/heatmap/heatmap_words.def"
#undef WORD
};

#endif
