/* What a shell does with names and text: for a command line that a person pastes.
 *
 *   arena_printf(&arena, "attend --at %s", shell_quote("a=don't", &arena));   // attend --at 'a=don'\''t' */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/arena.h"

/* One word of sh, whatever `text` holds: nothing in it is expanded or run. The arena's. */
char *shell_quote(const char *text, Arena *arena);

#endif
