#include "base/resource.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDERS_ABOVE 4 /* build/src/cli/attend: its source tree lies three above the program's folder */

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
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    go_up(path); /* the program's own name */
    for (int above = 0; above < FOLDERS_ABOVE && go_up(path); above++) {
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
    const char *given = getenv("ATTEND_DATA");
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
    const char *given = getenv(variable), *home = getenv("HOME");
    if (given && given[0] == '/')
        return path_join(arena, given, "attend");
    return home && home[0] == '/' ? path_join(arena, path_join(arena, home, fallback), "attend") : NULL;
}
