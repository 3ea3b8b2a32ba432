/* A part of a Vector as an AVX2 register. Included by vector.h alone; what each operation means stands in
 * vector_plain.h. */
#include <immintrin.h>

typedef __m256 Part;
enum { PARTS = 2 };

#define part_set                         _mm256_set1_ps
#define part_load                        _mm256_loadu_ps
#define part_store                       _mm256_storeu_ps
#define part_fma                         _mm256_fmadd_ps
#define part_fnma                        _mm256_fnmadd_ps
#define part_max                         _mm256_max_ps
#define part_min                         _mm256_min_ps
#define part_sqrt                        _mm256_sqrt_ps
#define part_if_below(x, bound, yes, no) _mm256_blendv_ps(no, yes, _mm256_cmp_ps(x, bound, _CMP_LT_OQ))

#define PART_MASK
#define part_load_some     _mm256_maskload_ps
#define part_store_some    _mm256_maskstore_ps
#define part_some(v, mask) _mm256_and_ps(v, _mm256_castsi256_ps(mask))

/* Which lanes of part `part` are among the first `count` of a Vector. */
INLINE __m256i part_mask(int count, int part)
{
    static const int32_t ramp[2 * LANES] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    return _mm256_loadu_si256((const __m256i *)(ramp + LANES - count + 8 * part));
}

INLINE Real part_sum(Part eight)
{
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE void part_sum_four(Part a, Part b, Part c, Part d, Real sums[4])
{
    Part ac = _mm256_permute2f128_ps(a, c, 0x20) + _mm256_permute2f128_ps(a, c, 0x31);
    Part bd = _mm256_permute2f128_ps(b, d, 0x20) + _mm256_permute2f128_ps(b, d, 0x31);
    Part two = _mm256_shuffle_ps(ac, bd, 0x44) + _mm256_shuffle_ps(ac, bd, 0xEE);
    Part one = _mm256_shuffle_ps(two, two, 0x88) + _mm256_shuffle_ps(two, two, 0xDD);
    _mm_storel_pi((__m64 *)sums, _mm256_castps256_ps128(one));
    _mm_storel_pi((__m64 *)(sums + 2), _mm256_extractf128_ps(one, 1));
}

INLINE Part part_power2(Part magic_n)
{
    __m256i shifted = _mm256_slli_epi32(_mm256_castps_si256(magic_n), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(shifted, _mm256_set1_epi32(0x3F800000)));
}
