/* The learner: the bytes of a plain training, pauses, endings at any time, probes of every epoch, errors. Nothing waits
 * for a clock: the learner's own wake says when to look again. Without threads the same, slice by slice. */
#include "support.h"

#include "base/beside.h"
#include "study/learner.h"

#include <math.h>
#include <pthread.h>

enum { EPOCHS = 4 };

static char folder[64], data[96], heldout[96], model[96];
static Config config;
static TrainOptions options;

/* ---- a lesson of its own: words that are turned around ---- */

static void write_pairs(const char *path, int first, int count)
{
    static const char *const words[] = {"one", "two", "three", "four", "five", "six"};
    static const char *const turned[] = {"uno", "dos", "tres", "cuatro", "cinco", "seis"};
    Bytes text = {0};
    Error error = {0};
    for (int i = first; i < first + count; i++) {
        int a = i % 6, b = i / 6 % 6, c = i / 36 % 6;
        bytes_printf(&text, "%s %s %s\t%s %s %s\t0-2 1-1 2-0\n", words[a], words[b], words[c], turned[c], turned[b],
                     turned[a]);
    }
    expect_ok(file_write(path, text.data, text.length, &error), &error);
    bytes_finish(&text);
}

/* What `attend train` does, to the file. */
static void train_plainly(void)
{
    Corpus corpus, held;
    Error error = {0};
    CorpusOptions cut = {config.source_tokens, config.target_tokens, 0};
    expect_ok(corpus_read(data, cut, &corpus, &error) && corpus_read(heldout, cut, &held, &error), &error);
    Vocab source = {0}, target = {0};
    corpus_vocabs(&corpus, (VocabOptions){config.lowercase, 1}, &source, &target);
    corpus_encode(&corpus, &source, &target, config.lowercase);
    corpus_encode(&held, &source, &target, config.lowercase);
    Model made;
    model_create(&made, &config, &source, &target, options.seed);
    Trainer *trainer = trainer_create(&made, &corpus, &options);
    while (trainer_epoch(trainer, NULL, NULL))
        ;
    TrainProgress end = trainer_progress(trainer);
    Evaluation found = model_evaluate(&made, &held, 1);
    training_note(&made, &corpus, &options, &end, &found);
    expect_ok(model_save(&made, model, &error), &error);
    trainer_destroy(trainer);
    model_finish(&made);
    corpus_finish(&held);
    corpus_finish(&corpus);
}

static int set_up(void **state)
{
    (void)state;
    folder_create(folder);
    snprintf(data, sizeof data, "%s/data.tsv", folder);
    snprintf(heldout, sizeof heldout, "%s/heldout.tsv", folder);
    snprintf(model, sizeof model, "%s/model.safetensors", folder);
    write_pairs(data, 0, 180);
    write_pairs(heldout, 180, 36);
    Error error = {0};
    config = config_default();
    config.embed = 8;
    config.hidden = 16;
    config.attention_size = 0;
    config.lowercase = true;
    expect_ok(config_check(&config, &error), &error);
    options = train_default();
    options.epochs = EPOCHS;
    options.batch = 4; /* 45 batches: the first epoch is looked into */
    options.threads = 2;
    options.learning_rate = 0.01;
    options.dropout = 0.1;
    train_plainly();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    folder_remove(folder);
    return 0;
}

/* ---- waiting ---- */

typedef struct Bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    bool up;
} Bell;

static Bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};

static void ring(void *context)
{
    Bell *own = context;
    pthread_mutex_lock(&own->lock);
    own->up = true;
    pthread_cond_signal(&own->rung);
    pthread_mutex_unlock(&own->lock);
}

static bool is_up(void)
{
    pthread_mutex_lock(&bell.lock);
    bool up = bell.up;
    pthread_mutex_unlock(&bell.lock);
    return up;
}

/* Where there is no thread this one does the work. */
static void wait_bell(void)
{
    while (!is_up() && beside_turn(0))
        ;
    pthread_mutex_lock(&bell.lock);
    while (!bell.up)
        pthread_cond_wait(&bell.rung, &bell.lock);
    bell.up = false;
    pthread_mutex_unlock(&bell.lock);
}

/* Reads until the state is this, and so many looks are there. */
static void wait_for(Learner *learner, Training *training, TrainingState state, int count)
{
    for (;;) {
        learner_read(learner, training);
        if ((training->state == state && training->count >= count) || training->state == TRAINING_FAILED)
            break;
        wait_bell();
    }
    assert_int_equal(training->state, state);
}

