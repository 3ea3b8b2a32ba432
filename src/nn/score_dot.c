/* Products of a query and keys of the same size: dot, e_j = q . k_j (Luong et al. 2015, section 3.1), and scaled dot,
 * e_j = q . k_j / sqrt(size) (Vaswani et al. 2017, section 3.2.1). Bilinear ("general") is dot with k_j = W h_j.
 * `stride` is the distance from one position's key to the next. Nothing is saved. */
#include "nn/variant.h"

#include <math.h>

static Real scale_of(int size)
{
    return (Real)(1 / sqrt((double)size));
}

static void forward(int size, int n, const Real *query, const Real *keys, int stride, Real scale, Real *scores)
{
    for (int j = 0; j < n; j++) {
        const Real *key = keys + (size_t)j * (size_t)stride;
        Vector sum = v_zero();
        for (int a = 0; a < size; a += LANES)
            sum = v_fma(v_get(query + a, size - a), v_get(key + a, size - a), sum);
        scores[j] = v_sum(sum) * scale;
    }
}

static void backward(int size, int n, const Real *query, const Real *keys, int stride, Real scale, const Real *d_scores,
                     Real *d_query, Real *d_keys)
{
    for (int a = 0; a < size; a += LANES) {
        int left = size - a;
        Vector q = v_get(query + a, left), d_q = v_zero();
        for (int j = 0; j < n; j++) {
            size_t at = (size_t)j * (size_t)stride + (size_t)a;
            Vector d_e = v_set(d_scores[j] * scale);
            d_q = v_fma(d_e, v_get(keys + at, left), d_q);
            v_put(d_keys + at, v_fma(d_e, q, v_get(d_keys + at, left)), left);
        }
        v_put(d_query + a, d_q, left);
    }
}

void VARIANT(dot_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                          Real *saved, Real *scores)
{
    (void)energy;
    (void)saved;
    forward(size, n, query, keys, stride, 1, scores);
}

void VARIANT(dot_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                           const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy)
{
    (void)energy;
    (void)saved;
    (void)d_energy;
    backward(size, n, query, keys, stride, 1, d_scores, d_query, d_keys);
}

void VARIANT(scaled_dot_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                 Real *saved, Real *scores)
{
    (void)energy;
    (void)saved;
    forward(size, n, query, keys, stride, scale_of(size), scores);
}

void VARIANT(scaled_dot_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                  const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy)
{
    (void)energy;
    (void)saved;
    (void)d_energy;
    backward(size, n, query, keys, stride, scale_of(size), d_scores, d_query, d_keys);
}
