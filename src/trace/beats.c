#include "trace/beats.h"

#include "base/utf8.h"

#include <math.h>

#define READING_SECONDS 3.0 /* of the whole encoder, at most */
#define CLOSE           1e-6

/* As subtitles for adults are timed: what one reads in a second. */
#define LETTERS    20
#define CHARACTERS 9   /* Chinese ones */
#define REST_MOST  9.0 /* seconds */

/* Whose movement it is, and its seconds: one that goes from word to word takes longer for more of them,
 * up to `most`. */
static const struct BeatRow {
    MomentKind moment;
    double first, each, most;
} BEATS[BEAT_KINDS] = {
    [BEAT_WHOLE] = {MOMENT_KINDS, 0.9, 0, 0.9},   [BEAT_ASK] = {MOMENT_SCORES, 1.2, 0, 1.2},
    [BEAT_MEET] = {MOMENT_SCORES, 0.8, 0.6, 4.4}, [BEAT_TEMPER] = {MOMENT_SOFTMAX, 1, 0, 1},
    [BEAT_SHIFT] = {MOMENT_SOFTMAX, 1.2, 0, 1.2}, [BEAT_EXP] = {MOMENT_SOFTMAX, 1.4, 0, 1.4},
    [BEAT_SUM] = {MOMENT_SOFTMAX, 1.6, 0, 1.6},   [BEAT_SHARE] = {MOMENT_SOFTMAX, 1.8, 0, 1.8},
    [BEAT_LIFT] = {MOMENT_CONTEXT, 0.9, 0, 0.9},  [BEAT_WEIGH] = {MOMENT_CONTEXT, 1.4, 0, 1.4},
    [BEAT_STACK] = {MOMENT_CONTEXT, 1.2, 0, 1.2}, [BEAT_PRESS] = {MOMENT_CONTEXT, 1, 0, 1},
    [BEAT_SLIDE] = {MOMENT_WORD, 1.2, 0, 1.2},    [BEAT_RETURN] = {MOMENT_PREVIOUS, 1.2, 0, 1.2},
    [BEAT_GATES] = {MOMENT_STATE, 0.8, 0, 0.8},   [BEAT_MIX] = {MOMENT_STATE, 1.4, 0, 1.4},
    [BEAT_SHOW] = {MOMENT_STATE, 1.2, 0, 1.2},
};

/* A word's self-attention is all of attention in one moment. */
static bool looks_by_beats(const Trace *trace, Moment moment)
{
    return moment.kind == MOMENT_SELF && trace->head_told > 0 && (moment.step >= 0) == trace->written_told;
}

static bool is_look_beat(const Trace *trace, Moment moment, BeatKind beat)
{
    return looks_by_beats(trace, moment) && beat >= BEAT_ASK && beat <= BEAT_PRESS && beat != BEAT_TEMPER;
}

/* The encoder's states come as the decoder's do. */
static bool is_state_beat(const Trace *trace, Moment moment, BeatKind beat)
{
    bool state = moment.kind == MOMENT_FORWARD || moment.kind == MOMENT_BACKWARD || moment.kind == MOMENT_STATE;
    return trace->cell_told && state && BEATS[beat].moment == MOMENT_STATE;
}

/* Without temperature nothing is divided by it; weights set by hand are not made of scores; a fixed context is not a
 * weighted sum. Means of several heads are not made of each other: they and the context come as they are. */
static bool happens(const Trace *trace, int step, BeatKind beat)
{
    if (BEATS[beat].moment == MOMENT_STATE) {
        CellKind cell = step < 0 ? trace->config.cell : config_decoder_cell(&trace->config);
        return trace->cell_told && (beat != BEAT_SHOW || cell_of_kind(cell)->memory);
    }
    bool mean = config_mixes_heads(&trace->config);
    if (BEATS[beat].moment == MOMENT_SCORES)
        return !mean;
    if (BEATS[beat].moment == MOMENT_CONTEXT)
        return config_weighs(&trace->config) && (!mean || beat == BEAT_PRESS);
    if (BEATS[beat].moment == MOMENT_SOFTMAX && mean)
        return beat == BEAT_SHARE;
    if (BEATS[beat].moment == MOMENT_SOFTMAX && trace->steps[step].replaced)
        return beat == BEAT_SHARE;
    return beat != BEAT_TEMPER || step_temperature(trace, step) != 1;
}

int beats_of(const Trace *trace, int index, BeatKind out[BEATS_MOST])
{
    Moment moment = moment_at(trace, index);
    int count = 0;
    for (BeatKind beat = BEAT_WHOLE; beat < BEAT_KINDS; beat++)
        if (is_look_beat(trace, moment, beat)
            || ((BEATS[beat].moment == moment.kind || is_state_beat(trace, moment, beat))
                && happens(trace, moment.step, beat)))
            out[count++] = beat;
    if (count == 0)
        out[count++] = BEAT_WHOLE;
    return count;
}

double beat_end(const Trace *trace, int index, int beat)
{
    BeatKind beats[BEATS_MOST];
    int count = beats_of(trace, index, beats);
    return beat >= count ? index : index - 1 + (double)beat / count;
}

/* 0 .. 1; at the end of a beat none of the next is done. */
static float part_of(double passed)
{
    return passed < CLOSE ? 0 : passed > 1 - CLOSE ? 1 : (float)passed;
}

