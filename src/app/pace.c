#include "app/pace.h"

#include <math.h>

#define STEP_SECONDS 0.42 /* a step by hand is quicker than the film */

static int clamp(const Pace *pace, int beat)
{
    return beat < 0 ? 0 : beat > pace->last ? pace->last : beat;
}

void pace_jump(Pace *pace, int beat)
{
    pace->target = clamp(pace, beat);
    pace->at = pace->target;
    pace->playing = false;
}

void pace_go(Pace *pace, int beat, double now, bool reduced)
{
    beat = clamp(pace, beat);
    if (reduced || beat == pace->target) {
        pace_jump(pace, beat);
        return;
    }
    pace->playing = false;
    if (fabs(pace->at - beat) > 1) /* what lies farther away is reached from the beat before */
        pace->at = beat > pace->at ? beat - 1 : beat + 1;
    pace->target = beat;
    pace->moved_at = now;
}

void pace_play(Pace *pace, bool play, double now)
{
    if (play && pace->at >= pace->last)
        pace_jump(pace, 0);
    pace->playing = play && pace->last > 0;
    pace->moved_at = now;
    if (!pace->playing)
        pace->target = clamp(pace, (int)ceil(pace->at - 1e-6));
}

void pace_move(Pace *pace, Move move, double now, bool reduced)
{
    if (move == MOVE_PLAY)
        pace_play(pace, !pace->playing, now);
    else if (move == MOVE_START || move == MOVE_END)
        pace_jump(pace, move == MOVE_START ? 0 : pace->last);
    else
        pace_go(pace, pace->target + (move == MOVE_ON || move == MOVE_STEP_ON ? 1 : -1), now, reduced);
}

bool pace_moving(const Pace *pace)
{
    return pace->playing || pace->at != pace->target;
}

bool pace_advance(Pace *pace, double now, double seconds, bool reduced)
{
    double passed = now - pace->moved_at;
    if (!pace_moving(pace) || passed <= 0)
        return false;
    if (!pace->playing) {
        double left = pace->target - pace->at, way = passed / STEP_SECONDS;
        pace->at = fabs(left) <= way ? pace->target : pace->at + copysign(way, left);
        pace->moved_at = now;
        return true;
    }
    if (reduced) { /* from beat to beat, each when it is due */
        if (passed < seconds)
            return false;
        pace->at = fmin(pace->last, floor(pace->at) + 1);
    } else
        pace->at = fmin(pace->last, pace->at + passed / seconds);
    pace->moved_at = now;
    pace->target = clamp(pace, (int)ceil(pace->at - 1e-9));
    pace->playing = pace->at < pace->last;
    return true;
}
