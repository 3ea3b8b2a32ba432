/* The cosine of a query and keys of the same size: e_j = q . k_j / (|q| |k_j|), each norm at least 1e-8 (Graves et al.
 * 2014, section 3.3.1). */
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

static void forward(const Scoring *s)
{
    Real length = norm(s->size, s->query);
    for (int j = 0; j < s->n; j++) {
        const Real *key = s->keys + (size_t)j * (size_t)s->stride;
        s->scores[j] = product(s->size, s->query, key) / (length * norm(s->size, key));
    }
}

/* de/dq = k / (|q| |k|) - e q / |q|^2, its second part 0 where the norm is held at its least; likewise for k. */
static void backward(const Scoring *s)
{
    int size = s->size;
    Real length = norm(size, s->query), toward_itself = 0;
    for (int a = 0; a < size; a += LANES)
        v_put(s->d_query + a, v_zero(), size - a);
    for (int j = 0; j < s->n; j++) {
        const Real *key = s->keys + (size_t)j * (size_t)s->stride;
        Real *d_key = s->d_keys + (size_t)j * (size_t)s->stride, key_length = norm(size, key), d_e = s->d_scores[j];
        Real cross = d_e / (length * key_length), cosine = product(size, s->query, key) / (length * key_length);
        Real along = key_length > LEAST_NORM ? d_e * cosine / (key_length * key_length) : 0;
        toward_itself += d_e * cosine;
        Vector c = v_set(cross), k_part = v_set(along);
        for (int a = 0; a < size; a += LANES) {
            int left = size - a;
            Vector k = v_get(key + a, left);
            Vector d_k = v_fma(c, v_get(s->query + a, left), v_get(d_key + a, left));
            v_put(d_key + a, v_fnma(k_part, k, d_k), left);
            v_put(s->d_query + a, v_fma(c, k, v_get(s->d_query + a, left)), left);
        }
    }
    Vector part = v_set(length > LEAST_NORM ? toward_itself / (length * length) : 0);
    for (int a = 0; a < size; a += LANES)
        v_put(s->d_query + a, v_fnma(part, v_get(s->query + a, size - a), v_get(s->d_query + a, size - a)), size - a);
}

const Score VARIANT(score_cosine) = {
    .equation = "q · k / (|q| · |k|)",
    .forward = forward,
    .backward = backward,
};
