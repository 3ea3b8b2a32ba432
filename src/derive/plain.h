/* Markup as plain text, for what cannot be set: notes beside the pointer, accessible names, --explain.
 *
 *   markup_plain("@o{α_{32}} = @B{0.93}", &arena);                 // "α₃₂ = 0.93"
 */
#ifndef DERIVE_PLAIN_H
#define DERIVE_PLAIN_H

#include "base/arena.h"

/* Below and above as far as Unicode has the letters small, else behind _ and ^; colours, quotes and breaks gone. */
char *markup_plain(const char *markup, Arena *arena);
char *markup_joined(const char *markup, Arena *arena); /* without breaks, still markup */

#endif
