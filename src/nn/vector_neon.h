/* Vectors as four NEON registers. Included by vector.h alone; what each operation means stands in vector_plain.h. */
#include <arm_neon.h>

typedef struct Vector {
    float32x4_t part[4];
} Vector;

#define V_EACH(expression)                                                                                             \
    Vector out;                                                                                                        \
    for (int p = 0; p < 4; p++)                                                                                        \
        out.part[p] = (expression);                                                                                    \
    return out

INLINE Vector v_set(Real value)
{
    V_EACH(vdupq_n_f32(value));
}

INLINE Vector v_zero(void)
{
    return v_set(0);
}

INLINE Vector v_load(const Real *from)
{
    V_EACH(vld1q_f32(from + 4 * p));
}

INLINE void v_store(Real *to, Vector v)
{
    for (int p = 0; p < 4; p++)
        vst1q_f32(to + 4 * p, v.part[p]);
}

INLINE Vector v_load_part(const Real *from, int count)
{
    Real all[LANES] = {0};
    for (int l = 0; l < count; l++)
        all[l] = from[l];
    return v_load(all);
}

INLINE void v_store_part(Real *to, Vector v, int count)
{
    Real all[LANES];
    v_store(all, v);
    for (int l = 0; l < count; l++)
        to[l] = all[l];
}

INLINE Vector v_first(Vector v, int count)
{
    Real all[LANES];
    v_store(all, v);
    return v_load_part(all, count);
}

INLINE Vector v_add(Vector a, Vector b)
{
    V_EACH(vaddq_f32(a.part[p], b.part[p]));
}

INLINE Vector v_sub(Vector a, Vector b)
{
    V_EACH(vsubq_f32(a.part[p], b.part[p]));
}

INLINE Vector v_mul(Vector a, Vector b)
{
    V_EACH(vmulq_f32(a.part[p], b.part[p]));
}

INLINE Vector v_div(Vector a, Vector b)
{
    V_EACH(vdivq_f32(a.part[p], b.part[p]));
}

INLINE Vector v_fma(Vector a, Vector b, Vector c)
{
    V_EACH(vfmaq_f32(c.part[p], a.part[p], b.part[p]));
}

INLINE Vector v_fnma(Vector a, Vector b, Vector c)
{
    V_EACH(vfmsq_f32(c.part[p], a.part[p], b.part[p]));
}

INLINE Vector v_max(Vector a, Vector b) /* vmaxq would give the one that is not a number */
{
    V_EACH(vbslq_f32(vcgtq_f32(a.part[p], b.part[p]), a.part[p], b.part[p]));
}

INLINE Vector v_min(Vector a, Vector b)
{
    V_EACH(vbslq_f32(vcltq_f32(a.part[p], b.part[p]), a.part[p], b.part[p]));
}

INLINE Vector v_sqrt(Vector v)
{
    V_EACH(vsqrtq_f32(v.part[p]));
}

INLINE Vector v_if_below(Vector x, Vector bound, Vector yes, Vector no)
{
    V_EACH(vbslq_f32(vcltq_f32(x.part[p], bound.part[p]), yes.part[p], no.part[p]));
}

INLINE Real v_sum(Vector v)
{
    float32x4_t four = vaddq_f32(vaddq_f32(v.part[0], v.part[2]), vaddq_f32(v.part[1], v.part[3]));
    float32x2_t two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
    return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
}

INLINE Vector v_power2(Vector magic_n)
{
    V_EACH(vreinterpretq_f32_u32(
        vaddq_u32(vshlq_n_u32(vreinterpretq_u32_f32(magic_n.part[p]), 23), vdupq_n_u32(0x3F800000u))));
}
