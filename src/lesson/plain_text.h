/* A colon in a sentence needs no quotes: what can only be a text is put into quotes before libyaml sees it.
 *
 *   Slice yaml = plain_text_quote(&arena, slice_of("question: What is it: a or b?"), TEXTS_ALONE);
 *   // question: 'What is it: a or b?'
 *
 * Every line stays on its number. What is YAML already stays as it is. */
#ifndef LESSON_PLAIN_TEXT_H
#define LESSON_PLAIN_TEXT_H

#include "base/arena.h"
#include "base/utf8.h"

typedef enum YamlKind {
    MAPS_TOO,    /* front matter: an entry of a list may be a map */
    TEXTS_ALONE, /* a question: its values and entries are texts, and `- a: b` is one */
} YamlKind;

/* The arena's. */
Slice plain_text_quote(Arena *arena, Slice yaml, YamlKind kind);

#endif
