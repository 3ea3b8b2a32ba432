/* Sixteen numbers at once: the one vector type all kernels are written in, whatever the processor.
 *
 *   Vector sum = v_zero();
 *   for (int i = 0; i < n; i += LANES)
 *       sum = v_fma(v_get(x + i, n - i), v_get(y + i, n - i), sum);
 *   Real dot = v_sum(sum);
 *
 * A Vector has sixteen lanes on every processor (one register of AVX-512, two of AVX2, four of NEON, an array in
 * plain C), each operation is the exactly rounded one of IEEE 754, and v_sum adds the lanes in one fixed order. So
 * every variant of a kernel gives the same bytes: that is what makes the same seed give the same model.
 *
 * The kernels' files are compiled once for each variant, with one of KERNELS_AVX512, KERNELS_AVX2, KERNELS_NEON or
 * none of them defined; VARIANT(name) gives a function its name there. Doubles have the plain variant only. */
#ifndef NN_VECTOR_H
#define NN_VECTOR_H

#include "nn/real.h"

enum { LANES = 16 };

#if defined KERNELS_AVX512 || defined KERNELS_AVX2 || defined KERNELS_NEON
#define INLINE static inline __attribute__((always_inline, unused))
#else
#define INLINE static __attribute__((noinline, unused)) /* or sanitizers take minutes to compile it */
#endif

#if defined KERNELS_AVX512
#include "nn/vector_avx512.h"
#define VARIANT(name) name##_avx512
#define VARIANT_NAME  "avx512"
#elif defined KERNELS_AVX2
#include "nn/vector_avx2.h"
#define VARIANT(name) name##_avx2
#define VARIANT_NAME  "avx2"
#elif defined KERNELS_NEON
#include "nn/vector_neon.h"
#define VARIANT(name) name##_neon
#define VARIANT_NAME  "neon"
#else
#include "nn/vector_plain.h"
#define VARIANT(name) name##_plain
#define VARIANT_NAME  "plain"
#endif

/* The first `left` of the numbers at `from`, zeros behind them; all sixteen if there are as many. left >= 1. */
INLINE Vector v_get(const Real *from, int left)
{
    return left >= LANES ? v_load(from) : v_load_part(from, left);
}

INLINE void v_put(Real *to, Vector v, int left)
{
    if (left >= LANES)
        v_store(to, v);
    else
        v_store_part(to, v, left);
}

#include "nn/vector_math.h"

#endif
