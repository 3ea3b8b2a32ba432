/* What written words mean in the reader's language. It is the authors' word: no model reads it.
 *
 *   Arena arena = {0};
 *   Error error = {0};
 *   Reader reader = {&arena, "glossary.tsv", &error};
 *   Glossary glossary;
 *   if (!glossary_read(&reader, slice_of("猫\tcat\n了\t(done)\tthe verb is over\n"), true, &glossary)) return false;
 *   return glossary_find(&glossary, "猫") != NULL;
 *
 * A line has a word, a tab, its gloss, and if it says more another tab and a note; one that begins with # is a remark.
 * A gloss in brackets says what a word does that has no like of its own. */
#ifndef LESSON_GLOSSARY_H
#define LESSON_GLOSSARY_H

#include "base/file.h"
#include "lesson/reader.h"

#define GLOSS_LETTERS 12 /* of a gloss that has room under its word */

typedef struct Gloss {
    const char *word, *text, *note; /* note: NULL: there is none */
    int line;                       /* in its file */
    bool own;                       /* the lesson's; else its course's */
} Gloss;

typedef struct Glossary {
    Gloss *glosses; /* [count], by word */
    int count;
} Glossary;

/* All is the reader's arena's. */
MUST_USE bool glossary_read(const Reader *reader, Slice text, bool own, Glossary *out);

/* The lesson's lines, and those of its course for other words. */
Glossary glossary_join(const Glossary *lesson, const Glossary *course, Arena *arena);

const Gloss *glossary_find(const Glossary *glossary, const char *word); /* NULL: it has no line */
void glossary_print(const Glossary *glossary, Bytes *out);              /* as glossary_read reads it */

#endif
