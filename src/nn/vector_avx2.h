/* Vectors as two AVX2 registers. Included by vector.h alone; what each operation means stands in vector_plain.h. */
#include <immintrin.h>
#include <stdint.h>

typedef struct Vector {
    __m256 low, high;
} Vector;

#define V_ONE(instruction, a)                                                                                          \
    (Vector)                                                                                                           \
    {                                                                                                                  \
        instruction((a).low), instruction((a).high)                                                                    \
    }
#define V_TWO(instruction, a, b)                                                                                       \
    (Vector)                                                                                                           \
    {                                                                                                                  \
        instruction((a).low, (b).low), instruction((a).high, (b).high)                                                 \
    }
#define V_THREE(instruction, a, b, c)                                                                                  \
    (Vector)                                                                                                           \
    {                                                                                                                  \
        instruction((a).low, (b).low, (c).low), instruction((a).high, (b).high, (c).high)                              \
    }

typedef struct VectorMask {
    __m256i low, high;
} VectorMask;

INLINE VectorMask v_mask(int count)
{
    static const int32_t ramp[2 * LANES] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    const int32_t *start = ramp + LANES - count;
    return (VectorMask){_mm256_loadu_si256((const __m256i *)start), _mm256_loadu_si256((const __m256i *)(start + 8))};
}

INLINE Vector v_set(Real value)
{
    return (Vector){_mm256_set1_ps(value), _mm256_set1_ps(value)};
}

INLINE Vector v_zero(void)
{
    return (Vector){_mm256_setzero_ps(), _mm256_setzero_ps()};
}

INLINE Vector v_load(const Real *from)
{
    return (Vector){_mm256_loadu_ps(from), _mm256_loadu_ps(from + 8)};
}

INLINE Vector v_load_part(const Real *from, int count)
{
    VectorMask mask = v_mask(count);
    return (Vector){_mm256_maskload_ps(from, mask.low), _mm256_maskload_ps(from + 8, mask.high)};
}

INLINE void v_store(Real *to, Vector v)
{
    _mm256_storeu_ps(to, v.low);
    _mm256_storeu_ps(to + 8, v.high);
}

INLINE void v_store_part(Real *to, Vector v, int count)
{
    VectorMask mask = v_mask(count);
    _mm256_maskstore_ps(to, mask.low, v.low);
    _mm256_maskstore_ps(to + 8, mask.high, v.high);
}

INLINE Vector v_first(Vector v, int count)
{
    VectorMask mask = v_mask(count);
    return (Vector){_mm256_and_ps(v.low, _mm256_castsi256_ps(mask.low)),
                    _mm256_and_ps(v.high, _mm256_castsi256_ps(mask.high))};
}

INLINE Vector v_add(Vector a, Vector b)
{
    return V_TWO(_mm256_add_ps, a, b);
}

INLINE Vector v_sub(Vector a, Vector b)
{
    return V_TWO(_mm256_sub_ps, a, b);
}

INLINE Vector v_mul(Vector a, Vector b)
{
    return V_TWO(_mm256_mul_ps, a, b);
}

INLINE Vector v_div(Vector a, Vector b)
{
    return V_TWO(_mm256_div_ps, a, b);
}

INLINE Vector v_fma(Vector a, Vector b, Vector c)
{
    return V_THREE(_mm256_fmadd_ps, a, b, c);
}

INLINE Vector v_fnma(Vector a, Vector b, Vector c)
{
    return V_THREE(_mm256_fnmadd_ps, a, b, c);
}

INLINE Vector v_max(Vector a, Vector b)
{
    return V_TWO(_mm256_max_ps, a, b);
}

INLINE Vector v_min(Vector a, Vector b)
{
    return V_TWO(_mm256_min_ps, a, b);
}

INLINE Vector v_sqrt(Vector v)
{
    return V_ONE(_mm256_sqrt_ps, v);
}

INLINE Vector v_if_below(Vector x, Vector bound, Vector yes, Vector no)
{
    return (Vector){_mm256_blendv_ps(no.low, yes.low, _mm256_cmp_ps(x.low, bound.low, _CMP_LT_OQ)),
                    _mm256_blendv_ps(no.high, yes.high, _mm256_cmp_ps(x.high, bound.high, _CMP_LT_OQ))};
}

INLINE Real v_sum(Vector v)
{
    __m256 eight = _mm256_add_ps(v.low, v.high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE __m256 v_power2_half(__m256 magic_n)
{
    __m256i shifted = _mm256_slli_epi32(_mm256_castps_si256(magic_n), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(shifted, _mm256_set1_epi32(0x3F800000)));
}

INLINE Vector v_power2(Vector magic_n)
{
    return V_ONE(v_power2_half, magic_n);
}
