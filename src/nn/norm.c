/* Layer normalisation of Ba et al. 2016, as PyTorch computes it: y = weight (x - mean) / sqrt(variance + 1e-5) + bias,
 * mean and variance over the row. */
#include "nn/variant.h"

#include <math.h>

static Vector inside(Vector v, int left)
{
    return left < LANES ? v_first(v, left) : v;
}

/* x [size] becomes the row without weight and bias, y [size] the whole; gives back 1 / sqrt(variance + 1e-5). */
Real VARIANT(norm)(int size, Real *x, const Real *weight, const Real *bias, Real *y)
{
    Vector sum = v_zero(), squares = v_zero();
    for (int i = 0; i < size; i += LANES)
        sum = v_add(sum, v_get(x + i, size - i));
    Vector mean = v_set(v_sum(sum) / (Real)size);
    for (int i = 0; i < size; i += LANES) {
        Vector off = inside(v_sub(v_get(x + i, size - i), mean), size - i);
        squares = v_fma(off, off, squares);
        v_put(x + i, off, size - i);
    }
    Real inverse = (Real)(1 / sqrt((double)(v_sum(squares) / (Real)size) + 1e-5));
    for (int i = 0; i < size; i += LANES) {
        int left = size - i;
        Vector normed = v_mul(v_get(x + i, left), v_set(inverse));
        v_put(x + i, normed, left);
        v_put(y + i, v_fma(normed, v_get(weight + i, left), v_get(bias + i, left)), left);
    }
    return inverse;
}

/* normed and inverse as above; d_weight [size] is what this row adds to the weight's gradient (its d_y
 * to the bias's). */
void VARIANT(norm_backward)(int size, const Real *normed, Real inverse, const Real *weight, const Real *d_y, Real *d_x,
                            Real *d_weight)
{
    Vector sum = v_zero(), along = v_zero();
    for (int i = 0; i < size; i += LANES) {
        int left = size - i;
        Vector n = v_get(normed + i, left), d = v_get(d_y + i, left), d_n = v_mul(d, v_get(weight + i, left));
        v_put(d_weight + i, v_mul(d, n), left);
        v_put(d_x + i, d_n, left);
        sum = v_add(sum, d_n);
        along = v_fma(d_n, n, along);
    }
    Vector mean = v_set(v_sum(sum) / (Real)size), share = v_set(v_sum(along) / (Real)size), scale = v_set(inverse);
    for (int i = 0; i < size; i += LANES) {
        int left = size - i;
        Vector d = v_fnma(v_get(normed + i, left), share, v_sub(v_get(d_x + i, left), mean));
        v_put(d_x + i, v_mul(d, scale), left);
    }
}
