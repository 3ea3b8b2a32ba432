/* Measuring beside the window: the same figures as attend eval's, by length; stopped at any time; errors are told. Run
 * it under TSan too. */
#include "support.h"

#include "base/beside.h"
#include "model/train.h"
#include "study/measure.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

static Arena arena;
static atomic_int wakes;

static const char *data(const char *name)
{
    const char *root = getenv("ATTEND_DATA");
    assert_non_null(root);
    return path_join(&arena, root, name);
}

static void wake(void *context)
{
    assert_ptr_equal(context, &arena);
    atomic_fetch_add(&wakes, 1);
}

/* Where there is no thread this one does a little of the work. */
static void pause_a_little(void)
{
    if (beside_turn(0))
        return;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static Accuracy finish(Measure *measure)
{
    Accuracy accuracy;
    while (!measure_read(measure, &accuracy))
        pause_a_little();
    return accuracy;
}

static const CorpusOptions OPTIONS = {TOKENS_SPACE, TOKENS_SPACE, 0};

static void figures_are_those_of_eval(void **state)
{
    (void)state;
    const char *model_path = data("lessons/05-cat-chase-mouse/model.safetensors");
    const char *heldout = data("lessons/05-cat-chase-mouse/heldout.tsv");
    atomic_store(&wakes, 0);
    Measure *measure = measure_start(model_path, heldout, OPTIONS, wake, &arena);
    assert_non_null(measure);
    Accuracy accuracy = finish(measure);
    assert_null(measure_problem(measure));
    measure_stop(measure);
    assert_true(atomic_load(&wakes) > 2);

    Error error = {0};
    Model model;
    Corpus corpus;
    expect_ok(model_load(model_path, &model, &error), &error);
    expect_ok(corpus_read(heldout, OPTIONS, &corpus, &error), &error);
    corpus_encode(&corpus, &model.source, &model.target, model.config.lowercase);
    Evaluation evaluation = model_evaluate(&model, &corpus, 1);
    assert_true(fabs(accuracy_error(&accuracy) - evaluation.aer) < 1e-12);
    int exact = 0, measured = 0, held[ACCURACY_LENGTHS] = {0};
    for (int i = 0; i < corpus.count; i++)
        held[corpus.pairs[i].source.count]++;
    for (int length = 0; length < ACCURACY_LENGTHS; length++) {
        exact += accuracy.exact[length];
        measured += accuracy.measured[length];
        assert_int_equal(accuracy.measured[length], held[length]);
        assert_int_equal(accuracy.held[length], held[length]);
    }
    assert_int_equal(measured, corpus.count);
    assert_int_equal(accuracy.of, corpus.count);
    assert_int_equal(accuracy.done, corpus.count);
    assert_int_equal(exact, (int)lround(evaluation.exact_match * corpus.count));
    corpus_finish(&corpus);
    model_finish(&model);
}

static void it_can_be_stopped_at_any_time(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Measure *measure = measure_start(data("lessons/05-cat-chase-mouse/model.safetensors"),
                                         data("lessons/05-cat-chase-mouse/heldout.tsv"), OPTIONS, wake, &arena);
        assert_non_null(measure);
        Accuracy accuracy = {0};
        for (int k = 0; k < i; k++) {
            measure_read(measure, &accuracy);
            assert_true(accuracy.done <= accuracy.of);
            pause_a_little();
        }
        measure_stop(measure);
    }
    measure_stop(NULL);
}

static void errors_are_told(void **state)
{
    (void)state;
    const char *model = data("tests/data/tiny.safetensors");
    Measure *measure = measure_start(model, data("tests/data/no-such-file.tsv"), OPTIONS, wake, &arena);
    finish(measure);
    assert_non_null(strstr(measure_problem(measure), "no-such-file.tsv"));
    measure_stop(measure);
    measure = measure_start(data("tests/data/tiny.tsv"), data("tests/data/tiny-heldout.tsv"), OPTIONS, wake, &arena);
    finish(measure);
    assert_non_null(measure_problem(measure));
    measure_stop(measure);
}

/* Who looks only after turns that are worked in sees how it ends. */
static void the_last_turn_is_worked_in(void **state)
{
    (void)state;
    Accuracy accuracy;
    Measure *measure =
        measure_start(data("tests/data/tiny.safetensors"), data("tests/data/no-such-file.tsv"), OPTIONS, wake, &arena);
    assert_false(measure_read(measure, &accuracy));
    assert_true(beside_turn(0));
    assert_true(measure_read(measure, &accuracy));
    assert_false(beside_turn(0));
    measure_stop(measure);
}

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
    assert_false(beside_turn(0));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_eval),
        cmocka_unit_test(it_can_be_stopped_at_any_time),
        cmocka_unit_test(errors_are_told),
        cmocka_unit_test_setup_teardown(figures_are_those_of_eval, no_threads, threads_again),
        cmocka_unit_test_setup_teardown(it_can_be_stopped_at_any_time, no_threads, threads_again),
        cmocka_unit_test_setup_teardown(errors_are_told, no_threads, threads_again),
        cmocka_unit_test_setup_teardown(the_last_turn_is_worked_in, no_threads, threads_again),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_finish(&arena);
    return failed;
}
