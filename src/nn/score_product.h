/* e_j = q . k_j times a number: what the scores that are products of query and key have in common. */
#ifndef NN_SCORE_PRODUCT_H
#define NN_SCORE_PRODUCT_H

#include "nn/variant.h"

static inline void product_forward(const Scoring *s, Real scale)
{
    for (int j = 0; j < s->n; j++) {
        const Real *key = s->keys + (size_t)j * (size_t)s->stride;
        Vector sum = v_zero();
        for (int a = 0; a < s->size; a += LANES)
            sum = v_fma(v_get(s->query + a, s->size - a), v_get(key + a, s->size - a), sum);
        s->scores[j] = v_sum(sum) * scale;
    }
}

static inline void product_backward(const Scoring *s, Real scale)
{
    for (int a = 0; a < s->size; a += LANES) {
        int left = s->size - a;
        Vector q = v_get(s->query + a, left), d_q = v_zero();
        for (int j = 0; j < s->n; j++) {
            size_t at = (size_t)j * (size_t)s->stride + (size_t)a;
            Vector d_e = v_set(s->d_scores[j] * scale);
            d_q = v_fma(d_e, v_get(s->keys + at, left), d_q);
            v_put(s->d_keys + at, v_fma(d_e, q, v_get(s->d_keys + at, left)), left);
        }
        v_put(s->d_query + a, d_q, left);
    }
}

#endif
