/* Matrix products. Vectors run across outputs and every output is one chain of fused multiply-adds over the depth, in
 * rising order, so that neither the blocking nor the processor nor the number of threads changes a bit.
 * (multiply_unpacked is the exception: its chains run in sixteen lanes that are joined at the end. It serves one
 * sentence alone.) */
#include "base/clamp.h"
#include "nn/variant.h"

#include <string.h>

/* BLOCK rows by WIDE vectors are the sums that stay in registers. */
#if defined KERNELS_AVX512
#define BLOCK 8
#define WIDE  2
#elif defined KERNELS_AVX2 || defined KERNELS_NEON
#define BLOCK 6
#define WIDE  1
#elif defined KERNELS_WASM
#define BLOCK 2
#define WIDE  1
#else
#define BLOCK 4
#define WIDE  1
#endif

enum { DEPTH = 256 }; /* rows of a panel that stay in the first cache */

/* Panel `panel` of a matrix [depth, outputs] that lies there as it is: for gradients through y = W x, depth
 * rows of W. */
void VARIANT(pack_rows)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels)
{
    Real *to = panels + (size_t)panel * PANEL * (size_t)depth;
    int width = int_least(PANEL, outputs - panel * PANEL);
    for (int k = 0; k < depth; k++, to += PANEL) {
        const Real *from = weight + (size_t)k * (size_t)stride + panel * PANEL;
        for (int part = 0; part < PANEL; part += LANES)
            v_store(to + part, width > part ? v_get(from + part, width - part) : v_zero());
    }
}

#if defined KERNELS_AVX512 || defined KERNELS_AVX2
/* Turns SQUARE rows of as many numbers into columns: `from` rows `stride` apart, `to` rows PANEL apart. */
INLINE void turn(const Real *from, size_t stride, Real *to)
{
    enum { SQUARE = 8 };
    __m256 a[SQUARE], b[SQUARE];
    for (int i = 0; i < SQUARE; i++)
        a[i] = _mm256_loadu_ps(from + (size_t)i * stride);
    for (int i = 0; i < SQUARE; i += 2) {
        b[i] = _mm256_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm256_unpackhi_ps(a[i], a[i + 1]);
    }
    for (int i = 0; i < SQUARE; i += 4) {
        a[i] = _mm256_shuffle_ps(b[i], b[i + 2], 0x44);
        a[i + 1] = _mm256_shuffle_ps(b[i], b[i + 2], 0xEE);
        a[i + 2] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0x44);
        a[i + 3] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0xEE);
    }
    for (int i = 0; i < SQUARE / 2; i++) {
        _mm256_storeu_ps(to + (size_t)i * PANEL, _mm256_permute2f128_ps(a[i], a[i + 4], 0x20));
        _mm256_storeu_ps(to + (size_t)(i + 4) * PANEL, _mm256_permute2f128_ps(a[i], a[i + 4], 0x31));
    }
}
#else
INLINE void turn(const Real *from, size_t stride, Real *to)
{
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++)
            to[(size_t)k * PANEL + (size_t)i] = from[(size_t)i * stride + (size_t)k];
}
#endif

/* The same of a matrix that lies there transposed, [outputs, depth]: for y = W x. */
void VARIANT(pack_columns)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels)
{
    Real *to = panels + (size_t)panel * PANEL * (size_t)depth;
    const Real *from = weight + (size_t)panel * PANEL * (size_t)stride;
    int width = int_least(PANEL, outputs - panel * PANEL);
    int whole_width = width / 8 * 8, whole_depth = depth / 8 * 8;
    if (width < PANEL)
        memset(to, 0, sizeof *to * PANEL * (size_t)depth);
    for (int k = 0; k < whole_depth; k += 8)
        for (int o = 0; o < whole_width; o += 8)
            turn(from + (size_t)o * (size_t)stride + k, (size_t)stride, to + (size_t)k * PANEL + o);
    for (int k = 0; k < depth; k++)
        for (int o = k < whole_depth ? whole_width : 0; o < width; o++)
            to[(size_t)k * PANEL + (size_t)o] = from[(size_t)o * (size_t)stride + (size_t)k];
}

