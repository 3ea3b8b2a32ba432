/* Vectors as one AVX-512 register. Included by vector.h alone; what each operation means stands in vector_plain.h. */
#include <immintrin.h>

typedef __m512 Vector;

INLINE __mmask16 v_mask(int count)
{
    return (__mmask16)((1u << count) - 1);
}

INLINE Vector v_set(Real value)
{
    return _mm512_set1_ps(value);
}

INLINE Vector v_zero(void)
{
    return _mm512_setzero_ps();
}

INLINE Vector v_load(const Real *from)
{
    return _mm512_loadu_ps(from);
}

INLINE Vector v_load_part(const Real *from, int count)
{
    return _mm512_maskz_loadu_ps(v_mask(count), from);
}

INLINE void v_store(Real *to, Vector v)
{
    _mm512_storeu_ps(to, v);
}

INLINE void v_store_part(Real *to, Vector v, int count)
{
    _mm512_mask_storeu_ps(to, v_mask(count), v);
}

INLINE Vector v_first(Vector v, int count)
{
    return _mm512_maskz_mov_ps(v_mask(count), v);
}

INLINE Vector v_add(Vector a, Vector b)
{
    return _mm512_add_ps(a, b);
}

INLINE Vector v_sub(Vector a, Vector b)
{
    return _mm512_sub_ps(a, b);
}

INLINE Vector v_mul(Vector a, Vector b)
{
    return _mm512_mul_ps(a, b);
}

INLINE Vector v_div(Vector a, Vector b)
{
    return _mm512_div_ps(a, b);
}

INLINE Vector v_fma(Vector a, Vector b, Vector c)
{
    return _mm512_fmadd_ps(a, b, c);
}

INLINE Vector v_fnma(Vector a, Vector b, Vector c)
{
    return _mm512_fnmadd_ps(a, b, c);
}

INLINE Vector v_max(Vector a, Vector b)
{
    return _mm512_max_ps(a, b);
}

INLINE Vector v_min(Vector a, Vector b)
{
    return _mm512_min_ps(a, b);
}

INLINE Vector v_sqrt(Vector v)
{
    return _mm512_sqrt_ps(v);
}

INLINE Vector v_if_below(Vector x, Vector bound, Vector yes, Vector no)
{
    return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, bound, _CMP_LT_OQ), no, yes);
}

INLINE Real v_sum(Vector v)
{
    __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1));
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE Vector v_power2(Vector magic_n)
{
    __m512i shifted = _mm512_slli_epi32(_mm512_castps_si512(magic_n), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(0x3F800000)));
}
