#include "words/words.h"

#include <stddef.h>

const char *const LANGUAGE_NAMES[] = {[LANGUAGE_ENGLISH] = "en", [LANGUAGE_CHINESE] = "zh", NULL};

#define WORD(name, text) [W_##name] = text,

#define KEYS(text) text
#define FINGER(text)
static const char *const WORDS[][W_COUNT] = {
    {
#include "words/en.def"
    },
    {
#include "words/zh.def"
    },
};
#undef KEYS
#undef FINGER

#define KEYS(text)
#define FINGER(text) text
static const char *const WITHOUT_KEYS[][W_COUNT] = {
    {
#include "words/en.def"
    },
    {
#include "words/zh.def"
    },
};

const char *said(Language language, Word word)
{
    return WORDS[language][word];
}

const char *said_without_keys(Language language, Word word)
{
    return WITHOUT_KEYS[language][word];
}
