/* A part of a Vector in plain C, one number: what the other variants must equal to the byte, and the only one for
 * doubles. Included by vector.h alone. */
typedef Real Part;
enum { PARTS = LANES };

#ifdef REAL_DOUBLE
#define REAL_FMA  fma
#define part_sqrt sqrt
#else
#ifdef KERNELS_TWICE
#define REAL_FMA(a, b, c) ((a) * (b) + (c))
#elif defined __FP_FAST_FMAF
#define REAL_FMA fmaf
#else
#include "nn/fma.h"
#define REAL_FMA fma_exact
#endif
#define part_sqrt sqrtf
#endif

#define part_set(value)                  (value)
#define part_load(from)                  (*(from))
#define part_store(to, v)                (*(to) = (v))
#define part_fma(a, b, c)                REAL_FMA(a, b, c)
#define part_fnma(a, b, c)               REAL_FMA(-(a), b, c)
#define part_max(a, b)                   ((a) > (b) ? (a) : (b))
#define part_min(a, b)                   ((a) < (b) ? (a) : (b))
#define part_if_below(x, bound, yes, no) ((x) < (bound) ? (yes) : (no))
#define part_sum(v)                      (v) /* of its lanes, halves added until one is left */
#define part_sum_four(a, b, c, d, sums)  (sums[0] = (a), sums[1] = (b), sums[2] = (c), sums[3] = (d))

#ifndef REAL_DOUBLE
/* 2^n where the lowest bits of the float `magic_n` hold the whole number n, -126 <= n <= 127. */
INLINE Part part_power2(Part magic_n)
{
    uint32_t bits;
    memcpy(&bits, &magic_n, sizeof bits);
    bits = (bits << 23) + 0x3F800000u;
    memcpy(&magic_n, &bits, sizeof bits);
    return magic_n;
}
#endif
