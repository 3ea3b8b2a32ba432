/* Calls of every kernel, at awkward sizes and with awkward numbers: what they write must be the same bytes in every
 * variant, on every machine.
 *
 *   uses_fill(&data, 7, true);
 *   USES[0].use(kernels_named("plain"), &data, 17, 33);
 */
#ifndef TESTS_GRADIENT_KERNEL_USES_H
#define TESTS_GRADIENT_KERNEL_USES_H

#include "base/random.h"
#include "nn/kernels.h"

#include <math.h>

static const int SIZES[] = {1, 2, 7, 15, 16, 17, 31, 32, 33, 48, 65, 100};

enum { ROOM = 1 << 14 };

/* Several arrays, filled alike for both variants; what the kernels write is compared whole, so that a number written
 * past the end is found too. */
typedef struct Data {
    Real a[ROOM], b[ROOM], c[ROOM], d[ROOM], e[ROOM], out[ROOM];
} Data;

/* Random bits of a number, one draw after the other: the order in which C takes arguments is each compiler's own. */
static double random_power(Random *random, int low,
                           int count) /* 2^low to below 2^(low + count), evenly in the exponent */
{
    double mantissa = 1 + random_unit(random);
    return ldexp(mantissa, low + (int)random_below(random, (uint32_t)count));
}

static Real random_sign(Random *random)
{
    return random_below(random, 2) ? 1 : -1;
}

/* Few bits and exponents far apart, so that sums cancel, lie just between two floats or below the normal ones. */
static Real awkward(Random *random)
{
    int bits = (int)random_below(random, 24);
    bool tiny = random_below(random, 8) == 0, zero = random_below(random, 16) == 0;
    double value = random_power(random, tiny ? -149 : -24, 25), unit;
    unit = ldexp(1, ilogb(value) - bits);
    return random_sign(random) * (Real)(zero ? 0 : floor(value / unit) * unit);
}

static void uses_fill(Data *data, uint64_t seed, bool hard)
{
    Random random = random_seeded(seed);
    Real *all[] = {data->a, data->b, data->c, data->d, data->e, data->out};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 4096; k++)
            all[i][k] = hard ? awkward(&random) : (Real)(4 * random_unit(&random) - 2);
}

typedef void Use(const Kernels *k, Data *data, int n, int m);

/* ---- matrix products ---- */

static void pack(const Kernels *k, Data *data, int n, int m)
{
    for (int panel = 0; panel * PANEL < m; panel++) {
        k->pack_rows(data->a, m, n % 40, m, panel, data->b);
        k->pack_columns(data->a, n % 40 + 1, n % 40, m, panel, data->c);
    }
}

static void multiply(const Kernels *k, Data *data, int n, int m)
{
    int depth = 40 - n % 40; /* keeps within what is filled */
    for (int panel = 0; panel * PANEL < m; panel++)
        k->pack_rows(data->a, m, depth, m, panel, data->b);
    k->multiply(n % 20 + 1, depth, m, data->c, depth, data->b, data->d, false, data->e, m + 1);
    k->multiply(n % 20 + 1, depth, m, data->c, depth, data->b, NULL, true, data->out, m);
}

static void multiply_deep(const Kernels *k, Data *data, int n, int m)
{
    (void)n;
    (void)m;
    for (int depth = 255; depth < 259; depth++) { /* the depth is cut at 256 */
        k->pack_rows(data->a, 7, depth, 7, 0, data->b);
        k->multiply(3, depth, 7, data->c, depth, data->b, data->d, false, data->e, 7);
    }
    k->multiply(3, 0, 7, data->c, 0, data->b, data->d, false, data->out, 7);
}

static void multiply_unpacked(const Kernels *k, Data *data, int n, int m)
{
    int stride = n < 40 ? n : 40;
    k->multiply_unpacked(n % 4 + 1, stride, m, data->a, stride + 1, data->b, stride, data->c, false, data->d);
    k->multiply_unpacked(n % 4 + 1, stride, m, data->a, stride, data->b, stride, NULL, true, data->e);
}

static void outer_sum(const Kernels *k, Data *data, int n, int m)
{
    static Real scratch[OUTER_SCRATCH];
    int rows[40], count = 40 - n % 40;
    for (int i = 0; i < count; i++)
        rows[i] = (i * 7 + 3) % 40;
    OuterSum sum = {.count = count,
                    .rows = rows,
                    .y = data->a,
                    .y_stride = n,
                    .x = data->b,
                    .x_stride = m,
                    .outputs = n,
                    .inputs = m,
                    .gradient = data->out,
                    .gradient_stride = m + 2};
    k->outer_sum(&sum, 0, n / 2, scratch);
    k->outer_sum(&sum, n / 2, n, scratch);
    sum.count = 0; /* no rows: zeros */
    sum.rows = NULL;
    sum.gradient = data->c;
    k->outer_sum(&sum, 0, n, scratch);
    k->sum_rows(count, rows, data->a, m, m, data->d);
    k->sum_rows(count, NULL, data->a, m, m, data->e);
}

static void outer_deep(const Kernels *k, Data *data, int n, int m)
{
    static Real scratch[OUTER_SCRATCH];
    (void)m;
    OuterSum sum = {.count = 255 + n % 4,
                    .y = data->a,
                    .y_stride = 9,
                    .x = data->b,
                    .x_stride = 5,
                    .outputs = 9,
                    .inputs = 5,
                    .gradient = data->out,
                    .gradient_stride = 5};
    k->outer_sum(&sum, 0, 9, scratch);
}

