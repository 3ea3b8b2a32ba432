/* The same seed gives the same bytes: trained parameters, with 1, 2 and 3 threads, every variant of the kernels,
 * and however the training is cut into slices.
 * The variant of a process is chosen once, so this program runs itself again, with ATTEND_KERNELS set. */
#include "small.h"

#include "base/thread.h"

#include <math.h>
#include <sys/wait.h>

static const char *program;

static const struct {
    const char *settings;
    double dropout;
} RUNS[] = {
    {"", 0},
    {"", 0.2},
    {"cell=lstm attention=luong score=cosine", 0},
    {"cell=rnn attention=luong local=local_p score=scaled_dot layers=2", 0},
    {"cell=lstm decoder_layers=2", 0.1},
    {"decoder_layers=2 layers=2 attention=luong score=bilinear", 0.1},
    {"cell=self heads=3 score=bilinear", 0.1},
    {"cell=self embed=12 heads=3 causal=true places=sinusoid feed_forward=37", 0.1},
    {"cell=self embed=12 heads=2 layers=2 feed_forward=21", 0.1},
    {"cell=transformer embed=12 heads=3 cross_heads=2 layers=2 feed_forward=21", 0.1},
    {"cell=transformer norm=pre embed=12 heads=3 cross_heads=2 layers=2 feed_forward=21", 0.1},
    {"cell=transformer cross_residual=false embed=12 heads=3 feed_forward=21", 0.1},
};

/* To the end, in slices: of a piece a thread (`most` 0), of times up to `most` that change, or (INFINITY) of a batch.
 * Returns how many were cut. */
static int slice_up(Trainer *trainer, double most)
{
    Random random = random_seeded(17);
    int cuts = 0;
    for (TrainSlice end = TRAIN_CUT; end != TRAIN_DONE; cuts += end == TRAIN_CUT) {
        double seconds = isinf(most) ? most : most * random_unit(&random);
        end = trainer_slice(trainer, clock_seconds() + seconds);
    }
    return cuts;
}

static int train(size_t run, int threads, double most, char hex[65])
{
    Config config = small_config(RUNS[run].settings, 9, 21);
    double dropout = RUNS[run].dropout;
    Corpus corpus = small_corpus(60, 14, 9, 4), held = small_corpus(30, 14, 9, 5);
    Model model = small_model(config, 14, 14, 7);
    TrainOptions options = {.epochs = 3,
                            .batch = 13,
                            .threads = threads,
                            .learning_rate = 0.01,
                            .clip = 1,
                            .decay = 0.5,
                            .adam_beta2 = 0.999,
                            .unknown = 0.05,
                            .dropout = dropout,
                            .smoothing = dropout / 4,
                            .attention_entropy = dropout / 8,
                            .seed = 12};
    options.heldout = run % 2 ? &held : NULL;
    Trainer *trainer = trainer_create(&model, &corpus, &options);
    int cuts = slice_up(trainer, most);
    trainer_destroy(trainer);
    sha256_hex(model.params, model.table.total * sizeof *model.params, hex);
    model_finish(&model);
    corpus_finish(&held);
    corpus_finish(&corpus);
    return cuts;
}

static void print_all(void)
{
    for (size_t run = 0; run < LENGTH(RUNS); run++) {
        char hex[65];
        train(run, 2, INFINITY, hex);
        printf("%s%s", hex, run + 1 < LENGTH(RUNS) ? " " : "\n");
    }
}

static void threads_agree(void **state)
{
    (void)state;
    for (size_t run = 0; run < LENGTH(RUNS); run++) {
        char one[65], many[65];
        train(run, 1, INFINITY, one);
        for (int threads = 2; threads <= 5; threads++) {
            train(run, threads, INFINITY, many);
            assert_string_equal(one, many);
        }
    }
}

/* However short the slices and wherever a batch is cut. */
static void slices_agree(void **state)
{
    (void)state;
    static const double seconds[] = {0, 2e-5, 3e-4, 4e-3};
    for (size_t run = 0; run < LENGTH(RUNS); run++) {
        char whole[65], cut[65];
        assert_int_equal(train(run, 1, INFINITY, whole), 0);
        for (int threads = 1; threads <= 3; threads++)
            for (size_t i = 0; i < LENGTH(seconds); i++) {
                int cuts = train(run, threads, seconds[i], cut);
                assert_true(i > 0 || cuts > 3 * 5 * 8); /* epochs, batches, pieces of one */
                assert_string_equal(whole, cut);
            }
    }
}

/* Sentence by sentence or all at once. */
static void a_measurement_can_be_cut(void **state)
{
    (void)state;
    Corpus corpus = small_corpus(40, 14, 9, 5);
    Model model = small_model(small_config("", 9, 21), 14, 14, 7);
    Evaluation whole = model_evaluate(&model, &corpus, 2);
    for (int threads = 1; threads <= 3; threads++) {
        Evaluator *evaluator = evaluator_create(&model, &corpus, threads);
        int slices = 1;
        while (!evaluator_slice(evaluator, 0))
            slices++;
        assert_true(slices >= 40 / threads);
        Evaluation cut = evaluator_result(evaluator);
        assert_memory_equal(&whole, &cut, sizeof whole);
        evaluator_destroy(evaluator);
    }
    evaluator_destroy(evaluator_create(&model, &corpus, 2));
    evaluator_destroy(NULL);
    model_finish(&model);
    corpus_finish(&corpus);
}

static void run_variant(const char *variant, char *out, int size)
{
    char command[600];
    snprintf(command, sizeof command, "ATTEND_KERNELS=%s '%s' print", variant, program);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(out, size, pipe));
    assert_int_equal(pclose(pipe), 0);
}

static void variants_agree(void **state)
{
    (void)state;
    char plain[1024], other[1024];
    run_variant("plain", plain, sizeof plain);
    for (int i = 0; KERNEL_NAMES[i]; i++) { /* what is not there becomes the best one */
        run_variant(KERNEL_NAMES[i], other, sizeof other);
        assert_string_equal(plain, other);
    }
}

static void it_learns(void **state)
{
    (void)state;
    Config config = config_default();
    config.embed = 16;
    config.hidden = 32;
    config.attention_size = 0;
    Corpus corpus = small_corpus(600, 14, 6, 4), held_out = small_corpus(100, 14, 6, 5);
    Model model = small_model(config, 14, 14, 7);
    TrainOptions options = train_default();
    options.epochs = 12;
    options.learning_rate = 0.01;
    options.threads = 2;
    Trainer *trainer = trainer_create(&model, &corpus, &options);
    while (trainer_epoch(trainer, NULL, NULL))
        ;
    trainer_destroy(trainer);
    Evaluation one = model_evaluate(&model, &held_out, 1), two = model_evaluate(&model, &held_out, 2);
    assert_memory_equal(&one, &two, sizeof one);
    if (!(one.exact_match > 0.9 && one.aer < 0.3 && one.loss < 0.1 && one.aer_best == 0))
        fail_msg("exact match %g, error rate %g, loss %g", one.exact_match, one.aer, one.loss);
    model_finish(&model);
    corpus_finish(&corpus);
    corpus_finish(&held_out);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc == 2) {
        print_all();
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_agree), cmocka_unit_test(slices_agree),
                                       cmocka_unit_test(a_measurement_can_be_cut), cmocka_unit_test(variants_agree),
                                       cmocka_unit_test(it_learns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
