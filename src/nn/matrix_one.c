/* One row times a matrix, where one sentence is decoded: nothing but the matrix is read, so it lies there in the order it
 * is read in. Groups of GROUP vectors of outputs (fewer in the last), each [1 + depth][outputs of the group], the bias
 * first, zeros behind the last output. Every output is one chain of fused multiply-adds over the depth, in rising order,
 * from its bias on, as in matrix.c: how wide the groups are changes nothing. */
#include "nn/variant.h"

/* Chains that run side by side: enough to hide how long a multiply-add takes, few enough for the registers. */
#if defined KERNELS_AVX512
#define GROUP 6
#elif defined KERNELS_AVX2 || defined KERNELS_NEON
#define GROUP 4
#else
#define GROUP 1
#endif

static int group_at(int outputs, int first)
{
    int vectors = (outputs - first + LANES - 1) / LANES;
    return (vectors < GROUP ? vectors : GROUP) * LANES;
}

void VARIANT(pack_one)(const Real *weight, int stride, int depth, int outputs, const Real *bias, Real *packed)
{
    for (int first = 0, width; first < outputs; first += width) {
        width = group_at(outputs, first);
        for (int o = first; o < first + width; o++)
            *packed++ = bias && o < outputs ? bias[o] : 0;
        for (int k = 0; k < depth; k++)
            for (int o = first; o < first + width; o++)
                *packed++ = o < outputs ? weight[(size_t)o * (size_t)stride + (size_t)k] : 0;
    }
}

/* `wide` is a constant. */
INLINE void group(const int wide, int depth, const Real *x, const Real *packed, Real *y)
{
    Vector sum[GROUP];
    for (int v = 0; v < wide; v++)
        sum[v] = v_load(packed + v * LANES);
    for (int k = 0; k < depth; k++) {
        Vector a = v_set(x[k]);
        packed += wide * LANES;
        for (int v = 0; v < wide; v++)
            sum[v] = v_fma(a, v_load(packed + v * LANES), sum[v]);
    }
    for (int v = 0; v < wide; v++)
        v_store(y + v * LANES, sum[v]);
}

#define CASE(count)                                                                                                    \
    case count *LANES:                                                                                                 \
        group(count, depth, x, packed, y);                                                                             \
        break

INLINE void group_of(int width, int depth, const Real *x, const Real *packed, Real *y)
{
    switch (width) {
        CASE(1);
#if GROUP >= 4
        CASE(2);
        CASE(3);
        CASE(4);
#endif
#if GROUP >= 6
        CASE(5);
        CASE(6);
#endif
    }
}

/* A matrix that is a little larger than the first cache and is used again and again is best read there and back: what was
 * read last is still near. */
void VARIANT(multiply_one)(int depth, int outputs, const Real *x, const Real *packed, bool backwards, Real *y)
{
    int groups = (outputs + GROUP * LANES - 1) / (GROUP * LANES);
    for (int i = 0; i < groups; i++) {
        int first = (backwards ? groups - 1 - i : i) * GROUP * LANES;
        group_of(group_at(outputs, first), depth, x, packed + (size_t)first * (size_t)(depth + 1), y + first);
    }
}
