/* Every word of the interface, in both languages. Numbers and model names are not here. */
#ifndef SCENE_WORDS_H
#define SCENE_WORDS_H

#include "trace/trace.h"

typedef enum Word {
    W_LESSON_OF,
    W_PRESENT,
    W_DARK,
    W_LIGHT,
    W_BACK,
    W_NEXT,
    W_DONE,
    W_NEXT_LESSON,
    W_CONTEXT,
    W_WEIGHTS,
    W_SCORES,
    W_ENCODER,
    W_SOURCE,
    W_DECODER,
    W_STATES,
    W_STEP,
    W_PREVIOUS_STATE,
    W_PREVIOUS_WORD,
    W_ASKS,
    W_START_STATE,
    W_FINAL_STATE,
    W_ALIGNMENT,
    W_EXPORT,
    W_TRANSLATION,
    W_SENTENCE,
    W_ALSO_TRY,
    W_TYPE_HERE,
    W_UNKNOWN,
    W_ENCODE,
    W_KEYS_HINT,
    W_CHECK,
    W_RIGHT,
    W_WRONG,
    W_HELP,
    W_EXPORT_TITLE,
    W_STAGE_PICTURE,
    W_HEATMAP_PICTURE,
    W_NUMBERS,
    W_PLAY,
    W_PAUSE,
    W_SPEED,
    W_TRUNCATED,
    W_EMPTY,
    W_NO_WEIGHTS,
    W_CLOSE,
    W_COUNT
} Word;

const char *word(Language language, Word which);
const char *word_moment(Language language, MomentKind kind);

/* The keys' page: pairs of a key and what it does, ended by NULL. */
const char *const (*word_keys(Language language))[2];

#endif
