/* What the cards of a lesson show as they are opened, computed from the lesson's models: for handouts, figures and
 * tests. (The window makes its own, which a person goes on to change.)
 *
 *   ShownLesson *shown = shown_open(lesson, &model, 2);
 *   View view = view_default(theme, 1440, 900);
 *   ShownCard card;
 *   if (shown_card(shown, 3, &view, &card, &error)) { scene_window(&view, type, &list); shown_card_finish(&card); }
 *   shown_close(shown);
 *
 * A training takes its time, so a card with the train view has none here: its alignment is that of the trained
 * model. One step of it is made. */
#ifndef SCENE_CARD_SHOW_H
#define SCENE_CARD_SHOW_H

#include "scene/scene.h"

typedef struct ShownLesson ShownLesson;

/* `models` [model_count], which must outlive it, as must the lesson. The compare view's exact match by length is
 * measured with `threads` threads where a card first needs it; with 0 it is left out. */
ShownLesson *shown_open(const Lesson *lesson, const Model *models, int threads);
void shown_take(ShownLesson *shown, Trace *trace); /* that of a lesson_of_trace: it is shown, and nothing is decoded */
void shown_close(ShownLesson *shown);

typedef struct ShownCard { /* what the view points to */
    Arena arena;
    Trace *trace, *right, *search, *hypothesis;
    Comparison comparison;
    BeamSearch beam;
    Exhibit exhibit; /* nothing is probed yet */
    Swap swap;
    Notes notes;
    struct OneStep *step;
} ShownCard;

/* Fills in everything of the view that depends on the card: trace, model, cursor and what its own view needs; size,
 * theme and language stay. False, with nothing to finish, where the sentence cannot be decoded. */
MUST_USE bool shown_card(ShownLesson *shown, int card, View *view, ShownCard *out, Error *error);

/* The same of a stage that no card sets: `stage` says everything, its sentence too, and which view; view->card
 * stays. */
MUST_USE bool shown_stage(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error);
void shown_card_finish(ShownCard *card);

#endif
