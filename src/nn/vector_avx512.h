/* A Vector's one part as an AVX-512 register. Included by vector.h alone; what each operation means stands in
 * vector_plain.h. */
#include <immintrin.h>

typedef __m512 Part;
enum { PARTS = 1 };

#define part_set                         _mm512_set1_ps
#define part_load                        _mm512_loadu_ps
#define part_store                       _mm512_storeu_ps
#define part_fma                         _mm512_fmadd_ps
#define part_fnma                        _mm512_fnmadd_ps
#define part_max                         _mm512_max_ps
#define part_min                         _mm512_min_ps
#define part_sqrt                        _mm512_sqrt_ps
#define part_if_below(x, bound, yes, no) _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, bound, _CMP_LT_OQ), no, yes)

#define PART_MASK
#define part_mask(count, part)       ((__mmask16)((1u << (count)) - 1))
#define part_load_some(from, mask)   _mm512_maskz_loadu_ps(mask, from)
#define part_store_some(to, mask, v) _mm512_mask_storeu_ps(to, mask, v)
#define part_some(v, mask)           _mm512_maskz_mov_ps(mask, v)

INLINE Real part_sum(Part v)
{
    __m256 high = _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1));
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), high);
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE void part_sum_four(Part a, Part b, Part c, Part d, Real sums[4])
{
    Part ab = _mm512_shuffle_f32x4(a, b, 0x44) + _mm512_shuffle_f32x4(a, b, 0xEE);
    Part cd = _mm512_shuffle_f32x4(c, d, 0x44) + _mm512_shuffle_f32x4(c, d, 0xEE);
    Part four = _mm512_shuffle_f32x4(ab, cd, 0x88) + _mm512_shuffle_f32x4(ab, cd, 0xDD);
    Part two = four + _mm512_permute_ps(four, 0x4E), one = two + _mm512_permute_ps(two, 0xB1);
    __m512i first = _mm512_castsi128_si512(_mm_set_epi32(12, 8, 4, 0));
    _mm_storeu_ps(sums, _mm512_castps512_ps128(_mm512_permutexvar_ps(first, one)));
}

INLINE Part part_power2(Part magic_n)
{
    __m512i shifted = _mm512_slli_epi32(_mm512_castps_si512(magic_n), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(0x3F800000)));
}
