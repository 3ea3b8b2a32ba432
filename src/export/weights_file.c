#include "export/weights_file.h"

#include "export/carry.h"

const char *const WEIGHTS_ENDINGS[] = {".npy", ".npz", ".json", ".csv", ".tsv", ".txt", NULL};
const char *const TABLE_ENDINGS[] = {".csv", ".tsv", ".txt", NULL};

static bool load(const char *path, Arena *arena, Bytes *bytes, const char **name, Error *error)
{
    if (!stack_load(path, arena, bytes, name, error))
        return false;
    if (!carry_is_picture(bytes_slice(bytes)))
        return true;
    Bytes carried = {0};
    bool ok = carry_read(bytes_slice(bytes), *name, &carried, error);
    bytes_finish(bytes);
    *bytes = carried;
    return ok;
}

bool weights_file_read(const char *path, const char *array, LinkFormat links, Arena *arena, MatrixStack *stack,
                       Error *error)
{
    Bytes bytes;
    const char *name;
    *stack = (MatrixStack){0};
    return load(path, arena, &bytes, &name, error) && stack_parse(&bytes, name, array, links, stack, error);
}

bool weights_file_open(const char *path, const char *array, Arena *arena, StackSet *set, Error *error)
{
    Bytes bytes;
    const char *name;
    *set = (StackSet){0};
    return load(path, arena, &bytes, &name, error) && stack_set_parse(&bytes, name, array, set, error);
}
