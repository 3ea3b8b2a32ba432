#include "study/comparison.h"

#include "model/train.h"

#include <math.h>
#include <string.h>

/* ---- lockstep ---- */

static int slot_moment(const Trace *trace, int step, Slot slot)
{
    static const MomentKind kinds[SLOTS] = {
        [SLOT_PREVIOUS] = MOMENT_PREVIOUS, [SLOT_SELF] = MOMENT_SELF,     [SLOT_FIRST_STATE] = MOMENT_STATE,
        [SLOT_QUERY] = MOMENT_QUERY,       [SLOT_SCORES] = MOMENT_SCORES, [SLOT_SOFTMAX] = MOMENT_SOFTMAX,
        [SLOT_CONTEXT] = MOMENT_CONTEXT,   [SLOT_STATE] = MOMENT_STATE,   [SLOT_OUTPUT] = MOMENT_OUTPUT,
        [SLOT_WORD] = MOMENT_WORD};
    bool luong = trace->config.attention == ATTENTION_LUONG;
    if (slot == SLOT_FIRST_STATE && !luong)
        return -1;
    return moment_find(trace, slot == SLOT_STATE && luong ? MOMENT_COMBINE : kinds[slot], step, -1);
}

static void add_beat(Lockstep *lockstep, Beat *beats, int step, Slot slot, const int found[2])
{
    if (found[0] < 0 && found[1] < 0)
        return;
    Beat beat = {step, slot, {0, 0}};
    for (int side = 0; side < 2; side++)
        beat.moments[side] = found[side] >= 0       ? found[side]
                             : lockstep->count == 0 ? 0
                                                    : beats[lockstep->count - 1].moments[side];
    beats[lockstep->count++] = beat;
}

static void add_encoder(Lockstep *lockstep, Beat *beats, const Trace *const traces[2], MomentKind kind, int position)
{
    int found[2];
    for (int side = 0; side < 2; side++)
        found[side] = moment_find(traces[side], kind, -1, position);
    add_beat(lockstep, beats, -1, SLOT_ENCODE, found);
}

/* States that follow their embeddings one by one, or that come when all words are there. */
static void add_forward(Lockstep *lockstep, Beat *beats, const Trace *const traces[2], int layer, int position,
                        bool behind_all)
{
    int found[2];
    for (int side = 0; side < 2; side++) {
        int state = moment_reading(traces[side], MOMENT_FORWARD, layer, position);
        bool follows = state == moment_find(traces[side], MOMENT_EMBED, -1, position) + 1;
        found[side] = follows == behind_all ? -1 : state;
    }
    add_beat(lockstep, beats, -1, SLOT_ENCODE, found);
}

/* The second look at every word: the way back, or how it looks at all words. */
static void add_second(Lockstep *lockstep, Beat *beats, const Trace *const traces[2], int layer, int place, int longer)
{
    int found[2];
    for (int side = 0; side < 2; side++) {
        found[side] = moment_reading(traces[side], MOMENT_SELF, layer, place);
        if (found[side] < 0)
            found[side] = moment_reading(traces[side], MOMENT_BACKWARD, layer, longer - 1 - place);
    }
    add_beat(lockstep, beats, -1, SLOT_ENCODE, found);
}

Lockstep lockstep_make(const Trace *const traces[2], Arena *arena)
{
    int longer = traces[0]->n > traces[1]->n ? traces[0]->n : traces[1]->n;
    Lockstep lockstep = {.steps = traces[0]->step_count};
    if (traces[1]->step_count > lockstep.steps)
        lockstep.steps = traces[1]->step_count;
    Beat *beats = ARENA_ARRAY(arena, Beat, (size_t)(2 + (2 + 2 * MODEL_LAYERS) * longer + SLOTS * lockstep.steps));
    add_encoder(&lockstep, beats, traces, MOMENT_START, -1);
    for (int j = 0; j < longer; j++) {
        add_encoder(&lockstep, beats, traces, MOMENT_EMBED, j);
        add_forward(&lockstep, beats, traces, 0, j, false);
    }
    for (int layer = 0; layer < MODEL_LAYERS; layer++) {
        for (int j = 0; j < longer; j++)
            add_forward(&lockstep, beats, traces, layer, j, true);
        for (int place = 0; place < longer; place++)
            add_second(&lockstep, beats, traces, layer, place, longer);
    }
    add_encoder(&lockstep, beats, traces, MOMENT_BRIDGE, -1);
    for (int t = 0; t < lockstep.steps; t++)
        for (Slot slot = SLOT_PREVIOUS; slot < SLOTS; slot++) {
            int found[2] = {slot_moment(traces[0], t, slot), slot_moment(traces[1], t, slot)};
            add_beat(&lockstep, beats, t, slot, found);
        }
    lockstep.beats = beats;
    return lockstep;
}

double lockstep_cursor(const Lockstep *lockstep, int side, double beat)
{
    int index = (int)floor(beat), last = lockstep->count - 1;
    index = index < 0 ? 0 : index > last ? last : index;
    double from = lockstep->beats[index].moments[side];
    double to = lockstep->beats[index < last ? index + 1 : last].moments[side];
    return from + (to - from) * fmin(fmax(beat - index, 0), 1);
}

int lockstep_beat(const Lockstep *lockstep, int side, int moment)
{
    int index = 0;
    while (index < lockstep->count - 1 && lockstep->beats[index].moments[side] < moment)
        index++;
    return index;
}

int lockstep_find(const Lockstep *lockstep, int step, Slot slot)
{
    int found = 0;
    for (int i = 0; i < lockstep->count; i++)
        if (lockstep->beats[i].step < step || (lockstep->beats[i].step == step && lockstep->beats[i].slot <= slot))
            found = i;
    return found;
}

/* ---- alignments ---- */

double accuracy_error(const Accuracy *accuracy)
{
    return alignment_error(&accuracy->links);
}

/* ---- words ---- */

/* Of `left` words of the others since the last word that both share, with `wrong` ones in their places. */
static int count_gap(int *gaps, int i, int left, int wrong)
{
    int gap = left > wrong ? left - wrong : 0;
    if (gaps)
        gaps[i] = gap;
    return gap;
}

int words_differ(const char *const *words, int count, const char *const *others, int other_count, bool *marked,
                 int *gaps)
{
    Arena arena = {0};
    size_t wide = (size_t)other_count + 1;
    int *common = ARENA_ARRAY(&arena, int, (size_t)(count + 1) * wide); /* of words i.. and others k.. */
    for (int i = count - 1; i >= 0; i--)
        for (int k = other_count - 1; k >= 0; k--) {
            const int *here = common + (size_t)i * wide + k;
            int best = here[1] > here[wide] ? here[1] : here[wide];
            common[(size_t)i * wide + (size_t)k] = strcmp(words[i], others[k]) == 0 ? here[wide + 1] + 1 : best;
        }
    int missing = 0, wrong = 0, left = 0, k = 0; /* wrong, left: of both since the last word that they share */
    for (int i = 0; i < count; i++) {
        const int *here = common + (size_t)i * wide + k;
        for (; k < other_count && here[0] == here[1] && strcmp(words[i], others[k]) != 0; here++, left++)
            k++;
        marked[i] = k == other_count || strcmp(words[i], others[k]) != 0;
        wrong += marked[i];
        int gap = count_gap(gaps, i, marked[i] ? 0 : left, wrong);
        if (marked[i])
            continue;
        missing += gap;
        wrong = left = 0;
        k++;
    }
    left += other_count - k;
    arena_finish(&arena);
    return missing + count_gap(gaps, count, left, wrong);
}
