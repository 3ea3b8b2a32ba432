/* Every variant of the kernels that this processor can run gives the bytes of the plain one, awkward sizes included;
 * the plain one gives what the definition says; exp, tanh and the logistic function are close to the true ones. */
#include "support.h"

#include "base/random.h"
#include "nn/kernels.h"

#include <math.h>

static const char *const VARIANTS[] = {"avx2", "avx512", "neon"};
static const int SIZES[] = {1, 2, 7, 15, 16, 17, 31, 32, 33, 48, 65, 100};

enum { ROOM = 1 << 17 };

/* Several arrays, filled alike for both variants; what the kernels write is compared whole, so that a number written
 * past the end is found too. */
typedef struct Data {
    Real a[ROOM], b[ROOM], c[ROOM], d[ROOM], e[ROOM], out[ROOM];
} Data;

static Data plain_data, other_data;
static const Kernels *plain;

static void fill(Data *data, uint64_t seed)
{
    Random random = random_seeded(seed);
    Real *all[] = {data->a, data->b, data->c, data->d, data->e, data->out};
    for (size_t i = 0; i < LENGTH(all); i++)
        for (int k = 0; k < 4096; k++)
            all[i][k] = (Real)(4 * random_unit(&random) - 2);
}

typedef void Use(const Kernels *k, Data *data, int n, int m);

/* The same call in both, at every pair of sizes. */
static void compare_variants(const char *name, Use *use)
{
    for (size_t v = 0; v < LENGTH(VARIANTS); v++) {
        const Kernels *other = kernels_named(VARIANTS[v]);
        if (!other)
            continue;
        for (size_t i = 0; i < LENGTH(SIZES); i++)
            for (size_t j = 0; j < LENGTH(SIZES); j++) {
                fill(&plain_data, i * 100 + j);
                fill(&other_data, i * 100 + j);
                use(plain, &plain_data, SIZES[i], SIZES[j]);
                use(other, &other_data, SIZES[i], SIZES[j]);
                if (memcmp(&plain_data, &other_data, sizeof plain_data) != 0)
                    fail_msg("%s of %s differs at %d, %d", name, other->name, SIZES[i], SIZES[j]);
            }
    }
}

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

static void multiply_row(const Kernels *k, Data *data, int n, int m)
{
    int stride = n < 40 ? n : 40;
    k->multiply_row(stride, m, data->a, data->b, stride, data->c, false, data->d);
    k->multiply_row(stride, m, data->a, data->b, stride, NULL, true, data->e);
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

static void variants_agree(void **state)
{
    (void)state;
    compare_variants("pack", pack);
    compare_variants("multiply", multiply);
    compare_variants("multiply, deep", multiply_deep);
    compare_variants("multiply_row", multiply_row);
    compare_variants("outer_sum", outer_sum);
    compare_variants("outer_sum, deep", outer_deep);
    compare_variants("cell", cell);
    compare_variants("score", score);
    compare_variants("attention", attention);
    compare_variants("norm", norm);
    compare_variants("elementwise", elementwise);
}

/* ---- what they compute ---- */

static void products_are_right(void **state)
{
    (void)state;
    static Real scratch[OUTER_SCRATCH];
    Data *d = &plain_data;
    int rows = 11, depth = 50, outputs = 37;
    fill(d, 5);
    for (int panel = 0; panel * PANEL < outputs; panel++)
        plain->pack_columns(d->a, depth, depth, outputs, panel, d->b);
    plain->multiply(rows, depth, outputs, d->c, depth, d->b, d->d, false, d->e, outputs);
    OuterSum sum = {.count = rows,
                    .y = d->e,
                    .y_stride = outputs,
                    .x = d->c,
                    .x_stride = depth,
                    .outputs = outputs,
                    .inputs = depth,
                    .gradient = d->out,
                    .gradient_stride = depth};
    plain->outer_sum(&sum, 0, outputs, scratch);
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < outputs; o++) {
            double wanted = (double)d->d[o];
            for (int k = 0; k < depth; k++)
                wanted += (double)d->a[o * depth + k] * (double)d->c[r * depth + k];
            assert_true(fabs(wanted - (double)d->e[r * outputs + o]) < 1e-4);
        }
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < depth; i++) {
            double wanted = 0;
            for (int r = 0; r < rows; r++)
                wanted += (double)d->e[r * outputs + o] * (double)d->c[r * depth + i];
            assert_true(fabs(wanted - (double)d->out[o * depth + i]) < 1e-3);
        }
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

