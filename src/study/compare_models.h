/* What two models of a lesson make of one sentence, marked against its translations in the lesson's data.
 *
 *   Sentences sentences = {0};
 *   const Model *loaded[2] = {&model, &model};    // the same one twice: the right one is fed the reference's words
 *   const LessonModel *models[2] = {&lesson->models[0], &lesson->models[0]};
 *   Comparison comparison;
 *   Trace *right = compare_models(&comparison, models, loaded, trace, "cat chase mouse", &sentences, &arena, &error);
 *   trace_destroy(right);
 *   sentences_finish(&sentences);
 */
#ifndef STUDY_COMPARE_MODELS_H
#define STUDY_COMPARE_MODELS_H

#include "lesson/lesson.h"
#include "study/comparison.h"

/* The sentences of one model's lesson, read when they are first asked for; zeroed: nothing is read. */
typedef struct Sentences {
    Corpus corpora[2];
    const char *paths[2]; /* the lesson's */
    uint64_t cut[2];      /* into pieces of which words; 0: they are whole */
    bool there[2];
} Sentences;

typedef enum SentenceKind { SENTENCES_HELDOUT, SENTENCES_DATA } SentenceKind;

/* NULL where there is no such file, or it cannot be read. Another model's file takes the place of the one before. Cut
 * into the pieces that `cut` reads and writes, where it does; NULL: words stay whole. */
Corpus *sentences_read(Sentences *sentences, const LessonModel *model, const Model *cut, SentenceKind which);
void sentences_finish(Sentences *sentences);

enum { REFERENCES = 8 };
/* Translations of this very sentence in the held-out and training data of the lesson's model; returns how many. The
 * sentences' own. `sentences`: NULL: there are none. */
int references_find(Sentences *sentences, const LessonModel *from, const Model *model, const Trace *trace,
                    const TokenList *out[REFERENCES]);

/* Fills in both sides, reference and lockstep; returns the right trace, the caller's. NULL where the right model cannot
 * read the sentence, or the reference has words that it does not know. The arena's, and pointing to `left`.
 * `sentences`: NULL: there is no reference. */
Trace *compare_models(Comparison *out, const LessonModel *const models[2], const Model *const loaded[2],
                      const Trace *left, const char *sentence, Sentences *sentences, Arena *arena, Error *error);

/* The same of two traces that are there; which of them is wrong nobody knows. */
void compare_traces(Comparison *out, const char *const names[2], const Model *const models[2],
                    const Trace *const traces[2], Arena *arena);

#endif
