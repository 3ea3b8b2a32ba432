#include "base/names.h"

#include <string.h>
#include <strings.h>

int names_find(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

void names_add(Bytes *bytes, const char *const *names, const char *before, const char *last)
{
    for (int i = 0; names[i]; i++)
        bytes_printf(bytes, "%s%s%s", i == 0 ? "" : names[i + 1] ? ", " : last, before, names[i]);
}

char *names_list(const char *const *names, Arena *arena)
{
    Bytes list = {0};
    names_add(&list, names, "", ", ");
    return bytes_take(&list, arena);
}

bool path_check_ending(const char *path, const char *const *endings, Error *error)
{
    for (int i = 0; endings[i]; i++)
        if (strcasecmp(path_ending(path), endings[i]) == 0)
            return true;
    Bytes list = {0};
    names_add(&list, endings, "", " or ");
    error_at(error, ERROR_USAGE, path, 0, "must end in %s", list.data);
    bytes_finish(&list);
    return false;
}
