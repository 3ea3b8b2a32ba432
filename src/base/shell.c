#include "base/shell.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool shell_finds(const char *program)
{
    const char *folders = getenv("PATH");
    Slice rest = slice_of(folders ? folders : ""), folder;
    Arena arena = {0};
    bool found = false;
    while (!found && slice_cut(&rest, ':', &folder)) {
        char *path = path_join(&arena, arena_copy(&arena, folder.text, folder.length), program);
        found = !file_is_folder(path) && access(path, X_OK) == 0;
    }
    arena_finish(&arena);
    return found;
}
