/* The field's terms: what each is called in English and in Chinese, what else papers and textbooks call it, what it is
 * in a sentence, and the card that shows it. One file of the course has them all; lessons use the first name.
 *
 *   Arena arena = {0};
 *   Error error = {0};
 *   Reader reader = {&arena, "lessons/terms.tsv", &error};
 *   Terms terms;
 *   if (!terms_read(&reader, slice_of("score\tenergy\t得分\t\t5.3\t1 number.\t合不合。\n"), &terms))
 *       return false;
 *   return terms.items[0].lesson == 5 && terms.items[0].card == 3;
 *
 * A line has, between tabs: name, other names, both in Chinese, LESSON.CARD, the sentence in English and in Chinese.
 * Other names may be missing. A line that begins with # is a remark. */
#ifndef LESSON_TERMS_H
#define LESSON_TERMS_H

#include "lesson/reader.h"
#include "words/words.h"

#define TERMS_FILE "terms.tsv" /* beside the lessons' folders */

typedef struct FieldTerm {
    const char *name[LANGUAGE_CHINESE + 1], *also[LANGUAGE_CHINESE + 1]; /* also: "" where there is none */
    const char *told[LANGUAGE_CHINESE + 1];
    int lesson, card; /* from 1 */
    int line;         /* in the file */
} FieldTerm;

typedef struct Terms {
    FieldTerm *items; /* [count], as the file has them */
    int count;
} Terms;

/* All is the reader's arena's. Refused, with its line: another number of columns, an empty one, a card that is none, a
 * name that stands there twice in its language. */
MUST_USE bool terms_read(const Reader *reader, Slice text, Terms *out);

/* The course's own, from where the program finds its lessons; all is the arena's. */
MUST_USE bool terms_open(Arena *arena, Terms *out, Error *error);

#endif
