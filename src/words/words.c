#include "words/words.h"

#include <stddef.h>

const char *const LANGUAGE_NAMES[] = {[LANGUAGE_ENGLISH] = "en", [LANGUAGE_CHINESE] = "zh", NULL};

#define WORD(name, text) [W_##name] = text,

static const char *const ENGLISH[W_COUNT] = {
#include "words/en.def"
};

static const char *const CHINESE[W_COUNT] = {
#include "words/zh.def"
};

const char *said(Language language, Word word)
{
    return language == LANGUAGE_CHINESE ? CHINESE[word] : ENGLISH[word];
}
