#include "study/exhibit.h"

#include "derive/name.h"
#include "derive/plain.h"
#include "study/offered.h"
#include "words/study_words.h"

#include <math.h>
#include <string.h>

/* ---- swapped words ---- */

static float farthest(const Real *a, const Real *b, int count)
{
    float most = 0;
    for (int i = 0; i < count; i++)
        most = fmaxf(most, fabsf(a[i] - b[i]));
    return most;
}

bool swap_make(Swap *swap, const Model *model, const Trace *own, int place, const char *word, Error *error)
{
    Arena arena = {0};
    const char *sentence = offered_sentence(own, place, word, &arena);
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, error);
    arena_finish(&arena);
    if (trace && trace->n != own->n) { /* it was cut into other words */
        trace_destroy(trace);
        trace = NULL;
        error_set(error, ERROR_USAGE, "%s is no single word", word);
    }
    if (!trace)
        return false;
    swap_finish(swap);
    size_t D = (size_t)config_annotation(&own->config);
    float *by = ARENA_ARRAY(&swap->arena, float, (size_t)own->n);
    for (size_t j = 0; j < (size_t)own->n; j++)
        by[j] = farthest(own->encoding.annotations + j * D, trace->encoding.annotations + j * D, (int)D);
    swap->trace = trace;
    swap->place = place;
    swap->word = arena_string(&swap->arena, word);
    swap->by = by;
    return true;
}

void swap_finish(Swap *swap)
{
    trace_destroy(swap->trace);
    arena_finish(&swap->arena);
    *swap = (Swap){0};
}

int swap_changed(const Swap *swap, int n)
{
    int changed = 0;
    for (int j = 0; j < n; j++)
        changed += swap->by[j] > STATE_LEAST;
    return changed;
}

/* ---- what is measured ---- */

int rows_elsewhere(const Trace *a, const Trace *b, int *of)
{
    int elsewhere = 0;
    *of = a->word_count < b->word_count ? a->word_count : b->word_count;
    for (int t = 0; t < *of; t++) {
        const Real *left = a->steps[t].step.weights, *right = b->steps[t].step.weights;
        elsewhere += left && right && values_largest(left, a->n) != values_largest(right, b->n);
    }
    return elsewhere;
}

/* ---- notes ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The same probe on the same thing: what it measured now counts. */
static bool same_subject(const Finding *a, const Finding *b)
{
    bool weight = a->probe == PROBE_READ || a->probe == PROBE_DRAG;
    bool of_word = weight || a->probe == PROBE_SWAP || a->probe == PROBE_MUTE;
    return a->probe == b->probe && (!of_word || a->place == b->place) && (!weight || a->step == b->step)
           && (a->probe != PROBE_SWAP || same_text(a->other, b->other));
}

static const char *kept(Notes *notes, const char *text)
{
    return text ? arena_string(&notes->arena, text) : NULL;
}

void notes_add(Notes *notes, const Finding *finding)
{
    int at = 0;
    while (at < notes->count && !same_subject(&notes->list[at], finding))
        at++;
    if (at == notes->count && at == NOTES_MOST)
        at = 0;
    if (at < notes->count) {
        memmove(&notes->list[at], &notes->list[at + 1], sizeof *notes->list * (size_t)(notes->count - 1 - at));
        notes->count--;
    }
    Finding *added = &notes->list[notes->count++];
    *added = *finding;
    added->word = kept(notes, finding->word);
    added->other = kept(notes, finding->other);
    added->before = kept(notes, finding->before);
    added->after = kept(notes, finding->after);
    added->states = kept(notes, finding->states);
}

void notes_finish(Notes *notes)
{
    arena_finish(&notes->arena);
    *notes = (Notes){0};
}

/* "; 猫 捉 老鼠 becomes 狗 捉 老鼠", or that it stays. */
static const char *outcome(const Finding *finding, Language language, Arena *arena)
{
    if (same_text(finding->before, finding->after))
        return arena_printf(arena, said(language, W_NOTE_STAYS), finding->before);
    return arena_printf(arena, said(language, W_NOTE_BECOMES), finding->before, finding->after);
}

static const char *swap_outcome(const Finding *finding, Language language, Arena *arena)
{
    if (finding->changed == 0)
        return said(language, W_NOTE_NO_STATE);
    if (finding->changed == finding->of && finding->of > 1)
        return said(language, W_NOTE_ALL_STATES);
    return arena_printf(arena, said(language, finding->changed == 1 ? W_NOTE_ONLY_STATE : W_NOTE_STATES),
                        finding->states);
}

static const char *weight_name(const Finding *finding, Arena *arena)
{
    return markup_plain(arena_printf(arena, "α_{%s}", place_markup(finding->step, finding->place, arena)), arena);
}

char *finding_text(const Finding *finding, Language language, Arena *arena)
{
    switch (finding->probe) {
    case PROBE_READ:
        return arena_printf(arena, said(language, finding->most ? W_NOTE_READ_MOST : W_NOTE_READ),
                            weight_name(finding, arena), share_equals(arena, (double)finding->from, 2), finding->word,
                            finding->other);
    case PROBE_SWAP:
        return arena_printf(arena, said(language, W_NOTE_SWAP), finding->word, finding->other,
                            swap_outcome(finding, language, arena), outcome(finding, language, arena));
    case PROBE_MUTE:
        return arena_printf(arena, said(language, W_NOTE_MUTE), finding->states, outcome(finding, language, arena));
    case PROBE_DRAG:
        return arena_printf(arena, said(language, W_NOTE_DRAG), weight_name(finding, arena),
                            share_text(arena, (double)finding->from, 2), share_text(arena, (double)finding->to, 2),
                            outcome(finding, language, arena));
    default:
        break;
    }
    const char *words = same_text(finding->before, finding->after)
                            ? said(language, W_NOTE_SAME_WORDS)
                            : arena_printf(arena, said(language, W_NOTE_OTHER_WORDS), finding->after);
    return arena_printf(arena, said(language, W_NOTE_COMPARE), words, finding->changed, finding->of);
}

int exhibit_sound(const Lesson *lesson, const StageSetting *stage, int model)
{
    if (stage->against >= 0 && stage->against != model)
        return stage->against;
    for (int i = 0; i < lesson->model_count; i++)
        if (i != model && lesson->models[i].config.fault == FAULT_NONE)
            return i;
    return -1;
}
