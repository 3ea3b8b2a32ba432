/* Where the word changes along a drag: what is found holds in whole decodes of the sentence. */
#include "support.h"

#include "study/changes.h"
#include "study/tipping.h"
#include "trace/dragged.h"

#include <math.h>

static Model model;
static Trace *traces[4];
static const char *const SENTENCES[] = {"cat chase mouse", "the book that Tom likes is new",
                                        "Tom ate an apple yesterday", "mouse"};

static int set_up(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    const char *path = path_join(&arena, getenv("ATTEND_DATA"), "lessons/05-cat-chase-mouse/model.safetensors");
    expect_ok(model_load(path, &model, &error), &error);
    for (size_t i = 0; i < LENGTH(SENTENCES); i++)
        traces[i] = trace_decode(&model, slice_of(SENTENCES[i]), NULL, &error);
    arena_finish(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SENTENCES); i++)
        trace_destroy(traces[i]);
    model_finish(&model);
    return 0;
}

/* The word of the step when its weight j is dragged there, by a whole decode. */
static int word_at(size_t sentence, int step, int j, float weight)
{
    Changes changes = {0};
    Error error = {0};
    assert_true(changes_weight(&changes, &model, traces[sentence], step, j, weight));
    Trace *trace = changes_decode(&changes, &model, SENTENCES[sentence], &error);
    expect_ok(trace != NULL, &error);
    int id = trace->steps[step].id;
    trace_destroy(trace);
    changes_finish(&changes);
    return id;
}

static void the_words_differ_around_a_mark(void **state)
{
    (void)state;
    int found[4] = {0}; /* bars without a mark, with one, two, more */
    for (size_t i = 0; i < 3; i++)
        for (int t = 0; t < traces[i]->step_count; t++)
            for (int j = 0; j < traces[i]->n; j++) {
                Tippings tippings = {0};
                tippings_find(&tippings, &model, traces[i], t, j);
                found[tippings.count < 3 ? tippings.count : 3]++;
                int word = word_at(i, t, j, 0);
                for (int k = 0; k < tippings.count; k++) {
                    Tipping mark = tippings.marks[k];
                    assert_int_equal(mark.below, word);
                    assert_int_equal(word_at(i, t, j, mark.weight - 0.01f), mark.below);
                    assert_int_equal(word_at(i, t, j, mark.weight + 0.01f), mark.above);
                    assert_int_not_equal(mark.below, mark.above);
                    word = mark.above;
                }
                assert_int_equal(word_at(i, t, j, 1), word);
            }
    assert_true(found[0] > 0 && found[1] > 0 && found[2] > 0);
}

/* All weight of step 2 on word 1: that row moves by 1 - alpha, the rows behind it by what the model makes of it. */
static void how_far_a_map_is_moved(void **state)
{
    (void)state;
    const Trace *own = traces[0];
    assert_true(map_distance(own, own) == 0 && map_words_hold(own, own));
    Changes changes = {0};
    Error error = {0};
    assert_true(changes_weight(&changes, &model, own, 1, 0, 1));
    Trace *moved = changes_decode(&changes, &model, SENTENCES[0], &error);
    double sum = 0;
    for (int t = 0; t < own->step_count && t < moved->step_count; t++)
        for (int j = 0; j < own->n; j++)
            sum += fabs((double)own->steps[t].step.weights[j] - (double)moved->steps[t].step.weights[j]) / 2;
    assert_int_equal(own->step_count, moved->step_count);
    assert_true(fabs(map_distance(own, moved) - sum / own->step_count) < 1e-12);
    assert_true(sum >= 1 - (double)own->steps[1].step.weights[0] - 1e-6);
    assert_false(map_words_hold(own, moved)); /* chase is 捉 no more */
    trace_destroy(moved);
    changes_finish(&changes);
    double farthest = map_farthest(&model, SENTENCES[0], own);
    assert_true(farthest > 0.3 && farthest < 1);
    assert_true(map_farthest(&model, SENTENCES[3], traces[3]) == 0); /* one word alone */
}

/* Between two marks, and where there is none, the word stays. */
static void between_marks_the_word_stays(void **state)
{
    (void)state;
    for (int j = 0; j < 3; j++) {
        Tippings tippings = {0};
        tippings_find(&tippings, &model, traces[0], 2, j);
        for (int w = 0; w <= 100; w += 5) {
            float weight = (float)w / 100;
            int word = word_at(0, 2, j, weight), k = 0;
            while (k < tippings.count && tippings.marks[k].weight < weight)
                k++;
            int wanted = k > 0            ? tippings.marks[k - 1].above
                         : tippings.count ? tippings.marks[0].below
                                          : word_at(0, 2, j, 0.5f);
            if (k < tippings.count && tippings.marks[k].weight - weight < 0.01f)
                continue;
            if (k > 0 && weight - tippings.marks[k - 1].weight < 0.01f)
                continue;
            assert_int_equal(word, wanted);
        }
    }
}

/* The dragged weight moves no mark, and nothing is decoded again; a weight of a step before moves them. */
static void marks_are_kept_along_the_drag(void **state)
{
    (void)state;
    Tippings first = {0};
    tippings_find(&first, &model, traces[0], 2, 0);
    assert_true(first.count > 0 && first.key != 0);
    Changes changes = {0};
    Error error = {0};
    for (int step = 2; step >= 1; step--) {
        assert_true(changes_weight(&changes, &model, traces[0], step, 0, 0.8f));
        Trace *trace = changes_decode(&changes, &model, SENTENCES[0], &error);
        expect_ok(trace != NULL, &error);
        Tippings again = {0};
        tippings_find(&again, &model, trace, 2, 0);
        assert_int_equal(again.key == first.key, step == 2);
        if (step == 2)
            assert_memory_equal(again.marks, first.marks, sizeof *first.marks * (size_t)first.count);
        again.marks[0].weight = -1; /* kept as it is */
        tippings_find(&again, &model, trace, 2, 0);
        assert_true(again.marks[0].weight == -1);
        trace_destroy(trace);
    }
    changes_finish(&changes);
}

static void where_there_is_no_drag(void **state)
{
    (void)state;
    Tippings tippings = {.count = 3};
    tippings_find(&tippings, &model, traces[3], 0, 0); /* one word has all there is */
    assert_int_equal(tippings.count, 0);
    Changes changes = {0};
    Error error = {0};
    changes_word(&changes, 2, "猫");
    Trace *trace = changes_decode(&changes, &model, SENTENCES[0], &error);
    expect_ok(trace != NULL, &error);
    tippings_find(&tippings, &model, trace, 2, 0); /* whatever the weights, that word is written */
    assert_int_equal(tippings.count, 0);
    tippings_find(&tippings, &model, trace, 99, 0);
    assert_int_equal(tippings.count, 0);
    trace_destroy(trace);
    changes_finish(&changes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_words_differ_around_a_mark), cmocka_unit_test(how_far_a_map_is_moved),
        cmocka_unit_test(between_marks_the_word_stays),   cmocka_unit_test(marks_are_kept_along_the_drag),
        cmocka_unit_test(where_there_is_no_drag),
    };
    return cmocka_run_group_tests_name("study tipping", tests, set_up, tear_down);
}
