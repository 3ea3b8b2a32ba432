/* An exhibit of the bug museum: a model with one wrong line on a sentence, a sound one beside it, five probes, and
 * notes of what each of them has measured. The app fills it, the scene draws it.
 *
 *   Swap swap = {0};
 *   if (!swap_make(&swap, &model, trace, 0, "dog", &error)) return false;  // cat chase mouse -> dog chase mouse
 *   int changed = swap_changed(&swap, trace->n);                            // states
 *   swap_finish(&swap);
 */
#ifndef STUDY_EXHIBIT_H
#define STUDY_EXHIBIT_H

#include "study/compare_models.h"

typedef enum ExhibitProbe { PROBE_READ, PROBE_SWAP, PROBE_MUTE, PROBE_DRAG, PROBE_COMPARE, PROBES } ExhibitProbe;

#define STATE_LEAST 1e-6f /* of the largest entry's difference: less is no change of a state */

/* One word changed for another one that the model knows. */
typedef struct Swap {
    Trace *trace;     /* of the other sentence; NULL: none was made */
    int place;        /* of the word, from 0 */
    const char *word; /* put in its place */
    const float *by;  /* [n] how far the entries of each state are from the sentence's own at most */
    Arena arena;
} Swap;

bool swap_make(Swap *swap, const Model *model, const Trace *own, int place, const char *word, Error *error);
void swap_finish(Swap *swap);
int swap_changed(const Swap *swap, int n); /* how many states */

/* What one use of a probe has measured. Texts are the notes'. */
typedef struct Finding {
    ExhibitProbe probe;
    int step, place;            /* of a weight; swap, mute: of a state. From 0 */
    float from, to;             /* weights: read: the first; drag: both */
    bool most;                  /* read: the largest of its row */
    const char *word, *other;   /* read: the written and the source word; swap: both words */
    const char *before, *after; /* what is written without it and with it */
    const char *states;         /* swap: those that change: "h₁ h₃"; mute: the one */
    int changed, of;            /* swap: how many states change; compare: rows whose largest weight lies elsewhere */
} Finding;

#define NOTES_MOST 24

typedef struct Notes {
    Finding list[NOTES_MOST];
    int count;
    Arena arena;
} Notes;

/* Copies its texts. One that says the same as an old one takes its place, at the end; of too many the first goes. */
void notes_add(Notes *notes, const Finding *finding);
void notes_finish(Notes *notes);

char *finding_text(const Finding *finding, Language language, Arena *arena); /* a sentence */

typedef struct Exhibit {
    ExhibitProbe probe;
    Comparison pair;  /* side 0: the exhibit as it stands, with what is changed by hand; side 1: the sound model */
    bool sound;       /* there is one; else side 1 is the exhibit itself */
    const Trace *own; /* of the exhibit with nothing changed */
    int step, place;  /* the row and the source word that the probes are about */
    const Swap *swap; /* its trace NULL: nothing is swapped yet */
    const Notes *notes;
    bool again; /* the probes are shown though the question is answered */
} Exhibit;

/* What it is held against: the stage's other model, or the lesson's first that nothing is wrong with; -1:
 * there is none. */
int exhibit_sound(const Lesson *lesson, const StageSetting *stage, int model);

/* Rows in which the largest weight of the two traces lies on different words, of those that both have. */
int rows_elsewhere(const Trace *a, const Trace *b, int *of);

#endif
