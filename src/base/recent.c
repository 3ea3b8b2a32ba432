#include "base/recent.h"

#include "base/hash.h"

#include <stdlib.h>

#define SLOTS_LEAST 256
#define SLOT_BYTES  128 /* of a generation for each slot: half of the slots stay free */
#define STEP        64  /* bytes: an arena hands out multiples of it without gaps */

struct RecentEntry {
    uint64_t hash;
    size_t length, size;                /* bytes of the key and of the value */
    _Alignas(16) unsigned char value[]; /* the key lies behind it */
};

static const void *key_of(const RecentEntry *entry)
{
    return entry->value + entry->size;
}

/* Where the key's entry is, or would be. */
static RecentEntry **slot_of(const Generation *generation, uint64_t hash, const void *key, size_t length)
{
    for (size_t at = hash;; at++) {
        RecentEntry **slot = &generation->slots[at & (generation->slot_count - 1)];
        if (!*slot || ((*slot)->hash == hash && (*slot)->length == length && memcmp(key_of(*slot), key, length) == 0))
            return slot;
    }
}

static RecentEntry *find(const Generation *generation, uint64_t hash, const void *key, size_t length)
{
    return generation->count ? *slot_of(generation, hash, key, length) : NULL;
}

static void set_slots(Generation *generation, size_t count)
{
    Generation before = *generation;
    generation->slot_count = count;
    generation->slots = heap_alloc(generation->slot_count, sizeof *generation->slots);
    for (size_t i = 0; i < before.slot_count; i++)
        if (before.slots[i])
            *slot_of(generation, before.slots[i]->hash, key_of(before.slots[i]), before.slots[i]->length) =
                before.slots[i];
    free(before.slots);
}

/* Takes what a generation can need, if its last value is no giant. */
static void begin(Generation *generation, size_t limit)
{
    size_t slots = SLOTS_LEAST;
    while (slots < limit / SLOT_BYTES)
        slots *= 2;
    set_slots(generation, slots);
    arena_reserve(&generation->arena, limit + limit / 16);
}

static RecentEntry *add(Generation *generation, uint64_t hash, const void *key, size_t length, size_t size)
{
    if (2 * (generation->count + 1) > generation->slot_count)
        set_slots(generation, 2 * generation->slot_count);
    size_t bytes = (sizeof(RecentEntry) + size + length + STEP - 1) / STEP * STEP;
    RecentEntry *entry = arena_alloc(&generation->arena, bytes, 1);
    entry->hash = hash, entry->length = length, entry->size = size;
    memcpy(entry->value + size, key, length);
    *slot_of(generation, hash, key, length) = entry;
    generation->count++;
    generation->bytes += bytes;
    return entry;
}

static void empty(Generation *generation)
{
    arena_reset(&generation->arena);
    memset(generation->slots, 0, generation->slot_count * sizeof *generation->slots);
    generation->count = generation->bytes = 0;
}

void *recent_find(Recent *recent, const void *key, size_t length)
{
    uint64_t hash = hash_bytes(length, key, length);
    RecentEntry *entry = find(&recent->young, hash, key, length);
    if (entry)
        return entry->value;
    entry = find(&recent->old, hash, key, length);
    if (!entry)
        return NULL;
    if (recent->young.bytes >= recent->limit)
        return entry->value;
    RecentEntry *moved = add(&recent->young, hash, key, length, entry->size);
    return memcpy(moved->value, entry->value, entry->size);
}

void *recent_add(Recent *recent, const void *key, size_t length, size_t size)
{
    if (!recent->young.slots) {
        begin(&recent->young, recent->limit);
        begin(&recent->old, recent->limit);
    }
    if (recent->young.bytes >= recent->limit) {
        Generation old = recent->old;
        recent->old = recent->young;
        recent->young = old;
        empty(&recent->young);
    }
    return add(&recent->young, hash_bytes(length, key, length), key, length, size)->value;
}

void recent_finish(Recent *recent)
{
    for (int i = 0; i < 2; i++) {
        Generation *generation = i ? &recent->old : &recent->young;
        arena_finish(&generation->arena);
        free(generation->slots);
        *generation = (Generation){0};
    }
}
