/* Training speed: source and target words a second, no padding counted, and what part of the processor that is.
 *
 *   train_bench [DATA.tsv [seconds [hidden threads]]]
 *
 * Bidirectional GRU, Bahdanau additive, batch 32, embedding = hidden / 2 from hidden 128 on. Multiply-adds are those of
 * the unpadded matrix products that the equations ask for, forward and back, whether or not we found a
 * way around one. */
#include "model/train.h"
#include "nn/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* peak.c, in this build's variants of the kernels: PEAK(name) each. */
#define PEAK(name) double peak_##name(void);
PEAKS
#undef PEAK

static double peak_of(const char *kernels_name)
{
    static const struct {
        const char *name;
        double (*rate)(void);
    } all[] = {
#define PEAK(name) {#name, peak_##name},
        PEAKS
#undef PEAK
    };
    size_t i = 0;
    while (strcmp(all[i].name, kernels_name) != 0)
        i++;
    return all[i].rate();
}

/* Multiply-adds of one epoch: three times those of the forward pass (y = W x costs as much again for x and for W). */
static double multiply_adds(const Model *model, const Corpus *corpus)
{
    double E = model->config.embed, H = model->config.hidden, A = model->config.attention_size;
    double D = config_annotation(&model->config), V = model->target.count, sum = 0;
    for (int i = 0; i < corpus->count; i++) {
        double n = corpus->pairs[i].source.count, T = corpus->pairs[i].target.count + 1;
        sum += n * (D / H * 3 * H * (E + H) + A * D) + D * H;
        sum += T * (3 * H * (E + D + H) + A * H + H * V + n * (A + D));
    }
    return 3 * sum;
}

static void make_corpus(Corpus *corpus) /* about the lesson's lengths and sizes */
{
    Bytes text = {0};
    Random random = random_seeded(3);
    for (int i = 0; i < 6000; i++) {
        int n = 3 + (int)random_below(&random, 10);
        for (int side = 0; side < 2; side++)
            for (int j = 0; j < n; j++)
                bytes_printf(&text, "w%u%s", random_below(&random, 100), j < n - 1 ? " " : side ? "\n" : "\t");
    }
    Error error;
    if (!file_write("/tmp/attend-bench.tsv", text.data, text.length, &error)
        || !corpus_read("/tmp/attend-bench.tsv", (CorpusOptions){0}, corpus, &error)) {
        fprintf(stderr, "train_bench: %s\n", error_text(&error));
        exit(1);
    }
    remove("/tmp/attend-bench.tsv");
    bytes_finish(&text);
}

typedef struct Clock {
    double limit;
} Clock;

static bool in_time(const TrainProgress *progress, void *context)
{
    return progress->seconds < ((Clock *)context)->limit;
}

static void measure(Corpus *corpus, int hidden, int threads, double seconds, double peak)
{
    Config config = config_default();
    config.hidden = config.attention_size = hidden;
    config.embed = hidden >= 128 ? hidden / 2 : hidden;
    Vocab source = {0}, target = {0};
    corpus_vocabs(corpus, (VocabOptions){false, 1}, &source, &target);
    corpus_encode(corpus, &source, &target, false);
    Model model;
    model_create(&model, &config, &source, &target, 1);
    TrainOptions options = train_default();
    options.threads = threads;
    options.epochs = 1000;
    Trainer *trainer = trainer_create(&model, corpus, &options);
    Clock clock = {seconds};
    while (trainer_epoch(trainer, in_time, &clock))
        ;
    double words = 0, rate = trainer_progress(trainer).tokens_per_second;
    for (int i = 0; i < corpus->count; i++)
        words += corpus->pairs[i].source.count + corpus->pairs[i].target.count;
    double giga = 2e-9 * multiply_adds(&model, corpus) / words * rate;
    printf("hidden %3d, threads %d: %8.0f tokens/s, %6.1f GFLOP/s, %3.0f %% of the peak\n", hidden, threads, rate, giga,
           100 * giga / (peak * threads));
    fflush(stdout);
    trainer_destroy(trainer);
    model_finish(&model);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {64, 128, 256};
    double seconds = argc > 2 ? atof(argv[2]) : 3, peak = peak_of(kernels()->name);
    Corpus corpus;
    Error error;
    if (argc < 2 || strcmp(argv[1], "-") == 0) {
        make_corpus(&corpus);
    } else if (!corpus_read(argv[1], (CorpusOptions){0}, &corpus, &error)) {
        fprintf(stderr, "train_bench: %s\n", error_text(&error));
        return 1;
    }
    printf("kernels %s; fused multiply-add at its peak: %.1f GFLOP/s on one thread\n", kernels()->name, peak);
    printf("bidirectional GRU, Bahdanau additive, batch 32; GFLOP/s counts the multiply-adds of this model's unpadded "
           "matrix "
           "products alone, forward and back\n");
    for (size_t i = 0; argc < 5 && i < sizeof sizes / sizeof *sizes; i++)
        for (int threads = 1; threads <= 2; threads++)
            measure(&corpus, sizes[i], threads, seconds, peak);
    if (argc >= 5)
        measure(&corpus, atoi(argv[3]), atoi(argv[4]), seconds, peak);
    corpus_finish(&corpus);
    return 0;
}
