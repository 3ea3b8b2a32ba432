#include "text/normal.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Not seen and not kept. The zero-width joiners U+200C and U+200D belong to their words. */
static const struct {
    uint32_t first, last; /* both belong to it */
} VANISHING[] = {
    {0x0000, 0x0008}, {0x000E, 0x001F}, {0x007F, 0x0084}, {0x0086, 0x009F}, {0x00AD, 0x00AD}, {0x061C, 0x061C},
    {0x200B, 0x200B}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2069}, {0xFEFF, 0xFEFF},
};

/* No replacement takes more bytes than what it stands for. */
static const struct {
    uint32_t sign;
    const char *plain;
} REPLACED[] = {
    {0x02BC, "'"},      {0x2010, "-"},      {0x2011, "-"},      {0x2018, "'"},      {0x2019, "'"},  {0x201A, "'"},
    {0x201B, "'"},      {0x201C, "\""},     {0x201D, "\""},     {0x201E, "\""},     {0x201F, "\""}, {0x2024, "."},
    {0x2025, ".."},     {0x2026, "..."},    {0x2032, "'"},      {0x2033, "\""},     {0x2212, "-"},  {0xFB00, "ff"},
    {0xFB01, "fi"},     {0xFB02, "fl"},     {0xFB03, "ffi"},    {0xFB04, "ffl"},    {0xFB05, "st"}, {0xFB06, "st"},
    {0xFF61, "\u3002"}, {0xFF62, "\u300C"}, {0xFF63, "\u300D"}, {0xFF64, "\u3001"},
};

/* A combining accent, the letters it goes on, and what they become. */
static const struct {
    uint32_t accent;
    const char *plain, *accented;
} ACCENTS[] = {
    {0x0300, "AEINOUaeinou", "ÀÈÌǸÒÙàèìǹòù"},
    {0x0301, "ACEILNORSUYZaceilnorsuyz", "ÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýź"},
    {0x0302, "ACEGHIJOSUWYaceghijosuwy", "ÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷ"},
    {0x0303, "AINOUainou", "ÃĨÑÕŨãĩñõũ"},
    {0x0304, "AEIOUaeiou", "ĀĒĪŌŪāēīōū"},
    {0x0306, "AEGIOUaegiou", "ĂĔĞĬŎŬăĕğĭŏŭ"},
    {0x0307, "CEGIZcegz", "ĊĖĠİŻċėġż"},
    {0x0308, "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"},
    {0x030A, "AUau", "ÅŮåů"},
    {0x030B, "OUou", "ŐŰőű"},
    {0x030C, "CDENRSTZcdenrstz", "ČĎĚŇŘŠŤŽčďěňřšťž"},
    {0x0327, "CGKLNRSTcklnrst", "ÇĢĶĻŅŖŞŢçķļņŗşţ"},
    {0x0328, "AEIUaeiu", "ĄĘĮŲąęįų"},
};

static bool vanishes(uint32_t c)
{
    for (size_t i = 0; i < LENGTH(VANISHING); i++)
        if (c >= VANISHING[i].first && c <= VANISHING[i].last)
            return true;
    return false;
}

/* The next character as it is kept; false where it is not. */
static bool take_visible(Slice *text, uint32_t *c)
{
    *c = utf8_next(text);
    if (utf8_is_noncharacter(*c))
        *c = 0xFFFD;
    return !vanishes(*c);
}

static const char *replacement(uint32_t c)
{
    for (size_t i = 0; i < LENGTH(REPLACED); i++)
        if (REPLACED[i].sign == c)
            return REPLACED[i].plain;
    return NULL;
}

/* The letter that has the accent; 0 where there is none. */
static uint32_t composed(uint32_t letter, uint32_t accent)
{
    for (size_t i = 0; i < LENGTH(ACCENTS); i++) {
        if (ACCENTS[i].accent != accent)
            continue;
        Slice plain = slice_of(ACCENTS[i].plain), accented = slice_of(ACCENTS[i].accented);
        while (plain.length) {
            uint32_t with = utf8_next(&accented);
            if (utf8_next(&plain) == letter)
                return with;
        }
    }
    return 0;
}

static bool is_accent(uint32_t c)
{
    return c >= 0x0300 && c <= 0x036F;
}

size_t normal_room(Slice text)
{
    return text.length * (utf8_valid(text) ? 1 : 3) + 1; /* one bad byte becomes a U+FFFD of three */
}

size_t normal_visible(Slice text, char *to)
{
    size_t length = 0;
    while (text.length) {
        uint32_t c;
        if (take_visible(&text, &c))
            length += utf8_put(to + length, c);
    }
    return length;
}

size_t normal_text(Slice text, char *to)
{
    size_t length = 0, last_at = 0;
    uint32_t last = 0; /* the code point written at last_at, to which an accent may be added */
    while (text.length) {
        uint32_t c;
        if (!take_visible(&text, &c))
            continue;
        uint32_t with = is_accent(c) ? composed(last, c) : 0;
        const char *plain = replacement(c);
        if (with) {
            length = last_at;
            c = with;
        } else if (utf8_is_space(c)) {
            c = ' ';
        } else if (c >= 0xFF01 && c <= 0xFF5E) {
            c -= 0xFF01 - '!';
        }
        last = plain ? 0 : c;
        last_at = length;
        if (plain) {
            memcpy(to + length, plain, strlen(plain));
            length += strlen(plain);
        } else {
            length += utf8_put(to + length, c);
        }
    }
    return length;
}
