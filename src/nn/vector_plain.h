/* Vectors in plain C: what the other variants must equal to the byte, and the only one for doubles.
 * Included by vector.h alone. */
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct Vector {
    Real lane[LANES];
} Vector;

#define V_EACH(expression)                                                                                             \
    Vector out;                                                                                                        \
    for (int l = 0; l < LANES; l++)                                                                                    \
        out.lane[l] = (expression);                                                                                    \
    return out

#ifdef REAL_DOUBLE
#define REAL_FMA  fma
#define REAL_SQRT sqrt
#else
#define REAL_FMA  fmaf
#define REAL_SQRT sqrtf
#endif

INLINE Vector v_set(Real value)
{
    V_EACH(value);
}

INLINE Vector v_zero(void)
{
    return v_set(0);
}

INLINE Vector v_load(const Real *from)
{
    V_EACH(from[l]);
}

INLINE Vector v_load_part(const Real *from, int count)
{
    V_EACH(l < count ? from[l] : 0);
}

INLINE void v_store_part(Real *to, Vector v, int count)
{
    for (int l = 0; l < count; l++)
        to[l] = v.lane[l];
}

INLINE void v_store(Real *to, Vector v)
{
    v_store_part(to, v, LANES);
}

INLINE Vector v_first(Vector v, int count)
{
    V_EACH(l < count ? v.lane[l] : 0);
}

INLINE Vector v_add(Vector a, Vector b)
{
    V_EACH(a.lane[l] + b.lane[l]);
}

INLINE Vector v_sub(Vector a, Vector b)
{
    V_EACH(a.lane[l] - b.lane[l]);
}

INLINE Vector v_mul(Vector a, Vector b)
{
    V_EACH(a.lane[l] * b.lane[l]);
}

INLINE Vector v_div(Vector a, Vector b)
{
    V_EACH(a.lane[l] / b.lane[l]);
}

INLINE Vector v_fma(Vector a, Vector b, Vector c) /* a b + c */
{
    V_EACH(REAL_FMA(a.lane[l], b.lane[l], c.lane[l]));
}

INLINE Vector v_fnma(Vector a, Vector b, Vector c) /* c - a b */
{
    V_EACH(REAL_FMA(-a.lane[l], b.lane[l], c.lane[l]));
}

INLINE Vector v_max(Vector a, Vector b) /* b where either is not a number */
{
    V_EACH(a.lane[l] > b.lane[l] ? a.lane[l] : b.lane[l]);
}

INLINE Vector v_min(Vector a, Vector b) /* b where either is not a number */
{
    V_EACH(a.lane[l] < b.lane[l] ? a.lane[l] : b.lane[l]);
}

INLINE Vector v_sqrt(Vector v)
{
    V_EACH(REAL_SQRT(v.lane[l]));
}

INLINE Vector v_if_below(Vector x, Vector bound, Vector yes, Vector no) /* x < bound ? yes : no */
{
    V_EACH(x.lane[l] < bound.lane[l] ? yes.lane[l] : no.lane[l]);
}

INLINE Real v_sum(Vector v) /* halves added until one is left */
{
    for (int width = LANES / 2; width; width /= 2)
        for (int l = 0; l < width; l++)
            v.lane[l] += v.lane[l + width];
    return v.lane[0];
}

#ifndef REAL_DOUBLE
/* 2^n where the lowest bits of the float `magic_n` hold the whole number n, -126 <= n <= 127. */
INLINE Vector v_power2(Vector magic_n)
{
    uint32_t bits[LANES];
    memcpy(bits, magic_n.lane, sizeof bits);
    for (int l = 0; l < LANES; l++)
        bits[l] = (bits[l] << 23) + 0x3F800000u;
    memcpy(magic_n.lane, bits, sizeof bits);
    return magic_n;
}
#endif
