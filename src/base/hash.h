/* Hashes for finding things again, eight bytes a multiplication; not strong against malice. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    uint64_t eight;
    for (; length >= sizeof eight; from += sizeof eight, length -= sizeof eight) {
        memcpy(&eight, from, sizeof eight);
        hash = hash_mix(hash, eight);
    }
    eight = (uint64_t)length << 56;
    memcpy(&eight, from, length);
    return length ? hash_mix(hash, eight) : hash;
}

#endif
