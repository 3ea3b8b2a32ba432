/* An arena: memory that is handed out piece by piece and given back all at once.
 *
 *   Arena arena = {0};
 *   float *states = ARENA_ARRAY(&arena, float, n * H);
 *   arena_reset(&arena);    // everything handed out is gone, the memory is kept for the next round
 *   arena_finish(&arena);   // back to the heap
 *
 * A zeroed Arena is an empty one. Out of memory ends the program with one message. Not for sharing between threads.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *first;
    ArenaBlock *current;
} Arena;

/* `count` pieces of `size` bytes, zeroed, aligned to 64 bytes where `size * count` >= 64 and to 16 below.
 * Zero pieces give a pointer that must not be read. The product is checked for overflow. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

#define ARENA_NEW(arena, Type)          ((Type *)arena_alloc((arena), 1, sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_alloc((arena), (count), sizeof(Type)))

/* Takes at once what `bytes` need, for an arena that holds nothing yet: up to there nothing more is taken. */
void arena_reserve(Arena *arena, size_t bytes);

/* A copy of `length` bytes with a NUL behind them. */
char *arena_copy(Arena *arena, const char *bytes, size_t length);
char *arena_string(Arena *arena, const char *text);

/* An array that doubles: the same items with room for at least one more behind `count`. */
void *arena_room(Arena *arena, void *items, int count, size_t size);

char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

void arena_reset(Arena *arena);
void arena_finish(Arena *arena);

/* Bytes held from the heap, handed out or not. */
size_t arena_held(const Arena *arena);

/* The heap, for what lives on its own: ends the program where memory is out. Free with free(). */
void *heap_alloc(size_t count, size_t size);                /* zeroed */
void *heap_resize(void *memory, size_t count, size_t size); /* what is new is not zeroed */
char *heap_copy(const char *text);
/* An array that doubles: the same items with room for one more behind `count`. */
void *heap_room(void *items, int count, int *capacity, size_t size);

/* For libraries that report that they have no memory: so that nothing else is blamed. */
_Noreturn void heap_exhausted(void);

/* Sets what is called just before the program ends for want of memory: it removes half-written files, and may not ask
 * for memory. Only the last one set is called. */
void heap_at_end(void (*act)(void));

#endif
