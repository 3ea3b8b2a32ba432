/* One spelling for what files write in several ways, so that the same word is the same token: in the spirit of
 * Unicode's NFKC, for the letters and signs that sentence pairs hold. Letters keep their case.
 *
 *   char *to = arena_alloc(&arena, normal_room(text), 1);
 *   Slice cleaned = {to, normal_text(text, to)};
 *
 * Every Unicode space becomes a space, full-width ASCII becomes ASCII, typographic quotes, apostrophes and hyphens
 * straight ones, "\u2026" three full stops, a ligature its letters, and a letter with a combining accent behind it the
 * letter that has the accent. Invisible signs vanish: control characters, soft hyphen, zero-width space, marks of
 * writing direction, byte-order mark. Ill-formed bytes and noncharacters become U+FFFD. */
#ifndef TEXT_NORMAL_H
#define TEXT_NORMAL_H

#include "base/utf8.h"

size_t normal_room(Slice text);           /* bytes that either function below may write */
size_t normal_text(Slice text, char *to); /* returns how many bytes */

/* Takes away what is invisible, with U+FFFD as above, and changes nothing else. */
size_t normal_visible(Slice text, char *to);

#endif
