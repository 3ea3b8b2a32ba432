/* A part of a Vector as a register of WebAssembly. Included by vector.h alone; what each operation means stands in
 * vector_plain.h. With KERNELS_RELAXED fused multiply-add is the one instruction of relaxed SIMD, which may round once or
 * twice as the machine likes (kernels.c finds out which); without it is made of doubles, as fma.h says. */
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

#else

static __attribute__((noinline, unused)) Part part_fma_one_by_one(Part a, Part b, Part c)
{
    for (int l = 0; l < 4; l++)
        c[l] = fma_exact(a[l], b[l], c[l]);
    return c;
}

INLINE v128_t part_high(Part v)
{
    return wasm_i32x4_shuffle((v128_t)v, (v128_t)v, 2, 3, 2, 3);
}

/* Two lanes in double. */
INLINE v128_t part_two(v128_t a, v128_t b, v128_t c)
{
    v128_t product = wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b));
    return wasm_f64x2_add(product, wasm_f64x2_promote_low_f32x4(c));
}

INLINE Part part_fma(Part a, Part b, Part c)
{
    v128_t low = part_two((v128_t)a, (v128_t)b, (v128_t)c), high = part_two(part_high(a), part_high(b), part_high(c));
    v128_t ends = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6), heads = wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
    v128_t between = wasm_i32x4_eq(wasm_v128_and(ends, wasm_i32x4_splat(FMA_BEYOND)), wasm_i32x4_splat(FMA_HALF));
    v128_t size = wasm_i32x4_sub(wasm_v128_and(heads, wasm_i32x4_splat(INT32_MAX)), wasm_i32x4_splat(1));
    v128_t small = wasm_u32x4_lt(size, wasm_i32x4_splat((FMA_FLOAT_NORMAL >> 32) - 1)); /* and not zero */
    if (__builtin_expect(wasm_v128_any_true(wasm_v128_or(between, small)), 0))
        return part_fma_one_by_one(a, b, c);
    return (Part)wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
}

#endif

INLINE Real part_sum(Part four)
{
    return (four[0] + four[2]) + (four[1] + four[3]);
}

INLINE Part part_power2(Part magic_n)
{
    return (Part)wasm_i32x4_add(wasm_i32x4_shl((v128_t)magic_n, 23), wasm_i32x4_splat(0x3F800000));
}
