#include "nn/score.h"

#include <stddef.h>

const char *const SCORE_NAMES[] = {
#define SCORE(KIND, name, ...) #name,
#include "nn/scores.def"
#undef SCORE
    NULL};
