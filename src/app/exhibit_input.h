/* What the input of the exhibit view remembers, and the notes that it takes. Internal to exhibit_input.c and
 * exhibit_notes.c. */
#ifndef APP_EXHIBIT_INPUT_H
#define APP_EXHIBIT_INPUT_H

#include "app/view_input.h"
#include "study/exhibit.h"

typedef struct Exhibiting {
    Exhibit exhibit;
    Arena arena; /* of the pair on this sentence */
    Trace *sound;
    const Trace *of; /* the app's trace that this was made for */
    Swap swap;
    Arena choices; /* of the words to swap in at swap.place */
    Offered offered;
    int word;
    Notes notes;
    int card, models[2];
    char decoded[SENTENCE_BYTES];
} Exhibiting;

/* exhibit_notes.c: what a probe has found, each a Finding of the exhibit's notes, by the probe that is chosen */
void exhibit_note_read(App *app);            /* the weight at step and place, as it is */
void exhibit_note_swap(App *app);            /* the word that was swapped in, and the states that it changed */
void exhibit_note_mute(App *app, int place); /* without this state */
void exhibit_note_drag(App *app);            /* the weight that was dragged; nothing where it is as it was */
void exhibit_note_compare(App *app);         /* beside the sound model; nothing where there is none */

#endif
