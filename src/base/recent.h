/* A cache of what was used lately: values by key, in bounded memory.
 *
 *   Recent recent = {.limit = 8 << 20};
 *   int *value = recent_find(&recent, "key", 3);
 *   if (!value)
 *       *(value = recent_add(&recent, "key", 3, sizeof *value)) = 7;
 *   recent_finish(&recent);
 *
 * There are two generations. New values go to the young one. When it holds `limit` bytes it becomes the old one, and
 * what was in the old one is gone, except what was found again since: that has moved to the young one. So at most twice
 * `limit` is held (and one value more). Both take their memory with the first value: what is added later takes none. */
#ifndef BASE_RECENT_H
#define BASE_RECENT_H

#include "base/arena.h"

#include <stdint.h>

typedef struct RecentEntry RecentEntry;

typedef struct Generation {
    Arena arena;
    RecentEntry **slots; /* [slot_count], a power of two; NULL: free */
    size_t slot_count, count, bytes;
} Generation;

typedef struct Recent {
    size_t limit; /* bytes of a generation */
    Generation young, old;
} Recent;

/* The value of a key, NULL where it is not known (any more). Good until the next call, as with recent_add. */
void *recent_find(Recent *recent, const void *key, size_t length);

/* Room for the value of a key that was not found: `size` bytes, zeroed, aligned to 16. */
void *recent_add(Recent *recent, const void *key, size_t length, size_t size);

void recent_finish(Recent *recent);

#endif
