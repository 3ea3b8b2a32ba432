/* The nearness of a query and keys of the same size: e_j = -|q - k_j|^2, 0 where they are equal. */
#include "nn/variant.h"

static void forward(const Scoring *s)
{
    for (int j = 0; j < s->n; j++) {
        const Real *key = s->keys + (size_t)j * (size_t)s->stride;
        Vector sum = v_zero();
        for (int a = 0; a < s->size; a += LANES) {
            Vector apart = v_sub(v_get(s->query + a, s->size - a), v_get(key + a, s->size - a));
            sum = v_fma(apart, apart, sum);
        }
        s->scores[j] = -v_sum(sum);
    }
}

/* de_j/dq = -2 (q - k_j), and the same the other way round for k_j. */
static void backward(const Scoring *s)
{
    for (int a = 0; a < s->size; a += LANES) {
        int left = s->size - a;
        Vector q = v_get(s->query + a, left), d_q = v_zero();
        for (int j = 0; j < s->n; j++) {
            size_t at = (size_t)j * (size_t)s->stride + (size_t)a;
            Vector d = v_mul(v_set(2 * s->d_scores[j]), v_sub(q, v_get(s->keys + at, left)));
            v_put(s->d_keys + at, v_add(v_get(s->d_keys + at, left), d), left);
            d_q = v_sub(d_q, d);
        }
        v_put(s->d_query + a, d_q, left);
    }
}

const Score VARIANT(score_distance) = {
    .equation = "−(q − k) · (q − k)",
    .forward = forward,
    .backward = backward,
};
