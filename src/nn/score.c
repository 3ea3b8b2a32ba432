#include "nn/score.h"

#include <stddef.h>

const char *const SCORE_NAMES[] = {
#define SCORE(KIND, name, chinese) #name,
#include "nn/scores.def"
#undef SCORE
    NULL};

const char *const SCORE_CHINESE[] = {
#define SCORE(KIND, name, chinese) chinese,
#include "nn/scores.def"
#undef SCORE
};
