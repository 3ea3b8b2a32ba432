/* Text is UTF-8 everywhere; a Slice is a piece of it that somebody else owns. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Slice {
    const char *text; /* not ended by NUL */
    size_t length;    /* bytes */
} Slice;

Slice slice_of(const char *text); /* of a C string; NULL is the empty slice */
bool slice_equal(Slice a, Slice b);
bool slice_is(Slice a, const char *text);
bool slice_starts(Slice a, const char *with);
Slice slice_trim(Slice slice);    /* without ASCII white space at both ends */
Slice slice_unmarked(Slice text); /* without the byte order mark that spreadsheets and some editors write in front */
/* takes the piece up to `at` off the front; false when rest was empty (text NULL) */
bool slice_cut(Slice *rest, char at, Slice *before);

/* At most 40 bytes of it for an error message, "..." behind if it was longer, control characters and ill-formed bytes
 * as "?". Returns `to`. */
#define EXCERPT_SIZE 48
const char *slice_excerpt(Slice slice, char to[EXCERPT_SIZE]);

/* What changes a terminal or the order of the letters around it: C0 with tab and line feed, DEL, C1, and the overrides,
 * embeddings and isolates of right-to-left text. */
bool utf8_is_control(uint32_t codepoint);
bool utf8_is_printable(Slice text); /* it has none of these: words go to terminals */

/* One of the 66 code points that are no character and never will be: U+FFFE, U+FFFF and the like. */
bool utf8_is_noncharacter(uint32_t codepoint);

/* What stands for a code point where it is seen: a space for white space that is a control character, U+FFFD for the
 * others and for noncharacters, which neither fonts nor XML nor PDF have. */
uint32_t utf8_shown(uint32_t codepoint);

/* The first control character that is neither tab nor line feed, and where it begins; false where there is none. */
bool utf8_find_control(Slice text, uint32_t *codepoint, size_t *at);

/* Makes `text` safe to print, whatever its bytes: a control character or an ill-formed byte becomes "?". Tabs and line
 * feeds stay where `lines`. Works in place, ends the text with NUL at text[length] or before, returns its length. */
size_t utf8_make_printable(char *text, size_t length, bool lines);

/* Takes one code point off the front of a non-empty slice. An ill-formed byte counts as one U+FFFD; utf8_take says so:
 * false. */
bool utf8_take(Slice *slice, uint32_t *codepoint);
uint32_t utf8_next(Slice *slice);

/* Its first and its last code point; 0 where it is empty. */
uint32_t utf8_first(Slice text);
uint32_t utf8_last(Slice text);

bool utf8_is_one_of(uint32_t codepoint, const char *set);

/* Writes 1 to 4 bytes, returns how many. */
size_t utf8_put(char *to, uint32_t codepoint);

/* As snprintf, but a character that does not fit is left out whole. */
void utf8_print(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
void utf8_vprint(char *to, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));

/* Bytes of the slice without those of a character at its end that lacks some of its own. */
size_t utf8_whole(Slice slice);

/* Well-formed, as RFC 3629 has it: no surrogates, no overlong forms, nothing above U+10FFFF. */
bool utf8_valid(Slice slice);

/* Code points in the slice. */
size_t utf8_count(Slice slice);

/* Simple lower case for Latin (with Latin-1 and Extended-A), Greek and Cyrillic; others unchanged. */
uint32_t utf8_lower(uint32_t codepoint);

/* Hanzi, kana, hangul and CJK punctuation: letters that stand without spaces and are about twice as wide. */
bool utf8_is_cjk(uint32_t codepoint);

/* Punctuation among these, "，" or "（": it brings half a letter's room of its own. */
bool utf8_is_cjk_mark(uint32_t codepoint);

/* White space of Unicode, U+00A0, U+202F, U+2009, U+3000 included; U+200B and U+00AD are not space. */
bool utf8_is_space(uint32_t codepoint);

/* Adds what there is to read: words, which have white space or CJK letters around them, and those letters. */
void utf8_count_words(Slice text, int *words, int *characters);

#endif
