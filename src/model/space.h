/* One block for all numbers of a pass: lay out once without a block to learn the size, then again with it.
 *
 *   Space space = {0};
 *   space_take(&space, 1000);                            // measures
 *   space = (Space){.base = space_block(space.used)};
 *   Real *states = space_take(&space, 1000);             // now the pointer is good
 */
#ifndef MODEL_SPACE_H
#define MODEL_SPACE_H

#include "nn/real.h"

#include <stddef.h>

typedef struct Space {
    Real *base;  /* NULL: only measure */
    size_t used; /* numbers */
} Space;

/* How many numbers so many rows have. */
static inline size_t area(int rows, int columns)
{
    return (size_t)rows * (size_t)columns;
}

/* `count` numbers on a cache line of their own, not zeroed; NULL while measuring. */
Real *space_take(Space *space, size_t count);

/* `count` zeros from the heap, on a cache line of their own; free() takes them back. */
Real *space_block(size_t count);

#endif
