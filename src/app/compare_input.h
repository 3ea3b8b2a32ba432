/* What the input of the compare view remembers. Internal to compare_input.c and its test. */
#ifndef APP_COMPARE_INPUT_H
#define APP_COMPARE_INPUT_H

#include "app/compare_guest.h"
#include "app/view_input.h"

typedef struct Comparing {
    Comparison comparison;
    Arena arena; /* of this pair on this sentence */
    Trace *right;
    Trace *plain; /* the left one where the app's is changed by hand: models are compared as they are; else NULL */
    Trace *left;  /* the app's that this was made for: only to see that it is still there */
    int models[2];
    bool forced; /* the right one is the left model, teacher-forced */
    bool open;
    int card, placed; /* whose pair it is; whose moment was gone to */
    Pace pace;
    Guest guest; /* model [model_count] of the pair, where there is one */
    int number;  /* of the held-out sentence that was put in place of the card's; 0: none was */
    char chosen[SENTENCE_BYTES], before[SENTENCE_BYTES];
    double before_at; /* where the cursor was */
    Arena captions;
    int told[2]; /* the moments in words; -1: none */
    Language told_language;
} Comparing;

#endif