/* One block of sums: y[r] (+)= sum over k of x[r,k] panel[k], for `rows` rows and `wide` vectors, both constants. */
INLINE void block(const int rows, int depth, const Real *x, size_t row_step, size_t depth_step, const Real *panel,
                  Real *y, size_t y_stride, int width, const Real *bias, bool add)
{
    Vector sum[BLOCK][WIDE];
    for (int w = 0; w < WIDE; w++) {
        int left = width - w * LANES;
        Vector start = bias && left > 0 ? v_get(bias + w * LANES, left) : v_zero();
        for (int r = 0; r < rows; r++)
            sum[r][w] = add && left > 0 ? v_get(y + (size_t)r * y_stride + w * LANES, left) : start;
    }
    for (int k = 0; k < depth; k++) {
        Vector b[WIDE];
        for (int w = 0; w < WIDE; w++)
            b[w] = v_load(panel + (size_t)k * PANEL + w * LANES);
        for (int r = 0; r < rows; r++) {
            Vector a = v_set(x[(size_t)r * row_step + (size_t)k * depth_step]);
            for (int w = 0; w < WIDE; w++)
                sum[r][w] = v_fma(a, b[w], sum[r][w]);
        }
    }
    for (int w = 0; w < WIDE; w++) {
        int left = width - w * LANES;
        for (int r = 0; r < rows && left > 0; r++)
            v_put(y + (size_t)r * y_stride + w * LANES, sum[r][w], left);
    }
}

#define CASE(count)                                                                                                    \
    case count:                                                                                                        \
        block(count, depth, x, row_step, depth_step, panel, y, y_stride, width, bias, add);                            \
        break

/* Up to BLOCK rows against one panel, WIDE vectors of it at a time. */
INLINE void rows_by_panel(int rows, int depth, const Real *x, size_t row_step, size_t depth_step, const Real *panel,
                          Real *y, size_t y_stride, int width, const Real *bias, bool add)
{
    for (; width > 0; width -= WIDE * LANES) {
        switch (rows) {
            CASE(1);
            CASE(2);
            CASE(3);
            CASE(4);
#if BLOCK >= 6
            CASE(5);
            CASE(6);
#endif
#if BLOCK >= 8
            CASE(7);
            CASE(8);
#endif
        }
        panel += WIDE * LANES;
        y += WIDE * LANES;
        bias = bias ? bias + WIDE * LANES : NULL;
    }
}

/* y (+)= x W + bias, the matrix in panels.
 *   x  [rows, depth], y [rows, outputs]; bias [outputs] or NULL; with `add` the sums start from y and bias must be NULL
 * depth may be 0: y is the bias then. */
void VARIANT(multiply)(int rows, int depth, int outputs, const Real *x, int x_stride, const Real *panels,
                       const Real *bias, bool add, Real *y, int y_stride)
{
    for (int first = 0; first < outputs; first += PANEL) {
        const Real *panel = panels + (size_t)first * (size_t)depth;
        int width = int_least(PANEL, outputs - first), k = 0;
        do {
            int part = int_least(DEPTH, depth - k);
            for (int row = 0; row < rows; row += BLOCK)
                rows_by_panel(int_least(BLOCK, rows - row), part, x + (size_t)row * (size_t)x_stride + k,
                              (size_t)x_stride, 1, panel + (size_t)k * PANEL,
                              y + (size_t)row * (size_t)y_stride + first, (size_t)y_stride, width,
                              bias && k == 0 ? bias + first : NULL, add || k > 0);
            k += DEPTH;
        } while (k < depth);
    }
}

/* out[r] = row r of the weight times x, of four rows, so that their chains overlap; of `rows` below four the
 * last fills up. */
INLINE void dots(int rows, int depth, const Real *x, const Real *weight, size_t stride, Real *out)
{
    const Real *from[4];
    Vector sum[4];
    for (int r = 0; r < 4; r++) {
        from[r] = weight + (size_t)int_least(r, rows - 1) * stride;
        sum[r] = v_zero();
    }
    int k = 0;
    for (; k + LANES <= depth; k += LANES)
        for (int r = 0; r < 4; r++)
            sum[r] = v_fma(v_load(x + k), v_load(from[r] + k), sum[r]);
    for (int r = 0; r < 4 && k < depth; r++)
        sum[r] = v_fma(v_load_some(x + k, depth - k), v_load_some(from[r] + k, depth - k), sum[r]);
    v_sum_four(sum, out);
}

