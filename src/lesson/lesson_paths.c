#include "lesson/lesson_paths.h"

#include "base/system.h"

#include <stdlib.h>
#include <string.h>

static bool starts(Slice text, const char *with)
{
    size_t length = strlen(with);
    return text.length > length && memcmp(text.text, with, length) == 0;
}

static bool is_printable(Slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.text[i] <= ' ' || text.text[i] == 0x7F)
            return false;
    return true;
}

bool path_is_inside(Slice path)
{
    if (path.length == 0 || path.text[0] == '/' || path.text[0] == '~' || !is_printable(path))
        return false;
    if (memchr(path.text, '\\', path.length) || memchr(path.text, ':', path.length))
        return false;
    Slice part;
    while (slice_cut(&path, '/', &part))
        if (slice_is(part, "..") || slice_is(part, "%2e%2e") || slice_is(part, "%2E%2E"))
            return false;
    return true;
}

bool path_is_link(Slice link)
{
    return ((starts(link, "https://") || starts(link, "http://")) && is_printable(link)) || path_is_inside(link);
}

bool path_check(const char *folder, const char *path, Error *error)
{
    char *home = system_whole_path(folder), *real = system_whole_path(path);
    size_t length = home ? strlen(home) : 0;
    bool inside = !home || !real || strcmp(home, "/") == 0 || (strncmp(real, home, length) == 0 && real[length] == '/');
    free(home);
    free(real);
    return inside || error_at(error, ERROR_FILE, path, 0, "leads out of the lesson's folder");
}
