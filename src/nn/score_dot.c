/* The product: e_j = q . k_j (Luong et al. 2015, section 3.1). */
#include "nn/score_product.h"

static void forward(const Scoring *s)
{
    product_forward(s, 1);
}

static void backward(const Scoring *s)
{
    product_backward(s, 1);
}

const Score VARIANT(score_dot) = {
    .equation = "q · k",
    .forward = forward,
    .backward = backward,
};
