#include "text/tokens.h"

#include <string.h>

typedef struct Range { /* code points, both ends belong to it */
    uint32_t first, last;
} Range;

/* Not seen and not kept: control characters that are no white space, soft hyphen, zero-width space, marks of writing
 * direction, byte-order mark. The zero-width joiners U+200C and U+200D belong to their words. */
static const Range VANISHING[] = {
    {0x0000, 0x0008}, {0x000E, 0x001F}, {0x007F, 0x0084}, {0x0086, 0x009F}, {0x00AD, 0x00AD}, {0x061C, 0x061C},
    {0x200B, 0x200B}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2069}, {0xFEFF, 0xFEFF},
};

/* Punctuation and signs: ASCII, Latin-1, general, currency, arrows to pictographs, CJK, full width. */
static const Range PUNCTUATION[] = {
    {0x0021, 0x002F},   {0x003A, 0x0040}, {0x005B, 0x0060}, {0x007B, 0x007E}, {0x00A1, 0x00A9}, {0x00AB, 0x00AC},
    {0x00AE, 0x00B1},   {0x00B4, 0x00B4}, {0x00B6, 0x00B8}, {0x00BB, 0x00BB}, {0x00BF, 0x00BF}, {0x00D7, 0x00D7},
    {0x00F7, 0x00F7},   {0x2010, 0x2027}, {0x2030, 0x205E}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x2E00, 0x2E7F},
    {0x3001, 0x3003},   {0x3008, 0x3020}, {0x3030, 0x3030}, {0x303D, 0x303D}, {0x30FB, 0x30FB}, {0xFE10, 0xFE19},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFEE},
    {0x1F000, 0x1FAFF},
};

/* Part of a word, or of a number, when one stands on both sides: don't, well-known, 3.14, 1,000. */
static const uint32_t IN_WORDS[] = {'\'', 0x2019, '-', 0x2010, 0x2011};
static const uint32_t IN_NUMBERS[] = {'.', ','};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static bool within(const Range *ranges, size_t count, uint32_t c)
{
    while (count > 0) { /* halving: a range before, at or behind the middle */
        const Range *middle = ranges + count / 2;
        if (c >= middle->first && c <= middle->last)
            return true;
        if (c > middle->last) {
            ranges = middle + 1;
            count--;
        }
        count /= 2;
    }
    return false;
}

static bool one_of(const uint32_t *list, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == c)
            return true;
    return false;
}

static bool is_letter(uint32_t c, TokenKind kind) /* goes on with the word it stands in */
{
    if (c == 0 || utf8_is_space(c))
        return false;
    if (kind == TOKENS_SPACE)
        return true;
    return !within(PUNCTUATION, LENGTH(PUNCTUATION), c) && !(kind == TOKENS_CHAR && utf8_is_cjk(c));
}

static bool joins(uint32_t before, uint32_t c, uint32_t after, TokenKind kind)
{
    if (one_of(IN_WORDS, LENGTH(IN_WORDS), c))
        return is_letter(after, kind);
    bool digits = before >= '0' && before <= '9' && after >= '0' && after <= '9';
    return digits && one_of(IN_NUMBERS, LENGTH(IN_NUMBERS), c);
}

static uint32_t peek(Slice rest) /* 0 at the end: cleaned text has no NUL */
{
    return rest.length ? utf8_next(&rest) : 0;
}

static void take_word(Slice *rest, uint32_t last, TokenKind kind)
{
    for (;;) {
        Slice behind = *rest;
        uint32_t c = behind.length ? utf8_next(&behind) : 0;
        if (!is_letter(c, kind) && !joins(last, c, peek(behind), kind))
            return;
        last = c;
        *rest = behind;
    }
}

static void take_repeated(Slice *rest, uint32_t sign) /* "..." is one token */
{
    while (peek(*rest) == sign)
        utf8_next(rest);
}

static bool next_token(Slice *rest, TokenKind kind, Slice *token)
{
    while (utf8_is_space(peek(*rest)))
        utf8_next(rest);
    if (rest->length == 0)
        return false;
    const char *start = rest->text;
    uint32_t c = utf8_next(rest);
    if (is_letter(c, kind))
        take_word(rest, c, kind);
    else if (!utf8_is_cjk(c))
        take_repeated(rest, c);
    *token = (Slice){start, (size_t)(rest->text - start)};
    return true;
}

/* A copy that is well-formed and holds nothing invisible. */
static Slice clean(Arena *arena, Slice sentence)
{
    size_t room = sentence.length * (utf8_valid(sentence) ? 1 : 3); /* one bad byte becomes a U+FFFD of three */
    char *text = arena_alloc(arena, room + 1, 1);
    size_t length = 0;
    while (sentence.length) {
        uint32_t c = utf8_next(&sentence);
        if (!within(VANISHING, LENGTH(VANISHING), c))
            length += utf8_put(text + length, c);
    }
    return (Slice){text, length};
}

TokenList text_tokens(Arena *arena, Slice sentence, TokenKind kind)
{
    Slice text = clean(arena, sentence), token;
    TokenList list = {0};
    for (Slice rest = text; next_token(&rest, kind, &token);)
        list.count++;
    list.tokens = ARENA_ARRAY(arena, Slice, (size_t)list.count);
    for (int i = 0; i < list.count; i++)
        next_token(&text, kind, &list.tokens[i]);
    return list;
}

static uint32_t last_codepoint(const char *word)
{
    size_t length = strlen(word), start = length;
    while (start > 0 && (word[start - 1] & 0xC0) == 0x80)
        start--;
    start -= start > 0;
    return peek((Slice){word + start, length - start});
}

static bool needs_space(const char *before, const char *after, TokenKind kind)
{
    return kind != TOKENS_CHAR || !utf8_is_cjk(last_codepoint(before)) || !utf8_is_cjk(peek(slice_of(after)));
}

char *text_join(Arena *arena, const char *const *words, int count, TokenKind kind)
{
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += strlen(words[i]) + 1;
    char *text = arena_alloc(arena, room, 1), *end = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && needs_space(words[i - 1], words[i], kind))
            *end++ = ' ';
        size_t length = strlen(words[i]);
        memcpy(end, words[i], length);
        end += length;
    }
    *end = '\0';
    return text;
}
