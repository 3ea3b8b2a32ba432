/* What a person changed by hand on the stage, as plain data: weights of single steps, words of single steps, the
 * temperature of the softmax from a step on, muted encoder states, words of the sentence; and what the card sets before
 * that. No window in here.
 *
 *   Changes changes = {0};
 *   changes_reset(&changes, &card->stage.decode);
 *   changes_begin(&changes);                              // what follows is one step of undo
 *   changes_weight(&changes, &model, trace, 2, 0, 0.8f);  // the first bar of step 3
 *   Trace *changed = changes_decode(&changes, &model, sentence, &error);
 *   changes_undo(&changes);
 *   changes_finish(&changes);
 *
 * Steps and source positions count from 0. */
#ifndef STUDY_CHANGES_H
#define STUDY_CHANGES_H

#include "lesson/lesson.h"

#define CHANGES_UNDO      200 /* steps back at most */
#define TEMPERATURE_LEAST 0.1
#define TEMPERATURE_MOST  10.0

typedef struct ChangedStep {
    int step;
    const float *weights; /* [n] instead of the model's own, sum 1; NULL: the model's own */
    int n;
    const char *word;   /* instead of the model's own; NULL: the model's own */
    double temperature; /* from this step on; 0: as before it */
} ChangedStep;

typedef struct ChangeSet {
    ChangedStep *steps;
    int count;
    /* [places] states that are muted where the card leaves them, or the other way round; NULL: none */
    const bool *flipped;
    int places;
    const char *sentence; /* with other words in some places, as many as it has; NULL: as it was given */
} ChangeSet;

typedef struct Changes { /* zeroed: nothing is changed */
    ChangeSet now;
    ChangeSet past[CHANGES_UNDO], future[CHANGES_UNDO];
    int past_count, future_count;
    DecodeSetting given; /* by the card; its texts are the lesson's */
    Arena arena;         /* of all sets */
} Changes;

/* Another sentence, model or card: nothing is changed any more but what the card sets (NULL: nothing), and there is
 * nothing to undo. */
void changes_reset(Changes *changes, const DecodeSetting *given);
void changes_finish(Changes *changes);

bool changes_any(const Changes *changes); /* by hand */

/* What follows until the next call is one step of undo. */
void changes_begin(Changes *changes);

/* Weight j of a step becomes `weight` (clamped to 0 .. 1) and the others are the model's own scaled to what is left,
 * equal shares where those sum to 0. `trace` is the one with the changes so far: what the model itself would have
 * weighed is computed from its step. False: nothing can change (no weights, or one word alone). */
bool changes_weight(Changes *changes, const Model *model, const Trace *trace, int step, int j, float weight);

void changes_word(Changes *changes, int step, const char *word); /* "</s>" included; NULL: the model's own */
/* Clamped; from the step on, up to the next one for which it was set. What holds before the step takes it back. */
void changes_temperature(Changes *changes, const Model *model, int step, double temperature);

/* State j is muted, or no longer. */
void changes_mute(Changes *changes, int j);

void changes_weights(Changes *changes, int step, const float *weights, int n); /* all of a step's, as they are */

/* That is decoded in its place, with as many words; NULL: the given one. */
void changes_sentence(Changes *changes, const char *sentence);

bool changes_given(const Changes *changes, const Model *model, int step); /* the card gives the word of that step */

/* Back to the model's own: what was set for a step (-1: the encoder, whose states were muted), and where nothing was,
 * the words of the sentence; all. False: nothing was changed there. */
bool changes_restore(Changes *changes, int step);
bool changes_restore_all(Changes *changes);

bool changes_undo(Changes *changes); /* false: there is nothing to undo */
bool changes_redo(Changes *changes);

/* What is changed for steps, as text: "3:0.1,0,0.9 4:1,0,0" (weights), "2:mouse 3:</s>" (words), "2:0.5"
 * (temperatures), steps from 1 and in order; what is read from it is the same to the last bit. NULL: nothing of
 * that kind is. */
typedef enum ChangeKind { CHANGED_WEIGHTS, CHANGED_WORD, CHANGED_TEMPERATURE } ChangeKind;
char *changes_text(const Changes *changes, ChangeKind kind, Arena *arena);
/* Sets them; NULL: none. Whether they fit the sentence, changes_decode says. */
MUST_USE bool changes_read(Changes *changes, const Model *model, ChangeKind kind, const char *text, Error *error);

/* The sentence decoded with all of it, by card_decode; and with what the card sets alone. NULL as that. */
Trace *changes_decode(const Changes *changes, const Model *model, const char *sentence, Error *error);
Trace *changes_decode_own(const Changes *changes, const Model *model, const char *sentence, Error *error);

#endif
