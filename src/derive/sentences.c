#include "derive/sentences.h"

#include <assert.h>
#include <string.h>

void fills_add(Fills *fills, const char *name, const char *text)
{
    assert(fills->count < FILLS_LIMIT);
    fills->items[fills->count].name = name;
    fills->items[fills->count++].text = text;
}

static const char *fills_find(const Fills *fills, Slice name)
{
    for (int i = 0; i < fills->count; i++)
        if (slice_is(name, fills->items[i].name))
            return fills->items[i].text;
    assert(!"a sentence names something that was not filled in");
    return "";
}

char *sentence_fill(Word sentence, Language language, const Fills *fills)
{
    Bytes text = {0};
    for (const char *from = said(language, sentence); *from;) {
        size_t plain = strcspn(from, "{");
        bytes_add(&text, from, plain);
        from += plain;
        if (*from == '{') {
            Slice name = {from + 1, strcspn(from + 1, "}")};
            bytes_add_text(&text, fills_find(fills, name));
            from += name.length + 2;
        }
    }
    char *filled = arena_copy(fills->arena, text.data, text.length);
    bytes_finish(&text);
    return filled;
}
