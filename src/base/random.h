/* Random numbers with an explicit seed: the same everywhere, and small enough to be kept in a file.
 * xoshiro256** of Blackman and Vigna (2018), its state filled by splitmix64. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state[4];
} Random;

Random random_seeded(uint64_t seed);
uint64_t random_mix(uint64_t value); /* splitmix64's last steps: every bit depends on every other */
uint64_t random_bits(Random *random);
double random_unit(Random *random);                    /* [0, 1), 53 bits */
uint32_t random_below(Random *random, uint32_t limit); /* 0 .. limit-1 without bias, limit >= 1 */
void random_shuffle(Random *random, int *items, int count);

#endif
