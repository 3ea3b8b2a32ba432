/* One step of training: its numbers hold together, and behind it the model is the one that the learning rate says. */
#include "support.h"

#include "study/one_step.h"

#include <math.h>

static Model model;
static Trace *trace;
static Arena arena;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    const char *path = path_join(&arena, getenv("ATTEND_DATA"), "lessons/14-attention-being-learned/young.safetensors");
    expect_ok(model_load(path, &model, &error), &error);
    trace = trace_decode(&model, slice_of("mouse chase cat"), NULL, &error);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    trace_destroy(trace);
    model_finish(&model);
    arena_finish(&arena);
    return 0;
}

static OneStep *make(const char *words)
{
    Error error = {0};
    TokenList wanted = text_tokens(&arena, slice_of(words), TOKENS_SPACE);
    OneStep *step = one_step_create(&model, trace, wanted.tokens, wanted.count, &error);
    expect_ok(step != NULL, &error);
    return step;
}

static const char WANTED[] = "老鼠 追逐 猫";

static void the_words_wanted_are_fed(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    double sum = 0;
    assert_int_equal(step->steps, 4);
    assert_int_equal(step->fed->step_count, 4);
    for (int t = 0; t < 4; t++) {
        assert_int_equal(step->fed->steps[t].id, step->wanted[t]);
        assert_true(fabs(-log((double)step->fed->steps[t].p) - (double)step->losses[t]) < 1e-5);
        sum += step->losses[t];
    }
    assert_true(fabs(sum - step->loss) < 1e-5);
    assert_string_equal(trace_translation(step->now.free, &arena), trace_translation(trace, &arena));
    for (int t = 0; t < 4; t++)
        assert_true(step->losses[t] <= step->losses[step->step]);
    one_step_destroy(step);
}

static void the_errors_are_p_less_y(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    for (int t = 0; t < step->steps; t++) {
        const Real *p = step->fed->steps[t].step.probabilities, *error = step->errors + area(t, step->words);
        double sum = 0;
        for (int v = 0; v < step->words; v++) {
            assert_true(fabs((double)error[v] - ((double)p[v] - (v == step->wanted[t]))) < 1e-6);
            sum += error[v];
        }
        assert_true(fabs(sum) < 1e-6);
    }
    one_step_destroy(step);
}

static void the_pulls_sum_to_0(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    for (int t = 0; t < step->steps; t++) {
        one_step_look(step, t);
        double sum = 0, mean = one_step_pull_mean(step);
        for (int j = 0; j < step->n; j++) {
            size_t at = area(t, step->n) + (size_t)j;
            assert_true(fabs(step->pulls[at] - step->now.alphas[at] * (step->slopes[at] - mean)) < 1e-6);
            sum += step->pulls[at];
        }
        assert_true(fabs(sum) < 1e-6);
    }
    one_step_destroy(step);
}

/* The cell's reads sum to its gradient, which is the slope of the loss by this one weight. */
static void a_cell_has_the_slope_of_the_loss(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    const StepCell *cell = &step->cell;
    assert_string_equal(model.table.items[cell->param].name, "attention.query.weight");
    double sum = 0;
    for (int k = 0; k < cell->reads.count; k++)
        sum += (double)cell->reads.list[k].errors[cell->reads.row]
               * (double)cell->reads.list[k].inputs[cell->reads.column];
    assert_true(fabs(sum - cell->gradient) < 1e-6 && fabs(sum) > 1e-4);
    assert_int_equal(cell->reads.list[cell->read].place, step->step);
    Real *weight = &model.params[model.table.items[cell->param].offset + area(cell->row, model.config.hidden)
                                 + (size_t)cell->column],
         own = *weight;
    double losses[2];
    for (int side = 0; side < 2; side++) {
        *weight = own + (side ? 0.02f : -0.02f);
        OneStep *moved = make(WANTED);
        losses[side] = moved->loss;
        one_step_destroy(moved);
    }
    *weight = own;
    assert_true(fabs((losses[1] - losses[0]) / 0.04 - cell->gradient) < 1e-4);
    one_step_destroy(step);
}

/* What the source words send back is the row's error. */
static void the_words_send_the_rows_error(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    for (int t = 0; t < step->steps; t++) {
        one_step_look(step, t);
        const StepCell *cell = &step->cell;
        double sum = 0, error = (double)cell->reads.list[cell->read].errors[cell->reads.row];
        for (int j = 0; j < step->n; j++)
            sum += (double)cell->sent[j];
        assert_true(fabs(sum - error) < 1e-6 && fabs(error) > 1e-5);
    }
    one_step_destroy(step);
}

