#include "base/random.h"

uint64_t random_mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

Random random_seeded(uint64_t seed)
{
    Random random;
    for (int i = 0; i < 4; i++)
        random.state[i] = random_mix(seed += 0x9E3779B97F4A7C15u);
    return random;
}

static uint64_t rotate(uint64_t value, int by)
{
    return value << by | value >> (64 - by);
}

uint64_t random_bits(Random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

double random_unit(Random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

uint32_t random_below(Random *random, uint32_t limit)
{
    uint32_t floor = -limit % limit; /* 2^32 mod limit: values below it would favour the small numbers */
    for (;;) {
        uint32_t bits = (uint32_t)(random_bits(random) >> 32);
        if (bits >= floor)
            return bits % limit;
    }
}

void random_shuffle(Random *random, int *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)random_below(random, (uint32_t)i + 1);
        int kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}
