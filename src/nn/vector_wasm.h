/* A part of a Vector as a register of WebAssembly. Included by vector.h alone; what each operation means stands in
 * vector_plain.h. With KERNELS_RELAXED fused multiply-add is the one instruction of relaxed SIMD, which may round once
 * or twice as the machine likes (kernels.c finds out which); with KERNELS_TWICE it is two instructions, which round
 * twice; else it is made of doubles, as fma.h says. */
#include "nn/fma.h"

#include <wasm_simd128.h>

typedef float Part __attribute__((vector_size(16)));
enum { PARTS = 4 };

#define part_set(value)    ((Part)wasm_f32x4_splat(value))
#define part_load(from)    ((Part)wasm_v128_load(from))
#define part_store(to, v)  wasm_v128_store(to, (v128_t)(v))
#define part_fnma(a, b, c) part_fma(-(a), b, c)
#define part_max(a, b)     ((Part)wasm_f32x4_pmax((v128_t)(b), (v128_t)(a)))
#define part_min(a, b)     ((Part)wasm_f32x4_pmin((v128_t)(b), (v128_t)(a)))
#define part_sqrt(v)       ((Part)wasm_f32x4_sqrt((v128_t)(v)))
#define part_if_below(x, bound, yes, no)                                                                               \
    ((Part)wasm_v128_bitselect((v128_t)(yes), (v128_t)(no), (v128_t)((x) < (bound))))

#ifdef KERNELS_RELAXED

#define part_fma __builtin_wasm_fma_f32x4

#elif defined KERNELS_TWICE

#define part_fma(a, b, c) ((a) * (b) + (c))

#else

static __attribute__((noinline, unused)) Part part_fma_one_by_one(Part a, Part b, Part c)
{
    for (int l = 0; l < 4; l++)
        c[l] = fma_exact(a[l], b[l], c[l]);
    return c;
}

/* Two lanes in double, in which a product of floats is exact. */
typedef v128_t Two;

INLINE Two two_of(v128_t floats)
{
    return wasm_f64x2_promote_low_f32x4(floats);
}

INLINE Two two_of_high(v128_t floats)
{
    return two_of(wasm_i32x4_shuffle(floats, floats, 2, 3, 2, 3));
}

/* Clang converts lanes one by one where it sees where they come from. */
INLINE v128_t from_anywhere(v128_t v)
{
    __asm__("" : "+r"(v));
    return v;
}

/* As two floats and two zeros. */
INLINE v128_t two_round(Two sums)
{
    return from_anywhere(wasm_f32x4_demote_f64x2_zero(sums));
}

INLINE Two two_fma(Two a, Two b, Two c)
{
    return wasm_f64x2_add(wasm_f64x2_mul(a, b), c);
}

/* The least of all doubts tells whether any sum cannot be rounded so (fma.h). Its bits without the first three are, as
 * whole numbers, INT32_MIN in the lower half where the sum lies just between two floats. In the upper half they are
 * below DOUBT_SMALL where it is below the normal floats, and not where it is 0. Sums below 2^-255 are not found:
 * they are 0. */
INLINE v128_t two_doubt(Two sum)
{
    return wasm_i32x4_shl(sum, 3);
}

INLINE bool two_doubtful(v128_t least)
{
    enum { DOUBT_SMALL = (int32_t)((uint32_t)(FMA_FLOAT_NORMAL >> 32) << 3) };
    return wasm_v128_any_true(
        wasm_i32x4_lt(least, wasm_i32x4_const(INT32_MIN + 1, DOUBT_SMALL, INT32_MIN + 1, DOUBT_SMALL)));
}

INLINE Part part_fma(Part a, Part b, Part c)
{
    Two low = two_fma(two_of((v128_t)a), two_of((v128_t)b), two_of((v128_t)c));
    Two high = two_fma(two_of_high((v128_t)a), two_of_high((v128_t)b), two_of_high((v128_t)c));
    if (__builtin_expect(two_doubtful(wasm_i32x4_min(two_doubt(low), two_doubt(high))), 0))
        return part_fma_one_by_one(a, b, c);
    return (Part)wasm_i32x4_shuffle(two_round(low), two_round(high), 0, 1, 4, 5);
}

#endif

INLINE Real part_sum(Part four)
{
    return (four[0] + four[2]) + (four[1] + four[3]);
}

INLINE void part_sum_four(Part a, Part b, Part c, Part d, Real sums[4])
{
    Part ab = (Part)wasm_i32x4_shuffle(a, b, 0, 1, 4, 5) + (Part)wasm_i32x4_shuffle(a, b, 2, 3, 6, 7);
    Part cd = (Part)wasm_i32x4_shuffle(c, d, 0, 1, 4, 5) + (Part)wasm_i32x4_shuffle(c, d, 2, 3, 6, 7);
    wasm_v128_store(
        sums, (v128_t)((Part)wasm_i32x4_shuffle(ab, cd, 0, 2, 4, 6) + (Part)wasm_i32x4_shuffle(ab, cd, 1, 3, 5, 7)));
}

INLINE Part part_power2(Part magic_n)
{
    return (Part)wasm_i32x4_add(wasm_i32x4_shl((v128_t)magic_n, 23), wasm_i32x4_splat(0x3F800000));
}
