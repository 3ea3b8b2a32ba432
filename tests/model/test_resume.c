/* A training that was killed and taken up again ends as one that was not, to the byte; early stopping keeps the best
 * model; a file that does not fit is refused and changes nothing. */
#include "../gradient/small.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

static char path[64];

typedef struct Run {
    Corpus corpus, heldout;
    Model model;
    TrainOptions options;
    Trainer *trainer;
} Run;

static void run_begin(Run *run, double dropout, bool heldout, int threads)
{
    *run = (Run){.corpus = small_corpus(50, 12, 7, 4), .heldout = small_corpus(30, 12, 7, 5)};
    run->model = small_model(small_config("", 7, 10), 12, 12, 3);
    run->options = (TrainOptions){.epochs = 4,
                                  .batch = 8,
                                  .threads = threads,
                                  .learning_rate = 0.02,
                                  .clip = 1,
                                  .decay = 0.2,
                                  .warmup = 3,
                                  .adam_beta2 = 0.98,
                                  .unknown = 0.1,
                                  .dropout = dropout,
                                  .seed = 6,
                                  .heldout = heldout ? &run->heldout : NULL};
    run->trainer = trainer_create(&run->model, &run->corpus, &run->options);
}

static void run_end(Run *run)
{
    trainer_destroy(run->trainer);
    model_finish(&run->model);
    corpus_finish(&run->corpus);
    corpus_finish(&run->heldout);
}

static void run_hex(const Run *run, char hex[65])
{
    sha256_hex(run->model.params, run->model.table.total * sizeof *run->model.params, hex);
}

static bool stop_at(const TrainProgress *progress, void *context)
{
    (void)progress;
    return --*(int *)context > 0;
}

/* Stops after every `batches` batches, saves, and goes on in a fresh trainer with another number of threads. */
static void train_in_pieces(double dropout, bool heldout, int batches, char hex[65])
{
    Run run;
    Error error;
    run_begin(&run, dropout, heldout, 1);
    for (int piece = 0; !trainer_progress(run.trainer).done; piece++) {
        int left = batches;
        while (left > 0 && trainer_epoch(run.trainer, stop_at, &left))
            ;
        if (trainer_progress(run.trainer).done)
            break;
        expect_ok(trainer_save(run.trainer, path, &error), &error);
        run_end(&run);
        run_begin(&run, dropout, heldout, 1 + piece % 3);
        expect_ok(trainer_restore(run.trainer, path, &error), &error);
    }
    run_hex(&run, hex);
    run_end(&run);
}

static void train_whole(double dropout, bool heldout, char hex[65])
{
    Run run;
    run_begin(&run, dropout, heldout, 2);
    while (trainer_epoch(run.trainer, NULL, NULL))
        ;
    assert_true(trainer_progress(run.trainer).done);
    run_hex(&run, hex);
    run_end(&run);
}

static void pieces_make_the_whole(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        char whole[65], pieces[65];
        train_whole(0.2 * (i % 2), i / 2, whole);
        static const int lengths[] = {1, 3, 7, 10, 14}; /* an epoch has 7 batches */
        for (size_t k = 0; k < LENGTH(lengths); k++) {
            train_in_pieces(0.2 * (i % 2), i / 2, lengths[k], pieces);
            assert_string_equal(whole, pieces);
        }
    }
}

/* The held-out loss that training measures, batched, is the one of model_evaluate, sentence by sentence. */
static void the_best_is_kept(void **state)
{
    (void)state;
    Run run;
    run_begin(&run, 0, true, 2);
    run.options.learning_rate = 0.05; /* 50 pairs are soon learned by heart, which does not help others */
    run.options.epochs = 60;
    run.options.patience = 2;
    trainer_destroy(run.trainer);
    run.trainer = trainer_create(&run.model, &run.corpus, &run.options);
    double least = INFINITY;
    bool more = true;
    TrainProgress now;
    while (more) {
        more = trainer_epoch(run.trainer, NULL, NULL);
        now = trainer_progress(run.trainer);
        least = now.heldout < least ? now.heldout : least;
        assert_true(now.best == least);
        if (more)
            assert_true(fabs(model_evaluate(&run.model, &run.heldout, 1).loss - now.heldout) < 1e-4);
    }
    assert_true(now.done && now.epoch < 60 && now.epoch - now.best_epoch == 2);
    assert_true(fabs(model_evaluate(&run.model, &run.heldout, 1).loss - now.best) < 1e-4);
    assert_false(trainer_epoch(run.trainer, NULL, NULL));
    run_end(&run);
}

static void begin_anew(Run *run, int epochs, ScheduleKind schedule, double decay)
{
    trainer_destroy(run->trainer);
    run->options.epochs = epochs;
    run->options.schedule = schedule;
    run->options.decay = decay;
    run->trainer = trainer_create(&run->model, &run->corpus, &run->options);
}

/* A training of four epochs that was stopped after so many batches becomes one of seven. */
static void grow(ScheduleKind schedule, double decay, bool heldout, int batches, char hex[65])
{
    Run run;
    Error error;
    run_begin(&run, 0.2, heldout, 1);
    begin_anew(&run, 4, schedule, decay);
    while (batches > 0 && trainer_epoch(run.trainer, stop_at, &batches))
        ;
    expect_ok(trainer_save(run.trainer, path, &error), &error);
    run_end(&run);
    run_begin(&run, 0.2, heldout, 2);
    begin_anew(&run, 7, schedule, decay);
    expect_ok(trainer_restore(run.trainer, path, &error), &error);
    while (trainer_epoch(run.trainer, NULL, NULL))
        ;
    assert_int_equal(trainer_progress(run.trainer).epoch, 7);
    run_hex(&run, hex);
    run_end(&run);
}