/* ---- layers ---- */

static void cell(const Kernels *k, Data *data, int n, int m)
{
    const RecurrentCell *cell = k->cells[m % CELL_SELF];
    Real *c = data->e + 1024, *next = data->e + 2048, *carry = data->a + 1024;
    cell->forward(n, data->a, data->b, data->c, c, data->d, data->e, next);
    cell->backward(n, data->d, data->c, c, next, data->e, data->a, carry, data->b, data->out);
}

static void score(const Kernels *k, Data *data, int n, int m)
{
    int words = n % 33 + 1;
    for (int i = 0; SCORE_NAMES[i]; i++) {
        Scoring all = {.size = m,
                       .n = words,
                       .stride = m + 3,
                       .query = data->a,
                       .keys = data->b,
                       .energy = data->c,
                       .saved = data->d,
                       .scores = data->e,
                       .d_scores = data->e,
                       .d_query = data->out,
                       .d_keys = data->b,
                       .d_energy = data->a};
        k->scores[i]->forward(&all);
        k->scores[i]->backward(&all);
    }
}

static void attention(const Kernels *k, Data *data, int n, int m)
{
    k->softmax(n, data->a, (Real)0.7, data->b);
    k->softmax_backward(n, data->b, data->a, (Real)0.7, data->c);
    k->context(m, n % 40 + 1, data->b, data->d, m, data->e);
    k->context_backward(m, n % 40 + 1, data->b, data->d, m, data->e, data->a, data->out);
}

static void norm(const Kernels *k, Data *data, int n, int m)
{
    (void)n;
    Real inverse = k->norm(m, data->a, data->b, data->c, data->d);
    k->norm_backward(m, data->a, inverse, data->b, data->e, data->out, data->c);
}

static void elementwise(const Kernels *k, Data *data, int n, int m)
{
    data->out[2] = k->largest(n, data->a);
    data->out[0] = k->cross_entropy(n, data->a, m % n, (Real)(m % 2 ? 0.1 : 0), (Real)0.3);
    k->tanh_row(m, data->b);
    k->tanh_backward(m, data->b, data->c, data->c);
    k->exp_row(m, data->d);
    k->sigmoid_row(m, data->d);
    k->add_row(n, data->d, data->e);
    data->out[1] = k->squares((size_t)n * (size_t)(m % 40), data->e);
    AdamStep step = {(Real)0.5, (Real)0.01, (Real)0.9, (Real)0.999, (Real)1e-8, (Real)1.3};
    for (int i = 0; i < n; i++)
        data->d[i] = data->d[i] * data->d[i];
    k->adam((size_t)n, &step, data->a, data->b, data->c, data->d);
}

static const struct {
    const char *name;
    Use *use;
} USES[] = {
    {"pack", pack},
    {"multiply", multiply},
    {"multiply_deep", multiply_deep},
    {"multiply_unpacked", multiply_unpacked},
    {"outer_sum", outer_sum},
    {"outer_deep", outer_deep},
    {"cell", cell},
    {"score", score},
    {"attention", attention},
    {"norm", norm},
    {"elementwise", elementwise},
};

/* ---- sums that a second rounding would spoil ---- */

enum { TRIPLE_KINDS = 6, TRIPLES = PANEL };

/* c and about half of the distance to the next float: a little more, a little less, or just that. */
static void halfway(int kind, Random *random, Real a, Real k, Real *b, Real *c)
{
    const Real step = 0x1p-23f; /* from 1 to the next float */
    Real half = random_sign(random) * step / 2;
    *c = random_sign(random) * (1 + (Real)random_below(random, 1 << 23) * step);
    *b = kind == 3 ? half / a : kind == 4 ? half * (1 - k * step) : half * (1 - k * step / 2);
    if (random_below(random, 8) == 0) { /* where the largest float ends */
        *c = (Real)ldexp(*c < 0 ? -2 + (double)step : 2 - (double)step, 127);
        *b = (Real)ldexp((double)*b, 127);
    }
}

/* a b[i] + c[i], each with one kind of trouble. */
static Real triples(int kind, Random *random, Real *b, Real *c)
{
    Real k = (Real)(1 + random_below(random, 9)), a = 1 + k * 0x1p-23f;
    bool tiny = kind == 2; /* the result is below the normal numbers */
    if (kind < 3)
        a = (Real)random_power(random, tiny ? -105 : -30, 60);
    for (int i = 0; i < TRIPLES; i++) {
        b[i] = random_sign(random) * (Real)random_power(random, tiny ? -70 : -20, 40);
        c[i] = random_sign(random) * (Real)random_power(random, tiny ? -148 : -20, 40);
        if (kind == 1) /* next to nothing is left */
            c[i] = -a * b[i] * (1 + (Real)random_below(random, 3) * 0x1p-23f);
        if (kind >= 3)
            halfway(kind, random, a, k, &b[i], &c[i]);
    }
    return a;
}

/* Every result of the kind, `turn` by turn, through a kernel whose sums are a b + c. */
static void fused(const Kernels *k, int kind, uint64_t turn, Real *a, Real *b, Real *c, Real *sums)
{
    Random random = random_seeded(turn * TRIPLE_KINDS + (uint64_t)kind);
    *a = triples(kind, &random, b, c);
    k->multiply(1, 1, TRIPLES, a, 1, b, c, false, sums, TRIPLES);
}

#endif