/* Every rate is measured; near 0 the loss falls by the gradient's square. */
static void the_curve_is_measured(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    double square = 0;
    for (size_t i = 0; i < model.table.total; i++)
        square += (double)step->gradient->block[i] * (double)step->gradient->block[i];
    one_step_rate(step, 1e-5);
    assert_true(fabs((step->loss - step->after.loss) / (1e-5 * square) - 1) < 0.05);
    assert_true(step->least > 0 && step->least < STEP_TRIES - 1);
    assert_true(step->tries[STEP_TRIES - 1].loss > step->tries[step->least].loss);
    for (int i = 0; i < STEP_TRIES; i += 10) {
        one_step_rate(step, step->tries[i].rate);
        assert_true(fabs(step->after.loss - step->tries[i].loss) < 1e-4);
        assert_true(i == 0 || step->after.output_only > step->tries[step->least].loss);
    }
    one_step_destroy(step);
}

/* Behind a step the model is what the curve said, and restored it is the one before, to the bit. */
static void a_step_is_taken_and_taken_back(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    double before = step->loss, after;
    one_step_rate(step, step->tries[step->least].rate);
    after = step->after.loss;
    const char *free = trace_translation(step->after.free, &arena);
    double weight = step->cell.before - step->after.rate * step->cell.gradient;
    one_step_take(step);
    assert_int_equal(step->taken, 1);
    assert_true(fabs(step->loss - after) < 1e-5 && step->loss < before);
    assert_true(fabs(step->cell.before - weight) < 1e-6);
    assert_string_equal(trace_translation(step->now.free, &arena), free);
    assert_true(step->at_first == before);
    one_step_restore(step);
    assert_int_equal(step->taken, 0);
    assert_true(step->loss == before);
    assert_true(memcmp(step->model->params, model.params, sizeof(Real) * model.table.total) == 0);
    one_step_destroy(step);
}

/* All matrices in turn, those of the encoder with a read for each source word: at every one the reads of the chosen
 * cell add up to the gradient, and it is the slope of the loss by this one weight. */
static void any_matrix_can_be_looked_at(void **state)
{
    (void)state;
    OneStep *step = make(WANTED);
    int first = step->cell.param, count = 0, words = 0, parts = 0;
    do {
        const StepCell *cell = &step->cell;
        double sum = 0;
        for (int k = 0; k < cell->reads.count; k++)
            sum += one_step_read(step, k);
        assert_true(fabs(sum - cell->gradient) < 1e-6);
        assert_true(cell->read >= 0 && cell->column == cell->first + cell->reads.column);
        assert_int_equal(cell->reads.count, cell->of_words ? step->n : step->steps);
        words += cell->of_words;
        parts += cell->first > 0;
        count++;
        one_step_matrix(step, 1);
    } while ((step->cell.param != first || step->cell.first > 0) && count < 99);
    assert_true(count >= 8 && words >= 3 && parts == 1);
    one_step_matrix(step, -1);
    assert_true(step->cell.param != first);
    int param = step->cell.param;
    one_step_look(step, 0);
    assert_int_equal(step->cell.param, param);
    one_step_matrix(step, 1);
    assert_int_equal(step->cell.param, first);
    one_step_destroy(step);
}

static void a_word_that_cannot_be_written_is_refused(void **state)
{
    (void)state;
    Error error = {0};
    assert_null(one_step_create(&model, trace, (const Slice[]){slice_of("zebra")}, 1, &error));
    assert_string_equal(error.message, "the wanted word zebra is none that this model can write");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_words_wanted_are_fed),
                                       cmocka_unit_test(the_errors_are_p_less_y),
                                       cmocka_unit_test(the_pulls_sum_to_0),
                                       cmocka_unit_test(a_cell_has_the_slope_of_the_loss),
                                       cmocka_unit_test(the_words_send_the_rows_error),
                                       cmocka_unit_test(the_curve_is_measured),
                                       cmocka_unit_test(a_step_is_taken_and_taken_back),
                                       cmocka_unit_test(any_matrix_can_be_looked_at),
                                       cmocka_unit_test(a_word_that_cannot_be_written_is_refused)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