typedef struct Function {
    const char *name;
    double (*truth)(double);
    double low, high;       /* where it must be close */
    double at_low, at_high; /* far outside */
} Function;

static const Function FUNCTIONS[] = {
    {"exp", exp, -87.3, 88.3, 0, INFINITY},
    {"tanh", tanh, -1e30, 1e30, -1, 1},
    {"sigmoid", logistic, -87.3, 1e30, 0, 1},
};

static void apply(const Kernels *k, int function, int n, Real *x)
{
    void (*rows[])(int, Real *) = {k->exp_row, k->tanh_row, k->sigmoid_row};
    rows[function](n, x);
}

/* A fixed sample of all floats there are, by their bits. */
static void functions_are_close(void **state)
{
    (void)state;
    enum { COUNT = 1 << 16, PRIME = 65521 };
    static float x[COUNT], mine[COUNT], fast[COUNT];
    for (int f = 0; f < (int)LENGTH(FUNCTIONS); f++) {
        const Function *function = &FUNCTIONS[f];
        for (uint32_t i = 0, bits = 1; i < COUNT; i++, bits += PRIME)
            memcpy(&x[i], &bits, sizeof bits);
        memcpy(mine, x, sizeof x);
        apply(plain, f, COUNT, mine);
        for (size_t v = 0; v < LENGTH(VARIANTS); v++) {
            const Kernels *other = kernels_named(VARIANTS[v]);
            memcpy(fast, x, sizeof x);
            if (other)
                apply(other, f, COUNT, fast);
            for (int i = 0; other && i < COUNT; i++)
                assert_true(memcmp(&mine[i], &fast[i], sizeof *mine) == 0 || (isnan(mine[i]) && isnan(fast[i])));
        }
        for (int i = 0; i < COUNT; i++) {
            double truth = function->truth((double)x[i]);
            if (isnan(x[i]))
                assert_true(isnan(mine[i]));
            else if ((double)x[i] > function->low && (double)x[i] < function->high) {
                double miss = fabs((double)mine[i] - truth);
                if (!(miss <= 4e-7 * fabs(truth)))
                    fail_msg("%s(%g) = %g, truly %g", function->name, (double)x[i], (double)mine[i], truth);
            }
        }
        float edges[] = {-INFINITY, -1e9f, 1e9f, INFINITY, NAN};
        apply(plain, f, 5, edges);
        for (int i = 0; i < 4; i++) { /* tanh stops one bit short of 1 */
            double wanted = i < 2 ? function->at_low : function->at_high;
            assert_true((double)edges[i] == wanted || fabs((double)edges[i] - wanted) < 1.2e-7);
        }
        assert_true(isnan(edges[4]));
    }
}

static void softmax_sums_to_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SIZES); i++) {
        Data *d = &plain_data;
        double sum = 0;
        fill(d, i);
        d->a[0] = -1000; /* vanishes without harm */
        plain->softmax(SIZES[i], d->a, 3, d->b);
        for (int j = 0; j < SIZES[i]; j++)
            sum += (double)d->b[j];
        assert_true(fabs(sum - 1) < 1e-6);
    }
}

int main(void)
{
    plain = kernels_named("plain");
    const struct CMUnitTest tests[] = {cmocka_unit_test(variants_agree), cmocka_unit_test(products_are_right),
                                       cmocka_unit_test(functions_are_close), cmocka_unit_test(softmax_sums_to_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
