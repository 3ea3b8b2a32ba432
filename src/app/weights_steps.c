#include "app/weights_steps.h"

#include <math.h>

void weights_choose(WeightsWindow *view, Pace *pace, int row)
{
    int rows = view->stack->rows;
    view->row = row < 0 ? 0 : row > rows ? rows : row;
    pace->last = rows - 1;
    pace_jump(pace, view->row - 1);
    view->playing = false;
}

static void play(WeightsWindow *view, Pace *pace, double now)
{
    bool on = !view->playing;
    weights_choose(view, pace, view->row > 0 ? view->row : 1);
    pace_play(pace, on, now);
    view->playing = pace->playing;
    view->row = (int)floor(pace->at) + 1;
}

void weights_go(WeightsWindow *view, Pace *pace, Move move, double now)
{
    if (move == MOVE_PLAY)
        play(view, pace, now);
    else if (move == MOVE_START || move == MOVE_END)
        weights_choose(view, pace, move == MOVE_START ? 1 : view->stack->rows);
    else
        weights_choose(view, pace, move == MOVE_ON ? view->row + 1 : view->row > 1 ? view->row - 1 : 1);
}

double weights_advance(WeightsWindow *view, Pace *pace, double now)
{
    if (!view->playing)
        return -1;
    if (pace_advance(pace, now, PACE_STEP, true))
        view->row = (int)floor(pace->at) + 1;
    view->playing = pace->playing;
    return view->playing ? fmax(0.01, pace->moved_at + PACE_STEP - now) : -1;
}
