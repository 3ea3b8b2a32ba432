/* Where a gradient came from, in double: of one sentence the reads of a matrix, error times input, sum to its gradient
 * in every cell of every matrix; what a step sends back to scores sums to 0, and the slopes of the weights are those of
 * the loss by central differences of a context with more of one word. */
#include "small.h"

#include <math.h>

enum { SOURCE_WORDS = 8, TARGET_WORDS = 9 };

static const char *const CASES[] = {
    "",
    "layers=2",
    "cell=lstm bidirectional=false bridge=copy attention=luong score=bilinear",
    "cell=rnn attention=none bidirectional=false",
    "attention=uniform bridge=none",
    "attention=luong local=local_p window=1",
    "decoder_layers=2 cell=lstm",
    "decoder_layers=2 attention=luong score=dot",
    "cell=self embed=4 heads=2 feed_forward=5",
    "cell=transformer embed=4 heads=2 feed_forward=3 layers=2",
    "cell=transformer norm=pre embed=4 heads=2 feed_forward=3 layers=2",
};
static const int SOURCE[] = {5, 6, 5, 7}, TARGET[] = {6, 8, 6};

typedef struct Sentence {
    Model model;
    Arena arena;
    Pool *pool;
    BatchMaker *maker;
    const Batch *batch;
    Gradient *gradient;
    double loss;
} Sentence;

static void begin(Sentence *s, const char *settings)
{
    *s = (Sentence){.model = small_model(small_config(settings, 3, 4), SOURCE_WORDS, TARGET_WORDS, 5)};
    Pair pair = small_pair(&s->arena, SOURCE, LENGTH(SOURCE), TARGET, LENGTH(TARGET));
    s->pool = pool_create(1);
    s->maker = batch_maker_create(SOURCE_WORDS, TARGET_WORDS);
    BatchOptions options = {.config = &s->model.config, .separate = true};
    s->batch = batch_make(s->maker, (const Pair *const[]){&pair}, 1, &options, NULL);
    s->gradient = gradient_create(&s->model, kernels(), s->pool);
    s->loss = gradient_run(s->gradient, s->batch, &(GradientOptions){.single = true});
}

static void finish(Sentence *s)
{
    gradient_destroy(s->gradient);
    batch_maker_destroy(s->maker);
    pool_destroy(s->pool);
    model_finish(&s->model);
    arena_finish(&s->arena);
}

static bool is_multiplied_with(const Param *param)
{
    bool embedding = strstr(param->name, "embedding") || strstr(param->name, "position.weight");
    return param->cols > 0 && (!embedding || strncmp(param->name, "attention", 9) == 0);
}

static void check_cells(Sentence *s, const Param *param, const char *settings)
{
    for (int i = 0; i < param->rows; i++)
        for (int k = 0; k < param->cols; k++) {
            size_t at = param->offset + area(i, param->cols) + (size_t)k;
            GradientReads reads = gradient_reads(s->gradient, at, &s->arena);
            double sum = 0;
            for (int r = 0; r < reads.count; r++) {
                assert_true(r == 0 || reads.list[r].place > reads.list[r - 1].place);
                sum += reads.list[r].errors[reads.row] * reads.list[r].inputs[reads.column];
            }
            if (reads.count == 0 || reads.row != i || !(fabs(sum - s->gradient->block[at]) < 1e-12))
                fail_msg("%s, %s[%d,%d]: %d reads, %g is not %g", settings, param->name, i, k, reads.count, sum,
                         s->gradient->block[at]);
        }
}

static void the_reads_sum_to_the_gradient(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        Sentence s;
        int matrices = 0;
        begin(&s, CASES[i]);
        for (int p = 0; p < s.model.table.count; p++) {
            const Param *param = &s.model.table.items[p];
            if (is_multiplied_with(param)) {
                check_cells(&s, param, CASES[i]);
                matrices++;
            } else if (strcmp(param->name, "attention.position.energy") != 0) /* a row of a matrix with that one */
                assert_int_equal(gradient_reads(s.gradient, param->offset, &s.arena).count, 0);
        }
        assert_true(matrices >= 4);
        finish(&s);
    }
}

/* The sum of the words' losses, and the mean a sentence of them. */
static void the_loss_is_the_sum(void **state)
{
    (void)state;
    Sentence s;
    begin(&s, "");
    double mean = gradient_run(s.gradient, s.batch, NULL);
    assert_true(fabs(s.loss - mean * (LENGTH(TARGET) + 1)) < 1e-12);
    assert_int_equal(s.batch->tokens, LENGTH(TARGET) + 1);
    finish(&s);
}

static void the_pulls_on_scores_sum_to_0(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        Sentence s;
        begin(&s, CASES[i]);
        const DecoderPass *pass = &s.gradient->decoder;
        int n = s.batch->source_steps;
        for (int t = 0; pass->kept_scores && t < pass->steps && s.model.config.local == LOCAL_NONE; t++) {
            double sum = 0, largest = 0;
            for (int j = 0; j < n; j++) {
                double pull = pass->kept_scores[t * n + j], alpha = pass->alphas[t * n + j], mean = 0;
                for (int k = 0; k < n; k++)
                    mean += pass->alphas[t * n + k] * pass->kept_alphas[t * n + k];
                assert_true(fabs(pull - alpha * (pass->kept_alphas[t * n + j] - mean)) < 1e-12);
                sum += pull;
                largest = fmax(largest, fabs(pull));
            }
            assert_true(fabs(sum) < 1e-12 && largest > 1e-6);
        }
        finish(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_reads_sum_to_the_gradient),
                                       cmocka_unit_test(the_loss_is_the_sum),
                                       cmocka_unit_test(the_pulls_on_scores_sum_to_0)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
