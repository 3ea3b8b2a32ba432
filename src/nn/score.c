#include "nn/score.h"

#include <stddef.h>

const char *const SCORE_NAMES[] = {
#define SCORE(KIND, name) #name,
#include "nn/score_list.h"
#undef SCORE
    NULL};
