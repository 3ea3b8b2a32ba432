/* Sentences of a lesson: short enough for the window. */
#include "lesson/parts.h"
#include "lesson/tree.h"

#include <string.h>

bool sentence_check(const Reader *reader, int line, const char *sentence)
{
    return strlen(sentence) < SENTENCE_BYTES
           || reader_fail(reader, line, "the sentence %s is %zu bytes long; expected at most %d",
                          reader_quote(reader, slice_of(sentence)), strlen(sentence), SENTENCE_BYTES - 1);
}

bool sentence_read(const Reader *reader, const Node *map, bool required, const char **out)
{
    if (!tree_text(reader, map, "sentence", required, out))
        return false;
    const Node *node = tree_get(map, "sentence");
    return !node || sentence_check(reader, node->line, *out);
}
