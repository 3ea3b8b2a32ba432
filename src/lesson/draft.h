/* A lesson that works once its model is trained, for a person to write in: made from the text and the example that lie
 * in assets/new-lesson, with sentence pairs of one's own in place of the example's.
 *
 *   LessonDraft draft = {.title = "Our class", .order = 1};
 *   bool ok = draft_take_pairs(&draft, slice_of("cat\t猫\ndog\t狗\ncow\t牛\n"), "pairs.tsv", &arena, &error)
 *             && draft_write(&draft, "assets/new-lesson", "our-class", &arena, &error);
 *   draft_finish(&draft);
 */
#ifndef LESSON_DRAFT_H
#define LESSON_DRAFT_H

#include "base/file.h"
#include "text/tokens.h"

#define DRAFT_LEAST 3 /* pairs */

typedef struct LessonDraft { /* zeroed but for title and order, which the maker sets */
    const char *title, *sentence, *gates;
    int order, epochs, batch;
    TokenKind source_tokens, target_tokens;
    Bytes data, heldout;     /* the two files */
    Bytes glossary;          /* of the example's words; empty where the pairs are one's own */
    int pairs, held;         /* in them */
    int repeated, one_sided; /* left out: pairs that stand there already, lines with an empty side */
} LessonDraft;

/* Parts the pairs of a TSV file into those that are learned and those that are held out; `path` names it in errors.
 * What stands behind the two sentences (an attribution) is kept. */
MUST_USE bool draft_take_pairs(LessonDraft *draft, Slice tsv, const char *path, Arena *arena, Error *error);

/* The example of the folder `templates`, with gates that its model keeps. */
MUST_USE bool draft_take_example(LessonDraft *draft, const char *templates, Arena *arena, Error *error);

/* The folder is made; nothing may be there yet that is not to be written over. */
MUST_USE bool draft_write(const LessonDraft *draft, const char *templates, const char *folder, Arena *arena,
                          Error *error);
void draft_finish(LessonDraft *draft);

#endif
