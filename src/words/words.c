#include "words/every.h"

#include <stddef.h>

const char *const LANGUAGE_NAMES[] = {[LANGUAGE_ENGLISH] = "en", [LANGUAGE_CHINESE] = "zh", NULL};

#define WORD(name, ...) [W_##name] = {__VA_ARGS__},

#define KEYS(text) text
#define FINGER(text)
static const char *const WORDS[W_COUNT][LANGUAGE_CHINESE + 1] = {
#include "words/every.def"
};
#undef KEYS
#undef FINGER

#define KEYS(text)
#define FINGER(text) text
static const char *const WITHOUT_KEYS[W_COUNT][LANGUAGE_CHINESE + 1] = {
#include "words/every.def"
};

const char *said(Language language, Word word)
{
    return WORDS[word][language];
}

const char *said_without_keys(Language language, Word word)
{
    return WITHOUT_KEYS[word][language];
}
