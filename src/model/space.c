#include "model/space.h"

#include "base/system.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

Real *space_take(Space *space, size_t count)
{
    size_t step = LINE / sizeof(Real), at = space->used;
    space->used += (count + step - 1) / step * step;
    return space->base ? space->base + at : NULL;
}

Real *space_block(size_t count)
{
    size_t size = (count * sizeof(Real) / LINE + 1) * LINE;
    void *block = count > SIZE_MAX / sizeof(Real) / 2 ? NULL : aligned_alloc(LINE, size);
    if (!block)
        return heap_alloc(SIZE_MAX, sizeof(Real)); /* ends the program as every lack of memory does */
    return memset(block, 0, count * sizeof(Real));
}
