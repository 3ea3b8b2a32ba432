/* What a card says of an answer to one of its questions, and which help it offers; in the view's language. */
#ifndef SCENE_CARD_TOLD_H
#define SCENE_CARD_TOLD_H

#include "scene/kit/widget.h"

/* An exam is being taken: nothing is told of what is right. */
bool card_exam_open(const View *view);

/* Why the right answer is it, with the cards to be read again; NULL: the lesson does not say. The arena's. */
const char *card_why(const Quiz *quiz, Language language, Arena *arena);

Verdict card_verdict(const View *view, int quiz); /* open until it is answered */

/* The verdict with what explains it, or the hint that was asked for; NULL: nothing yet. The arena's. What gives the
 * answer is told of the whole trace; `measured`: only its length counts, and how long it will be must not tell. */
const char *card_told(const View *view, int quiz, bool measured, Arena *arena);

/* The hint first, then the answer; nothing where both are told. */
typedef enum CardHelp { HELP_NONE, HELP_HINT, HELP_ANSWER } CardHelp;
CardHelp card_help(const View *view, int quiz);

/* Has the choice been found, or given up, to be the right one? */
bool card_choice_told(const View *view, int quiz, int choice);

#endif