static LearnerSetup setup_of(void)
{
    bell.up = false;
    return (LearnerSetup){.data = data,
                          .heldout = heldout,
                          .model = model,
                          .config = config,
                          .training = options,
                          .probe = "one two three",
                          .wake = ring,
                          .context = &bell};
}

/* ---- tests ---- */

static void the_same_settings_give_the_same_bytes(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    wait_for(learner, &training, TRAINING_READY, 1);
    assert_int_equal(training.count, 1);
    assert_int_equal(training.early, TRAINING_EARLY);
    assert_int_equal(training.heldout_pairs, 36);
    assert_int_equal(training.probe, PROBE_TRAINING);
    assert_true(isnan(training.list[0].loss));
    assert_non_null(training.list[0].probe);
    Error error = {0};
    char saved[96];
    snprintf(saved, sizeof saved, "%s/saved.safetensors", folder);
    assert_false(learner_save(learner, saved, &error));
    expect_error(&error, "is not trained to its end");
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, EPOCHS + TRAINING_EARLY + 1);
    assert_int_equal(training.match, MATCH_BYTES);
    Bytes mine, theirs;
    expect_ok(learner_save(learner, saved, &error) && file_read(saved, FILE_LIMIT_DATA, &mine, &error)
                  && file_read(model, FILE_LIMIT_DATA, &theirs, &error),
              &error);
    assert_true(slice_equal(bytes_slice(&mine), bytes_slice(&theirs)));
    bytes_finish(&mine);
    bytes_finish(&theirs);
    unlink(saved);
    assert_int_equal(training.count, EPOCHS + TRAINING_EARLY + 1);
    for (int i = 1; i < training.count; i++) {
        assert_true(training.list[i].at > training.list[i - 1].at);
        assert_true(isfinite(training.list[i].loss) && isfinite(training.list[i].heldout));
        assert_int_equal(training.list[i].measured, i == training.count - 1 ? 36 : 20);
    }
    assert_true(training.list[training.count - 1].at == EPOCHS);
    assert_true(training.list[training.count - 1].loss < training.list[1].loss);
    learner_destroy(learner);
    training_finish(&training);
}

static void rounded_twice_is_no_fault_of_the_file(void **state)
{
    (void)state;
    setenv("ATTEND_KERNELS", "twice", 1);
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, 1);
    unsetenv("ATTEND_KERNELS");
    assert_int_equal(training.match, MATCH_ROUNDED);
    learner_destroy(learner);
    training_finish(&training);
}

static void another_seed_is_another_model(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    setup.training.seed++;
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, 1);
    assert_int_equal(training.match, MATCH_NONE);
    learner_destroy(learner);
    training_finish(&training);
}

/* Pausing after every word from the learner, with a new probe each time, changes no byte. */
static void pauses_and_probes_change_nothing(void **state)
{
    (void)state;
    static const char *const probes[] = {"six five four", "two", "nobody knows this", "one one one one"};
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_read(learner, &training);
    for (int i = 0; training.state != TRAINING_DONE; i++) {
        learner_run(learner, true);
        wait_bell();
        learner_run(learner, false);
        if (i % 3 == 0)
            learner_probe(learner, probes[i / 3 % (int)LENGTH(probes)], NULL);
        learner_read(learner, &training);
    }
    assert_int_equal(training.match, MATCH_BYTES);
    learner_destroy(learner);
    training_finish(&training);
}

static void a_pause_is_a_pause(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_RUNNING, 3);
    learner_run(learner, false);
    wait_for(learner, &training, TRAINING_PAUSED, 3);
    int count = training.count;
    learner_probe(learner, "two two", NULL); /* still answered */
    while (training.list[0].probe->n != 2) {
        wait_bell();
        learner_read(learner, &training);
    }
    assert_int_equal(training.count, count);
    assert_int_equal(training.state, TRAINING_PAUSED);
    learner_destroy(learner);
    training_finish(&training);
}

/* Another probe is what the models of all epochs make of it: the last one's is that of the file, the first one's that
 * of the same random numbers. */
