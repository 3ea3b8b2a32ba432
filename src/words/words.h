/* Every word that the window, the captions and the pictures say, in one table a language: en.def and zh.def, where
 * WORD(name, "text") stands once for each name. Names and equations of values stand in derive/, the words of a view,
 * a cell or a score in its own row.
 *
 *   puts(said(LANGUAGE_CHINESE, W_PLAY)); // 播放
 *
 * KEYS(" (K)") in a text names a key: it is there for those who have keys, FINGER("...") in its place for those who have
 * none.
 *
 * A text may be a format of printf: every language takes the same arguments (the test `words` compares them), where a
 * language wants them in another order by %2$s.
 */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H

typedef enum Language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE } Language;
extern const char *const LANGUAGE_NAMES[]; /* "en", "zh", NULL: as in ISO 639 */

typedef enum Word {
#define WORD(name, text) W_##name,
#include "words/en.def"
#undef WORD
    W_COUNT
} Word;

const char *said(Language language, Word word);
const char *said_without_keys(Language language, Word word); /* on a touch screen; may be "" */

#endif
