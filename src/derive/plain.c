#include "derive/plain.h"

#include "base/utf8.h"

#include <string.h>

/* The small letter of `c`, 0 where Unicode has none. */
static uint32_t small_letter(uint32_t c, bool below)
{
    static const char letters[] = "aehijklmnoprstuvx";
    static const uint32_t subscripts[] = {0x2090, 0x2091, 0x2095, 0x1D62, 0x2C7C, 0x2096, 0x2097, 0x2098, 0x2099,
                                          0x2092, 0x209A, 0x1D63, 0x209B, 0x209C, 0x1D64, 0x1D65, 0x2093};
    if (c == 0x2212) /* minus */
        return below ? 0x208B : 0x207B;
    if (c == ',' || c == 0x2192 || c == 0x2190) /* arrows stand as they are */
        return c;
    if (c >= '0' && c <= '9')
        return below                  ? 0x2080 + (c - '0')
               : c == '1'             ? 0xB9
               : c == '2' || c == '3' ? 0xB0 + (c - '0')
                                      : 0x2070 + (c - '0');
    if (!below)
        return c == '(' ? 0x207D : c == ')' ? 0x207E : c == 's' ? 0x2E2 : c == 0x22A4 ? 0x1D40 : 0;
    const char *found = c < 0x80 ? strchr(letters, (int)c) : NULL;
    return found ? subscripts[found - letters] : 0;
}

/* Writes it small and returns the end; as it is, behind the sign, where not all of it can be. */
static char *put_small(char *to, Slice text, bool below)
{
    char *start = to;
    for (Slice rest = text; rest.length;) {
        uint32_t letter = small_letter(utf8_next(&rest), below);
        if (!letter) {
            *start = below ? '_' : '^';
            memcpy(start + 1, text.text, text.length);
            return start + 1 + text.length;
        }
        to += utf8_put(to, letter);
    }
    return to;
}

/* What belongs to _ or ^: a group in braces, or one character. */
static Slice take_group(Slice *rest)
{
    Slice group = *rest;
    if (rest->length && rest->text[0] == '{') {
        size_t length = strcspn(rest->text, "}") + 1;
        *rest = (Slice){rest->text + length, rest->length - length};
        return (Slice){group.text + 1, length - 2};
    }
    if (rest->length)
        utf8_next(rest);
    group.length -= rest->length;
    return group;
}

static char *put(char *to, Slice word)
{
    memcpy(to, word.text, word.length);
    return to + word.length;
}

char *markup_plain(const char *markup, Arena *arena)
{
    char *plain = ARENA_ARRAY(arena, char, (size_t)3 * strlen(markup) + 1),
         *to = plain; /* a small digit has three bytes */
    for (Slice rest = slice_of(markup); rest.length;) {
        char c = rest.text[0];
        rest = (Slice){rest.text + 1, rest.length - 1};
        if (c == '_' || c == '^')
            to = put_small(to, take_group(&rest), c == '_');
        else if (c == '@') {
            if (rest.text[0] == 'h')
                to = put(to, slice_of("h\u0303"));
            rest = (Slice){rest.text + 1, rest.length - 1};
        } else if (c == '"') { /* a word, which may hold any sign */
            Slice word;
            slice_cut(&rest, '"', &word);
            to = put(to, word);
        } else if (c != '{' && c != '}' && c != '~')
            *to++ = c;
    }
    *to = '\0';
    return plain;
}

char *markup_joined(const char *markup, Arena *arena)
{
    char *joined = arena_string(arena, markup), *to = joined;
    for (const char *from = markup; *from; from++)
        if (*from != '~')
            *to++ = *from;
    *to = '\0';
    return joined;
}