/* y (+)= W x + bias for a few rows and a matrix [outputs, depth] as it lies there: nothing needs packing.
 *   x [rows, depth], y [rows, outputs] without gaps; bias [outputs] or NULL */
void VARIANT(multiply_unpacked)(int rows, int depth, int outputs, const Real *x, int x_stride, const Real *weight,
                                int stride, const Real *bias, bool add, Real *y)
{
    for (int first = 0; first < outputs; first += LANES) {
        const Real *from = weight + (size_t)first * (size_t)stride;
        int width = int_least(LANES, outputs - first);
        Vector start = bias ? v_get(bias + first, width) : v_zero();
        for (int row = 0; row < rows; row++) { /* the weights are in the first cache from the second row on */
            Real *to = y + (size_t)row * (size_t)outputs + first, sums[LANES] = {0};
            const Real *line = x + (size_t)row * (size_t)x_stride;
            int o = 0;
            for (; o + 4 <= width; o += 4)
                dots(4, depth, line, from + (size_t)o * (size_t)stride, (size_t)stride, sums + o);
            if (o < width)
                dots(width - o, depth, line, from + (size_t)o * (size_t)stride, (size_t)stride, sums + o);
            v_put(to, v_add(v_load(sums), v_add(start, add ? v_get(to, width) : v_zero())), width);
        }
    }
}

/* Copies the chosen rows of [depth][width] to [depth][to_width], zeros behind `width`. `to_width` is a constant. */
INLINE void gather(const OuterSum *sum, int k0, int depth, const Real *from, int stride, int width, const int to_width,
                   Real *to)
{
    for (int k = 0; k < depth; k++, to += to_width) {
        int row = sum->rows ? sum->rows[k0 + k] : k0 + k;
        const Real *line = from + (ptrdiff_t)row * stride;
        if (width == to_width) {
            memcpy(to, line, sizeof *to * (size_t)to_width);
        } else {
            for (int i = 0; i < to_width; i++)
                to[i] = i < width ? line[i] : 0;
        }
    }
}

/* The rows first .. last-1 of the gradient; at most OUTER_ROWS of them. scratch [OUTER_SCRATCH]. */
void VARIANT(outer_sum)(const OuterSum *sum, int first, int last, Real *scratch)
{
    Real *x = scratch, *y = scratch + OUTER_DEPTH * PANEL;
    int k0 = 0;
    do {
        int depth = int_least(OUTER_DEPTH, sum->count - k0);
        for (int o = first; o < last; o += BLOCK)
            gather(sum, k0, depth, sum->y + o, sum->y_stride, int_least(BLOCK, last - o), BLOCK,
                   y + (size_t)(o - first) * OUTER_DEPTH);
        for (int i = 0; i < sum->inputs; i += PANEL) {
            int width = int_least(PANEL, sum->inputs - i);
            gather(sum, k0, depth, sum->x + i, sum->x_stride, width, PANEL, x);
            for (int o = first; o < last; o += BLOCK)
                rows_by_panel(int_least(BLOCK, last - o), depth, y + (size_t)(o - first) * OUTER_DEPTH, 1, BLOCK, x,
                              sum->gradient + (size_t)o * (size_t)sum->gradient_stride + i,
                              (size_t)sum->gradient_stride, width, NULL, k0 > 0);
        }
        k0 += OUTER_DEPTH;
    } while (k0 < sum->count);
}

/* out[i] = sum of the chosen rows, in their order: what a bias gets. rows NULL: 0 .. count-1. */
void VARIANT(sum_rows)(int count, const int *rows, const Real *y, int stride, int width, Real *out)
{
    for (int i = 0; i < width; i += LANES) {
        Vector sum = v_zero();
        for (int k = 0; k < count; k++)
            sum = v_add(sum, v_get(y + (ptrdiff_t)(rows ? rows[k] : k) * stride + i, width - i));
        v_put(out + i, sum, width - i);
    }
}
