/* A view's own cursor: it comes where it is sent, plays to the end, and stands still in between. */
#include "support.h"

#include "app/pace.h"

static void steps_arrive(void **state)
{
    (void)state;
    Pace pace = {.last = 10};
    pace_go(&pace, 1, 5.0, false);
    assert_true(pace_moving(&pace));
    assert_true(pace_advance(&pace, 5.1, 0.9, false));
    assert_true(pace.at > 0 && pace.at < 1);
    assert_true(pace_advance(&pace, 9.0, 0.9, false));
    assert_true(pace.at == 1);
    assert_false(pace_moving(&pace));
    assert_false(pace_advance(&pace, 10.0, 0.9, false));
    pace_go(&pace, 8, 10.0, false); /* far away: from the beat before */
    assert_true(pace.at == 7);
    pace_go(&pace, 99, 10.0, true);
    assert_true(pace.at == 10 && !pace_moving(&pace));
    pace_jump(&pace, -3);
    assert_true(pace.at == 0);
}

static void playing_ends(void **state)
{
    (void)state;
    Pace pace = {.last = 3};
    pace_play(&pace, true, 1.0);
    double now = 1.0;
    for (int i = 0; i < 100 && pace.playing; i++)
        pace_advance(&pace, now += 0.1, 0.9, false);
    assert_true(pace.at == 3 && !pace_moving(&pace));
    assert_true(now > 3.5 && now < 4.0); /* 2.7 seconds of play */
    pace_play(&pace, true, now);         /* at the end it begins again */
    assert_true(pace.at == 0 && pace.playing);
    pace_advance(&pace, now + 0.45, 0.9, false);
    pace_play(&pace, false, now + 0.45);
    assert_int_equal(pace.target, 1); /* and comes to rest on a beat */
    assert_true(pace_moving(&pace));
}

/* With reduced motion every beat that is shown is whole. */
static void reduced_motion_jumps(void **state)
{
    (void)state;
    Pace pace = {.last = 3};
    pace_play(&pace, true, 0.0);
    int moves = 0;
    for (double now = 0; now < 10 && pace.playing; now += 0.1) {
        moves += pace_advance(&pace, now, 0.9, true);
        assert_true(pace.at == (int)pace.at);
    }
    assert_int_equal(moves, 3);
}

static void nothing_to_play(void **state)
{
    (void)state;
    Pace pace = {.last = 0};
    pace_play(&pace, true, 0.0);
    assert_false(pace_moving(&pace));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_arrive),
        cmocka_unit_test(playing_ends),
        cmocka_unit_test(reduced_motion_jumps),
        cmocka_unit_test(nothing_to_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
