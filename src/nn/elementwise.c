/* Loss, activations and Adam: what works number by number. */
#include "nn/variant.h"

#include <math.h>

/* n >= 1. Which of equals is taken, and in which order, changes nothing. */
Real VARIANT(largest)(int n, const Real *x)
{
    Real largest = x[0];
    int whole = n - n % LANES;
    if (whole > 0) {
        Vector top = v_load(x);
        for (int i = LANES; i < whole; i += LANES)
            top = v_max(top, v_load(x + i));
        Real lanes[LANES];
        v_store(lanes, top);
        for (int l = 0; l < LANES; l++)
            largest = lanes[l] > largest ? lanes[l] : largest;
    }
    for (int i = whole; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
    return largest;
}

/* The loss of one target word, -log softmax(logits)[target], and in place of the logits its gradient times `scale`.
 * With `smoothing` s the gradient is that of the target (1 - s) one-hot + s/n; the loss given back is the plain one. */
Real VARIANT(cross_entropy)(int n, Real *logits, int target, Real smoothing, Real scale)
{
    Real largest = VARIANT(largest)(n, logits), wanted = logits[target];
    Vector sum = v_zero(), top = v_set(largest);
    for (int i = 0; i < n; i += LANES) {
        Vector e = v_exp(v_sub(v_get(logits + i, n - i), top));
        if (n - i < LANES)
            e = v_first(e, n - i);
        sum = v_add(sum, e);
        v_put(logits + i, e, n - i);
    }
    Real total = v_sum(sum);
    Vector factor = v_set(scale / total), share = v_set(scale * smoothing / (Real)n);
    for (int i = 0; i < n; i += LANES) {
        Vector p = v_mul(v_get(logits + i, n - i), factor);
        v_put(logits + i, smoothing > 0 ? v_sub(p, share) : p, n - i);
    }
    logits[target] -= scale * (1 - smoothing);
    return (Real)(log((double)total) - ((double)wanted - (double)largest));
}

void VARIANT(tanh_row)(int n, Real *x)
{
    for (int i = 0; i < n; i += LANES)
        v_put(x + i, v_tanh(v_get(x + i, n - i)), n - i);
}

/* d_x = d_y (1 - y^2), y = tanh x; d_x may be d_y. */
void VARIANT(tanh_backward)(int n, const Real *y, const Real *d_y, Real *d_x)
{
    Vector one = v_set(1);
    for (int i = 0; i < n; i += LANES) {
        Vector out = v_get(y + i, n - i);
        v_put(d_x + i, v_mul(v_get(d_y + i, n - i), v_fnma(out, out, one)), n - i);
    }
}

void VARIANT(exp_row)(int n, Real *x)
{
    for (int i = 0; i < n; i += LANES)
        v_put(x + i, v_exp(v_get(x + i, n - i)), n - i);
}

void VARIANT(sigmoid_row)(int n, Real *x)
{
    for (int i = 0; i < n; i += LANES)
        v_put(x + i, v_sigmoid(v_get(x + i, n - i)), n - i);
}

void VARIANT(add_row)(int n, const Real *from, Real *to)
{
    for (int i = 0; i < n; i += LANES)
        v_put(to + i, v_add(v_get(to + i, n - i), v_get(from + i, n - i)), n - i);
}

/* Sum of squares, in sixteen lanes. */
Real VARIANT(squares)(size_t n, const Real *x)
{
    Vector sum = v_zero();
    for (size_t i = 0; i < n; i += LANES) {
        int left = n - i < LANES ? (int)(n - i) : LANES;
        Vector value = v_get(x + i, left);
        sum = v_fma(value, value, sum);
    }
    return v_sum(sum);
}

/* Kingma and Ba 2015, as PyTorch computes it: m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2,
 * p -= rate m / (sqrt(v) correction + epsilon). */
void VARIANT(adam)(size_t n, const AdamStep *step, Real *param, const Real *gradient, Real *m, Real *v)
{
    Vector scale = v_set(step->scale), rate = v_set(step->rate), epsilon = v_set(step->epsilon);
    Vector b1 = v_set(step->beta1), b2 = v_set(step->beta2), correction = v_set(step->correction);
    Vector rest1 = v_set(1 - step->beta1), rest2 = v_set(1 - step->beta2);
    for (size_t i = 0; i < n; i += LANES) {
        int left = n - i < LANES ? (int)(n - i) : LANES;
        Vector g = v_mul(v_get(gradient + i, left), scale);
        Vector first = v_fma(b1, v_get(m + i, left), v_mul(rest1, g));
        Vector second = v_fma(b2, v_get(v + i, left), v_mul(rest2, v_mul(g, g)));
        v_put(m + i, first, left);
        v_put(v + i, second, left);
        Vector step_size = v_div(first, v_fma(v_sqrt(second), correction, epsilon));
        v_put(param + i, v_fnma(rate, step_size, v_get(param + i, left)), left);
    }
}
