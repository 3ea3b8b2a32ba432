/* A cursor of a view's own, over beats 0 .. last: stepping, playing, and how it moves in time. Internal to app/.
 *
 *   Pace pace = {.last = 12};
 *   pace_go(&pace, pace.target + 1, 10.0, false);           // at 10 seconds
 *   bool moved = pace_advance(&pace, 10.4, 0.9, false);     // at 10.4, with 0.9 seconds for a beat
 */
#ifndef APP_PACE_H
#define APP_PACE_H

#include <stdbool.h>

typedef struct Pace {
    double at;  /* 3.4: 40 % of the way from beat 3 to beat 4 */
    int target; /* the beat that it moves to */
    int last;
    bool playing;
    double moved_at; /* seconds */
} Pace;

#define PACE_STEP 1.4 /* seconds that a step of a search, or a word, takes at 1x */

typedef enum Move {
    MOVE_ON,
    MOVE_BACK,
    MOVE_STEP_ON, /* to the next decode step; where there is none, as MOVE_ON */
    MOVE_STEP_BACK,
    MOVE_START,
    MOVE_END,
    MOVE_PLAY, /* or pause */
} Move;

void pace_move(Pace *pace, Move move, double now, bool reduced);
void pace_jump(Pace *pace, int beat);                                    /* is there at once; stops */
void pace_go(Pace *pace, int beat, double now, bool reduced);            /* moves there; with reduced motion it jumps */
void pace_play(Pace *pace, bool play, double now);                       /* from the start where it is at the end */
bool pace_advance(Pace *pace, double now, double seconds, bool reduced); /* `seconds` a beat; true: it has moved */
bool pace_moving(const Pace *pace);

#endif
