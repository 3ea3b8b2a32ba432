#ifndef EXPORT_WEIGHTS_FILE_H
#define EXPORT_WEIGHTS_FILE_H

#include "export/open_file.h"

static inline bool weights_file_open(const char *path, const char *array, Arena *arena, StackSet *set, Error *error)
{
    OpenFile file = {.path = path};
    (void)arena;
    bool ok = opened_set(&file, array, set, error);
    opened_finish(&file);
    return ok;
}

#endif
