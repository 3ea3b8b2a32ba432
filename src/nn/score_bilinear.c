/* The product through a matrix: e_j = q . W h_j, "general" in Luong et al. 2015, section 3.1. W makes the keys. */
#include "nn/score_product.h"

static void forward(const Scoring *s)
{
    product_forward(s, 1);
}

static void backward(const Scoring *s)
{
    product_backward(s, 1);
}

const Score VARIANT(score_bilinear) = {
    .equation = "q · k",
    .key = "attention.bilinear.weight",
    .forward = forward,
    .backward = backward,
};
