/* A model that knows nothing: its weights are random, which is enough to see that what is not there is missed and that
 * what it fails is said. */
#ifndef TESTS_LESSON_UNTRAINED_H
#define TESTS_LESSON_UNTRAINED_H

#include "random_model.h"

static inline Model untrained_model(AttentionKind attention)
{
    Config config = config_default();
    config.attention = attention;
    config.embed = 4;
    config.hidden = 8;
    return random_model(config, "cat chase mouse", "猫 捉 老鼠", 3);
}

#endif
