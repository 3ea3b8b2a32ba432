/* Every word that the window, the captions and the pictures say: WORD(name, "English", "Chinese") stands once for each
 * name. A view's words stand in its folder (beam_words.def), all others here, by the room that says them; beside
 * each table its header has the names. Names and equations of values stand in derive/, the words of a cell or a
 * score in its row.
 *
 *   puts(said(LANGUAGE_CHINESE, W_PLAY)); // 播放
 *
 * KEYS(" (K)") in a text names a key: it is there for those who have keys, FINGER("...") in its place for those
 * who have none.
 *
 * A text may be a format of printf: every language takes the same arguments (the test `words` compares them), where a
 * language wants them in another order by %2$s.
 */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H

typedef enum Language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE } Language;
extern const char *const LANGUAGE_NAMES[]; /* "en", "zh", NULL: as in ISO 639 */

/* A part of the words is a table of its own, so that a changed text rebuilds what shows it. */
enum {
    PART_COMMON,
    PART_OPENING,
    PART_STAGE,
    PART_NORM,
    PART_MOMENTS,
    PART_KEYS,
    PART_EXPLAIN,
    PART_DERIVE,
    PART_STUDY,
    PART_EXHIBIT,
    PART_WINDOW,
    PART_BEAM,
    PART_COMPARE,
    PART_HEATMAP,
    PART_PATCHES,
    PART_SELF,
    PART_TRAIN,
    PART_UNROLLED,
    PART_FIGURES,
    PART_APP,
    PART_COURSE,
    WORD_PARTS,
    WORDS_OF_A_PART = 192,
    W_COUNT = WORD_PARTS * WORDS_OF_A_PART
};

typedef int Word; /* W_..., below W_COUNT: those of a part follow each other, from PART_... * WORDS_OF_A_PART on */

const char *said(Language language, Word word);
const char *said_without_keys(Language language, Word word); /* on a touch screen; may be "" */

#endif