static void a_probe_is_decoded_by_every_epoch(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, 1);
    learner_probe(learner, "six one", NULL);
    do {
        wait_bell();
        learner_read(learner, &training);
    } while (training.list[0].probe->n != 2);
    Error error = {0};
    Model shipped;
    expect_ok(model_load(model, &shipped, &error), &error);
    Trace *wanted = trace_decode(&shipped, slice_of("six one"), NULL, &error);
    const Trace *last = training.list[training.count - 1].probe;
    assert_int_equal(last->step_count, wanted->step_count);
    for (int t = 0; t < wanted->step_count; t++) {
        assert_string_equal(last->steps[t].token, wanted->steps[t].token);
        assert_memory_equal(last->steps[t].step.weights, wanted->steps[t].step.weights, 2 * sizeof(float));
    }
    for (int i = 0; i < training.count; i++)
        assert_int_equal(training.list[i].probe->n, 2);
    assert_memory_not_equal(training.list[0].probe->steps[0].step.scores, last->steps[0].step.scores,
                            2 * sizeof(float));
    assert_int_equal(training.probe, PROBE_NEW);
    trace_destroy(wanted);
    model_finish(&shipped);
    learner_destroy(learner);
    training_finish(&training);
}

static void expect_rows(const Training *training, const char *const *words, int count)
{
    for (int i = 0; i < training->count; i++) {
        const TrainingLook *look = &training->list[i];
        assert_int_equal(look->forced->step_count, count + 1);
        for (int t = 0; t < count; t++)
            assert_string_equal(look->forced->steps[t].token, words[t]);
        assert_int_equal(look->forced->steps[count].id, VOCAB_END);
    }
}

/* Fed are the words of the translation in the data, without one those of the given translation, without either none. */
static void all_looks_have_the_same_rows(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    setup.translation = "none of these words"; /* the data know better */
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, 1);
    assert_int_equal(training.probe, PROBE_TRAINING);
    static const char *const turned[] = {"tres", "dos", "uno"}, *const given[] = {"cinco", "seis"};
    expect_rows(&training, turned, 3);
    const TrainingLook *last = &training.list[training.count - 1];
    for (int t = 0; t < last->probe->word_count; t++) {
        bool there = false;
        for (int k = 0; k < 3; k++)
            there = there || strcmp(turned[k], last->probe->steps[t].token) == 0;
        assert_true(there || !last->right[t]);
    }
    learner_probe(learner, "six one six one", "cinco seis");
    do {
        wait_bell();
        learner_read(learner, &training);
    } while (training.list[0].probe->n != 4);
    assert_int_equal(training.probe, PROBE_NEW);
    expect_rows(&training, given, 2);
    learner_probe(learner, "six one six one six", NULL);
    do {
        wait_bell();
        learner_read(learner, &training);
    } while (training.list[0].probe->n != 5);
    for (int i = 0; i < training.count; i++)
        assert_true(!training.list[i].forced && !training.list[i].right);
    learner_destroy(learner);
    training_finish(&training);
}

/* The first look in which a weight is large enough says which row; later and sharper ones change nothing. */
static void the_first_sharp_row_is_found(void **state)
{
    (void)state;
    Model made;
    Error error = {0};
    expect_ok(model_load(model, &made, &error), &error);
    Trace *traces[4];
    TrainingLook looks[4];
    static const float weights[4][2] = {{0.5f, 0.6f}, {0.3f, 0.61f}, {0.99f, 0.9f}, {1, 1}}; /* of rows 0 and 1 */
    for (int i = 0; i < 4; i++) {
        traces[i] = trace_decode(&made, slice_of("one two three"), NULL, &error);
        assert_true(traces[i]->word_count >= 2);
        for (int t = 0; t < traces[i]->word_count; t++)
            for (int j = 0; j < 3; j++)
                traces[i]->steps[t].step.weights[j] = t < 2 && j == 2 - t ? weights[i][t] : 0.1f;
        looks[i] = (TrainingLook){.at = i * 2, .probe = traces[i], .forced = traces[i]};
    }
    looks[0].forced = NULL;
    Training training = {.list = looks};
    for (training.count = 0; training.count <= 4; training.count++) {
        SharpRow sharp = training_first_sharp(&training);
        assert_int_equal(sharp.row, training.count < 2 ? -1 : 1);
        assert_int_equal(sharp.position, training.count < 2 ? -1 : 1);
        assert_true(sharp.at == (training.count < 2 ? 0 : 2));
    }
    looks[1].forced = NULL; /* two of one look: the larger one */
    looks[1].probe = NULL;
    training.count = 4;
    assert_int_equal(training_first_sharp(&training).row, 0);
    assert_int_equal(training_first_sharp(&training).position, 2);
    for (int i = 0; i < 4; i++)
        trace_destroy(traces[i]);
    model_finish(&made);
}

