#include "base/shell.h"

#include "base/file.h"

#include <string.h>

char *shell_quote(const char *text, Arena *arena)
{
    Bytes quoted = {0};
    bytes_add_text(&quoted, "'");
    for (const char *end; (end = strchr(text, '\'')); text = end + 1) {
        bytes_add(&quoted, text, (size_t)(end - text));
        bytes_add_text(&quoted, "'\\''"); /* out of the quotes, a quote of its own, in again */
    }
    bytes_printf(&quoted, "%s'", text);
    return bytes_take(&quoted, arena);
}
