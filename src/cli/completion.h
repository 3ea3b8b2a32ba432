/* What may come next on a command line, for the completion of a shell; data/completion has the three of them.
 *
 *   Bytes text = {0};
 *   completion_print((const char *[]){"decode", "--la"}, 2, &arena, &text);    // "--language\tof --explain\n"
 *   bytes_finish(&text);
 *   return true;
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli/options.h"

/* `words` stand behind "attend"; the last one is begun and may be "". Prints what it may become, one a line, behind a
 * tab what that is; a line "/" says that it may be any file or folder too. */
void completion_print(const char *const *words, int count, Arena *arena, Bytes *out);

#endif
