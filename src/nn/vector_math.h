/* exp, tanh and the logistic function of a Vector. Included by vector.h alone.
 * float: our own polynomials, the same bytes in every variant, within 4e-7 of the true value, relatively; what is
 * infinite or not a number stays so. double: the C library, for the proofs only.
 * The coefficients are weighted least-squares fits that approach the minimax (made with mpmath). */

#ifdef REAL_DOUBLE

INLINE Vector v_exp(Vector x)
{
    V_EACH(exp(x.part[p]));
}

INLINE Vector v_tanh(Vector x)
{
    V_EACH(tanh(x.part[p]));
}

#else

INLINE Vector v_power2(Vector magic_n)
{
    V_EACH(part_power2(magic_n.part[p]));
}

/* e^x = 2^n e^r, n = round(x / ln 2), |r| <= ln(2) / 2. The polynomial misses e^r by at most 3.1e-9 of it.
 * Below e^-87.33 it is 0 (no denormal numbers), above e^88.37 infinite. */
INLINE Vector v_exp(Vector x)
{
    const float low = -87.33f, high = 88.37f, magic = 12582912.0f; /* 1.5 * 2^23: adding it rounds to whole numbers */
    Vector bounded = v_min(v_set(high), v_max(v_set(low), x));     /* NaN goes through both */
    Vector shifted = v_fma(bounded, v_set(1.44269504f), v_set(magic));
    Vector n = v_sub(shifted, v_set(magic));
    Vector r = v_fnma(n, v_set(0.693359375f), bounded); /* ln 2 in two parts; the first times n is exact */
    r = v_fnma(n, v_set(-2.12194440e-4f), r);
    Vector p = v_set(0.00138145965723f);
    p = v_fma(p, r, v_set(0.00836871709771f));
    p = v_fma(p, r, v_set(0.0416683880896f));
    p = v_fma(p, r, v_set(0.166665206294f));
    p = v_fma(p, r, v_set(0.499999934476f));
    p = v_fma(p, r, v_set(1.0f));
    p = v_fma(p, r, v_set(1.0f));
    Vector result = v_mul(p, v_power2(shifted));
    result = v_if_below(x, v_set(low), v_zero(), result);
    return v_if_below(v_set(high), x, v_set(__builtin_inff()), result);
}

/* tanh x = x P(x^2) / Q(x^2) up to |x| = 9.02, where it is 1 in float; misses by at most 2.1e-8 before rounding. */
INLINE Vector v_tanh(Vector x)
{
    Vector bounded = v_min(v_set(9.02f), v_max(v_set(-9.02f), x));
    Vector u = v_mul(bounded, bounded);
    Vector p = v_set(1.33195174981e-8f);
    p = v_fma(p, u, v_set(2.05838401448e-5f));
    p = v_fma(p, u, v_set(0.00349405808646f));
    p = v_fma(p, u, v_set(0.133797383682f));
    p = v_fma(p, u, v_set(0.999999979175f));
    Vector q = v_set(7.76221267563e-7f);
    q = v_fma(q, u, v_set(0.000328313008388f));
    q = v_fma(q, u, v_set(0.025871164584f));
    q = v_fma(q, u, v_set(0.46713053652f));
    q = v_fma(q, u, v_set(1.0f));
    Vector result = v_div(v_mul(bounded, p), q);
    return v_min(v_set(1.0f), v_max(v_set(-1.0f), result));
}

#endif

INLINE Vector v_sigmoid(Vector x)
{
    Vector one = v_set(1);
    return v_div(one, v_add(one, v_exp(v_sub(v_zero(), x))));
}
