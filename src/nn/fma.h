/* a b + c of floats, rounded once, on processors that have no instruction for it.
 *
 *   float sum = fma_exact(0.5f, 3, -1); // 0.5 * 3 - 1
 *
 * In double the product is exact, and the sum is off by half of its last bit at most. Rounding it to float is then
 * wrong only where it lies just between two floats, or below the normal ones: what was lost decides there. So there it
 * is made odd first: of the two doubles around the exact sum the one whose last bit is set, which stands just between
 * no two floats (Boldo and Melquiond 2008). C libraries are slower, and some round twice. */
#ifndef NN_FMA_H
#define NN_FMA_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Of a double's bits: those that a float has not, and what they are just between two floats; the
 * smallest normal float. */
#define FMA_BEYOND       0x1FFFFFFFu
#define FMA_HALF         0x10000000u
#define FMA_FLOAT_NORMAL 0x3810000000000000u

/* product + c is not `sum` but a little beside it: the odd one of the doubles around the exact sum; `sum` if
 * it is exact. */
static inline double fma_odd(double product, double c, double sum)
{
    double back = sum - product, lost = (product - (sum - back)) + (c - back); /* Knuth's TwoSum: exact */
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (lost != 0 && !(bits & 1))
        bits += (lost > 0) == (sum > 0) ? 1 : UINT64_MAX;
    memcpy(&sum, &bits, sizeof bits);
    return sum;
}

static inline float fma_exact(float a, float b, float c)
{
    double product = (double)a * (double)b, sum = product + (double)c;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bool between = (bits & FMA_BEYOND) == FMA_HALF;
    bool small = (bits & INT64_MAX) - 1 < FMA_FLOAT_NORMAL - 1; /* and not zero */
    if (__builtin_expect(between | small, 0))
        sum = fma_odd(product, (double)c, sum);
    return (float)sum;
}

#endif