static void it_ends_at_any_time(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        LearnerSetup setup = setup_of();
        setup.training.epochs = 10000;
        Learner *learner = learner_create(&setup);
        Training training = {0};
        learner_run(learner, i % 2);
        for (int k = 0; k < i / 2 && i % 2; k++) {
            learner_read(learner, &training);
            wait_bell();
            if (k == 3)
                learner_probe(learner, "five six", NULL);
        }
        learner_destroy(learner);
        training_finish(&training);
    }
    learner_destroy(NULL);
}

static void what_goes_wrong_is_said(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    setup.data = "/tmp/no-such-folder/data.tsv";
    Learner *learner = learner_create(&setup);
    Training training = {0};
    while (training.state != TRAINING_FAILED) {
        learner_read(learner, &training);
        if (training.state != TRAINING_FAILED)
            wait_bell();
    }
    assert_non_null(strstr(training.error, "/tmp/no-such-folder/data.tsv"));
    assert_int_equal(training.count, 0);
    learner_destroy(learner);

    setup = setup_of();
    setup.training.learning_rate = 1e38;
    setup.training.clip = 0;
    learner = learner_create(&setup);
    learner_run(learner, true);
    training.state = TRAINING_LOADING;
    while (training.state != TRAINING_FAILED) {
        learner_read(learner, &training);
        if (training.state != TRAINING_FAILED)
            wait_bell();
    }
    assert_non_null(strstr(training.error, "learning rate"));
    assert_true(training.count >= 1); /* what was learned before is still there */
    learner_destroy(learner);
    training_finish(&training);
}

/* With patience the model of the best epoch is kept, and said to be. */
static void patience_keeps_the_best(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    setup.model = NULL;
    setup.training.patience = 2;
    setup.training.epochs = 60;
    setup.training.learning_rate = 0.05;
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_run(learner, true);
    wait_for(learner, &training, TRAINING_DONE, 1);
    assert_true(training.kept >= 1 && training.kept + training.early < training.count);
    assert_int_equal(training.list[training.kept + training.early].measured, 36);
    for (int i = training.early + 1; i < training.count; i++)
        assert_true(training.list[i].at == i - training.early);
    learner_destroy(learner);
    training_finish(&training);
}

/* ---- without a thread ---- */

static int no_threads(void **state)
{
    (void)state;
    threads_run_out(true);
    return 0;
}

static int threads_again(void **state)
{
    (void)state;
    threads_run_out(false);
    assert_false(beside_turn(0)); /* nothing is left behind */
    return 0;
}

/* Nothing is done but in beside_turn, a little each time, and nothing where there is nothing to do. */
static void a_turn_is_a_little(void **state)
{
    (void)state;
    LearnerSetup setup = setup_of();
    Learner *learner = learner_create(&setup);
    Training training = {0};
    learner_read(learner, &training);
    assert_int_equal(training.state, TRAINING_LOADING);
    while (beside_turn(0))
        ;
    learner_read(learner, &training);
    assert_int_equal(training.state, TRAINING_READY);
    learner_run(learner, true);
    int turns = 1;
    while (beside_turn(0))
        turns++;
    learner_read(learner, &training);
    assert_int_equal(training.state, TRAINING_DONE);
    assert_int_equal(training.match, MATCH_BYTES);
    assert_true(turns > EPOCHS * 45 * 10); /* batches, pieces of one */
    assert_false(beside_turn(0));
    learner_destroy(learner);
    training_finish(&training);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_settings_give_the_same_bytes),
        cmocka_unit_test(rounded_twice_is_no_fault_of_the_file),
        cmocka_unit_test(another_seed_is_another_model),
        cmocka_unit_test(pauses_and_probes_change_nothing),
        cmocka_unit_test(a_pause_is_a_pause),
        cmocka_unit_test(a_probe_is_decoded_by_every_epoch),
        cmocka_unit_test(all_looks_have_the_same_rows),
        cmocka_unit_test(the_first_sharp_row_is_found),
        cmocka_unit_test(it_ends_at_any_time),
        cmocka_unit_test(what_goes_wrong_is_said),
        cmocka_unit_test(patience_keeps_the_best),
#define UNTHREADED(test) cmocka_unit_test_setup_teardown(test, no_threads, threads_again)
        UNTHREADED(a_turn_is_a_little),
        UNTHREADED(the_same_settings_give_the_same_bytes),
        UNTHREADED(pauses_and_probes_change_nothing),
        UNTHREADED(a_pause_is_a_pause),
        UNTHREADED(a_probe_is_decoded_by_every_epoch),
        UNTHREADED(all_looks_have_the_same_rows),
        UNTHREADED(it_ends_at_any_time),
        UNTHREADED(what_goes_wrong_is_said),
        UNTHREADED(patience_keeps_the_best),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
