#include "base/resource.h"

#include "base/file.h"
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

#define USER_DIRS_BYTES 65536
#define FOLDERS_ABOVE   4 /* build/src/cli/attend: its source tree lies three above the program's folder */

static char *folder_inside(const char *folder, const char *name, Arena *arena)
{
    char *path = path_join(arena, folder, name);
    return file_is_folder(path) ? path : NULL;
}

/* Cuts the last name off; false at the root. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || !path[1])
        return false;
    slash[slash == path] = '\0'; /* the root keeps its slash */
    return true;
}

static char *near_program(const char *name, Arena *arena)
{
    char path[SYSTEM_NAME_SIZE];
    if (!system_program_path(path, sizeof path))
        return NULL;
    for (int above = 0; above <= FOLDERS_ABOVE && go_up(path); above++) { /* from the program's own folder on */
        char *found = folder_inside(path_join(arena, path, "share/attend"), name, arena);
        if (!found)
            found = folder_inside(path, name, arena);
        if (found)
            return found;
    }
    return NULL;
}

char *resource_folder(const char *name, Arena *arena)
{
    const char *given = system_variable("ATTEND_DATA");
    if (given && *given)
        return folder_inside(given, name, arena);
    char *found = near_program(name, arena);
    return found ? found : folder_inside(".", name, arena);
}

char *resource_need(const char *name, Arena *arena, Error *error)
{
    char *folder = resource_folder(name, arena);
    if (!folder)
        error_set(error, ERROR_FILE, "the folder '%s' was not found; ATTEND_DATA can name the folder it lies in", name);
    return folder;
}

char *resource_user(const char *variable, const char *fallback, Arena *arena)
{
    const char *given = system_variable(variable), *home = system_variable("HOME");
    if (given && system_is_whole(given))
        return path_join(arena, given, "attend");
    return home && system_is_whole(home) ? path_join(arena, path_join(arena, home, fallback), "attend") : NULL;
}

/* XDG_PICTURES_DIR="$HOME/Bilder": the path behind it; NULL: the file does not name it. */
static char *named_folder(const char *file, const char *name, const char *home, Arena *arena)
{
    Bytes bytes;
    Error error = {0};
    if (!file || !file_read(file, USER_DIRS_BYTES, &bytes, &error))
        return NULL;
    const char *key = arena_printf(arena, "\nXDG_%s_DIR=\"", name);
    const char *text = arena_printf(arena, "\n%s", bytes.data), *at = strstr(text, key);
    bytes_finish(&bytes);
    if (!at)
        return NULL;
    at += strlen(key);
    char *path = arena_copy(arena, at, strcspn(at, "\"\n"));
    return strncmp(path, "$HOME/", 6) == 0 ? path_join(arena, home, path + 6) : path;
}

char *resource_desktop(const char *name, const char *fallback, Arena *arena)
{
    const char *home = system_variable("HOME"), *config = system_variable("XDG_CONFIG_HOME");
    if (!home || !system_is_whole(home))
        return NULL;
    if (!config || !system_is_whole(config))
        config = path_join(arena, home, ".config");
    char *path = named_folder(path_join(arena, config, "user-dirs.dirs"), name, home, arena);
    if (!path || !system_is_whole(path))
        path = path_join(arena, home, fallback);
    return file_is_folder(path) ? path : NULL;
}
