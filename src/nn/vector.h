/* Sixteen numbers at once: the one vector type all kernels are written in, whatever the processor.
 *
 *   Vector sum = v_zero();
 *   for (int i = 0; i < n; i += LANES)
 *       sum = v_fma(v_get(x + i, n - i), v_get(y + i, n - i), sum);
 *   Real dot = v_sum(sum);
 *
 * A Vector has sixteen lanes on every processor, in so many parts as one register of it makes necessary: one of
 * AVX-512, two of AVX2, four of NEON or WebAssembly, sixteen numbers in plain C. Each operation is the exactly rounded
 * one of IEEE 754, and v_sum adds the lanes in one fixed order. So every variant of a kernel gives the same bytes: that
 * is what makes the same seed give the same model. One variant is an exception: with KERNELS_TWICE, v_fma rounds the
 * product and then the sum.
 *
 * The kernels' files are compiled once for each variant, with one of KERNELS_AVX512, KERNELS_AVX2, KERNELS_NEON,
 * KERNELS_WASM (with KERNELS_RELAXED or without) or none of them defined, and KERNELS_TWICE or not; VARIANT(name) gives
 * a function its name there. Doubles have the plain variant only. */
#ifndef NN_VECTOR_H
#define NN_VECTOR_H

#include "nn/real.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 16 };

#if defined KERNELS_AVX512 || defined KERNELS_AVX2 || defined KERNELS_NEON || defined KERNELS_WASM
#define INLINE static inline __attribute__((always_inline, unused))
#else
#define INLINE static __attribute__((noinline, unused)) /* or sanitizers take minutes to compile it */
#endif

/* Each gives PARTS, Part and what is done to one part, part_VERB: vector_plain.h says what each means. */
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
#elif defined KERNELS_WASM
#include "nn/vector_wasm.h"
#else
#include "nn/vector_plain.h"
#endif

#if defined KERNELS_TWICE
#define VARIANT(name) name##_twice
#define VARIANT_NAME  "twice"
#elif defined KERNELS_RELAXED
#define VARIANT(name) name##_relaxed
#define VARIANT_NAME  "relaxed"
#elif defined KERNELS_WASM
#define VARIANT(name) name##_wasm
#define VARIANT_NAME  "wasm"
#elif !defined VARIANT
#define VARIANT(name) name##_plain
#define VARIANT_NAME  "plain"
#endif

typedef struct Vector {
    Part part[PARTS];
} Vector;

/* Of each part p. */
#define V_EACH(expression)                                                                                             \
    Vector out;                                                                                                        \
    for (int p = 0; p < PARTS; p++)                                                                                    \
        out.part[p] = (expression);                                                                                    \
    return out

enum { PART_LANES = LANES / PARTS };

INLINE Vector v_set(Real value)
{
    V_EACH(part_set(value));
}

INLINE Vector v_zero(void)
{
    return v_set(0);
}

INLINE Vector v_load(const Real *from)
{
    V_EACH(part_load(from + p * PART_LANES));
}

INLINE void v_store(Real *to, Vector v)
{
    for (int p = 0; p < PARTS; p++)
        part_store(to + p * PART_LANES, v.part[p]);
}

INLINE Vector v_add(Vector a, Vector b)
{
    V_EACH(a.part[p] + b.part[p]);
}

INLINE Vector v_sub(Vector a, Vector b)
{
    V_EACH(a.part[p] - b.part[p]);
}

INLINE Vector v_mul(Vector a, Vector b)
{
    V_EACH(a.part[p] * b.part[p]);
}

INLINE Vector v_div(Vector a, Vector b)
{
    V_EACH(a.part[p] / b.part[p]);
}

INLINE Vector v_fma(Vector a, Vector b, Vector c) /* a b + c */
{
    V_EACH(part_fma(a.part[p], b.part[p], c.part[p]));
}

INLINE Vector v_fnma(Vector a, Vector b, Vector c) /* c - a b */
{
    V_EACH(part_fnma(a.part[p], b.part[p], c.part[p]));
}

INLINE Vector v_max(Vector a, Vector b) /* b where either is not a number */
{
    V_EACH(part_max(a.part[p], b.part[p]));
}

INLINE Vector v_min(Vector a, Vector b) /* b where either is not a number */
{
    V_EACH(part_min(a.part[p], b.part[p]));
}

INLINE Vector v_sqrt(Vector v)
{
    V_EACH(part_sqrt(v.part[p]));
}

INLINE Vector v_if_below(Vector x, Vector bound, Vector yes, Vector no) /* x < bound ? yes : no */
{
    V_EACH(part_if_below(x.part[p], bound.part[p], yes.part[p], no.part[p]));
}

INLINE Part v_fold(Vector v) /* halves added until one part is left */
{
    for (int half = PARTS / 2; half; half /= 2)
        for (int p = 0; p < half; p++)
            v.part[p] = v.part[p] + v.part[p + half];
    return v.part[0];
}

INLINE Real v_sum(Vector v)
{
    return part_sum(v_fold(v));
}

INLINE void v_sum_four(const Vector v[4], Real sums[4]) /* sums[i] = v_sum(v[i]) */
{
    part_sum_four(v_fold(v[0]), v_fold(v[1]), v_fold(v[2]), v_fold(v[3]), sums);
}

/* The first `count` of the numbers, 0 to 16, zeros behind them; only these are read, or written. */
#ifdef PART_MASK
INLINE Vector v_load_some(const Real *from, int count)
{
    V_EACH(part_load_some(from + p * PART_LANES, part_mask(count, p)));
}

INLINE void v_store_some(Real *to, Vector v, int count)
{
    for (int p = 0; p < PARTS; p++)
        part_store_some(to + p * PART_LANES, part_mask(count, p), v.part[p]);
}

INLINE Vector v_first(Vector v, int count)
{
    V_EACH(part_some(v.part[p], part_mask(count, p)));
}
#else
INLINE Vector v_load_some(const Real *from, int count)
{
    Real all[LANES] = {0};
    memcpy(all, from, sizeof *all * (size_t)count);
    return v_load(all);
}

INLINE void v_store_some(Real *to, Vector v, int count)
{
    Real all[LANES];
    v_store(all, v);
    memcpy(to, all, sizeof *all * (size_t)count);
}

INLINE Vector v_first(Vector v, int count)
{
    Real all[LANES];
    v_store(all, v);
    return v_load_some(all, count);
}
#endif

/* The first `left` of the numbers at `from`, zeros behind them; all sixteen if there are as many. left >= 1. */
INLINE Vector v_get(const Real *from, int left)
{
    return left >= LANES ? v_load(from) : v_load_some(from, left);
}

INLINE void v_put(Real *to, Vector v, int left)
{
    if (left >= LANES)
        v_store(to, v);
    else
        v_store_some(to, v, left);
}

#include "nn/vector_math.h"

#endif
