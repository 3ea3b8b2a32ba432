/* A part of a Vector as a NEON register. Included by vector.h alone; what each operation means stands in
 * vector_plain.h. */
#include <arm_neon.h>

typedef float32x4_t Part;
enum { PARTS = 4 };

#define part_set           vdupq_n_f32
#define part_load          vld1q_f32
#define part_store         vst1q_f32
#define part_fma(a, b, c)  vfmaq_f32(c, a, b)
#define part_fnma(a, b, c) vfmsq_f32(c, a, b)
/* vmaxq would give the one that is not a number */
#define part_max(a, b)                   vbslq_f32(vcgtq_f32(a, b), a, b)
#define part_min(a, b)                   vbslq_f32(vcltq_f32(a, b), a, b)
#define part_sqrt                        vsqrtq_f32
#define part_if_below(x, bound, yes, no) vbslq_f32(vcltq_f32(x, bound), yes, no)

INLINE Real part_sum(Part four)
{
    float32x2_t two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
    return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
}

INLINE void part_sum_four(Part a, Part b, Part c, Part d, Real sums[4])
{
    Part ab = vcombine_f32(vget_low_f32(a), vget_low_f32(b)) + vcombine_f32(vget_high_f32(a), vget_high_f32(b));
    Part cd = vcombine_f32(vget_low_f32(c), vget_low_f32(d)) + vcombine_f32(vget_high_f32(c), vget_high_f32(d));
    vst1q_f32(sums, vpaddq_f32(ab, cd));
}

INLINE Part part_power2(Part magic_n)
{
    return vreinterpretq_f32_u32(vaddq_u32(vshlq_n_u32(vreinterpretq_u32_f32(magic_n), 23), vdupq_n_u32(0x3F800000u)));
}
