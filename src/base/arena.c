#include "base/arena.h"

#include "base/plural.h"
#include "base/system.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BLOCK_BYTES ((size_t)64 * 1024)

struct ArenaBlock {
    ArenaBlock *next;
    size_t size, used; /* bytes of `bytes` */
    unsigned char *bytes;
};

static _Atomic(void (*)(void)) last_act;

void heap_at_end(void (*act)(void))
{
    last_act = act;
}

_Noreturn void heap_exhausted(void)
{
    void (*act)(void) = last_act;
    if (act)
        act();
    fputs("attend: out of memory\n", stderr);
    abort();
}

static size_t checked_product(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 4)
        heap_exhausted();
    return bytes;
}

void *heap_alloc(size_t count, size_t size)
{
    size_t bytes = checked_product(count, size);
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        heap_exhausted();
    return memory;
}

void *heap_resize(void *memory, size_t count, size_t size)
{
    size_t bytes = checked_product(count, size);
    void *moved = realloc(memory, bytes ? bytes : 1);
    if (!moved)
        heap_exhausted();
    return moved;
}

void *heap_room(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 64;
    return heap_resize(items, (size_t)*capacity, size);
}

char *heap_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(heap_alloc(size, 1), text, size);
}

static size_t round_up(size_t value, size_t step)
{
    return (value + step - 1) / step * step;
}

static ArenaBlock *block_create(size_t bytes)
{
    ArenaBlock *block = heap_alloc(1, sizeof *block);
    block->size = round_up(bytes > ARENA_BLOCK_BYTES ? bytes : ARENA_BLOCK_BYTES, 64);
    block->bytes = aligned_alloc(64, block->size);
    if (!block->bytes)
        heap_exhausted();
    return block;
}

/* The next block with room, or a new one put behind the current: large blocks kept by a reset stay in the chain. */
static ArenaBlock *block_with_room(Arena *arena, size_t bytes)
{
    while (arena->current && arena->current->next) {
        arena->current = arena->current->next;
        arena->current->used = 0;
        if (arena->current->size >= bytes)
            return arena->current;
    }
    ArenaBlock *block = block_create(bytes);
    if (arena->current)
        arena->current->next = block;
    else
        arena->first = block;
    return arena->current = block;
}

void *arena_alloc(Arena *arena, size_t count, size_t size)
{
    size_t bytes = round_up(checked_product(count, size), 16);
    size_t align = bytes >= 64 ? 64 : 16;
    ArenaBlock *block = arena->current;
    size_t start = block ? round_up(block->used, align) : 0;
    if (!block || start > block->size || block->size - start < bytes) {
        block = block_with_room(arena, bytes);
        start = 0;
    }
    block->used = start + bytes;
    return memset(block->bytes + start, 0, bytes);
}

void arena_reserve(Arena *arena, size_t bytes)
{
    if (!arena->first)
        arena->first = arena->current = block_create(bytes);
}

char *arena_copy(Arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1, 1);
    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_string(Arena *arena, const char *text)
{
    return arena_copy(arena, text, strlen(text));
}

void *arena_room(Arena *arena, void *items, int count, size_t size)
{
    enum { FIRST = 8 };
    bool full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    if (!full)
        return items;
    void *larger = arena_alloc(arena, count ? (size_t)count * 2 : FIRST, size);
    return count ? memcpy(larger, items, (size_t)count * size) : larger;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char brief[128]; /* most are */
    size_t length = (size_t)plural_vprint(brief, sizeof brief, format, arguments);
    char *text = arena_alloc(arena, length + 1, 1);
    if (length < sizeof brief)
        memcpy(text, brief, length);
    else
        plural_vprint(text, length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void arena_reset(Arena *arena)
{
    arena->current = arena->first;
    if (arena->first)
        arena->first->used = 0;
}

void arena_finish(Arena *arena)
{
    for (ArenaBlock *block = arena->first, *next; block; block = next) {
        next = block->next;
        free(block->bytes);
        free(block);
    }
    *arena = (Arena){0};
}

size_t arena_held(const Arena *arena)
{
    size_t held = 0;
    for (const ArenaBlock *block = arena->first; block; block = block->next)
        held += block->size;
    return held;
}
