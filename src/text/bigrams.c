#include "text/bigrams.h"

#include "base/arena.h"
#include "base/hash.h"

#include <stdlib.h>

/* The slot that holds the pair, or the empty one where it would go. */
static Bigram *slot_of(const BigramTable *table, int left, int right)
{
    uint64_t hash = hash_mix(hash_mix(0, (uint64_t)left), (uint64_t)right);
    for (uint64_t at = hash;; at++) {
        Bigram *slot = &table->slots[at & ((uint64_t)table->room - 1)];
        if (slot->number == 0 || (slot->left == left && slot->right == right))
            return slot;
    }
}

static void grow(BigramTable *table)
{
    BigramTable larger = {.room = table->room ? 2 * table->room : 64};
    larger.slots = heap_alloc((size_t)larger.room, sizeof *larger.slots);
    for (int i = 0; i < table->room; i++)
        if (table->slots[i].number)
            *slot_of(&larger, table->slots[i].left, table->slots[i].right) = table->slots[i];
    larger.count = table->count;
    free(table->slots);
    *table = larger;
}

void bigrams_add(BigramTable *table, int left, int right, int number)
{
    if (2 * table->count >= table->room)
        grow(table);
    *slot_of(table, left, right) = (Bigram){left, right, number + 1};
    table->count++;
}

int bigrams_find(const BigramTable *table, int left, int right)
{
    return table->room ? slot_of(table, left, right)->number - 1 : -1;
}

void bigrams_finish(BigramTable *table)
{
    free(table->slots);
    *table = (BigramTable){0};
}
