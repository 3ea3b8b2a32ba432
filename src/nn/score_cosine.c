/* The cosine of a query and keys of the same size: e_j = q . k_j / (|q| |k_j|), each norm at least 1e-8 (Graves et al.
 * 2014, section 3.3.1). `stride` is the distance from one position's key to the next. Nothing is saved. */
#include "nn/variant.h"

#include <math.h>

static const Real LEAST_NORM = (Real)1e-8;

static Real product(int size, const Real *x, const Real *y)
{
    Vector sum = v_zero();
    for (int a = 0; a < size; a += LANES)
        sum = v_fma(v_get(x + a, size - a), v_get(y + a, size - a), sum);
    return v_sum(sum);
}

static Real norm(int size, const Real *x)
{
    Real length = (Real)sqrt((double)product(size, x, x));
    return length > LEAST_NORM ? length : LEAST_NORM;
}

void VARIANT(cosine_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                             Real *saved, Real *scores)
{
    (void)energy;
    (void)saved;
    Real length = norm(size, query);
    for (int j = 0; j < n; j++) {
        const Real *key = keys + (size_t)j * (size_t)stride;
        scores[j] = product(size, query, key) / (length * norm(size, key));
    }
}

/* de/dq = k / (|q| |k|) - e q / |q|^2, its second part 0 where the norm is held at its least; likewise for k. */
void VARIANT(cosine_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                              const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy)
{
    (void)energy;
    (void)saved;
    (void)d_energy;
    Real length = norm(size, query), toward_itself = 0;
    for (int a = 0; a < size; a += LANES)
        v_put(d_query + a, v_zero(), size - a);
    for (int j = 0; j < n; j++) {
        const Real *key = keys + (size_t)j * (size_t)stride;
        Real *d_key = d_keys + (size_t)j * (size_t)stride, key_length = norm(size, key);
        Real cross = d_scores[j] / (length * key_length), cosine = product(size, query, key) / (length * key_length);
        Real along = key_length > LEAST_NORM ? d_scores[j] * cosine / (key_length * key_length) : 0;
        toward_itself += d_scores[j] * cosine;
        Vector c = v_set(cross), k_part = v_set(along);
        for (int a = 0; a < size; a += LANES) {
            int left = size - a;
            Vector k = v_get(key + a, left);
            Vector d_k = v_fma(c, v_get(query + a, left), v_get(d_key + a, left));
            v_put(d_key + a, v_fnma(k_part, k, d_k), left);
            v_put(d_query + a, v_fma(c, k, v_get(d_query + a, left)), left);
        }
    }
    Vector part = v_set(length > LEAST_NORM ? toward_itself / (length * length) : 0);
    for (int a = 0; a < size; a += LANES)
        v_put(d_query + a, v_fnma(part, v_get(query + a, size - a), v_get(d_query + a, size - a)), size - a);
}
