/* From scores to weights to the context, for one row: alpha = softmax(e sharpness), c = sum over j of alpha_j h_j.
 * sharpness is 1/T. `stride` is the distance from one annotation to the next. */
#include "nn/variant.h"

/* weights may be scores. n >= 1. */
void VARIANT(softmax)(int n, const Real *scores, Real sharpness, Real *weights)
{
    Vector sum = v_zero(), top = v_set(VARIANT(largest)(n, scores)), sharp = v_set(sharpness);
    for (int j = 0; j < n; j += LANES) {
        Vector e = v_exp(v_mul(v_sub(v_get(scores + j, n - j), top), sharp));
        if (n - j < LANES)
            e = v_first(e, n - j);
        sum = v_add(sum, e);
        v_put(weights + j, e, n - j);
    }
    Vector total = v_set(v_sum(sum));
    for (int j = 0; j < n; j += LANES)
        v_put(weights + j, v_div(v_get(weights + j, n - j), total), n - j);
}

/* d_scores may be d_weights. */
void VARIANT(softmax_backward)(int n, const Real *weights, const Real *d_weights, Real sharpness, Real *d_scores)
{
    Vector sum = v_zero(), sharp = v_set(sharpness);
    for (int j = 0; j < n; j += LANES)
        sum = v_fma(v_get(weights + j, n - j), v_get(d_weights + j, n - j), sum);
    Vector mean = v_set(v_sum(sum));
    for (int j = 0; j < n; j += LANES) {
        Vector d = v_sub(v_get(d_weights + j, n - j), mean);
        v_put(d_scores + j, v_mul(v_mul(v_get(weights + j, n - j), d), sharp), n - j);
    }
}

void VARIANT(context)(int width, int n, const Real *weights, const Real *annotations, int stride, Real *context)
{
    for (int d = 0; d < width; d += LANES) {
        Vector sum = v_zero();
        for (int j = 0; j < n; j++)
            sum = v_fma(v_set(weights[j]), v_get(annotations + (size_t)j * (size_t)stride + d, width - d), sum);
        v_put(context + d, sum, width - d);
    }
}

/* Adds to d_annotations; d_weights [n] is set. */
void VARIANT(context_backward)(int width, int n, const Real *weights, const Real *annotations, int stride,
                               const Real *d_context, Real *d_annotations, Real *d_weights)
{
    for (int j = 0; j < n; j++) {
        const Real *annotation = annotations + (size_t)j * (size_t)stride;
        Real *d_annotation = d_annotations + (size_t)j * (size_t)stride;
        Vector sum = v_zero(), weight = v_set(weights[j]);
        for (int d = 0; d < width; d += LANES) {
            int left = width - d;
            Vector d_c = v_get(d_context + d, left);
            sum = v_fma(d_c, v_get(annotation + d, left), sum);
            v_put(d_annotation + d, v_fma(weight, d_c, v_get(d_annotation + d, left)), left);
        }
        d_weights[j] = v_sum(sum);
    }
}
