/* Every variant of the kernels that this processor can run gives the bytes of the plain one, awkward sizes and numbers
 * included; the plain one gives what the definition says; exp, tanh and the logistic function are close to
 * the true ones. */
#include "support.h"

#include "kernel_uses.h"

static Data plain_data, other_data;
static const Kernels *plain;

/* The same call in both, at every pair of sizes. */
static void compare(const char *name, Use *use, const Kernels *other)
{
    for (size_t i = 0; i < 2 * LENGTH(SIZES); i++)
        for (size_t j = 0; j < LENGTH(SIZES); j++) {
            bool hard = i >= LENGTH(SIZES);
            int n = SIZES[i % LENGTH(SIZES)];
            uses_fill(&plain_data, i * 100 + j, hard);
            other_data = plain_data;
            use(plain, &plain_data, n, SIZES[j]);
            use(other, &other_data, n, SIZES[j]);
            if (memcmp(&plain_data, &other_data, sizeof plain_data) != 0)
                fail_msg("%s of %s differs at %d, %d%s", name, other->name, n, SIZES[j], hard ? ", awkward" : "");
        }
}

static void variants_agree(void **state)
{
    (void)state;
    for (int v = 0; KERNEL_NAMES[v]; v++) {
        const Kernels *other = kernels_named(KERNEL_NAMES[v]);
        for (size_t i = 0; other && other != plain && i < LENGTH(USES); i++)
            compare(USES[i].name, USES[i].use, other);
    }
}

/* The C library's fmaf is the truth where it is that of a desktop. */
static void fused_sums_round_once(void **state)
{
    (void)state;
    for (int v = 0; KERNEL_NAMES[v]; v++) {
        const Kernels *k = kernels_named(KERNEL_NAMES[v]);
        int rounded_twice = 0;
        for (uint64_t turn = 0; k && turn < 3000; turn++)
            for (int kind = 0; kind < TRIPLE_KINDS; kind++) {
                Real a, b[TRIPLES], c[TRIPLES], sums[TRIPLES];
                fused(k, kind, turn, &a, b, c, sums);
                for (int i = 0; i < TRIPLES; i++) {
                    float truth = fmaf(a, b[i], c[i]);
                    if (memcmp(&truth, &sums[i], sizeof truth) != 0)
                        fail_msg("%s: %a %a + %a = %a, truly %a", k->name, (double)a, (double)b[i], (double)c[i],
                                 (double)sums[i], (double)truth);
                    rounded_twice += truth != (float)((double)a * (double)b[i] + (double)c[i]);
                }
            }
        assert_true(!k || rounded_twice > 10000); /* or the triples are not awkward */
    }
}

/* The one variant that gives other bytes: it rounds the product, then the sum. */
static void twice_is_two_roundings(void **state)
{
    (void)state;
    const Kernels *k = kernels_named("twice");
    int other = 0;
    assert_true(k->twice && !plain->twice);
    for (uint64_t turn = 0; turn < 3000; turn++)
        for (int kind = 0; kind < TRIPLE_KINDS; kind++) {
            Real a, b[TRIPLES], c[TRIPLES], sums[TRIPLES];
            fused(k, kind, turn, &a, b, c, sums);
            for (int i = 0; i < TRIPLES; i++) {
                volatile float product = a * b[i];
                float truth = product + c[i];
                assert_memory_equal(&truth, &sums[i], sizeof truth);
                other += truth != fmaf(a, b[i], c[i]);
            }
        }
    assert_true(other > 10000);
}

/* ---- what they compute ---- */

static void products_are_right(void **state)
{
    (void)state;
    static Real scratch[OUTER_SCRATCH];
    Data *d = &plain_data;
    int rows = 11, depth = 50, outputs = 37;
    uses_fill(d, 5, false);
    for (int panel = 0; panel * PANEL < outputs; panel++)
        plain->pack_columns(d->a, depth, depth, outputs, panel, d->b);
    plain->multiply(rows, depth, outputs, d->c, depth, d->b, d->d, false, d->e, outputs);
    plain->multiply_unpacked(rows, depth, outputs, d->c, depth, d->a, depth, d->d, false, d->b);
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
            assert_true(fabs(wanted - (double)d->b[r * outputs + o]) < 1e-4);
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
    static float x[COUNT], mine[COUNT], fast[COUNT], rough[COUNT];
    for (int f = 0; f < (int)LENGTH(FUNCTIONS); f++) {
        const Function *function = &FUNCTIONS[f];
        for (uint32_t i = 0, bits = 1; i < COUNT; i++, bits += PRIME)
            memcpy(&x[i], &bits, sizeof bits);
        memcpy(mine, x, sizeof x);
        apply(plain, f, COUNT, mine);
        memcpy(rough, x, sizeof x);
        apply(kernels_named("twice"), f, COUNT, rough);
        for (int v = 0; KERNEL_NAMES[v]; v++) {
            const Kernels *other = kernels_named(KERNEL_NAMES[v]);
            memcpy(fast, x, sizeof x);
            if (other)
                apply(other, f, COUNT, fast);
            for (int i = 0; other && i < COUNT; i++)
                assert_true(memcmp(&mine[i], &fast[i], sizeof *mine) == 0 || (isnan(mine[i]) && isnan(fast[i])));
        }
        for (int i = 0; i < COUNT; i++) {
            double truth = function->truth((double)x[i]);
            if (isnan(x[i]))
                assert_true(isnan(mine[i]) && isnan(rough[i]));
            else if ((double)x[i] > function->low && (double)x[i] < function->high) {
                if (!(fabs((double)mine[i] - truth) <= 4e-7 * fabs(truth)))
                    fail_msg("%s(%g) = %g, truly %g", function->name, (double)x[i], (double)mine[i], truth);
                if (!(fabs((double)rough[i] - truth) <= 5e-7 * fabs(truth)))
                    fail_msg("twice: %s(%g) = %g, truly %g", function->name, (double)x[i], (double)rough[i], truth);
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
        uses_fill(d, i, false);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_agree),         cmocka_unit_test(fused_sums_round_once),
        cmocka_unit_test(twice_is_two_roundings), cmocka_unit_test(products_are_right),
        cmocka_unit_test(functions_are_close),    cmocka_unit_test(softmax_sums_to_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
