/* What --explain, captions and screen readers say, in every language: sentences with names in braces, filled with the
 * words and numbers of a trace. Inside derive/ only.
 *
 *   Fills fills = {.arena = &arena};
 *   fills_add(&fills, "word", "mouse");
 *   char *text = sentence_fill(W_SAY_WORD, LANGUAGE_ENGLISH, &fills);
 */
#ifndef DERIVE_SENTENCES_H
#define DERIVE_SENTENCES_H

#include "trace/trace.h"

#define FILLS_LIMIT 12

typedef struct Fills { /* start with {.arena = arena} */
    Arena *arena;
    struct {
        const char *name, *text;
    } items[FILLS_LIMIT];
    int count;
} Fills;

void fills_add(Fills *fills, const char *name, const char *text);

/* The sentence with every name replaced; a name that was not added is our mistake. Texts are put in as they are: what
 * a person typed may hold braces. The arena's. */
char *sentence_fill(Word sentence, Language language, const Fills *fills);

#endif