static void more_epochs_make_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Run run;
        ScheduleKind schedule = i % 2 ? SCHEDULE_CONSTANT : SCHEDULE_LINEAR;
        double decay = i % 2 ? 0.2 : 1;
        char whole[65], grown[65];
        run_begin(&run, 0.2, i / 2, 1);
        begin_anew(&run, 7, schedule, decay);
        while (trainer_epoch(run.trainer, NULL, NULL))
            ;
        run_hex(&run, whole);
        run_end(&run);
        static const int lengths[] = {2, 7, 21, 27}; /* an epoch has 7 batches */
        for (size_t k = 0; k < LENGTH(lengths); k++) {
            grow(schedule, decay, i / 2, lengths[k], grown);
            assert_string_equal(whole, grown);
        }
    }
}

/* At the end the last model has made room for the best one; without held-out pairs it is still there. */
static void more_epochs_behind_the_end(void **state)
{
    (void)state;
    for (int heldout = 0; heldout < 2; heldout++) {
        Run run;
        Error error;
        char whole[65], grown[65];
        run_begin(&run, 0.2, heldout, 1);
        begin_anew(&run, 7, SCHEDULE_CONSTANT, 1);
        while (trainer_epoch(run.trainer, NULL, NULL))
            ;
        run_hex(&run, whole);
        run_end(&run);
        run_begin(&run, 0.2, heldout, 1);
        begin_anew(&run, 4, SCHEDULE_CONSTANT, 1);
        while (trainer_epoch(run.trainer, NULL, NULL))
            ;
        expect_ok(trainer_save(run.trainer, path, &error), &error);
        run_end(&run);
        run_begin(&run, 0.2, heldout, 1);
        begin_anew(&run, 7, SCHEDULE_CONSTANT, 1);
        bool ok = trainer_restore(run.trainer, path, &error);
        assert_int_equal(ok, !heldout);
        if (!ok)
            expect_error(&error, "was at its end");
        while (ok && trainer_epoch(run.trainer, NULL, NULL))
            ;
        run_hex(&run, grown);
        assert_int_equal(strcmp(whole, grown) == 0, ok);
        run_end(&run);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *what, *message;
    } cases[] = {
        {"settings", "other training settings"},
        {"fewer", "was begun with --epochs 4; expected as many or more"},
        {"more", "was begun with --epochs 4, over which the learning rate falls (--schedule linear)"},
        {"data", "other data"},
        {"model", "another model"},
        {"heldout", "other data"},
        {"cut", "whole safetensors file"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Run run;
        Error error;
        int left = 9;
        const char *what = cases[i].what;
        run_begin(&run, 0, false, 1);
        while (left > 0 && trainer_epoch(run.trainer, stop_at, &left))
            ;
        expect_ok(trainer_save(run.trainer, path, &error), &error);
        trainer_destroy(run.trainer);
        if (strcmp(what, "settings") == 0)
            run.options.batch = 9;
        if (strcmp(what, "fewer") == 0)
            run.options.epochs = 3;
        if (strcmp(what, "more") == 0)
            run.options.epochs = 5;
        if (strcmp(what, "data") == 0)
            run.corpus.pairs[3].target_ids[0] = VOCAB_UNKNOWN;
        if (strcmp(what, "heldout") == 0)
            run.options.heldout = &run.heldout;
        if (strcmp(what, "cut") == 0)
            assert_int_equal(truncate(path, 200), 0);
        if (strcmp(what, "model") == 0) {
            model_finish(&run.model);
            run.model = small_model(small_config("score=dot", 7, 10), 12, 12, 3);
        }
        run.trainer = trainer_create(&run.model, &run.corpus, &run.options);
        char before[65], after[65];
        run_hex(&run, before);
        assert_false(trainer_restore(run.trainer, path, &error));
        expect_error(&error, cases[i].message);
        run_hex(&run, after);
        assert_string_equal(before, after);
        assert_int_equal(trainer_progress(run.trainer).epoch, 0);
        run_end(&run);
    }
}

/* Every byte of the header in turn becomes another one: refused or, where it does not matter, accepted, never worse. */
static void headers_that_lie(void **state)
{
    (void)state;
    Run run;
    Error error;
    Bytes bytes;
    int left = 9;
    run_begin(&run, 0, true, 1);
    while (left > 0 && trainer_epoch(run.trainer, stop_at, &left))
        ;
    expect_ok(trainer_save(run.trainer, path, &error), &error);
    expect_ok(file_read(path, FILE_LIMIT_DATA, &bytes, &error), &error);
    const char *from = strstr(bytes.data + 8, "attend.resume");
    int file = open(path, O_WRONLY);
    for (int i = 0; i < 700; i++) {
        off_t at = from - bytes.data + i;
        assert_int_equal(pwrite(file, from[i] == '9' ? "1" : "9", 1, at), 1);
        bool ok = trainer_restore(run.trainer, path, &error);
        TrainProgress now = trainer_progress(run.trainer);
        assert_true(!ok || (now.epoch <= now.epochs && now.batch <= now.batches));
        assert_int_equal(pwrite(file, &from[i], 1, at), 1);
    }
    close(file);
    bytes_finish(&bytes);
    run_end(&run);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/attend-test-%d.resume", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_make_the_whole),        cmocka_unit_test(the_best_is_kept),
        cmocka_unit_test(more_epochs_make_the_same),    cmocka_unit_test(more_epochs_behind_the_end),
        cmocka_unit_test(what_does_not_fit_is_refused), cmocka_unit_test(headers_that_lie)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
