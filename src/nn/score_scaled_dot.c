/* The scaled product: e_j = q . k_j / sqrt(size) (Vaswani et al. 2017, section 3.2.1). */
#include "nn/score_product.h"

#include <math.h>

static Real scale_of(int size)
{
    return (Real)(1 / sqrt((double)size));
}

static void forward(const Scoring *s)
{
    product_forward(s, scale_of(s->size));
}

static void backward(const Scoring *s)
{
    product_backward(s, scale_of(s->size));
}

const Score VARIANT(score_scaled_dot) = {
    .equation = "q · k / √A",
    .forward = forward,
    .backward = backward,
};
