/* The additive score of Bahdanau et al. 2014: e_j = v^T tanh(q + k_j), with q = W_q s and k_j = W_k h_j.
 * Saved: the tanh. */
#include "nn/variant.h"

static void forward(const Scoring *s)
{
    for (int j = 0; j < s->n; j++) {
        const Real *key = s->keys + (size_t)j * (size_t)s->stride;
        Real *kept = s->saved + (size_t)j * (size_t)s->size;
        Vector sum = v_zero();
        for (int a = 0; a < s->size; a += LANES) {
            int left = s->size - a;
            Vector active = v_tanh(v_add(v_get(s->query + a, left), v_get(key + a, left)));
            v_put(kept + a, active, left);
            sum = v_fma(v_get(s->energy + a, left), active, sum);
        }
        s->scores[j] = v_sum(sum);
    }
}

static void backward(const Scoring *s)
{
    Vector one = v_set(1);
    for (int a = 0; a < s->size; a += LANES) {
        int left = s->size - a;
        Vector v = v_get(s->energy + a, left), d_q = v_zero(), d_v = v_get(s->d_energy + a, left);
        for (int j = 0; j < s->n; j++) {
            Real *d_key = s->d_keys + (size_t)j * (size_t)s->stride + a;
            Vector active = v_get(s->saved + (size_t)j * (size_t)s->size + a, left), d_e = v_set(s->d_scores[j]);
            Vector d = v_mul(v_mul(d_e, v), v_fnma(active, active, one));
            d_v = v_fma(d_e, active, d_v);
            d_q = v_add(d_q, d);
            v_put(d_key, v_add(v_get(d_key, left), d), left);
        }
        v_put(s->d_query + a, d_q, left);
        v_put(s->d_energy + a, d_v, left);
    }
}

const Score VARIANT(score_additive) = {
    .equation = "v · tanh(q + k)",
    .query = true,
    .key = "attention.key.weight",
    .energy = true,
    .saves = true,
    .forward = forward,
    .backward = backward,
};
