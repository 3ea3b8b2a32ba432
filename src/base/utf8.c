#include "base/utf8.h"

#include "base/plural.h"

#include <string.h>

Slice slice_of(const char *text)
{
    return (Slice){text, text ? strlen(text) : 0};
}

bool slice_equal(Slice a, Slice b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

bool slice_is(Slice a, const char *text)
{
    return slice_equal(a, slice_of(text));
}

static bool is_ascii_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool slice_starts(Slice a, const char *with)
{
    size_t length = strlen(with);
    return a.length >= length && memcmp(a.text, with, length) == 0;
}

Slice slice_trim(Slice slice)
{
    while (slice.length && is_ascii_space(slice.text[0]))
        slice.text++, slice.length--;
    while (slice.length && is_ascii_space(slice.text[slice.length - 1]))
        slice.length--;
    return slice;
}

Slice slice_unmarked(Slice text)
{
    return slice_starts(text, "\xEF\xBB\xBF") ? (Slice){text.text + 3, text.length - 3} : text;
}

bool slice_cut(Slice *rest, char at, Slice *before)
{
    if (!rest->text)
        return false;
    const char *found = rest->length ? memchr(rest->text, at, rest->length) : NULL;
    if (!found) {
        *before = *rest;
        *rest = (Slice){0};
        return true;
    }
    *before = (Slice){rest->text, (size_t)(found - rest->text)};
    rest->length -= before->length + 1;
    rest->text = found + 1;
    return true;
}

/* Length of the well-formed sequence at `bytes`, 0 where there is none; the code point goes to *out. */
static size_t decode(const unsigned char *bytes, size_t left, uint32_t *out)
{
    unsigned char lead = bytes[0];
    if (lead < 0x80) {
        *out = lead;
        return 1;
    }
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || left < length)
        return 0;
    uint32_t value = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *out = value;
    return length;
}

bool utf8_take(Slice *slice, uint32_t *codepoint)
{
    *codepoint = 0xFFFD;
    size_t length = decode((const unsigned char *)slice->text, slice->length, codepoint), taken = length ? length : 1;
    slice->text += taken;
    slice->length -= taken;
    return length > 0;
}

uint32_t utf8_next(Slice *slice)
{
    uint32_t codepoint;
    utf8_take(slice, &codepoint);
    return codepoint;
}

uint32_t utf8_first(Slice text)
{
    return text.length ? utf8_next(&text) : 0;
}

uint32_t utf8_last(Slice text)
{
    size_t at = text.length;
    while (at > 0 && ((unsigned char)text.text[--at] & 0xC0) == 0x80)
        continue;
    return utf8_first((Slice){text.text + at, text.length - at});
}

bool utf8_is_one_of(uint32_t c, const char *set)
{
    char bytes[5] = {0};
    if (c > 0 && c < 0x80)
        return strchr(set, (int)c) != NULL;
    return c > 0 && utf8_put(bytes, c) > 0 && strstr(set, bytes) != NULL; /* no letter's bytes begin within another's */
}

bool utf8_is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool utf8_is_printable(Slice text)
{
    while (text.length)
        if (utf8_is_control(utf8_next(&text)))
            return false;
    return true;
}

bool utf8_is_noncharacter(uint32_t c)
{
    return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

uint32_t utf8_shown(uint32_t c)
{
    if (utf8_is_control(c) && utf8_is_space(c))
        return ' ';
    return utf8_is_control(c) || utf8_is_noncharacter(c) ? 0xFFFD : c;
}

bool utf8_find_control(Slice text, uint32_t *c, size_t *at)
{
    for (Slice rest = text; rest.length;) {
        *at = text.length - rest.length;
        *c = utf8_next(&rest);
        if (utf8_is_control(*c) && *c != '\t' && *c != '\n')
            return true;
    }
    return false;
}

size_t utf8_make_printable(char *text, size_t length, bool lines)
{
    char *to = text;
    for (Slice rest = {text, length}; rest.length;) {
        uint32_t c;
        bool well_formed = utf8_take(&rest, &c), kept = lines && (c == '\t' || c == '\n');
        to += utf8_put(to, well_formed && (kept || !utf8_is_control(c)) ? c : '?');
    }
    *to = '\0';
    return (size_t)(to - text);
}

const char *slice_excerpt(Slice slice, char to[EXCERPT_SIZE])
{
    size_t length = 0;
    while (slice.length && length <= 40 - 4) {
        uint32_t c = utf8_next(&slice);
        length += utf8_put(to + length, utf8_is_control(c) || c == 0xFFFD ? '?' : c);
    }
    memcpy(to + length, slice.length ? "..." : "", slice.length ? 4 : 1);
    return to;
}

size_t utf8_put(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(lead[length] | c);
    return length;
}

size_t utf8_whole(Slice slice)
{
    size_t length = slice.length, lead = length;
    while (lead > 0 && length - lead < 3 && ((unsigned char)slice.text[lead - 1] & 0xC0) == 0x80)
        lead--;
    unsigned char byte = lead > 0 ? (unsigned char)slice.text[lead - 1] : 0;
    size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length - lead + 1 < wanted ? lead - 1 : length;
}

void utf8_vprint(char *to, size_t size, const char *format, va_list arguments)
{
    int length = plural_vprint(to, size, format, arguments);
    if (length >= (int)size)
        to[utf8_whole((Slice){to, size - 1})] = '\0';
}

void utf8_print(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(to, size, format, arguments);
    va_end(arguments);
}

bool utf8_valid(Slice slice)
{
    uint32_t ignored;
    while (slice.length)
        if (!utf8_take(&slice, &ignored))
            return false;
    return true;
}

size_t utf8_count(Slice slice)
{
    size_t count = 0;
    for (; slice.length; count++)
        utf8_next(&slice);
    return count;
}

uint32_t utf8_lower(uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c == 0x178)
        return 0xFF;
    bool even_is_upper = (c >= 0x100 && c <= 0x137 && c != 0x130 && c != 0x131) || (c >= 0x14A && c <= 0x177);
    bool odd_is_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if ((even_is_upper && c % 2 == 0) || (odd_is_upper && c % 2 == 1))
        return c + 1;
    return c;
}

bool utf8_is_cjk(uint32_t c)
{
    return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF)
           || (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool utf8_is_cjk_mark(uint32_t c)
{
    return utf8_is_one_of(c, "、。，．：；！？（）〈〉《》「」『』【】〔〕〖〗［］｛｝");
}

bool utf8_is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A)
           || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

void utf8_count_words(Slice text, int *words, int *characters)
{
    for (bool inside = false; text.length;) {
        uint32_t c = utf8_next(&text);
        bool cjk = utf8_is_cjk(c), letter = !cjk && !utf8_is_space(c);
        *characters += cjk;
        *words += letter && !inside;
        inside = letter;
    }
}
