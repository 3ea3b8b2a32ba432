#include "export/weights_file.h"

#include "export/carry.h"

const char *const WEIGHTS_ENDINGS[] = {".npy", ".npz", ".json", ".csv", ".tsv", ".txt", NULL};

bool weights_file_read(const char *path, const char *array, Arena *arena, MatrixStack *stack, Error *error)
{
    Bytes bytes, carried = {0};
    const char *name;
    *stack = (MatrixStack){0};
    if (!stack_load(path, arena, &bytes, &name, error))
        return false;
    if (carry_is_picture(bytes_slice(&bytes))) {
        bool ok = carry_read(bytes_slice(&bytes), name, &carried, error);
        bytes_finish(&bytes);
        bytes = carried;
        if (!ok)
            return false;
    }
    return stack_parse(&bytes, name, array, stack, error);
}