float beat_done(const Trace *trace, int step, BeatKind beat, double cursor)
{
    int index = moment_find(trace, BEATS[beat].moment, step, -1);
    BeatKind beats[BEATS_MOST];
    int count = index < 0 ? 0 : beats_of(trace, index, beats);
    for (int i = 0; i < count; i++)
        if (beats[i] == beat)
            return part_of((cursor - (index - 1)) * count - i);
    return index >= 0 && cursor > index - 1;
}

/* The beats of the moment that the cursor goes to, and which of them, from 0. */
static int place_of(const Trace *trace, double cursor, BeatKind beats[BEATS_MOST], int *count)
{
    int index = moment_of_stop(cursor);
    *count = beats_of(trace, index, beats);
    int place = (int)ceil((cursor - (index - 1)) * *count - CLOSE) - 1;
    return place < 0 ? 0 : place;
}

BeatKind beat_at(const Trace *trace, double cursor)
{
    BeatKind beats[BEATS_MOST];
    int count;
    return beats[place_of(trace, cursor, beats, &count)];
}

int beat_number(const Trace *trace, double cursor)
{
    BeatKind beats[BEATS_MOST];
    int count, number = place_of(trace, cursor, beats, &count) + 1;
    return number < count ? number : 0;
}

int moment_of_stop(double cursor)
{
    return (int)ceil(cursor - CLOSE);
}

bool beat_is_read(const Trace *trace, double cursor)
{
    Moment moment = moment_at(trace, moment_of_stop(cursor));
    return moment.step >= 0 || moment.kind == MOMENT_BRIDGE || looks_by_beats(trace, moment);
}

double stop_beside(const Trace *trace, double cursor, int by, bool fine)
{
    int last = moment_count(trace) - 1;
    double on = by > 0 ? cursor + CLOSE : cursor - CLOSE;
    int index = (int)ceil(on); /* the moment that the way leads to */
    if (index > last || index <= 0)
        return index > last ? last : 0;
    if (!fine)
        return by > 0 ? index : index - 1;
    BeatKind beats[BEATS_MOST];
    int count = beats_of(trace, index, beats);
    int beat = (int)(by > 0 ? ceil((on - (index - 1)) * count) : floor((on - (index - 1)) * count));
    return beat_end(trace, index, beat);
}

static double beat_seconds(const Trace *trace, int index, BeatKind beat)
{
    int encoding = moment_encoded(trace);
    const struct BeatRow *time = &BEATS[beat];
    double seconds = fmin(time->first + time->each * trace->n, time->most);
    return index <= encoding && beat == BEAT_WHOLE ? fmin(seconds, READING_SECONDS / encoding) : seconds;
}

/* Walks from beat to beat until `to`, or until the time is over. */
static double walk(const Trace *trace, double *cursor, double to, double seconds)
{
    double passed = 0;
    while (*cursor < to - 1e-9 && passed < seconds) {
        int index = (int)floor(*cursor + 1e-9) + 1;
        BeatKind beats[BEATS_MOST];
        int count = beats_of(trace, index, beats);
        int place = (int)floor((*cursor - (index - 1)) * count + 1e-9);
        double end = fmin(to, index - 1 + (double)(place + 1) / count);
        double pace = beat_seconds(trace, index, beats[place]) * count; /* seconds for a whole moment like this beat */
        double whole = (end - *cursor) * pace, left = seconds - passed;
        *cursor = whole <= left ? end : *cursor + left / pace;
        passed += fmin(whole, left);
    }
    return passed;
}

double pacing_seconds(const Trace *trace, double from, double to)
{
    return walk(trace, &from, fmin(to, moment_count(trace) - 1), INFINITY);
}

double pacing_after(const Trace *trace, double cursor, double seconds)
{
    walk(trace, &cursor, moment_count(trace) - 1, seconds);
    return cursor;
}

static double reading_seconds(const char *text)
{
    double seconds = 0;
    for (Slice rest = slice_of(text); rest.length > 0;)
        seconds += utf8_is_cjk(utf8_next(&rest)) ? 1.0 / CHARACTERS : 1.0 / LETTERS;
    return seconds;
}

/* The copies rise and pass their weights under one caption. */
static bool goes_on(const Trace *trace, double cursor)
{
    Moment moment = moment_at(trace, moment_of_stop(cursor));
    return moment.kind == MOMENT_CONTEXT && !trace->row && cursor < moment_of_stop(cursor)
           && beat_at(trace, cursor) == BEAT_LIFT;
}

/* Where the caption of a stop begins. */
static double begins(const Trace *trace, double cursor)
{
    int index = moment_of_stop(cursor);
    if (cursor >= index)
        return beat_at(trace, cursor) == BEAT_WHOLE ? index - 0.5 : index;
    double before = stop_beside(trace, cursor, -1, true);
    return goes_on(trace, before) ? stop_beside(trace, before, -1, true) : before;
}

double pacing_rest(const Trace *trace, double cursor, double speed, const char *caption)
{
    if (!caption || goes_on(trace, cursor))
        return 0;
    double stood = cursor > 0 ? pacing_seconds(trace, begins(trace, cursor), cursor) / speed : 0;
    return fmin(fmax(reading_seconds(caption) - stood, 0), REST_MOST);
}
