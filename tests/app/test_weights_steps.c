/* From word to word in the window of weights: by hand not around, and playing each word for as long as
 * the next ones. */
#include "support.h"

#include "app/weights_steps.h"

#include <math.h>

static const MatrixStack THREE = {.rows = 3, .columns = 2, .layers = 1, .heads = 1};

static void by_hand(void **state)
{
    (void)state;
    static const struct {
        Move move;
        int row;
    } steps[] = {{MOVE_BACK, 1}, {MOVE_ON, 2},    {MOVE_ON, 3}, {MOVE_ON, 3},
                 {MOVE_BACK, 2}, {MOVE_START, 1}, {MOVE_END, 3}};
    WeightsWindow view = {.stack = &THREE};
    Pace pace = {0};
    for (size_t i = 0; i < LENGTH(steps); i++) {
        weights_go(&view, &pace, steps[i].move, 5);
        assert_int_equal(view.row, steps[i].row);
        assert_true(weights_advance(&view, &pace, 50) < 0);
    }
    weights_choose(&view, &pace, 0);
    weights_go(&view, &pace, MOVE_ON, 5);
    assert_int_equal(view.row, 1);
    weights_choose(&view, &pace, 99);
    assert_int_equal(view.row, 3);
}

static void playing(void **state)
{
    (void)state;
    WeightsWindow view = {.stack = &THREE};
    Pace pace = {0};
    weights_go(&view, &pace, MOVE_PLAY, 10);
    assert_true(view.playing && view.row == 1);
    assert_true(fabs(weights_advance(&view, &pace, 10.4) - (PACE_STEP - 0.4)) < 1e-6);
    assert_int_equal(view.row, 1);
    assert_true(weights_advance(&view, &pace, 10 + PACE_STEP) > 0);
    assert_int_equal(view.row, 2);
    weights_go(&view, &pace, MOVE_PLAY, 12); /* pauses where it is, */
    assert_true(!view.playing && view.row == 2);
    assert_true(weights_advance(&view, &pace, 100) < 0);
    weights_go(&view, &pace, MOVE_PLAY, 100); /* goes on, */
    assert_true(view.playing && view.row == 2);
    assert_true(weights_advance(&view, &pace, 100 + PACE_STEP) < 0); /* ends with the last word */
    assert_true(!view.playing && view.row == 3);
    weights_go(&view, &pace, MOVE_PLAY, 200); /* and begins again */
    assert_true(view.playing && view.row == 1);
    weights_choose(&view, &pace, 2); /* a word that is pressed stops it */
    assert_true(!view.playing && view.row == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(playing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
