/* Sentences for a lesson that names none, chosen from its pairs; the same pairs and model give the same ones.
 *
 *   const char *sentence = chosen_sentence(&corpus, &model, 0.5, NULL, 0, &arena); // of median length
 */
#ifndef LESSON_CHOSEN_H
#define LESSON_CHOSEN_H

#include "lesson/lesson.h"

/* A source sentence as long as `share` of the pairs at most are, or nearly so: the first that the model knows
 * every word of and translates as the pair does; none of `taken`. NULL: there is none. Where `model` is NULL the
 * first of all. */
const char *chosen_sentence(const Corpus *corpus, const Model *model, double share, const char *const *taken, int count,
                            Arena *arena);

/* The sentence and the suggestions that the front matter leaves out: of the held-out pairs of the first model, else of
 * its training pairs; as long as its file is missing, and where it is right nowhere, by their length alone. False where
 * a sentence is missing and there are no pairs. */
MUST_USE bool chosen_fill(Lesson *lesson, Error *error);

#endif
