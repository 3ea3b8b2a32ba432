/* The additive score of Bahdanau et al. 2015: e_j = v^T tanh(q + k_j), with q = W_q s and k_j = W_k h_j made by the
 * caller. `stride` is the distance from one position's key to the next. Saved [n,A]: the tanh. */
#include "nn/variant.h"

void VARIANT(additive_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                               Real *saved, Real *scores)
{
    for (int j = 0; j < n; j++) {
        const Real *key = keys + (size_t)j * (size_t)stride;
        Real *kept = saved + (size_t)j * (size_t)size;
        Vector sum = v_zero();
        for (int a = 0; a < size; a += LANES) {
            int left = size - a;
            Vector active = v_tanh(v_add(v_get(query + a, left), v_get(key + a, left)));
            v_put(kept + a, active, left);
            sum = v_fma(v_get(energy + a, left), active, sum);
        }
        scores[j] = v_sum(sum);
    }
}

void VARIANT(additive_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy)
{
    (void)query;
    (void)keys;
    Vector one = v_set(1);
    for (int a = 0; a < size; a += LANES) {
        int left = size - a;
        Vector v = v_get(energy + a, left), d_q = v_zero(), d_v = v_get(d_energy + a, left);
        for (int j = 0; j < n; j++) {
            Real *d_key = d_keys + (size_t)j * (size_t)stride + a;
            Vector active = v_get(saved + (size_t)j * (size_t)size + a, left), d_e = v_set(d_scores[j]);
            Vector d = v_mul(v_mul(d_e, v), v_fnma(active, active, one));
            d_v = v_fma(d_e, active, d_v);
            d_q = v_add(d_q, d);
            v_put(d_key, v_add(v_get(d_key, left), d), left);
        }
        v_put(d_query + a, d_q, left);
        v_put(d_energy + a, d_v, left);
    }
}
