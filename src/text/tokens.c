#include "text/tokens.h"

#include "text/normal.h"
#include "text/pieces.h"

#include <string.h>
#include <strings.h>

typedef struct Range { /* code points, both ends belong to it */
    uint32_t first, last;
} Range;

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
#define IN_WORDS   "'\u2019-\u2010\u2011"
#define IN_NUMBERS ".,"

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
    if (utf8_is_one_of(c, IN_WORDS))
        return is_letter(after, kind);
    bool digits = before >= '0' && before <= '9' && after >= '0' && after <= '9';
    return digits && utf8_is_one_of(c, IN_NUMBERS);
}

static void take_word(Slice *rest, uint32_t last, TokenKind kind)
{
    for (;;) {
        Slice behind = *rest;
        uint32_t c = behind.length ? utf8_next(&behind) : 0;
        if (!is_letter(c, kind) && !joins(last, c, utf8_first(behind), kind))
            return;
        last = c;
        *rest = behind;
    }
}

static void take_repeated(Slice *rest, uint32_t sign) /* "..." is one token */
{
    while (utf8_first(*rest) == sign)
        utf8_next(rest);
}

/* What French writes together with the next word, with an apostrophe: l'homme, qu'il. */
static const char *const ELIDED[] = {"c", "d",      "j",  "jusqu",  "l", "lorsqu", "m",
                                     "n", "puisqu", "qu", "quoiqu", "s", "t"};

/* Bytes of `word` up to and with the apostrophe of an elision that something follows; 0 where there is none. */
static size_t elision(Slice word)
{
    const char *apostrophe = memchr(word.text, '\'', word.length);
    size_t length = apostrophe ? (size_t)(apostrophe - word.text) : 0;
    for (size_t i = 0; i < LENGTH(ELIDED); i++)
        if (length && length == strlen(ELIDED[i]) && strncasecmp(word.text, ELIDED[i], length) == 0)
            return length + 1;
    return 0;
}

static bool next_token(Slice *rest, TokenKind kind, Slice *token)
{
    while (utf8_is_space(utf8_first(*rest)))
        utf8_next(rest);
    if (rest->length == 0)
        return false;
    Slice start = *rest;
    uint32_t c = utf8_next(rest);
    if (is_letter(c, kind))
        take_word(rest, c, kind);
    else if (!utf8_is_cjk(c))
        take_repeated(rest, c);
    size_t length = (size_t)(rest->text - start.text);
    size_t elided = kind == TOKENS_SPACE ? 0 : elision((Slice){start.text, length});
    if (elided && elided < length)
        length = elided;
    *token = (Slice){start.text, length};
    *rest = (Slice){start.text + length, start.length - length};
    return true;
}

/* A copy that is well-formed and holds nothing invisible; where words are cut, in one spelling as well. */
static Slice clean(Arena *arena, Slice sentence, TokenKind kind)
{
    char *text = arena_alloc(arena, normal_room(sentence), 1);
    size_t length = kind == TOKENS_SPACE ? normal_visible(sentence, text) : normal_text(sentence, text);
    return (Slice){text, length};
}

TokenList text_tokens(Arena *arena, Slice sentence, TokenKind kind)
{
    Slice text = clean(arena, sentence, kind), token;
    TokenList list = {0};
    for (Slice rest = text; next_token(&rest, kind, &token);)
        list.count++;
    list.tokens = ARENA_ARRAY(arena, Slice, (size_t)list.count);
    for (int i = 0; i < list.count; i++)
        next_token(&text, kind, &list.tokens[i]);
    return list;
}

const char **text_words(Arena *arena, const TokenList *list)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)list->count + 1);
    for (int i = 0; i < list->count; i++)
        words[i] = arena_copy(arena, list->tokens[i].text, list->tokens[i].length);
    return words;
}

/* ---- one string for people ---- */

typedef struct Joiner {
    TokenKind kind;
    bool quoted; /* behind an opening '"' */
} Joiner;

static bool is_latin_sign(uint32_t c)
{
    return c < 0x80 && within(PUNCTUATION, LENGTH(PUNCTUATION), c);
}

static bool needs_space(const Joiner *joiner, const char *before, const char *after)
{
    if (joiner->kind == TOKENS_SPACE || !*before || !*after)
        return true;
    Slice word = slice_of(before);
    uint32_t first = utf8_first(word), next = utf8_first(slice_of(after));
    bool elided = elision(word) == word.length;
    if (elided || utf8_is_one_of(first, "([{\u00BF\u00A1") || utf8_is_one_of(next, ".,;:!?%)]}\u3002\u3001"))
        return false;
    if (joiner->quoted && strcmp(before, "\"") == 0)
        return false;
    bool cjk_before = utf8_is_cjk(utf8_last(word)), cjk_after = utf8_is_cjk(next);
    if (joiner->kind == TOKENS_WORD)
        return true;
    return !(cjk_before && (cjk_after || is_latin_sign(next))) && !(cjk_after && is_latin_sign(first));
}

static char *join_pieces(Arena *arena, const char *const *pieces, int count)
{
    TokenList list = {ARENA_ARRAY(arena, Slice, (size_t)count), count};
    for (int i = 0; i < count; i++)
        list.tokens[i] = slice_of(pieces[i]);
    TokenList words = pieces_words(arena, &list);
    return text_join(arena, text_words(arena, &words), words.count, TOKENS_CHAR);
}

char *text_join(Arena *arena, const char *const *words, int count, TokenKind kind)
{
    if (kind == TOKENS_BPE)
        return join_pieces(arena, words, count);
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += strlen(words[i]) + 1;
    char *text = arena_alloc(arena, room, 1), *end = text;
    Joiner joiner = {.kind = kind};
    for (int i = 0; i < count; i++) {
        bool quote = strcmp(words[i], "\"") == 0, closing = quote && joiner.quoted && kind != TOKENS_SPACE;
        if (i > 0 && !closing && needs_space(&joiner, words[i - 1], words[i]))
            *end++ = ' ';
        joiner.quoted ^= quote;
        size_t length = strlen(words[i]);
        memcpy(end, words[i], length);
        end += length;
    }
    *end = '\0';
    return text;
}
